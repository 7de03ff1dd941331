//! A game as a series of choices for each color.
//!
//! Between two choices only the cells near the stones between them change, so a candidate is kept
//! once for all choices in a row in which its surroundings stay the same: a span. A game of 60 moves
//! on 169 cells has about 8,000 candidates, but a tenth as many spans.

use catena_core::topology::MAX_CELLS;
use catena_core::{ByColor, Cell, Color, Move, Position};
use catena_model::pattern::{Keys, Neighborhood, PatternKey, Slot};

/// A candidate that looked the same from one choice up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanOf<T> {
    /// The item that appeared.
    pub what: T,
    /// The first choice of its series where it did.
    pub from: u32,
    /// The first choice where it did no more.
    pub to: u32,
}

/// A candidate near the opponent's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalCandidate {
    /// Its surroundings.
    pub key: PatternKey,
    /// Where the last move lies.
    pub last: Slot,
}

/// One move with the candidates that were near the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The surroundings of the move that was played.
    pub played: PatternKey,
    /// Which of the near candidates it was.
    pub played_near: Option<usize>,
    /// The candidates near the opponent's last move.
    pub near: Vec<LocalCandidate>,
}

/// The choices of one color in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// The choices in their order.
    pub choices: Vec<Choice>,
    /// All candidates.
    pub spans: Vec<SpanOf<PatternKey>>,
}

/// The choices of a game, by color.
pub type Example = ByColor<Series>;

/// The choices of a game. The first move is no choice, because the swap rule makes it no attempt to play
/// well, and neither are swaps and passes; games with stones set up start from these.
#[must_use]
pub fn example(surroundings: &Neighborhood, game: &Position) -> Example {
    let topology = game.topology();
    let mut walk = Walk::new(surroundings, game);
    let mut position = Position::new(game.setup().clone());
    for &(cell, color) in game.start_stones() {
        walk.place(cell, color);
    }
    let fresh = game.start_stones().is_empty();
    for (number, ply) in game.plies().iter().enumerate() {
        match ply.mv {
            Move::Place(cell) => {
                let cell = topology.canonical(cell);
                if number > 0 || !fresh {
                    walk.choose(cell, ply.color);
                }
                walk.place(cell, ply.color);
                walk.last = Some((cell, ply.color));
                position.play_unchecked(ply.mv);
            }
            Move::Swap => {
                // The board starts again with one stone of the other color.
                position.play_unchecked(ply.mv);
                walk = Walk::new(surroundings, game);
                let stones = topology.places().filter_map(|cell| Some((cell, position.board().stone(cell)?)));
                for (cell, color) in stones {
                    walk.place(cell, color);
                    walk.last = Some((cell, color));
                }
            }
            Move::Pass => walk.last = None,
            Move::Resign => {}
        }
    }
    walk.finish()
}

struct Walk<'a> {
    surroundings: &'a Neighborhood,
    keys: Keys,
    /// The empty places.
    open: [bool; MAX_CELLS],
    /// Since which choice of each color a place looks as it does.
    since: ByColor<[u32; MAX_CELLS]>,
    last: Option<(Cell, Color)>,
    example: Example,
}

impl<'a> Walk<'a> {
    fn new(surroundings: &'a Neighborhood, game: &Position) -> Self {
        let mut open = [false; MAX_CELLS];
        game.topology().places().for_each(|cell| open[cell.index()] = true);
        Self {
            surroundings,
            keys: Keys::new(surroundings),
            open,
            since: ByColor::new(|_| [0; MAX_CELLS]),
            last: None,
            example: Example::default(),
        }
    }

    fn choose(&mut self, cell: Cell, color: Color) {
        let last = self.last.filter(|&(_, by)| by != color).map(|(cell, _)| cell);
        let replies = last.map_or(&[][..], |last| self.surroundings.replies(last));
        let near = replies.iter().filter(|link| self.open[link.cell.index()]);
        let played_near = near.clone().position(|link| link.cell == cell);
        let near = near.map(|link| LocalCandidate { key: self.keys.of(link.cell), last: link.slot });
        let choice = Choice { played: self.keys.of(cell), played_near, near: near.collect() };
        self.example[color].choices.push(choice);
    }

    fn place(&mut self, cell: Cell, color: Color) {
        self.end_spans(cell);
        self.open[cell.index()] = false;
        for link in self.surroundings.links(cell) {
            self.end_spans(link.cell);
        }
        self.keys.place(self.surroundings, cell, color);
    }

    fn end_spans(&mut self, cell: Cell) {
        if !self.open[cell.index()] {
            return;
        }
        for color in Color::ALL {
            let series = &mut self.example[color];
            let now = series.choices.len() as u32;
            let from = std::mem::replace(&mut self.since[color][cell.index()], now);
            if from < now {
                series.spans.push(SpanOf { what: self.keys.of(cell), from, to: now });
            }
        }
    }

    fn finish(mut self) -> Example {
        for cell in 0..self.surroundings.cells() {
            self.end_spans(Cell::new(cell));
        }
        self.example
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Record, Setup, SwapRule};
    use catena_model::pattern::Reach;

    /// Candidates of each choice, by looking at every cell of every position.
    fn candidates(surroundings: &Neighborhood, game: &Position) -> ByColor<Vec<Vec<PatternKey>>> {
        let mut all = ByColor::<Vec<Vec<PatternKey>>>::default();
        let mut position = Position::new(game.setup().clone());
        for (number, ply) in game.plies().iter().enumerate() {
            if number > 0 && matches!(ply.mv, Move::Place(_)) {
                let board = position.board();
                let open = position.topology().places().filter(|&cell| board.stone(cell).is_none());
                let mut keys: Vec<PatternKey> =
                    open.map(|cell| surroundings.key(cell, |cell| board.stone(cell))).collect();
                keys.sort_unstable();
                all[ply.color].push(keys);
            }
            position.play_unchecked(ply.mv);
        }
        all
    }

    #[test]
    fn spans_are_the_candidates_of_every_choice() {
        let games = [
            (Game::Hex, 5, "a3 swap c3 d2 b4 b3 c4"),
            (Game::Havannah, 4, "d4 e5 c3 a1 f5 g4"),
            (Game::Renkula, 2, "b1 c3 c4 d1 c1"),
            (Game::Y, 5, "c2 b2 b3 a4 c1"),
        ];
        for (game, size, moves) in games {
            let setup = Setup::new(game, size, SwapRule::On).unwrap();
            let position = Record::read(moves.as_bytes(), Some(&setup)).unwrap().position();
            let around = Neighborhood::new(game, setup.topology(), Reach::Twelve).unwrap();
            let (fast, slow) = (example(&around, &position), candidates(&around, &position));
            for color in Color::ALL {
                assert_eq!(fast[color].choices.len(), slow[color].len(), "{game} {color}");
                for (number, keys) in slow[color].iter().enumerate() {
                    let number = number as u32;
                    let spans = fast[color].spans.iter().filter(|s| (s.from..s.to).contains(&number));
                    let mut found: Vec<PatternKey> = spans.map(|span| span.what).collect();
                    found.sort_unstable();
                    assert_eq!(found, *keys, "{game} {color} {number}");
                    let choice = &fast[color].choices[number as usize];
                    assert!(found.contains(&choice.played));
                    assert!(choice.near.iter().all(|near| found.contains(&near.key)));
                }
            }
        }
    }

    #[test]
    fn the_reply_to_a_last_move_is_near_it() {
        let setup = Setup::new(Game::Hex, 7, SwapRule::Off).unwrap();
        let game = Record::read(b"d4 a1 g7 e3 d3", Some(&setup)).unwrap().position();
        let around = Neighborhood::new(Game::Hex, setup.topology(), Reach::Six).unwrap();
        let example = example(&around, &game);
        assert_eq!(example.black.choices.len(), 2, "the first move is no choice");
        assert_eq!(example.black.choices[0].played_near, None);
        let last = &example.black.choices[1];
        assert_eq!(last.near.len(), 5, "six neighbors of e3, of which d4 has a stone");
        assert_eq!(last.near[last.played_near.unwrap()].key, last.played);
    }
}
