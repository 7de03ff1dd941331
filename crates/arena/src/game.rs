//! One game between two players, under our own judge.

use std::time::{Duration, Instant};

use catena_core::{ByColor, Color, How, Move, Outcome, Ply, Position};

use crate::limit::{InTime, MoveLimit, Spent, Watch};
use crate::match_player::{Allowance, Choice, Forfeit, MatchPlayer};
use crate::stop::Stop;

/// A game that has been played to its end.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The last position, with all moves.
    pub position: Position,
    /// Moves of the opening, which no player chose.
    pub opening: usize,
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Mistake of the loser, if the board did not decide.
    pub forfeit: Option<Forfeit>,
    /// Time that each player used; random players have none.
    pub used: ByColor<Spent>,
}

impl FinishedGame {
    /// Reason for the end, in a word: the figures, `score`, `resign`, `draw`, `time`, `crash`, `illegal`.
    #[must_use]
    pub fn how(&self) -> String {
        if let Some(forfeit) = &self.forfeit {
            return forfeit.word().to_owned();
        }
        self.position.outcome().map_or_else(|| "unfinished".to_owned(), how)
    }

    /// All moves with blanks between.
    #[must_use]
    pub fn moves(&self) -> String {
        let topology = self.position.topology();
        let mut text = String::with_capacity(4 * self.position.plies().len());
        for ply in self.position.plies() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(topology.move_name(ply.mv));
        }
        text
    }
}

/// Reason of a result on the board, in a word.
pub(crate) fn how(outcome: Outcome) -> String {
    match outcome {
        Outcome { how: How::Score { .. }, .. } => "score".to_owned(),
        Outcome { winner: None, .. } => "draw".to_owned(),
        Outcome { how, .. } => how.to_string(),
    }
}

/// Conditions that both players share.
#[derive(Clone, Copy)]
pub(crate) struct GameConditions<'a> {
    pub limits: ByColor<MoveLimit>,
    pub grace: Duration,
    pub stop: &'a Stop,
}

/// Callback for each move as it is chosen.
pub(crate) type OnMove<'a> = &'a mut dyn FnMut(&Position, &Choice);

/// Plays a game from a position. Nothing comes back from a game that was stopped.
pub(crate) fn play(
    players: &mut ByColor<Box<dyn MatchPlayer>>,
    start: &Position,
    conditions: GameConditions<'_>,
    seeds: ByColor<u64>,
    on_move: OnMove<'_>,
) -> Option<FinishedGame> {
    let mut game = FinishedGame {
        position: start.clone(),
        opening: start.plies().len(),
        winner: None,
        forfeit: None,
        used: ByColor::default(),
    };
    let lost = |mut game: FinishedGame, loser: Color, forfeit: Forfeit| {
        (forfeit != Forfeit::Stopped).then(|| {
            game.winner = Some(!loser);
            game.forfeit = Some(forfeit);
            game
        })
    };
    for color in Color::ALL {
        if let Err(forfeit) =
            players[color].start(start, conditions.limits[color], seeds[color], conditions.stop)
        {
            return lost(game, color, forfeit);
        }
    }
    let mut watches = ByColor::new(|color| Watch::new(conditions.limits[color], conditions.grace));
    while game.position.outcome().is_none() {
        let color = game.position.to_move();
        let choice = match choose(
            players[color].as_mut(),
            &game.position,
            &mut watches[color],
            conditions,
            &mut game.used[color],
        ) {
            Ok(choice) => choice,
            Err(forfeit) => return lost(game, color, forfeit),
        };
        on_move(&game.position, &choice);
        game.position.play_unchecked(choice.mv);
        if game.position.outcome().is_some() {
            break;
        }
        let ply = Ply { color, mv: choice.mv };
        for observer in Color::ALL {
            if let Err(forfeit) = players[observer].observe(ply, conditions.stop) {
                return lost(game, observer, forfeit);
            }
        }
    }
    game.winner = game.position.outcome().and_then(|outcome| outcome.winner);
    Some(game)
}

fn choose(
    player: &mut dyn MatchPlayer,
    position: &Position,
    watch: &mut Watch,
    conditions: GameConditions<'_>,
    used: &mut Spent,
) -> Result<Choice, Forfeit> {
    let allowed = Allowance {
        limit: conditions.limits[position.to_move()],
        left: watch.left(),
        deadline: watch.deadline(),
        stop: conditions.stop,
    };
    if !player.can_be_late() {
        let choice = player.choose(position, allowed)?;
        check(position, choice.mv)?;
        return Ok(choice);
    }
    let (began, cpu_began) = (Instant::now(), player.cpu_time());
    let choice = player.choose(position, allowed);
    let cpu = player.cpu_time().zip(cpu_began).map(|(now, before)| now.saturating_sub(before));
    let took = Spent { wall: began.elapsed(), cpu };
    *used += took;
    let choice = choice?;
    if watch.press(took) == InTime::No {
        return Err(Forfeit::Time);
    }
    check(position, choice.mv)?;
    Ok(choice)
}

/// A pass is no move of these games, whoever reads records with one.
fn check(position: &Position, mv: Move) -> Result<(), Forfeit> {
    let name = || position.topology().move_name(mv).to_owned();
    match position.check(mv) {
        Ok(()) if mv == Move::Pass => Err(Forfeit::Illegal(name())),
        Ok(()) => Ok(()),
        Err(error) => Err(Forfeit::Illegal(format!("{}: {error}", name()))),
    }
}
