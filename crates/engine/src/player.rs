//! Players: named presets of an agent and its parameters.

use std::fmt;

use catena_core::Game;
use catena_core::rules::Methods;
use catena_playout::pattern::Purpose;
use catena_search::{
    AlphaBetaConfig, Bounds, LeafPlayout, Param, ParamError, Prior, SearchConfig, UnsupportedConfig,
};

/// A player that can be asked for by name.
#[derive(Debug)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// The games it plays.
    pub games: &'static [Game],
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    kind: Kind,
    /// Parameters that differ from the defaults of the search, for all its games…
    params: &'static str,
    /// …and for single ones.
    per_game: &'static [(Game, &'static str)],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    Greedy,
    Mcts,
    AlphaBeta,
}

const FILLED: &[Game] = &[Game::Hex, Game::Y, Game::Star, Game::Renkula];

/// Joosten counts a win 1 and a loss -1, so that his C = 1.2 is 0.6 for values from 0 to 1.
const JOOSTEN: &str = "explore=0.6,exploration=outside,first_play_urgency=100,rave=off,expansion_threshold=1,random_below=50,\
    win_in_one=off,solve=off,symmetry=off,final_move=value";

/// Where the winner depends on the full board only.
const FILL_OUTS: &str = "playout=fill-out,playouts_per_leaf=512,rave_equivalence=30,explore=0.1";

/// MoHex 2.0 of 2013. The paper tells neither its RAVE constant nor its thresholds; those, its bias (2.47) and its
/// cap (.157) were tuned, as the authors did on their machine: see docs/tuning.md. Its priors are sums of global
/// and local weights as in the paper, of patterns of 18 cells where the paper has 12. Our playouts are cheap beside the
/// tree: eight a leaf. How it chooses its final move is not told.
const MOHEX2: &str = "playout=patterns,playouts_per_leaf=8,pattern_cap=0.2,prior=patterns,progressive_bias=1.6,explore=0.3,exploration=inside,\
    rave_equivalence=100,rave_prior_visits=8,expansion_threshold=2,vc_threshold=256,extend=on,symmetry=off,final_move=both";

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "champion",
        games: &Game::ALL,
        summary: "our strongest, the default everywhere",
        source: "Catena",
        kind: Kind::Mcts,
        params: "",
        per_game: &[
            (
                Game::Havannah,
                "playout=uniform,max_new_ring_stones=4,prior=patterns,progressive_bias=0.5,rave_equivalence=760,explore=0.16,expansion_threshold=2,\
                    playouts_per_leaf=10,final_move=both",
            ),
            (Game::Hex, MOHEX2),
            (Game::Hex, "prior=network,progressive_widening=6,extend=off,symmetry=on"),
            (Game::Y, FILL_OUTS),
            (
                Game::Y,
                "vc_threshold=500,circuit_prior=0.6,prior=patterns,progressive_bias=1,progressive_widening=6",
            ),
            (Game::Star, FILL_OUTS),
            (Game::Star, "explore=0.03"),
            (Game::Renkula, FILL_OUTS),
            (Game::Renkula, "explore=0.03,prior=patterns,progressive_bias=0.5"),
        ],
    },
    Preset {
        name: "koennecke",
        games: &[Game::Havannah],
        summary: "UCT and RAVE, weighted AMAF, playout horizon, sampler with local reinforcement",
        source: "Könnecke and Waldmann 2009",
        kind: Kind::Mcts,
        params: "playout=weighted,start_weights=rave,rave_weight=by-length,rave_moves=winners,horizon=on,explore=0.5,\
            exploration=outside,win_in_one=off,solve=off,symmetry=off,expansion_threshold=1",
        per_game: &[],
    },
    Preset {
        name: "raiko",
        games: FILLED,
        summary: "UCT with c = 1, fill-outs with bamboo pairs, all their stones counted at once",
        source: "Raiko and Peltonen 2008",
        kind: Kind::Mcts,
        params: "playout=fill-out,playouts_per_leaf=512,bamboo=on,all_at_once=on,explore=1,exploration=outside,rave=off,expansion_threshold=1,\
            win_in_one=off,solve=off,symmetry=off,final_move=value",
        per_game: &[],
    },
    Preset {
        name: "mohex",
        games: &[Game::Hex],
        summary: "UCT and RAVE, playouts that save bridges, connections and inferior cells at heavy nodes",
        source: "Huang and others 2013, section 3",
        kind: Kind::Mcts,
        params: "playout=savebridge,explore=0,exploration=outside,rave_equivalence=1000,expansion_threshold=10,vc_threshold=256,symmetry=off",
        per_game: &[],
    },
    Preset {
        name: "mohex2",
        games: &[Game::Hex],
        summary: "mohex with learned patterns as priors and in softmax playouts, exploration inside of the blend",
        source: "Huang and others 2013",
        kind: Kind::Mcts,
        params: MOHEX2,
        per_game: &[],
    },
    Preset {
        name: "wolve",
        games: &[Game::Hex],
        summary: "alpha-beta over circuit resistance with virtual connections; one thread",
        source: "Arneson, Hayward and Henderson 2009",
        kind: Kind::AlphaBeta,
        params: "",
        per_game: &[],
    },
    Preset {
        name: "joosten",
        games: &Game::ALL,
        summary: "UCT with C = 1.2, random playouts, threshold 50, highest value; playout=nearest-own or nearest-coin",
        source: "Joosten 2009",
        kind: Kind::Mcts,
        params: JOOSTEN,
        per_game: &[],
    },
    Preset {
        name: "greedy",
        games: &Game::ALL,
        summary: "as many random playouts after each move, the best mean is played",
        source: "Joosten 2009, section 5.1",
        kind: Kind::Greedy,
        params: "",
        per_game: &[],
    },
    Preset {
        name: "random",
        games: &Game::ALL,
        summary: "plays a legal move, each with the same chance",
        source: "Joosten 2009, section 5.1",
        kind: Kind::Random,
        params: "",
        per_game: &[],
    },
];

/// A preset with what was changed about it: `joosten,explore=0.3`.
#[derive(Clone, Debug)]
pub struct Player {
    preset: &'static Preset,
    overrides: Vec<(String, String)>,
    level: Option<Level>,
}

/// How a player chooses its moves in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Agent {
    /// Each legal move with the same chance.
    Random,
    /// Joosten's greedy agent.
    Greedy(SearchConfig),
    /// Monte Carlo tree search.
    Mcts(SearchConfig),
    /// Alpha-beta.
    AlphaBeta(AlphaBetaConfig),
}

impl Agent {
    /// The parameters of its search, none if it does not search.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        match self {
            Self::Random => Vec::new(),
            Self::Greedy(config) | Self::Mcts(config) => config.list(),
            Self::AlphaBeta(config) => config.list(),
        }
    }

    /// Whether it plays by weights of patterns of this purpose.
    #[must_use]
    pub fn uses(&self, purpose: Purpose) -> bool {
        match self {
            Self::Greedy(config) | Self::Mcts(config) => config.uses(purpose),
            Self::Random | Self::AlphaBeta(_) => false,
        }
    }

    /// Whether it plays by a network.
    #[must_use]
    pub fn uses_network(&self) -> bool {
        match self {
            Self::Greedy(config) | Self::Mcts(config) => config.prior == Prior::Network,
            Self::Random | Self::AlphaBeta(_) => false,
        }
    }

    /// The values that a parameter of its search takes, as numbers.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn bounds(&self, name: &str) -> Result<Bounds, ParamError> {
        match self {
            Self::AlphaBeta(_) => AlphaBetaConfig::bounds(name),
            Self::Random | Self::Greedy(_) | Self::Mcts(_) => SearchConfig::bounds(name),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        match self {
            // `random,playout=nearest-own` prefers moves that are near.
            Self::Random => SearchConfig::default().set(name, value),
            Self::Greedy(config) | Self::Mcts(config) => config.set(name, value),
            Self::AlphaBeta(config) => config.set(name, value),
        }
    }
}

impl Kind {
    /// Its agent without any changes.
    fn agent(self) -> Agent {
        match self {
            Self::Random => Agent::Random,
            Self::Greedy => Agent::Greedy(SearchConfig::default()),
            Self::Mcts => Agent::Mcts(SearchConfig::default()),
            Self::AlphaBeta => Agent::AlphaBeta(AlphaBetaConfig::default()),
        }
    }
}

/// How well to play: 1 for beginners to 10 for all that the player can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All that the player can.
    pub const FULL: Self = Self(10);

    /// The level with this number from 1 to 10.
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&level).then_some(Self(level))
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Visits of the search: each level has about twice those of the one below.
    pub(crate) fn visits(self) -> Option<u64> {
        (self < Self::FULL).then(|| 8 << self.0)
    }

    /// How evenly moves are chosen: visits to the power of 1 / temperature are their chances.
    pub(crate) fn temperature(self) -> f64 {
        f64::from(Self::FULL.0 - self.0) / f64::from(Self::FULL.0)
    }
}

impl Player {
    /// Reads a preset, and changes to its parameters after commas; `level=3` is one of them.
    ///
    /// # Errors
    /// If there is no such preset or parameter, or if a value does not fit.
    pub fn parse(spec: &str) -> Result<Self, PlayerError> {
        let mut parts = spec.split(',');
        let name = parts.next().unwrap_or_default();
        let preset = PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(name));
        let preset = preset.ok_or_else(|| PlayerError::Unknown(name.to_owned()))?;
        let mut player = Self { preset, overrides: Vec::new(), level: None };
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| PlayerError::NoValue(part.to_owned()))?;
            player.set(name, value)?;
        }
        Ok(player)
    }

    /// The preset.
    #[must_use]
    pub const fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// How well it plays.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level.unwrap_or(Level::FULL)
    }

    /// Changes a parameter, or the level.
    ///
    /// # Errors
    /// If there is none of that name or the value does not fit; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        if name == "level" {
            let level = value.parse().ok().and_then(Level::new);
            self.level = Some(level.ok_or_else(|| PlayerError::Level(value.to_owned()))?);
            return Ok(());
        }
        self.preset.kind.agent().set(name, value).map_err(PlayerError::Param)?;
        self.overrides.retain(|(known, _)| known != name);
        self.overrides.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// How it plays a game.
    ///
    /// # Errors
    /// If it does not play that game.
    pub fn agent(&self, game: Game) -> Result<Agent, PlayerError> {
        if !self.preset.games.contains(&game) {
            return Err(PlayerError::Game(self.preset.name, game));
        }
        let mut agent = self.preset.kind.agent();
        let of_game = self.preset.per_game.iter().filter(|(of, _)| *of == game).map(|(_, params)| *params);
        for params in [self.preset.params].into_iter().chain(of_game) {
            for (name, value) in params.split(',').filter_map(|param| param.split_once('=')) {
                agent.set(name.trim(), value).expect("presets are tested");
            }
        }
        for (name, value) in &self.overrides {
            agent.set(name, value).expect("overrides were checked before");
        }
        if let Agent::Greedy(config) | Agent::Mcts(config) = &agent {
            config.check_learned(game).map_err(PlayerError::UnsupportedConfig)?;
        }
        let fills_out = match &agent {
            Agent::Random => self.overrides.contains(&("playout".to_owned(), "fill-out".to_owned())),
            Agent::Greedy(config) | Agent::Mcts(config) => config.playout == LeafPlayout::FillOut,
            Agent::AlphaBeta(_) => false,
        };
        if fills_out && !game.facts().supports(Methods::FILL_OUTS) {
            Err(PlayerError::FillOut)
        } else {
            Ok(agent)
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name)?;
        for (name, value) in &self.overrides {
            write!(f, ",{name}={value}")?;
        }
        match self.level {
            Some(level) => write!(f, ",level={}", level.number()),
            None => Ok(()),
        }
    }
}

/// Why a player cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// There is no preset of that name.
    Unknown(String),
    /// A change without a value.
    NoValue(String),
    /// No level from 1 to 10.
    Level(String),
    /// A parameter that does not exist or does not fit.
    Param(ParamError),
    /// The preset does not play that game.
    Game(&'static str, Game),
    /// Havannah is decided before the board is full.
    FillOut,
    /// What its search has learned is not for that game.
    UnsupportedConfig(UnsupportedConfig),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
                write!(f, "there is no player {name:?}: players are {}", known.join(", "))
            }
            Self::NoValue(text) => write!(f, "{text:?} is no change of a parameter: name=value expected"),
            Self::Level(text) => write!(f, "there is no level {text:?}: levels are 1 to 10"),
            Self::Param(error) => error.fmt(f),
            Self::Game(name, game) => write!(f, "the player {name} does not play {game}"),
            Self::FillOut => {
                f.write_str("playout=fill-out does not fit havannah: its games end before the board is full")
            }
            Self::UnsupportedConfig(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_playout::network::NoNetwork;
    use catena_playout::pattern::NoPatterns;

    #[test]
    fn every_preset_has_an_agent_in_each_of_its_games() {
        for preset in PRESETS {
            let player = Player::parse(preset.name).unwrap();
            for game in Game::ALL {
                assert_eq!(
                    player.agent(game).is_ok(),
                    preset.games.contains(&game),
                    "{} {game}",
                    preset.name
                );
            }
        }
    }

    #[test]
    fn specs_read_back_and_say_what_is_wrong() {
        let player = Player::parse("joosten,explore=0.25,level=3").unwrap();
        assert_eq!(player.to_string(), "joosten,explore=0.25,level=3");
        let Agent::Mcts(config) = player.agent(Game::Hex).unwrap() else { panic!("joosten searches") };
        assert_eq!(config.explore, 0.25);
        for (spec, named) in [
            ("nobody", "nobody"),
            ("joosten,explore", "explore"),
            ("joosten,explore=x", "explore"),
            ("joosten,explode=1", "explode"),
            ("champion,level=11", "11"),
            ("wolve,explore=1", "explore"),
            ("joosten,width_1=3", "width_1"),
        ] {
            assert!(Player::parse(spec).unwrap_err().to_string().contains(named), "{spec}");
        }
        let player = Player::parse("wolve,width_1=7").unwrap();
        let Agent::AlphaBeta(config) = player.agent(Game::Hex).unwrap() else { panic!("wolve looks ahead") };
        assert_eq!(config.width_1, 7);
        let refused = player.agent(Game::Y).unwrap_err().to_string();
        assert_eq!(refused, "the player wolve does not play y");
        assert_eq!(
            Player::parse("champion,playout=fill-out").unwrap().agent(Game::Havannah),
            Err(PlayerError::FillOut)
        );
        for (spec, purpose, without) in [
            ("champion,playout=patterns", Purpose::Playouts, &[Game::Star, Game::Renkula][..]),
            ("champion,prior=patterns", Purpose::Prior, &[Game::Star]),
        ] {
            let player = Player::parse(spec).unwrap();
            for game in Game::ALL {
                let missing = without
                    .contains(&game)
                    .then_some(PlayerError::UnsupportedConfig(NoPatterns { game, purpose }.into()));
                assert_eq!(player.agent(game).err(), missing, "{spec} {game}");
            }
        }
        let player = Player::parse("champion,prior=network").unwrap();
        for game in Game::ALL {
            let missing =
                (game != Game::Hex).then_some(PlayerError::UnsupportedConfig(NoNetwork { game }.into()));
            assert_eq!(player.agent(game).err(), missing, "{game}");
        }
    }
}
