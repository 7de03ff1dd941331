//! Questions about positions and their answers as text, for files and messages.

use catena_core::{Color, Move, Position, SwapRule, Topology};
use catena_engine::{Assessment, Proof, Task, TaskKind};
use serde::{Deserialize, Serialize};

use crate::runner::setup_of;

/// An answer with its moves by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssessmentText {
    value: f64,
    line: Vec<String>,
    proof: Option<String>,
    visits: u32,
    playouts: u64,
}

impl AssessmentText {
    /// The text of an answer.
    #[must_use]
    pub fn of(found: &Assessment, topology: &Topology) -> Self {
        Self {
            value: found.value,
            line: found.line.iter().map(|&mv| topology.move_name(mv).to_owned()).collect(),
            proof: found.proof.map(|proof| proof.name().to_owned()),
            visits: found.visits,
            playouts: found.playouts,
        }
    }

    /// The answer; nothing if it is not about this position.
    #[must_use]
    pub fn assessment(&self, position: &Position) -> Option<Assessment> {
        let topology = position.topology();
        let line = self.line.iter().map(|name| topology.parse_move(name).ok()).collect::<Option<Vec<_>>>()?;
        let proof = self.proof.as_deref().map(Proof::parse);
        // A proof that a position is lost has no moves.
        let fits = line.first().is_none_or(|&first| position.check(first).is_ok());
        if !fits || !(0.0..=1.0).contains(&self.value) || proof == Some(None) {
            return None;
        }
        let (visits, playouts) = (self.visits, self.playouts);
        Some(Assessment { value: self.value, line, proof: proof.flatten(), visits, playouts })
    }
}

/// A question with its position from the first stone on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskText {
    game: String,
    size: u16,
    swap: bool,
    /// Stones of the start, by color and cell.
    stones: Vec<(String, String)>,
    first: String,
    moves: Vec<(String, String)>,
    kind: KindText,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum KindText {
    Solve { percent: u32 },
    Search { times: u32, excluded: Vec<String> },
}

impl TaskText {
    pub fn of(task: &Task) -> Self {
        let position = &task.position;
        let (setup, topology) = (position.setup(), position.topology());
        let names = |color: Color, name: &str| (color.to_string(), name.to_owned());
        let kind = match &task.kind {
            TaskKind::Solve { percent } => KindText::Solve { percent: *percent },
            TaskKind::Search { times, excluded } => KindText::Search {
                times: *times,
                excluded: excluded.iter().map(|&cell| topology.name(cell).to_owned()).collect(),
            },
        };
        let stones = position.start_stones().iter();
        let moves = position.plies().iter();
        Self {
            game: setup.game().name().to_owned(),
            size: setup.size(),
            swap: setup.swap() == SwapRule::On,
            stones: stones.map(|&(cell, color)| names(color, topology.name(cell))).collect(),
            first: position.first_to_move().to_string(),
            moves: moves.map(|ply| names(ply.color, topology.move_name(ply.mv))).collect(),
            kind,
        }
    }

    /// The question.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn task(&self) -> Result<Task, String> {
        let setup = setup_of(&self.game, self.size, self.swap)?;
        let topology = setup.topology();
        let color = |name: &String| name.parse::<Color>().map_err(|error| error.to_string());
        let cell = |name: &String| topology.cell(name).ok_or_else(|| format!("{name:?} is no cell"));
        let stones = self.stones.iter().map(|(of, name)| Ok((cell(name)?, color(of)?)));
        let stones = stones.collect::<Result<Vec<_>, String>>()?;
        let kind = match &self.kind {
            KindText::Solve { percent } => TaskKind::Solve { percent: *percent },
            KindText::Search { times, excluded } => TaskKind::Search {
                times: *times,
                excluded: excluded.iter().map(cell).collect::<Result<_, _>>()?,
            },
        };
        let mut position = Position::with_stones(setup.clone(), &stones, color(&self.first)?)
            .map_err(|error| error.to_string())?;
        for (of, name) in &self.moves {
            let mv: Move = topology.parse_move(name).map_err(|error| error.to_string())?;
            position.play_as(color(of)?, mv).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(Task::new(position, kind))
    }
}
