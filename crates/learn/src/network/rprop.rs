//! RPROP without weight-backtracking (iRPROP⁻, Igel and Hüsken): each weight
//! has a step of its own, which grows while the sign of its gradient stays
//! and shrinks when it turns.

const GROW: f64 = 1.2;
const SHRINK: f64 = 0.5;
const FIRST: f64 = 0.01;
const LEAST: f64 = 1e-8;
const MOST: f64 = 5.0;

/// The steps of some weights.
pub(super) struct Rprop {
    steps: Vec<f64>,
    last: Vec<f64>,
}

impl Rprop {
    pub(super) fn new(weights: usize) -> Rprop {
        Rprop { steps: vec![FIRST; weights], last: vec![0.0; weights] }
    }

    /// Moves the weights against the gradient.
    pub(super) fn step(&mut self, gradient: &[f64], weights: &mut [f64]) {
        let state = self.steps.iter_mut().zip(&mut self.last);
        for ((weight, &slope), (step, last)) in weights.iter_mut().zip(gradient).zip(state) {
            let turn = slope * *last;
            *last = slope;
            if turn > 0.0 {
                *step = (*step * GROW).min(MOST);
            } else if turn < 0.0 {
                *step = (*step * SHRINK).max(LEAST);
                *last = 0.0;
                continue;
            }
            if slope != 0.0 {
                *weight -= slope.signum() * *step;
            }
        }
    }
}
