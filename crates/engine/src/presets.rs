//! The players that can be asked for by name.

mod champion;
mod elements;
mod opening_judge;
mod papers;

use catena_core::Game;
use catena_model::ModelKind;
use catena_model::embedded::{Embedded, embedded};
use catena_search::{AlphaBetaConfig, BirdcageConfig, FramerConfig, RandomConfig, SearchConfig};

use crate::Agent;
pub use elements::PaperElement;

/// A player that can be asked for by name.
#[derive(Debug)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// The games it plays.
    pub games: &'static [Game],
    /// Summary in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What its paper says of it, beside the parameters; empty for those of no paper.
    pub elements: &'static [PaperElement],
    /// Agent for one of its games.
    agent: fn(Game) -> Agent,
    /// Its default model of a kind for a game.
    model: fn(ModelKind, Game) -> Option<Embedded>,
}

impl Preset {
    /// Agent for one of its games.
    #[must_use]
    pub fn agent(&self, game: Game) -> Agent {
        (self.agent)(game)
    }

    /// The model that it uses unless another is named; `None` if there is none for the game.
    #[must_use]
    pub fn model(&self, kind: ModelKind, game: Game) -> Option<Embedded> {
        (self.model)(kind, game)
    }
}

/// The games whose boards can be filled out, because the winner depends on the full board only.
const FILLED: &[Game] = &[Game::Hex, Game::Y, Game::Star, Game::Renkula, Game::BentY];

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "champion",
        games: &Game::ALL,
        summary: "our strongest, the default everywhere",
        source: "Catena",
        elements: &[],
        agent: |game| Agent::Mcts(champion::config(game)),
        model: embedded,
    },
    Preset {
        name: "koennecke",
        games: &[Game::Havannah],
        summary: "UCT and RAVE, weighted AMAF, playout horizon, sampler with local reinforcement",
        source: "Könnecke and Waldmann 2009",
        elements: elements::KOENNECKE,
        agent: |_| Agent::Mcts(papers::koennecke()),
        model: embedded,
    },
    Preset {
        name: "raiko",
        games: FILLED,
        summary: "UCT with c = 1, fill-outs with bamboo pairs, all their stones counted at once",
        source: "Raiko and Peltonen 2008",
        elements: elements::RAIKO,
        agent: |_| Agent::Mcts(papers::raiko()),
        model: embedded,
    },
    Preset {
        name: "mohex",
        games: &[Game::Hex],
        summary: "UCT and RAVE, playouts that save bridges, connections and inferior cells above the knowledge threshold",
        source: "Huang and others 2013, section 3",
        elements: elements::MOHEX,
        agent: |_| Agent::Mcts(papers::mohex()),
        model: embedded,
    },
    Preset {
        name: "mohex2",
        games: &[Game::Hex],
        summary: "mohex with learned patterns of twelve cells as priors and in softmax playouts, exploration inside of the blend",
        source: "Huang and others 2013",
        elements: elements::MOHEX2,
        agent: |_| Agent::Mcts(papers::mohex2()),
        model: papers::mohex2_model,
    },
    Preset {
        name: "mohex2-tuned",
        games: &[Game::Hex],
        summary: "mohex2 with what plays better here: eight playouts for each leaf, larger patterns in the tree, our constants",
        source: "Catena",
        elements: &[],
        agent: |_| Agent::Mcts(papers::mohex2_tuned()),
        model: embedded,
    },
    Preset {
        name: "wolve",
        games: &[Game::Hex],
        summary: "alpha-beta over circuit resistance with virtual connections; one thread",
        source: "Arneson, Hayward and Henderson 2009",
        elements: elements::WOLVE,
        agent: |_| Agent::AlphaBeta(AlphaBetaConfig::default()),
        model: embedded,
    },
    Preset {
        name: "birdcage",
        games: &[Game::Hex],
        summary: "the historical player by circuit: the empty cell with the largest voltage drop; no search, no chance",
        source: "Shannon and Moore 1953, as Huang and others 2013 tell it",
        elements: elements::BIRDCAGE,
        agent: |_| Agent::Birdcage(BirdcageConfig::default()),
        model: embedded,
    },
    Preset {
        name: "framer",
        games: &[Game::Havannah],
        summary: "one move deep over frames-value: pairs (z, n) of the edges by playouts of their sub-games, combined by combinatorial game theory; one thread",
        source: "Könnecke and Waldmann 2009, section 10",
        elements: elements::FRAMER,
        agent: |_| Agent::Framer(FramerConfig::default()),
        model: embedded,
    },
    Preset {
        name: "joosten",
        games: &Game::ALL,
        summary: "UCT with C = 1.2, random playouts, threshold 50, highest value; playout=nearest-own or nearest-coin",
        source: "Joosten 2009",
        elements: elements::JOOSTEN,
        agent: |_| Agent::Mcts(papers::joosten()),
        model: embedded,
    },
    Preset {
        name: "greedy",
        games: &Game::ALL,
        summary: "as many random playouts after each move, the best mean is played",
        source: "Joosten 2009, section 5.1",
        elements: elements::GREEDY,
        agent: |_| Agent::Greedy(SearchConfig::default()),
        model: embedded,
    },
    Preset {
        name: "random",
        games: &Game::ALL,
        summary: "plays a legal move, each with the same chance; playout=nearest-own or nearest-coin",
        source: "Joosten 2009, section 5.1",
        elements: elements::RANDOM,
        agent: |_| Agent::Random(RandomConfig::default()),
        model: embedded,
    },
    Preset {
        name: "opening-judge",
        games: &Game::ALL,
        summary: "judges the openings of matches: a champion of November 2026 that never changes",
        source: "Catena",
        elements: &[],
        agent: |game| Agent::Mcts(opening_judge::config(game)),
        model: opening_judge::model,
    },
];
