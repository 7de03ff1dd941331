//! A position, and how a game ended.

use std::collections::BTreeMap;

use catena_core::rules::{Goal, Score};
use catena_core::{Color, How, Move, Outcome, Position};
use serde::Serialize;

#[derive(Serialize)]
pub struct PositionJson {
    node: u32,
    to_move: String,
    stones: BTreeMap<String, String>,
    last: Option<String>,
    legal: Vec<String>,
    can_swap: bool,
    outcome: Option<OutcomeJson>,
    /// Where points decide: the score as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<StandingJson>,
}

/// The score of \*Star as it stands, and who owns which cells of the rim.
#[derive(Serialize)]
struct StandingJson {
    black: PartsJson,
    white: PartsJson,
    owners: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct PartsJson {
    points: i16,
    peries: i16,
    quarks: i16,
    stars: i16,
}

#[derive(Serialize)]
pub struct OutcomeJson {
    pub winner: Option<String>,
    pub how: Vec<&'static str>,
    pub cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreJson>,
}

#[derive(Serialize)]
pub struct ScoreJson {
    black: i16,
    white: i16,
}

impl PositionJson {
    pub fn of(node: u32, position: &Position) -> Self {
        let topology = position.topology();
        let name = |cell| topology.name(cell).to_owned();
        let stone = |cell| Some((name(cell), position.board().stone(cell)?.to_string()));
        let legal = position.legal_moves().filter_map(|mv| match mv {
            Move::Place(cell) => Some(name(cell)),
            _ => None,
        });
        Self {
            node,
            to_move: position.to_move().to_string(),
            stones: topology.cells().filter_map(stone).collect(),
            last: last_cell(position).map(name),
            legal: legal.collect(),
            can_swap: position.can_swap(),
            outcome: position.outcome().map(|outcome| OutcomeJson::of(position, outcome)),
            standing: StandingJson::of(position),
        }
    }
}

impl StandingJson {
    fn of(position: &Position) -> Option<Self> {
        if position.setup().game().facts().goal != Goal::Score {
            return None;
        }
        let topology = position.topology();
        let (score, owners) = Score::standing(topology, &position.stones());
        let parts = |color: Color| PartsJson {
            points: score.points(color),
            peries: score.peries[color],
            quarks: score.quarks[color],
            stars: score.stars[color],
        };
        let owners =
            owners.into_iter().map(|(cell, color)| (topology.name(cell).to_owned(), color.to_string()));
        Some(Self { black: parts(Color::Black), white: parts(Color::White), owners: owners.collect() })
    }
}

/// The cell of the last stone; after a swap the one that was taken over.
fn last_cell(position: &Position) -> Option<catena_core::Cell> {
    match position.plies().last()?.mv {
        Move::Place(cell) => Some(cell),
        Move::Swap => position.topology().cells().find(|&cell| position.board().stone(cell).is_some()),
        Move::Pass | Move::Resign => None,
    }
}

impl OutcomeJson {
    pub fn of(position: &Position, outcome: Outcome) -> Self {
        let (how, score) = match outcome.how {
            How::Figures(figures) => (figures.names().collect(), None),
            How::Score { black, white } => (vec!["score"], Some(ScoreJson { black, white })),
            How::Resignation => (vec!["resignation"], None),
            How::Full => (Vec::new(), None),
        };
        let cells = position.winning_cells().into_iter();
        Self {
            winner: Some(outcome.winner.map_or("draw".to_owned(), |winner| winner.to_string())),
            how,
            cells: cells.map(|cell| position.topology().name(cell).to_owned()).collect(),
            score,
        }
    }
}
