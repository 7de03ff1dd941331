//! The proof numbers of a position from those of its children, and the child to search next.

use catena_core::Move;

use super::table::{INFINITE, Numbers};

/// A move and what is known of the position after it, seen by the player to move there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DfpnChild {
    pub mv: Move,
    pub key: u64,
    pub numbers: Numbers,
    /// True if its refutation has been used against the other moves.
    pub counted: bool,
}

/// Combination of the proof numbers of several children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// Their sum.
    Sum,
    /// The hardest, and [`OTHER`] for each other move that is not refuted, seen or not (Ueda and others
    /// 2008). Where many ways lead to the same positions, as after fill-in, a sum counts these many
    /// times.
    Hardest,
}

/// Proof number of a leaf where moves are ordered, so that moves can differ by less than one position.
pub(crate) const LEAF: u32 = 4;

/// Amount for each further open move: a quarter of a position. Counted only within the window, which grows by
/// one with four moves, positions that differ by a move or two would look the same.
pub(crate) const OTHER: u32 = 1;

/// Which children are seen, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveWindow {
    /// Moves that are tried: the first ones that are not refuted.
    pub width: usize,
    pub counting: Counting,
}

/// The numbers of a position from those of its children within the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    pub numbers: Numbers,
    /// The child to search next.
    pub best: usize,
    /// The disproof number of the next best child.
    pub second: u32,
    /// Amount that the other children add to the proof number of the best.
    pub others: u32,
}

impl Selection {
    pub fn of(children: &[DfpnChild], window: MoveWindow) -> Self {
        let mut selected = Self { numbers: Numbers::REACHED, best: 0, second: INFINITE, others: 0 };
        if let Some(best) = children.iter().position(|child| child.numbers.disproof == 0) {
            return Self { best, ..selected };
        }
        selected.numbers = Numbers { proof: INFINITE, disproof: 0 };
        let (mut sum, mut hardest) = (0u32, 0);
        let open = children.iter().enumerate().filter(|(_, child)| child.numbers.proof != 0);
        let moves = open.clone().count() as u32;
        for (index, child) in open.take(window.width) {
            sum = (sum + child.numbers.proof).min(INFINITE - 1);
            hardest = hardest.max(child.numbers.proof);
            if child.numbers.disproof < selected.numbers.proof {
                selected.second = selected.numbers.proof;
                selected.numbers.proof = child.numbers.disproof;
                selected.best = index;
            } else if child.numbers.disproof < selected.second {
                selected.second = child.numbers.disproof;
            }
        }
        if moves > 0 {
            let best = children[selected.best].numbers.proof;
            (selected.numbers.disproof, selected.others) = match window.counting {
                Counting::Sum => (sum, sum.saturating_sub(best)),
                Counting::Hardest => {
                    let others = OTHER * (moves - 1);
                    ((hardest + others).min(INFINITE - 1), others)
                }
            };
        }
        selected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_count_as_a_sum_or_as_the_hardest() {
        let child = |proof, disproof| DfpnChild {
            mv: Move::Pass,
            key: 0,
            numbers: Numbers { proof, disproof },
            counted: false,
        };
        let children = [child(0, INFINITE), child(3, 7), child(5, 2), child(2, 4), child(9, 1)];
        let sum = Selection::of(&children, MoveWindow { width: 3, counting: Counting::Sum });
        assert_eq!(
            (sum.numbers, sum.best, sum.second, sum.others),
            (Numbers { proof: 2, disproof: 10 }, 2, 4, 5)
        );
        let hardest = Selection::of(&children, MoveWindow { width: 3, counting: Counting::Hardest });
        assert_eq!((hardest.numbers.disproof, hardest.others), (5 + 3 * OTHER, 3 * OTHER));
        let refuted = Selection::of(&children[..1], MoveWindow { width: 3, counting: Counting::Hardest });
        assert_eq!(refuted.numbers, Numbers::MISSED);
    }
}
