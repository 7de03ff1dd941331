//! The parameters of the search.

use catena_core::Switch;
use catena_model::ModelKind;
use catena_playout::policy::{self, Distribution, NearestWeight};

use crate::param::{Any, choices, named, params};

choices! {
    /// Formula that selects a move in the tree.
    pub enum Selection {
        /// By upper confidence bounds, blended with RAVE.
        Uct = "uct",
        /// By value and prior (AlphaZero), with first-play urgency as in KataGo; without RAVE.
        Puct = "puct",
    }
}

choices! {
    /// Where the exploration term of UCT stands.
    pub enum Exploration {
        /// Beside the blend of value and RAVE (Huang et al. 2013, formula 1).
        Outside = "outside",
        /// With the value, so that RAVE alone speaks at first (formula 2).
        Inside = "inside",
    }
}

choices! {
    /// Weight of a playout in RAVE.
    pub enum RaveWeight {
        /// Every playout as much as another.
        Equal = "equal",
        /// The reciprocal of its length (Könnecke and Waldmann 2009, section 4).
        ByLength = "by-length",
        /// By the move: linearly from 2 for the move after a position to nearly 0 for the last of the playout (Fuego; Huang et
        /// al. 2013, section 4.7).
        ByDistance = "by-distance",
    }
}

choices! {
    /// Weight of RAVE beside the value of a move, given its visits n and the playouts r that RAVE knows.
    pub enum RaveBlend {
        /// By the visits alone: e / (e + n), e being `rave_equivalence`.
        Visits = "visits",
        /// By the ratio of both counts (Gelly and Silver 2007; MoHex 2.0): r / (n (1/a + r/b) + r), a being
        /// `rave_initial_weight` and b `rave_final_weight`.
        Counts = "counts",
    }
}

choices! {
    /// Whose moves RAVE credits.
    pub enum RaveMoves {
        /// The moves of the player to move, with its result.
        Own = "own",
        /// Also the winner's moves, whoever that is (Könnecke and Waldmann 2009, section 4).
        Winners = "winners",
        /// As winners, and the loser's moves count as losses for both players (left open there).
        All = "all",
    }
}

choices! {
    /// Evaluation of a leaf.
    pub enum LeafPlayout {
        /// Random games to the first win.
        Uniform = "uniform",
        /// Near the own last move (Joosten 2009).
        NearestOwn = "nearest-own",
        /// Near the own or the opponent's last move by a coin (Joosten 2009).
        NearestCoin = "nearest-coin",
        /// By weights with local reinforcement (Könnecke and Waldmann 2009, section 6).
        Weighted = "weighted",
        /// Bridges are kept (MoHex).
        Savebridge = "savebridge",
        /// The last reply that won is tried again.
        LastGoodReply = "last-good-reply",
        /// Bridges and edge templates are kept, so that frames hold (Könnecke and Waldmann 2009, section 10; Joosten 2009, section 7).
        Frames = "frames",
        /// By learned patterns, global and local (MoHex 2.0); in Hex, Havannah and Y.
        Patterns = "patterns",
        /// 512 boards filled at once (Raiko and Peltonen 2008); not for Havannah.
        FillOut = "fill-out",
    }
}

choices! {
    /// Fall of a move's chance with its distance from a last move; Joosten (2009) does not tell.
    pub enum NearestChance {
        /// By as much with each step.
        Linear = "linear",
        /// In proportion to 1/d.
        Inverse = "inverse",
        /// In proportion to 1/d².
        InverseSquare = "inverse-square",
    }
}

impl NearestChance {
    pub(crate) fn weight(self) -> NearestWeight {
        match self {
            Self::Linear => policy::linear,
            Self::Inverse => policy::inverse,
            Self::InverseSquare => policy::inverse_square,
        }
    }
}

named! { Distribution { Own = "own", Shared = "shared", } }

choices! {
    /// The data structure that weighted playouts draw from.
    pub enum SamplerKind {
        /// A binary tree of sums (Könnecke and Waldmann 2009, section 6).
        Tree = "tree",
        /// Sums of blocks of 16 cells, which are faster.
        Blocks = "blocks",
    }
}

choices! {
    /// When playouts of Havannah find rings.
    pub enum Rings {
        /// With each move.
        Online = "online",
        /// After the last move, by Dijkstra's algorithm (Könnecke and Waldmann 2009, section 8).
        Offline = "offline",
    }
}

choices! {
    /// Initial weights of moves in weighted playouts.
    pub enum StartWeights {
        /// The center 1, all others nothing (Könnecke and Waldmann 2009, section 9).
        Center = "center",
        /// As their RAVE values say (section 6); where nothing is known, as above.
        Rave = "rave",
    }
}

choices! {
    /// Source of the priors of moves.
    pub enum Prior {
        /// Nothing.
        None = "none",
        /// Bridges kept and made, and stones nearby.
        Neighborhood = "neighborhood",
        /// Learned patterns, global and local (MoHex 2.0); not in *Star.
        Patterns = "patterns",
        /// The policy of a network.
        Network = "network",
    }
}

choices! {
    /// Where moves that patterns prove inferior get no nodes, with prior=patterns.
    pub enum PatternPruning {
        /// Nowhere.
        Never = "never",
        /// In searches that do not probe connections (`vc_threshold`).
        Unprobed = "unprobed",
        /// Everywhere (MoHex 2.0). A probe keeps the better move of a pair of which each dominates the other.
        Always = "always",
    }
}

choices! {
    /// Which move is played in the end.
    pub enum FinalMove {
        /// The highest value.
        Value = "value",
        /// The most visits.
        Visits = "visits",
        /// The highest value of those with at least half of the most visits.
        Both = "both",
    }
}

params! {
    /// Parameters of a search. Each line is a parameter with its default and range.
    pub struct SearchConfig {
        /// Formula that selects a move in the tree.
        selection: Selection = Selection::Uct, in Any;
        /// Exploration constant of PUCT, where values go from 0 to 1.
        puct: f32 = 0.6, in 0.0..=10.0;
        /// PUCT: how much the exploration constant grows with the visits of a node: puct + puct_growth * ln(1 + visits / 500).
        puct_growth: f32 = 0.2, in 0.0..=10.0;
        /// PUCT: how far below its node's value an untried move starts, times the square root of the prior of all tried moves.
        fpu_reduction: f32 = 0.15, in 0.0..=2.0;
        /// Share of the network in the value of a leaf; the rest comes from playouts.
        network_share: f32 = 0.0, in 0.0..=1.0;
        /// Let the network see each position in one of the symmetries of the board, drawn by its hash.
        network_symmetry: Switch = Switch::On, in Any;
        /// Exploration constant of UCT.
        explore: f32 = 0.3, in 0.0..=4.0;
        /// Where the exploration term stands: beside the blend with RAVE, or inside with the value.
        exploration: Exploration = Exploration::Inside, in Any;
        /// Value of an unvisited move that RAVE does not know either.
        first_play_urgency: f32 = 0.5, in 0.0..=100.0;
        /// Source of the priors of moves.
        prior: Prior = Prior::None, in Any;
        /// Where moves that patterns prove inferior get no nodes, with prior=patterns.
        pattern_pruning: PatternPruning = PatternPruning::Unprobed, in Any;
        /// Weight of the prior in the score of a move: progressive_bias * prior / sqrt(visits + 1).
        progressive_bias: f32 = 0.0, in 0.0..=100.0;
        /// Number of moves tried, best prior first: progressive_widening * sqrt(visits of their node + 1); 0 for all.
        progressive_widening: f32 = 0.0, in 0.0..=1_000.0;
        /// Count moves of playouts as first moves (RAVE).
        rave: Switch = Switch::On, in Any;
        /// Weight of RAVE beside the value of a move: by its visits, or by the ratio of RAVE count and visits.
        rave_blend: RaveBlend = RaveBlend::Visits, in Any;
        /// Visits at which the value of a move weighs as much as its RAVE value, with rave_blend=visits.
        rave_equivalence: f32 = 500.0, in 0.0..=1_000_000.0;
        /// Visits that each of the first playouts of RAVE is worth, with rave_blend=counts (MoHex 2.0: 2.12).
        rave_initial_weight: f32 = 2.12, in 0.001..=1_000.0;
        /// Visits that RAVE is worth at most, with rave_blend=counts (MoHex 2.0: 830).
        rave_final_weight: f32 = 830.0, in 1.0..=1_000_000.0;
        /// Virtual even playouts that RAVE starts from (MoHex 2.0: 8).
        rave_prior_visits: f32 = 0.0, in 0.0..=1_000.0;
        /// Weight of a playout in RAVE; by-distance: of each move, the less the farther it is from the position. That needs playouts_per_leaf=1.
        rave_weight: RaveWeight = RaveWeight::Equal, in Any;
        /// Weight of a move's criticality, how much its cell matters to the winner of playouts: criticality * c / sqrt(visits + 1). Needs rave=on with equal weights, own moves.
        criticality: f32 = 0.0, in 0.0..=100.0;
        /// Whose moves RAVE credits.
        rave_moves: RaveMoves = RaveMoves::Own, in Any;
        /// Iterations whose RAVE updates each of several threads buffers for a node with many visits.
        rave_buffer: u32 = 16, in 1..=1_000;
        /// Visits of a leaf before it is expanded.
        expansion_threshold: u32 = 2, in 1..=10_000;
        /// Visits of a node below which its moves are chosen as in playouts instead of by UCT: near ones with nearest-own and nearest-coin, else at random (Joosten: 50).
        random_below: u32 = 0, in 0..=10_000;
        /// Evaluation of a leaf.
        playout: LeafPlayout = LeafPlayout::Uniform, in Any;
        /// Playouts break bridges that the opponent's last move leaves partly broken, for playout=savebridge (MoHex 2.0, section 4.7).
        breakbridge: Switch = Switch::Off, in Any;
        /// Playouts continue ladders on the second row, for playout=savebridge; in Hex and Y (MoHex 2.0, section 4.7).
        ladder: Switch = Switch::Off, in Any;
        /// How the chance of a move falls with its distance from a last move, for nearest-own and nearest-coin.
        nearest_chance: NearestChance = NearestChance::Linear, in Any;
        /// Playouts or fill-outs per leaf; up to 512 fill-outs cost no more than one.
        playouts_per_leaf: u32 = 1, in 1..=10_000;
        /// Play winning moves at once in playouts, and else block those of the opponent; not for fill-outs.
        decisive_moves: Switch = Switch::Off, in Any;
        /// Havannah: a ring ends a playout only if at most this many of its stones were placed by the playout, so that accidental rings are ignored; 0 counts every ring. Not with decisive moves.
        max_new_ring_stones: u32 = 0, in 0..=1_000;
        /// Keep bridges in fill-outs (the bamboo heuristic).
        bamboo: Switch = Switch::On, in Any;
        /// Count all stones of fill-outs as first moves of the leaf itself (Raiko and Peltonen).
        all_at_once: Switch = Switch::Off, in Any;
        /// Playouts by patterns: upper bound of global weights (MoHex 2.0: 0.157).
        pattern_cap: f32 = 0.157, in 0.001..=10.0;
        /// Playouts by patterns: factor of local weights, those beside the last move.
        pattern_local: f32 = 1.0, in 0.0..=100.0;
        /// Initial weights of moves in weighted playouts.
        start_weights: StartWeights = StartWeights::Center, in Any;
        /// Weighted playouts: whose moves raise the weights that a player draws by.
        distribution: Distribution = Distribution::Own, in Any;
        /// Weighted playouts: the data structure that they draw from; both draw by the same weights.
        sampler: SamplerKind = SamplerKind::Blocks, in Any;
        /// Havannah: when playouts find rings; the winner is the same. Off-line only without decisive moves, ring limit and patterns.
        rings: Rings = Rings::Online, in Any;
        /// Discard playouts longer than a horizon kept at each node (Könnecke and Waldmann).
        horizon: Switch = Switch::Off, in Any;
        /// See wins in one and forced replies to them in the tree.
        win_in_one: Switch = Switch::On, in Any;
        /// Back up proven wins, losses and draws.
        solve: Switch = Switch::On, in Any;
        /// Visits at which virtual connections and inferior cells of a node are probed, 0 for never; Hex, Y and Bent Y.
        vc_threshold: u32 = 0, in 0..=1_000_000;
        /// Share of the prior that comes from the rank of a move by current, once its position was probed.
        circuit_prior: f32 = 0.0, in 0.0..=1.0;
        /// Visits at which the frames of a node are asked who has won for sure and where the player to move has to play, 0 for never; Havannah.
        frame_threshold: u32 = 0, in 0..=1_000_000;
        /// Share of the prior that comes from the speed of both players' fastest frames, once their position was probed; Havannah.
        frame_prior: f32 = 0.0, in 0.0..=1.0;
        /// Share the statistics of positions reached by another order of moves.
        transpositions: Switch = Switch::Off, in Any;
        /// Search moves that are equal by symmetry once at the root.
        symmetry: Switch = Switch::On, in Any;
        /// Which move is played in the end.
        final_move: FinalMove = FinalMove::Visits, in Any;
        /// Extend a search on a clock by half of its share of the time, once, if the move of the highest value is not the most visited one then (MoHex 2.0). A time per move is never exceeded.
        extend: Switch = Switch::Off, in Any;
        /// Losses entered on the way down before the result is known.
        virtual_loss: u32 = 1, in 1..=100;
        /// Iterations that each of several threads makes below a node with many visits before it returns to the root (subtree batching).
        subtree_batch: u32 = 8, in 1..=1_000;
        /// Memory of the tree in MiB; 0 is a quarter of the machine's.
        memory: u32 = 0, in 0..=1_000_000;
    }
}

impl SearchConfig {
    /// Returns true if progressive widening is in use; without a prior all moves promise the same.
    pub(crate) fn widens(&self) -> bool {
        self.progressive_widening > 0.0 && self.prior != Prior::None
    }

    /// Returns true if priors have a part in the selection.
    pub(crate) fn selects_by_prior(&self) -> bool {
        let is_used = self.selection == Selection::Puct || self.progressive_bias > 0.0;
        is_used && (self.prior != Prior::None || self.circuit_prior > 0.0 || self.frame_prior > 0.0)
    }

    /// Returns true if it searches by a model of this kind.
    #[must_use]
    pub fn uses(&self, kind: ModelKind) -> bool {
        match kind {
            ModelKind::Patterns => self.prior == Prior::Patterns,
            ModelKind::PlayoutPatterns => self.playout == LeafPlayout::Patterns,
            ModelKind::Network => self.prior == Prior::Network || self.network_share > 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_matter_where_there_are_any_and_something_uses_them() {
        let config = |prior, progressive_bias, progressive_widening| SearchConfig {
            prior,
            progressive_bias,
            progressive_widening,
            ..SearchConfig::default()
        };
        for (prior, bias, widening, expected) in [
            (Prior::None, 0.0, 0.0, (false, false)),
            (Prior::None, 2.0, 3.0, (false, false)),
            (Prior::Patterns, 0.0, 0.0, (false, false)),
            (Prior::Patterns, 2.0, 0.0, (true, false)),
            (Prior::Patterns, 0.0, 3.0, (false, true)),
        ] {
            let config = config(prior, bias, widening);
            assert_eq!((config.selects_by_prior(), config.widens()), expected, "{prior:?} {bias} {widening}");
        }
        let puct = SearchConfig { selection: Selection::Puct, ..config(Prior::Network, 0.0, 0.0) };
        assert!(puct.selects_by_prior());
    }
}
