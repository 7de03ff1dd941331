//! Every constant and switch of the search.

use crate::param::{Any, choices, params};

choices! {
    /// On or off.
    pub enum Switch {
        /// Used.
        On = "on",
        /// Not used.
        Off = "off",
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
    /// How much a playout counts in RAVE.
    pub enum RaveWeight {
        /// Every playout as much as another.
        Even = "even",
        /// The reciprocal of its length (Könnecke and Waldmann 2009, section 4).
        ByLength = "by-length",
    }
}

choices! {
    /// Whose moves RAVE credits.
    pub enum RaveMoves {
        /// The moves of the player to move, with the result for him.
        Own = "own",
        /// Also the winner's moves, whoever he is (Könnecke and Waldmann 2009, section 4).
        Winners = "winners",
    }
}

choices! {
    /// What a leaf is evaluated by.
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
        /// 512 boards filled at once (Raiko and Peltonen 2008); not for Havannah.
        FillOut = "fill-out",
    }
}

choices! {
    /// Which move is played in the end.
    pub enum FinalMove {
        /// The highest value.
        Value = "value",
        /// The most visits.
        Visits = "visits",
    }
}

params! {
    /// How a search works. Each line is a parameter with its default and range.
    pub struct SearchConfig {
        #[doc = " Exploration constant of UCT."]
        explore: f32 = 0.3, in 0.0..=4.0;
        #[doc = " Where the exploration term stands: beside the blend with RAVE, or inside with the value."]
        exploration: Exploration = Exploration::Inside, in Any;
        #[doc = " Value of a move that was never tried, where RAVE does not know it either."]
        first_play: f32 = 0.5, in 0.0..=100.0;
        #[doc = " Whether moves of playouts count as first moves (RAVE)."]
        rave: Switch = Switch::On, in Any;
        #[doc = " Visits at which the value of a move weighs as much as its RAVE value."]
        rave_half: f32 = 500.0, in 0.0..=1_000_000.0;
        #[doc = " How much a playout counts in RAVE."]
        rave_weight: RaveWeight = RaveWeight::Even, in Any;
        #[doc = " Whose moves RAVE credits."]
        rave_moves: RaveMoves = RaveMoves::Own, in Any;
        #[doc = " Visits of a leaf before its moves get nodes of their own."]
        expand_at: u32 = 2, in 1..=10_000;
        #[doc = " Visits of a node below which its moves are chosen at random instead of by UCT (Joosten: 50)."]
        random_below: u32 = 0, in 0..=10_000;
        #[doc = " What a leaf is evaluated by."]
        playout: LeafPlayout = LeafPlayout::Uniform, in Any;
        #[doc = " Playouts at a leaf; fill-outs come 512 at a time."]
        playouts_per_leaf: u32 = 1, in 1..=1_000;
        #[doc = " Whether fill-outs keep bridges (the bamboo heuristic)."]
        bamboo: Switch = Switch::On, in Any;
        #[doc = " Whether all stones of fill-outs count as first moves of the leaf itself (Raiko and Peltonen)."]
        all_at_once: Switch = Switch::Off, in Any;
        #[doc = " Whether playouts longer than a horizon kept at the root's children are discarded (Könnecke and Waldmann)."]
        horizon: Switch = Switch::Off, in Any;
        #[doc = " Whether wins in one and the only replies to them are seen in the tree."]
        win_in_one: Switch = Switch::On, in Any;
        #[doc = " Whether proven wins, losses and draws are backed up."]
        solve: Switch = Switch::On, in Any;
        #[doc = " Whether equal moves by symmetry at the root are searched once."]
        symmetry: Switch = Switch::On, in Any;
        #[doc = " Which move is played in the end."]
        final_move: FinalMove = FinalMove::Visits, in Any;
        #[doc = " Whether a search whose best value and most visits disagree is extended by half, once."]
        extend: Switch = Switch::Off, in Any;
        #[doc = " Losses that a thread notes on its way before the result is there."]
        virtual_loss: u32 = 1, in 0..=100;
        #[doc = " Memory of the tree in MB; 0 is a quarter of the machine's."]
        memory: u32 = 0, in 0..=1_000_000;
    }
}
