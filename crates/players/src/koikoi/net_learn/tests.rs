use super::*;
use fuda_core::Seed;

fn options() -> NetOptions {
    NetOptions {
        hidden: [24, 16],
        games_a_step: 48,
        minibatch: 128,
        past_share: 20,
        against: vec![("rule:calls=5".into(), 20), ("mc:playouts=20".into(), 20)],
        past: 2,
        remember_every: 1,
        report_every: 2,
        seed: Seed(5),
        ..NetOptions::default()
    }
}

fn until(learner: &mut NetLearner, games: u64) {
    let whole = 6.0 * 48.0;
    learner
        .run(|learner, _| match learner.games() >= games {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(learner.games() as f64 / whole),
        })
        .expect("it learns");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let mut whole = NetLearner::new(options()).expect("options");
    until(&mut whole, 6 * 48);
    assert_eq!(whole.curve().len(), 3);
    let mut part = NetLearner::new(NetOptions { threads: 3, ..options() }).expect("options");
    until(&mut part, 4 * 48);
    let checkpoint = part.checkpoint();
    let mut rest = NetLearner::resume(options(), &checkpoint).expect("it goes on");
    until(&mut rest, 6 * 48);
    assert_eq!(rest.model().expect("a model"), whole.model().expect("a model"));
    assert_eq!(rest.curve(), whole.curve());
    let other = NetOptions { seed: Seed(6), ..options() };
    let message = NetLearner::resume(other, &checkpoint).err().expect("refused").to_string();
    assert!(message.contains("seed 6"), "{message}");
    let model = whole.model().expect("a model");
    let message = NetLearner::resume(options(), &model).err().expect("no checkpoint").to_string();
    assert!(message.contains("got a finished model"), "{message}");
    assert!(super::super::net::network(&model).is_ok());
}

#[test]
fn options_out_of_range_are_refused() {
    for wrong in [
        NetOptions { past_share: 90, ..options() },
        NetOptions { trace: f32::NAN, ..options() },
        NetOptions { games_a_step: 0, ..options() },
        NetOptions { hidden: [0, 3], ..options() },
        NetOptions { rate: -1.0, ..options() },
    ] {
        assert!(NetLearner::new(wrong).is_err());
    }
    let nobody = NetOptions { against: vec![("nobody".into(), 5)], ..options() };
    let mut learner = NetLearner::new(nobody).expect("checked later");
    assert!(learner.run(|_, _| ControlFlow::Continue(0.0)).is_err());
}
