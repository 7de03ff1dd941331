//! The rules in a few sentences, with small positions that show them.

/// The rules of a game for somebody who has never played it.
#[derive(Debug)]
pub struct Tutorial {
    /// The goal in one short sentence.
    pub goal: &'static str,
    /// The rules, one sentence or two each.
    pub points: &'static [&'static str],
    /// Positions, the most telling first.
    pub examples: &'static [Example],
}

/// A small position that shows a rule. Cells are named in one string, separated by blanks.
#[derive(Debug)]
pub struct Example {
    /// Text under the picture.
    pub caption: &'static str,
    /// The size of the board.
    pub size: u16,
    /// The black stones.
    pub black: &'static str,
    /// The white stones.
    pub white: &'static str,
    /// The stones that win; none where the example shows something else.
    pub figure: &'static str,
}

#[cfg(test)]
mod tests {
    use crate::rules::Goal;
    use crate::{Cell, Game, Move, Position, Setup, SwapRule};

    fn cells(setup: &Setup, names: &str) -> Vec<Cell> {
        let cell = |name| setup.topology().cell(name).unwrap_or_else(|| panic!("{name}"));
        names.split_whitespace().map(cell).collect()
    }

    /// Number of cells of the set that a chain from its first one reaches.
    fn reached(setup: &Setup, set: &[Cell]) -> usize {
        let mut chain = vec![set[0]];
        let mut next = 0;
        while next < chain.len() {
            for cell in setup.topology().neighbors(chain[next]) {
                if set.contains(&cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
            next += 1;
        }
        chain.len()
    }

    /// Plays the stones in turn, the winner's last one at the end.
    fn play(setup: &Setup, winners: &[Cell], losers: &[Cell], is_black: bool) -> Position {
        let mut position = Position::new(setup.clone());
        let mut winners = winners.iter().copied().peekable();
        let mut losers = losers.iter().copied();
        while position.outcome().is_none() && winners.peek().is_some() {
            let is_winners = position.plies().len().is_multiple_of(2) == is_black;
            let next = if is_winners { winners.next() } else { losers.next() };
            // Of a pair of antipodes only the first is played.
            match next.filter(|&cell| position.board().stone(cell).is_none()) {
                Some(cell) => position.play(Move::Place(cell)).unwrap(),
                None if is_winners => {}
                None => position.play(Move::Pass).unwrap(),
            }
        }
        position
    }

    #[test]
    fn the_figures_win() {
        let wins_early = |game: &Game| game.facts().goal != Goal::Score;
        for game in Game::ALL.into_iter().filter(wins_early) {
            for example in game.facts().tutorial.examples {
                let setup = Setup::new(game, u64::from(example.size), SwapRule::Off).unwrap();
                let [black, white, mut figure] =
                    [example.black, example.white, example.figure].map(|names| cells(&setup, names));
                let is_black = figure.iter().all(|cell| black.contains(cell));
                let (winners, losers) = if is_black { (&black, &white) } else { (&white, &black) };
                let position = play(&setup, winners, losers, is_black);
                let mut won = position.winning_cells();
                won.sort_unstable();
                figure.sort_unstable();
                assert_eq!(won, figure, "{game}: {}", example.caption);
            }
        }
    }

    #[test]
    fn the_examples_are_positions_with_connected_figures() {
        for game in Game::ALL {
            let tutorial = game.facts().tutorial;
            assert!(!tutorial.points.is_empty() && tutorial.goal.ends_with('.'));
            assert!(!tutorial.examples[0].figure.is_empty(), "{game}: thumbnails show the first example");
            for example in tutorial.examples {
                let setup = Setup::new(game, u64::from(example.size), SwapRule::Off).unwrap();
                let stones = [example.black, example.white].map(|names| cells(&setup, names));
                let [black, white] = &stones;
                assert!(black.iter().all(|cell| !white.contains(cell)), "{game}: {}", example.caption);
                let figure = cells(&setup, example.figure);
                let is_owned = stones.iter().any(|stones| figure.iter().all(|cell| stones.contains(cell)));
                assert!(is_owned, "{game}: {}", example.caption);
                if !figure.is_empty() {
                    assert_eq!(reached(&setup, &figure), figure.len(), "{game}: {}", example.caption);
                }
            }
        }
    }
}
