//! Many quick games in one row of the store; rows of their own would cost more than random games.
//!
//! Games with forfeits or with time spent do not come here. docs/arena.md tells the bytes.

use catena_core::{Color, Setup};

use super::GameRow;
use crate::encoding::{decoded, put, put_winner, take, take_winner};
use crate::tally::Counted;

/// Finished games as bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Number of its first game.
    pub first: u64,
    /// Number of its games.
    pub count: u64,
    /// All of them.
    pub bytes: Vec<u8>,
}

/// A game in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BlockGame<'a> {
    pub number: u64,
    pub black: usize,
    pub white: usize,
    pub winner: Option<Color>,
    /// Reason for the end, in a word.
    pub how: &'a str,
    /// Moves of the opening.
    pub opening: u32,
    /// All moves, the codes of two bytes each.
    pub moves: &'a [[u8; 2]],
}

impl Block {
    /// A block of these bytes; nothing if they mean no games.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let mut numbers = games(&bytes).map(|game| game.map(|game| game.number));
        let first = numbers.next()??;
        let count = 1 + numbers.map(|number| number.map(|_| 1)).sum::<Option<u64>>()?;
        Some(Self { first, count, bytes })
    }

    pub fn add(&mut self, game: &BlockGame<'_>) {
        if self.count == 0 {
            self.first = game.number;
        }
        self.count += 1;
        let bytes = &mut self.bytes;
        put(bytes, game.number);
        put(bytes, game.black as u64);
        put(bytes, game.white as u64);
        put_winner(bytes, game.winner);
        put(bytes, game.how.len() as u64);
        bytes.extend_from_slice(game.how.as_bytes());
        put(bytes, u64::from(game.opening));
        put(bytes, game.moves.len() as u64);
        bytes.extend_from_slice(game.moves.as_flattened());
    }
}

/// The games of a block; `None` comes out where it is damaged.
pub(crate) fn games(mut bytes: &[u8]) -> impl Iterator<Item = Option<BlockGame<'_>>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let game = game(&mut bytes);
        if game.is_none() {
            bytes = &[];
        }
        Some(game)
    })
}

fn game<'a>(bytes: &mut &'a [u8]) -> Option<BlockGame<'a>> {
    let number = take(bytes)?;
    let (black, white) = (take(bytes)? as usize, take(bytes)? as usize);
    let winner = take_winner(bytes)?;
    let length = take(bytes)?;
    let how = std::str::from_utf8(part(bytes, length)?).ok()?;
    let opening = u32::try_from(take(bytes)?).ok()?;
    let length = take(bytes)?.checked_mul(2)?;
    let moves = part(bytes, length)?.as_chunks().0;
    Some(BlockGame { number, black, white, winner, how, opening, moves })
}

fn part<'a>(bytes: &mut &'a [u8], length: u64) -> Option<&'a [u8]> {
    let (part, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(part)
}

impl<'a> BlockGame<'a> {
    /// Its data for the tally.
    pub fn counted(&self) -> Counted<'a> {
        let Self { number, black, white, winner, how, moves, .. } = *self;
        Counted { number, black, white, winner, how, forfeit: None, plies: moves.len() as u64, time: None }
    }

    /// With its moves as text; `None` if they are none of this board.
    pub fn row(&self, setup: &Setup) -> Option<GameRow> {
        let topology = setup.topology();
        let mut text = String::with_capacity(4 * self.moves.len());
        for &code in self.moves {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(topology.move_name(decoded(u64::from(u16::from_le_bytes(code)), setup)?));
        }
        Some(GameRow {
            number: self.number,
            black: self.black,
            white: self.white,
            winner: self.winner,
            how: self.how.to_owned(),
            forfeit: None,
            plies: self.moves.len() as u32,
            opening: self.opening,
            moves: text,
            black_seconds: 0.0,
            white_seconds: 0.0,
            black_cpu: None,
            white_cpu: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, SwapRule};

    #[test]
    fn games_are_read_as_they_were_written() {
        let setup = Setup::new(Game::Havannah, 4, SwapRule::Off).unwrap();
        let long: Vec<[u8; 2]> = (0..37u16).map(u16::to_le_bytes).collect();
        let game = BlockGame {
            number: 5,
            black: 0,
            white: 200,
            winner: Some(Color::Black),
            how: "bridge,ring",
            opening: 2,
            moves: &long,
        };
        let written = [
            game,
            BlockGame { number: u64::MAX, winner: Some(Color::White), moves: &[], ..game },
            BlockGame { number: 9, winner: None, how: "", moves: &long[..3], ..game },
        ];
        let mut block = Block::default();
        written.iter().for_each(|game| block.add(game));
        assert_eq!((block.first, block.count), (5, 3));
        let read: Vec<BlockGame<'_>> = games(&block.bytes).map(Option::unwrap).collect();
        assert_eq!(read, written);
        let row = read[2].row(&setup).unwrap();
        assert_eq!((row.moves.as_str(), row.plies), ("a1 a2 a3", 3));
        assert_eq!(BlockGame { moves: &[[37, 0]], ..game }.row(&setup), None);
        // Cut anywhere but between games, it is damaged.
        let whole = |bytes| games(bytes).map(|game| game.map(|_| 1)).sum::<Option<usize>>();
        let ends: Vec<usize> =
            (0..block.bytes.len()).filter(|&end| whole(&block.bytes[..end]).is_some()).collect();
        assert_eq!(ends.len(), 3, "{ends:?}");
    }
}
