//! What a learned network promises.

use catena_core::{Cell, Position, Setup};
use catena_playout::network::{Judge, Lasts, Network, NoNetwork};

/// The network of a game on a board.
#[derive(Debug)]
pub(crate) struct Judgement {
    network: &'static Network,
    judge: Judge,
}

impl Judgement {
    pub(super) fn new(setup: &Setup) -> Result<Self, NoNetwork> {
        let missing = NoNetwork { game: setup.game() };
        let network = Network::in_use(setup.game()).ok_or(missing)?;
        let judge = Judge::new(&network.params, setup.game(), setup.topology()).ok_or(missing)?;
        Ok(Self { network, judge })
    }

    /// Adds the cells with their chances of being played.
    pub(super) fn judge(
        &self,
        position: &Position,
        cells: &[Cell],
        lasts: Lasts,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        self.judge.judge(&self.network.params, (position.board(), position.to_move()), lasts, cells, moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, SwapRule};

    #[test]
    fn chances_are_parts_of_one_and_follow_the_last_move() {
        let setup = Setup::new(Game::Hex, 7, SwapRule::Off).unwrap();
        let mut position = Position::new(setup.clone());
        let cell = |name: &str| setup.topology().cell(name).unwrap();
        // Black has two bridges to choose from, and White has intruded into the second one.
        for name in ["d4", "b6", "e2", "a7", "c6", "d3"] {
            position.play(Move::Place(cell(name))).unwrap();
        }
        let cells: Vec<Cell> = crate::moves::places(&position).collect();
        let judgement = Judgement::new(&setup).unwrap();
        let judged = |lasts: Lasts| {
            let mut moves = Vec::new();
            judgement.judge(&position, &cells, lasts, &mut moves);
            moves
        };
        let after = judged(Lasts { reply_to: Some(cell("d3")), own: Some(cell("c6")) });
        let sum: f32 = after.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let best = |moves: &[(Cell, f32)]| moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        assert_eq!(setup.topology().name(best(&after)), "e3");
        let chance = |moves: &[(Cell, f32)]| moves.iter().find(|(at, _)| *at == cell("e3")).unwrap().1;
        assert!(chance(&after) > chance(&judged(Lasts::default())), "the last move counts");
        let none = Setup::new(Game::Renkula, 2, SwapRule::Off).unwrap();
        assert_eq!(Judgement::new(&none).unwrap_err(), NoNetwork { game: Game::Renkula });
    }
}
