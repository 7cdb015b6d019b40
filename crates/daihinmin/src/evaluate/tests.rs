use super::network::tanh;
use super::*;
use crate::{Daihinmin, Position};
use fuda_core::{Game, Position as _, Purpose, Rng, Seed};

fn random(rng: &mut Rng, many: usize) -> Vec<f64> {
    (0..many).map(|_| rng.unit() * 2.0 - 1.0).collect()
}

/// Every situation of some random games with its legal moves.
fn each_situation(games: u64, mut see: impl FnMut(&Situation, &Situation, &[Move])) {
    let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
    let mut legal = Vec::new();
    for number in 0..games {
        let mut rng = Seed(8).stream(Purpose::Sample, &[number]);
        let mut position: Position = game.start(&game.deal(&mut rng)).unwrap();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            if !legal.iter().any(|mv| mv.is_gift()) {
                let seen = Situation::of_view(&position.view(seat)).unwrap();
                see(&seen, &Situation::of_state(position.state()), &legal);
            }
            let mv = position.random_move(seat, &mut rng, &mut legal).unwrap();
            position.play(seat, mv).unwrap();
        }
    }
}

#[test]
fn a_view_and_a_playout_see_the_same() {
    each_situation(40, |of_view, of_state, legal| {
        for &mv in legal {
            assert_eq!(of_view.columns(mv), of_state.columns(mv));
        }
    });
}

#[test]
fn quick_scores_are_those_of_the_features() {
    let mut rng = Seed(9).stream(Purpose::Sample, &[]);
    let weights = random(&mut rng, PRODUCTS);
    let products = Evaluation::products(&weights).unwrap();
    let mut networks = Vec::new();
    for hidden in [5, 16, 20, 64] {
        let (input, output) = (random(&mut rng, (ALL + 1) * hidden), random(&mut rng, hidden + 1));
        let evaluation = Evaluation::network(hidden, &input, &output).unwrap();
        networks.push((hidden, input, output, evaluation));
    }
    let mut scores = Vec::new();
    each_situation(20, |_, situation, legal| {
        products.scores(situation, legal, &mut scores);
        assert_eq!(scores.len(), legal.len());
        for (&mv, &score) in legal.iter().zip(&scores) {
            let columns = situation.columns(mv);
            let wanted: f64 = crate::encode::products(&columns).map(|c| weights[c as usize]).sum();
            assert!((f64::from(score) - wanted).abs() < 1e-3, "{mv}: {score} {wanted}");
        }
        for (hidden, input, output, evaluation) in &networks {
            evaluation.scores(situation, legal, &mut scores);
            for (&mv, &score) in legal.iter().zip(&scores) {
                let mut wanted = output[*hidden];
                for unit in 0..*hidden {
                    let on = situation.columns(mv).into_iter().map(usize::from).chain([ALL]);
                    let sum: f64 = on.map(|c| input[c * hidden + unit]).sum();
                    wanted += output[unit] / (1.0 + libm::exp(-sum));
                }
                assert!((f64::from(score) - wanted).abs() < 0.01, "{mv}: {score} {wanted}");
            }
        }
    });
}

#[test]
fn the_quick_tangent_is_near() {
    for step in -1000..=1000 {
        let x = step as f32 / 100.0;
        assert!((tanh(x) - libm::tanhf(x)).abs() < 3e-4, "{x}: {} {}", tanh(x), libm::tanhf(x));
    }
}

#[test]
fn misfits_are_refused() {
    assert!(Evaluation::products(&[0.0; 12]).is_err());
    assert!(Evaluation::network(3, &[0.0; 12], &[0.0; 4]).is_err());
    let wide = Evaluation::network(65, &[0.0; 65 * (ALL + 1)], &[0.0; 66]);
    assert_eq!(wide.unwrap_err().to_string(), "hidden units at most: expected 64, got 65");
}
