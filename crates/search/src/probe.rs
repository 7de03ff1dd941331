//! Probes of nodes above a visit threshold, by virtual connections or by frames: who has won there, and which moves can
//! be pruned.

use catena_core::rules::Methods;
use catena_core::{Cell, Color, Move, Position};
use catena_model::pattern::{InferiorCells, StandIn};
use catena_proof::connection::ConnectionLimits;
use catena_proof::frame::fastest;
use catena_proof::{FrameProber, MoveOrder, Probe, Prober};

use crate::node::Node;
use crate::path::Path;
use crate::tree::NodeId;
use crate::worker::Shared;
use crate::{Proof, SearchConfig};

/// The prober of one thread.
pub(crate) enum NodeProber {
    /// Virtual connections and inferior cells.
    Connections(Box<dyn Prober>),
    /// Frames of Havannah.
    Frames(FrameProber),
}

impl NodeProber {
    /// None where the parameters or the game do not ask for it.
    pub(crate) fn new(root: &Position, config: &SearchConfig) -> Option<Self> {
        let facts = root.setup().game().facts();
        if config.frame_threshold > 0 && facts.supports(Methods::FRAMES) {
            return Some(Self::Frames(FrameProber));
        }
        let joins_sides = facts.supports(Methods::CONNECTIONS.union(Methods::INFERIOR_CELLS));
        (config.vc_threshold > 0 && joins_sides).then(|| {
            let mut prober = catena_proof::prober(root.setup(), ConnectionLimits::default());
            // A node is probed once: a cache would never be hit.
            prober.set_cache_bytes(0);
            if config.circuit_prior == 0.0 {
                prober.set_move_order(MoveOrder::Any);
            }
            Self::Connections(prober)
        })
    }

    /// The visits at which a node is probed.
    const fn threshold(&self, config: &SearchConfig) -> u32 {
        match self {
            Self::Connections(_) => config.vc_threshold,
            Self::Frames(_) => config.frame_threshold,
        }
    }

    fn probe(&mut self, position: &Position) -> Option<Probe> {
        match self {
            Self::Connections(prober) => Some(prober.probe(position)),
            Self::Frames(prober) => prober.deep_probe(position),
        }
    }

    /// What the probe says about priors, if the parameters ask for it.
    fn blend(&self, probe: Option<&Probe>, position: &Position, children: &[Node], config: &SearchConfig) {
        match (self, probe) {
            (Self::Connections(_), Some(Probe::Open { moves, .. })) if config.circuit_prior > 0.0 => {
                blend_ranks(moves, children, config.circuit_prior);
            }
            (Self::Frames(_), None | Some(Probe::Open { .. })) if config.frame_prior > 0.0 => {
                blend_speeds(position, children, config.frame_prior);
            }
            _ => {}
        }
    }
}

/// Probes the node at the end of the path if it has as many visits as the threshold asks for and was
/// not probed before. `position` is that of the node, once it is wanted.
///
/// The root is probed at once. Two roots are not: one that has a single move for several that are equal
/// by symmetry, because the probe may prune just that one, and an opening that is offered for a swap,
/// because it wants the most balanced move and not the best.
pub(crate) fn probe_if_due(
    shared: &Shared,
    prober: &mut NodeProber,
    path: &Path,
    id: NodeId,
    position: &mut Position,
) {
    let Shared { tree, config, .. } = shared;
    let (node, is_root) = (tree.node(id), id == tree.root());
    let is_due = if is_root {
        !shared.has_equal_moves && !shared.is_opening_offer
    } else {
        node.visits() >= prober.threshold(config)
    };
    let children = tree.children(id);
    if !is_due || children.is_empty() || !node.claim_probe() {
        return;
    }
    path.replay(shared.root, position);
    let mover = position.to_move();
    let mut probe = prober.probe(position);
    if let Some(Probe::Open { moves, .. }) = &mut probe {
        add_stand_ins(moves, &inferior_by_patterns(shared, position), children);
    }
    prober.blend(probe.as_ref(), position, children, config);
    match probe {
        Some(Probe::Decided { winner: Some(winner), by, .. }) if winner == mover => {
            let by = by.and_then(|by| with_node(by, &inferior_by_patterns(shared, position), children));
            match (&*prober, by) {
                // The frame stands: whatever keeps it wins. The root needs a move, and is searched for it.
                (NodeProber::Frames(_), None) if !is_root => node.prove(Proof::Win),
                _ => prove_win(node, children, by),
            }
        }
        // A lost root is searched on, for the best resistance.
        Some(Probe::Decided { winner: Some(_), .. }) if !is_root => node.prove(Proof::Loss),
        Some(Probe::Decided { .. }) | None => {}
        Some(Probe::Open { moves, .. }) => prune_all_but(&moves, children),
    }
}

/// Moves without nodes because patterns prove them inferior.
fn inferior_by_patterns(shared: &Shared, position: &Position) -> InferiorCells {
    shared.prior.map_or_else(InferiorCells::default, |prior| prior.pruned(position))
}

/// Adds, for each move of a probe that has no node, the one in favor of which patterns pruned it. The probe may
/// have pruned that one in favor of the first: then both would be gone, and with them perhaps the win.
fn add_stand_ins(moves: &mut Vec<Move>, inferior: &InferiorCells, children: &[Node]) {
    for index in 0..moves.len() {
        let Move::Place(cell) = moves[index] else { continue };
        // Any move is as good as one of no use, so that those which stay are enough.
        if let Some(StandIn::Cell(_)) = inferior.stand_in(cell)
            && let Some(stand_in) = with_node(moves[index], inferior, children)
            && !moves.contains(&stand_in)
        {
            moves.push(stand_in);
        }
    }
}

/// The move, if it has a node, else one with a node that is at least as good.
fn with_node(mv: Move, inferior: &InferiorCells, children: &[Node]) -> Option<Move> {
    let Move::Place(cell) = mv else { return None };
    let has_node = |cell: Cell| children.iter().any(|child| child.cell() == cell);
    match inferior.stand_in(cell) {
        _ if has_node(cell) => Some(mv),
        Some(StandIn::Cell(better)) => has_node(better).then_some(Move::Place(better)),
        Some(StandIn::Any) => children.first().map(|child| Move::Place(child.cell())),
        None => None,
    }
}

/// The player to move wins by a move that is known.
fn prove_win(node: &Node, children: &[Node], by: Option<Move>) {
    let winning = children.iter().find(|child| by == Some(Move::Place(child.cell())));
    // A node may have no child for the move: only the reply to a threat, or one of equal moves.
    if let Some(child) = winning {
        child.prove(Proof::Loss);
        node.prove(Proof::Win);
    }
}

fn prune_all_but(moves: &[Move], children: &[Node]) {
    let is_tried = |cell: Cell| moves.contains(&Move::Place(cell));
    if children.iter().any(|child| is_tried(child.cell())) {
        children.iter().filter(|child| !is_tried(child.cell())).for_each(Node::prune);
    }
}

/// Blends the priors of moves with their rank by current, as `circuit_prior` says. By rank alone the
/// first has twice the prior of the second, three times that of the third, and so on, 1 in all.
fn blend_ranks(moves: &[Move], children: &[Node], share: f32) {
    let rank_weight = |rank: usize| 1.0 / (rank + 1) as f32;
    let total: f32 = (0..moves.len()).map(rank_weight).sum();
    for child in children {
        let rank = moves.iter().position(|&mv| mv == Move::Place(child.cell()));
        let by_rank = rank.map_or(0.0, |rank| rank_weight(rank) / total);
        child.set_prior((1.0 - share) * child.prior() + share * by_rank);
    }
}

/// Blends the priors of moves with the speed of the fastest frames: a frame of either color gives each stone that it lacks, or each
/// cell that holds it together once it stands, a weight of 1 / (1 + speed).
fn blend_speeds(position: &Position, children: &[Node], share: f32) {
    let mut weights: Vec<f32> = vec![0.0; children.len()];
    for color in Color::ALL {
        let Ok(Some(frame)) = fastest(position, color) else { continue };
        let weight = 1.0 / (1 + frame.speed()) as f32;
        for (child, sum) in children.iter().zip(&mut weights) {
            let is_part = match frame.keys.is_empty() {
                true => frame.carrier.contains(child.cell()),
                false => frame.keys.contains(&child.cell()),
            };
            *sum += if is_part { weight } else { 0.0 };
        }
    }
    let total: f32 = weights.iter().sum();
    if total > 0.0 {
        for (child, weight) in children.iter().zip(weights) {
            child.set_prior((1.0 - share) * child.prior() + share * weight / total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Setup, SwapRule};
    use catena_playout::policy::Horizon;

    fn position(names: &str) -> Position {
        let mut position = Position::new(Setup::new(Game::Havannah, 4, SwapRule::Off).unwrap());
        for name in names.split(' ') {
            position.play(position.topology().parse_move(name).unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn frames_are_probed_where_they_are_asked_for() {
        let config = |threshold| SearchConfig { frame_threshold: threshold, ..SearchConfig::default() };
        // The bridge from a1 over b3 to a4 stands, and White has nothing in time.
        let lost = position("a1 d4 b3 f5 a4");
        assert!(NodeProber::new(&lost, &config(0)).is_none());
        let mut prober = NodeProber::new(&lost, &config(7)).unwrap();
        assert_eq!(prober.threshold(&config(7)), 7);
        let probe = prober.probe(&lost);
        assert!(matches!(probe, Some(Probe::Decided { winner: Some(Color::Black), .. })), "{probe:?}");
        let hex = Position::new("hex 5".parse().unwrap());
        assert!(NodeProber::new(&hex, &config(7)).is_none());
    }

    #[test]
    fn the_stones_that_the_fastest_frames_lack_get_the_prior() {
        let position = position("a1 d4 b3 f5");
        let topology = position.topology();
        let children: Vec<Node> = topology.cells().map(|_| Node::default()).collect();
        for (child, cell) in children.iter().zip(topology.cells()) {
            child.set_move(cell, 0.0, Horizon::new(0));
        }
        blend_speeds(&position, &children, 0.5);
        let frame = fastest(&position, Color::Black).unwrap().unwrap();
        let total: f32 = children.iter().map(Node::prior).sum();
        assert!((total - 0.5).abs() < 1e-3, "{total}");
        assert!(!frame.keys.is_empty());
        for key in &frame.keys {
            assert!(children[key.index()].prior() > 0.05, "{}", topology.name(*key));
        }
    }
}
