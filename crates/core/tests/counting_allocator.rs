//! The allocator that other tests count with: it counts every request, and hands out memory that
//! can be written and read. `scripts/miri` runs this file.

mod counting;

#[test]
fn requests_and_bytes_are_counted() {
    let before = counting::requests();
    let (last, most) = counting::most_bytes(|| {
        let mut numbers: Vec<u64> = Vec::with_capacity(100);
        numbers.extend(0..100);
        numbers.reserve_exact(900);
        numbers.extend(100..1_000);
        numbers.shrink_to_fit();
        numbers.iter().sum::<u64>()
    });
    assert_eq!(last, 999 * 500);
    // The list, and the longer list it moved to; the runner of tests may have asked meanwhile.
    assert!(counting::requests() - before >= 2);
    assert!((8_000..16_000).contains(&most), "{most} bytes");
}
