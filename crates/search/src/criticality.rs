//! Criticality (Coulom 2009): how much a cell matters to the winner. It is the covariance of having the cell and winning,
//! summed over both players: how much oftener the owner of the cell wins than if owning and winning had nothing to do with
//! each other.

use crate::SearchConfig;
use crate::node::Node;
use crate::rave::Rave;

/// Virtual playouts in which the cell does not matter, so that a few real ones prove little.
const EVEN_PLAYOUTS: f32 = 16.0;

/// Playouts in which a color has a cell, and those of them that it wins, by their weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Owned {
    pub count: f32,
    pub won: f32,
}

impl From<&Rave> for Owned {
    fn from(rave: &Rave) -> Self {
        let (won, count) = rave.sums();
        Self { count, won }
    }
}

/// The criticality of a cell from the playouts in which either player has it, from -1/2 to 1/2.
pub(crate) fn criticality(own: Owned, opposing: Owned) -> f32 {
    let count = own.count + opposing.count;
    if count <= 0.0 {
        return 0.0;
    }
    let owner_wins = (own.won + opposing.won) / count;
    let (owns, wins) = (own.count / count, (own.won + opposing.count - opposing.won) / count);
    let by_chance = owns * wins + (1.0 - owns) * (1.0 - wins);
    (owner_wins - by_chance) * count / (count + EVEN_PLAYOUTS)
}

/// Term of the criticality in the score of a move: less and less with its visits. Nothing where the tree does not keep the
/// moves of both colors.
#[inline]
pub(crate) fn criticality_bonus(
    config: &SearchConfig,
    child: &Node,
    own: &Rave,
    opposing: Option<&Rave>,
) -> f32 {
    let Some(opposing) = opposing else { return 0.0 };
    config.criticality * criticality(own.into(), opposing.into()) / (child.visits() as f32 + 1.0).sqrt()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// The definition, playout by playout: (the player to move has the cell, the player to move wins).
    fn by_definition(playouts: &[(bool, bool)]) -> f32 {
        let share = |chosen: &dyn Fn(&(bool, bool)) -> bool| {
            playouts.iter().filter(|playout| chosen(playout)).count() as f32 / playouts.len() as f32
        };
        let (has, wins) = (share(&|p| p.0), share(&|p| p.1));
        share(&|p| p.0 == p.1) - has * wins - (1.0 - has) * (1.0 - wins)
    }

    fn owned(playouts: &[(bool, bool)], mover: bool) -> Owned {
        let of = || playouts.iter().filter(|playout| playout.0 == mover);
        Owned { count: of().count() as f32, won: of().filter(|playout| playout.1 == mover).count() as f32 }
    }

    #[test]
    fn criticality_is_what_its_definition_says() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for count in 1..200 {
            let playouts: Vec<(bool, bool)> = (0..count)
                .map(|_| {
                    bits ^= bits << 13;
                    bits ^= bits >> 7;
                    bits ^= bits << 17;
                    (bits & 1 == 0, bits & 6 == 0)
                })
                .collect();
            let expected = by_definition(&playouts) * count as f32 / (count as f32 + EVEN_PLAYOUTS);
            let found = criticality(owned(&playouts, true), owned(&playouts, false));
            assert!((found - expected).abs() < 1e-5, "{count}: {found} {expected}");
        }
    }

    #[test]
    fn a_cell_that_decides_is_critical_and_one_that_does_not_matter_is_not() {
        let decides: Vec<(bool, bool)> = (0..1_000).map(|i| (i % 2 == 0, i % 2 == 0)).collect();
        let indifferent: Vec<(bool, bool)> = (0..1_000).map(|i| (i % 2 == 0, i % 4 < 2)).collect();
        let of = |playouts: &[(bool, bool)]| criticality(owned(playouts, true), owned(playouts, false));
        assert!((of(&decides) - 0.5).abs() < 0.01);
        assert!(of(&indifferent).abs() < 1e-6);
        assert_eq!(criticality(Owned::default(), Owned::default()), 0.0);
    }
}
