//! Which instructions there are. Only this file can say that the processor has
//! them, so that nobody else needs to be believed.

/// The proof that the processor was asked and has the instructions.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detected(());

/// The instructions the operations use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isa {
    /// AVX-512 with vector popcounts, and `PEXT`.
    #[cfg(target_arch = "x86_64")]
    Avx512(Detected),
    /// AVX2, `POPCNT` and `PEXT`.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
    /// What every machine can do.
    Plain,
}

impl Isa {
    /// The widest instructions of this machine.
    pub fn best() -> Isa {
        Isa::available()[0]
    }

    /// Everything this machine can do, the widest first.
    pub fn available() -> Vec<Isa> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let narrow = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            if narrow
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                found.push(Isa::Avx512(Detected(())));
            }
            if narrow {
                found.push(Isa::Avx2(Detected(())));
            }
        }
        found.push(Isa::Plain);
        found
    }
}
