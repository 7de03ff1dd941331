//! Policies draw what they say: against exact distributions, by chi-square with fixed seeds.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use catena_core::{ByColor, Cell, Color, Figures, Game, How, Move, Position, Setup, SwapRule, Topology};
use catena_playout::kernel::{softmax, softmax_decisive};
use catena_playout::policy::{
    Blocks, Distances, Distribution, Focus, Horizon, LastGoodReply, Nearest, NearestWeight, NeighborCode,
    NeighborGammas, OfflineRings, PatternChances, Patterns, Policy, Sampler, Savebridge, SoftmaxPolicy,
    SumTree, TwelveCode, TwelveGammas, TwelvePatterns, TwoBridges, Uniform, Weight, Weighted, guided,
    inverse, inverse_square, linear,
};
use catena_playout::{Rng, Scratch, Start};

fn position(game: Game, size: u64, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        let mv = match name {
            "pass" => Move::Pass,
            _ => Move::Place(position.topology().cell(name).unwrap()),
        };
        position.play(mv).unwrap();
    }
    position
}

/// Fails if samples do not follow the weights, at about one in a hundred thousand by chance.
fn assert_sampled_by(weights: &[f64], mut sample: impl FnMut() -> usize) {
    let samples = 200_000;
    let total: f64 = weights.iter().sum();
    let mut counts = vec![0u32; weights.len()];
    for _ in 0..samples {
        counts[sample()] += 1;
    }
    let mut chi_square = 0.0;
    let mut freedom = -1.0;
    for (&count, weight) in counts.iter().zip(weights) {
        let expected = f64::from(samples) * weight / total;
        if *weight == 0.0 {
            assert_eq!(count, 0, "a weight of 0 was drawn");
        } else if expected >= 5.0 {
            chi_square += (f64::from(count) - expected).powi(2) / expected;
            freedom += 1.0;
        }
    }
    // Wilson and Hilferty: the cube root of chi-square is nearly normal.
    let spread: f64 = 2.0 / (9.0 * freedom);
    let deviation = ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(deviation < 4.3, "chi-square {chi_square:.1} with {freedom} degrees of freedom");
}

/// The first moves of playouts with a policy.
fn first_moves<P: Policy>(position: &Position, mut policy: P, seed: u64) -> impl FnMut() -> usize {
    let start = Start::new(position);
    let mut scratch = Scratch::new(&start);
    let mut rng = Rng::new(seed);
    let kernel = guided::<P>(position.setup().game());
    move || {
        kernel(&start, &mut scratch, &mut policy, 1, &mut rng);
        scratch.moves().next().unwrap().0.index()
    }
}

/// By index of the cell: what `weight` says of empty places, 0 elsewhere.
fn weights(position: &Position, weight: impl Fn(Cell) -> f64) -> Vec<f64> {
    let topology = position.topology();
    let empty = |cell| position.board().stone(cell).is_none() && topology.canonical(cell) == cell;
    topology.cells().map(|cell| if empty(cell) { weight(cell) } else { 0.0 }).collect()
}

#[test]
fn uniform_draws_all_places_alike() {
    let position = position(Game::Renkula, 2, "a1 b1");
    assert_sampled_by(&weights(&position, |_| 1.0), first_moves(&position, Uniform, 1));
}

#[test]
fn nearest_samples_by_a_function_of_the_distance() {
    let cases = [
        (position(Game::Havannah, 5, "e5 a1 b3"), "a1"),
        (position(Game::Renkula, 3, "a1 c3 d4"), "c3"),
        (position(Game::Star, 4, "*10 S21 T20"), "S21"),
    ];
    for (position, own) in cases {
        let distances = Distances::between_places(position.topology());
        let farthest = f64::from(distances.farthest());
        let own = position.topology().canonical(position.topology().cell(own).unwrap());
        let nearest = |focus, weight| Nearest::new(position.topology(), focus, weight);
        let functions: [(NearestWeight, &dyn Fn(f64) -> f64); 3] =
            [(linear, &|d| farthest + 1.0 - d), (inverse, &|d| 1.0 / d), (inverse_square, &|d| d.powi(-2))];
        for (weight, expected) in functions {
            let expected = weights(&position, |cell| expected(f64::from(distances.between(own, cell))));
            assert_sampled_by(&expected, first_moves(&position, nearest(Focus::Own, weight), 2));
        }
        let by_distance =
            |near: Cell| weights(&position, |cell| f64::from(distances.between(near, cell)).powi(-2));
        let own = by_distance(own);
        let Some(Move::Place(last)) = position.plies().last().map(|ply| ply.mv) else { panic!() };
        let other = by_distance(last);
        let share = |weights: &[f64], cell: usize| weights[cell] / weights.iter().sum::<f64>();
        let both: Vec<f64> = (0..own.len()).map(|cell| share(&own, cell) + share(&other, cell)).collect();
        assert_sampled_by(&both, first_moves(&position, nearest(Focus::Coin, inverse_square), 3));
    }
}

#[test]
fn nearest_is_exact_when_all_empty_places_are_far() {
    // Only the far corner is left empty: samples are nearly always rejected. Colors that alternate in
    // the order of the cells make no figure on a board of size 6.
    let setup = Setup::new(Game::Havannah, 6, SwapRule::Off).unwrap();
    let topology = Topology::hexagon(6);
    let distances = Distances::new(&topology);
    let (corner, beside) = (topology.cell("a1").unwrap(), topology.cell("a2").unwrap());
    let stones: Vec<(Cell, Color)> = topology
        .cells()
        .filter(|&cell| distances.between(corner, cell) < 8 && cell != corner && cell != beside)
        .map(|cell| (cell, Color::ALL[cell.index() % 2]))
        .collect();
    let mut position = Position::with_stones(setup, &stones, Color::Black).unwrap();
    position.play(Move::Place(corner)).unwrap();
    position.play(Move::Place(beside)).unwrap();
    assert_eq!(position.outcome(), None);
    let empty: Vec<Cell> = topology.cells().filter(|&cell| position.board().stone(cell).is_none()).collect();
    assert!(empty.len() >= 10 && empty.iter().all(|&cell| distances.between(corner, cell) >= 8));
    let expected = weights(&position, |cell| f64::from(distances.between(corner, cell)).powi(-2));
    assert_sampled_by(
        &expected,
        first_moves(&position, Nearest::new(&topology, Focus::Own, inverse_square), 4),
    );
}

fn sampler_draws_by_weight<S: Sampler>() {
    let mut sampler = S::default();
    let mut rng = Rng::new(11);
    let mut weights = vec![0u32; 384];
    for round in 0..2_000 {
        let cell = rng.below(384) as usize;
        weights[cell] = if rng.below(3) == 0 { 0 } else { rng.below(1_000) };
        sampler.set(Cell::new(cell), weights[cell]);
        assert_eq!(sampler.total(), weights.iter().sum(), "round {round}");
    }
    let exact: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
    assert_sampled_by(&exact, || sampler.select(u32::sample(sampler.total(), &mut rng)).index());
    // Every x belongs to one cell, and each cell owns as many as its weight.
    let mut owned = vec![0u32; 384];
    (0..sampler.total()).for_each(|x| owned[sampler.select(x).index()] += 1);
    assert_eq!(owned, weights);
    sampler.clear();
    assert_eq!(sampler.total(), 0);
}

#[test]
fn tree_and_blocks_draw_by_weight() {
    sampler_draws_by_weight::<SumTree<u32>>();
    sampler_draws_by_weight::<Blocks>();
}

#[test]
fn the_tree_of_sums_takes_fractions() {
    let mut tree = SumTree::<f32>::new();
    let mut rng = Rng::new(12);
    let mut weights = vec![0.0; 60];
    for round in 0..3_000 {
        let key = rng.below(60) as usize;
        weights[key] = f64::from(rng.below(100)) / 8.0;
        match round % 3 {
            0 => {
                tree.delete(Cell::new(key));
                weights[key] = 0.0;
            }
            1 => tree.insert(Cell::new(key), weights[key] as f32),
            _ if tree.weight(Cell::new(key)).is_none() => weights[key] = 0.0,
            _ => tree.update(Cell::new(key), weights[key] as f32),
        }
        assert!((f64::from(tree.total()) - weights.iter().sum::<f64>()).abs() < 1e-3);
    }
    assert!(!tree.is_empty() && tree.len() <= 60);
    assert_sampled_by(&weights, || tree.select(f32::sample(tree.total(), &mut rng)).unwrap().index());
}

fn weighted_follows_the_paper<S: Sampler>(distribution: Distribution) {
    let game = position(Game::Havannah, 4, "");
    let topology = game.topology();
    let center = topology.cell("d4").unwrap();
    let mut sample = first_moves(&game, Weighted::<S>::new(topology, distribution), 5);
    assert_eq!(sample(), center.index(), "unit weight on the center");
    // The third move: neighbors of the first have weight 1, of the second 8 if the players share a distribution.
    let start = Start::new(&game);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(6));
    let mut policy = Weighted::<S>::new(topology, distribution);
    let kernel = guided(Game::Havannah);
    let second = topology.neighbors(center).next().unwrap();
    let touches = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
    let mut exact = vec![0.0; topology.len()];
    for cell in topology.cells().filter(|&cell| cell != center && cell != second) {
        exact[cell.index()] = match (touches(cell, second), touches(cell, center)) {
            (true, _) if distribution == Distribution::Shared => 8.0,
            (_, true) => 1.0,
            _ => 0.0,
        };
    }
    assert_sampled_by(&exact, || {
        loop {
            kernel(&start, &mut scratch, &mut policy, 3, &mut rng);
            let moves: Vec<Cell> = scratch.moves().map(|(cell, _)| cell).collect();
            if moves[1] == second {
                return moves[2].index();
            }
        }
    });
}

#[test]
fn weighted_playouts_follow_the_paper() {
    for distribution in [Distribution::Own, Distribution::Shared] {
        weighted_follows_the_paper::<Blocks>(distribution);
        weighted_follows_the_paper::<SumTree<u32>>(distribution);
    }
}

#[test]
fn a_player_goes_on_beside_its_own_stones() {
    // Each color has its own distribution, so what the opponent surrounds does not attract.
    let game = position(Game::Havannah, 8, "");
    let topology = game.topology();
    let start = Start::new(&game);
    let mut scratch = Scratch::new(&start);
    let mut local = |distribution: Distribution| {
        let mut policy = Weighted::<Blocks>::new(topology, distribution);
        let (mut rng, mut beside_own, mut all) = (Rng::new(16), 0, 0);
        for _ in 0..200 {
            guided(Game::Havannah)(&start, &mut scratch, &mut policy, 40, &mut rng);
            let moves: Vec<Cell> = scratch.moves().map(|(cell, _)| cell).collect();
            for ply in 3..moves.len() {
                let mut own = moves[..ply].iter().skip(ply % 2).step_by(2);
                beside_own +=
                    usize::from(own.any(|&cell| topology.neighbors(moves[ply]).any(|near| near == cell)));
                all += 1;
            }
        }
        (beside_own, all)
    };
    let (own, all) = local(Distribution::Own);
    assert_eq!(own, all);
    let (shared, all) = local(Distribution::Shared);
    assert!(shared < all * 9 / 10, "{shared} of {all}");
}

#[test]
fn weights_come_from_outside() {
    let game = position(Game::Hex, 5, "c3 d2");
    let weight = |cell: Cell| (cell.index() * 10) as u32;
    let given: Vec<(Cell, u32)> = game.topology().cells().map(|cell| (cell, weight(cell))).collect();
    let one = [(game.topology().cell("a5").unwrap(), 1)];
    let weighted = |distribution, black: &[(Cell, u32)], white: &[(Cell, u32)]| {
        let mut policy = Weighted::<Blocks>::new(game.topology(), distribution);
        policy.set_initial(ByColor { black, white });
        policy
    };
    let expected = weights(&game, |cell| f64::from(weight(cell)));
    for (seed, distribution) in [(7, Distribution::Own), (8, Distribution::Shared)] {
        assert_sampled_by(&expected, first_moves(&game, weighted(distribution, &given, &one), seed));
    }
    // It is Black's turn.
    let alone = weights(&game, |cell| f64::from(u8::from(cell == one[0].0)));
    let mut sample = first_moves(&game, weighted(Distribution::Own, &one, &given), 9);
    assert!((0..20).all(|_| alone[sample()] > 0.0));
}

#[test]
fn rings_found_off_line_end_the_same_playouts() {
    fn check<P: Policy>(policy: impl Fn(&Setup) -> P, horizon: usize) {
        let mut ends = [0; 3];
        for (size, moves) in [(4, ""), (4, "d4 c3 e5 c4"), (6, "f6 e5 f5 e6 g6"), (8, "h8 g7")] {
            let game = position(Game::Havannah, size, moves);
            let start = Start::new(&game);
            let mut rings = OfflineRings::new(game.setup()).unwrap();
            let [mut online, mut offline] = [policy(game.setup()), policy(game.setup())];
            let [mut one, mut other] = [Scratch::new(&start), Scratch::new(&start)];
            let kernel = guided::<P>(Game::Havannah);
            for seed in 0..500 {
                let [mut a, mut b] = [Rng::new(seed), Rng::new(seed)];
                let expected = kernel(&start, &mut one, &mut online, horizon, &mut a);
                let found = rings.play(&start, &mut other, &mut offline, horizon, &mut b);
                assert_eq!(found, expected, "size {size}, seed {seed}");
                assert!(one.moves().eq(other.moves()), "size {size}, seed {seed}");
                ends[match expected.map(|playout| playout.outcome.how) {
                    Some(How::Figures(figures)) if figures.contains(Figures::RING) => 0,
                    Some(_) => 1,
                    None => 2,
                }] += 1;
            }
        }
        assert!(ends[0] > 20 && ends[1] > 100 && (horizon > 300 || ends[2] > 100), "{ends:?}");
    }
    for horizon in [30, usize::MAX] {
        check(|_| Uniform, horizon);
        check(|setup| Weighted::<SumTree<u32>>::new(setup.topology(), Distribution::Own), horizon);
        check(|setup| Weighted::<Blocks>::new(setup.topology(), Distribution::Shared), horizon);
        check(|_| LastGoodReply::new(), horizon);
    }
}

#[test]
fn rings_off_line_are_for_games_with_rings_that_are_not_over() {
    assert!(OfflineRings::new(position(Game::Hex, 5, "").setup()).is_none());
    let over = position(Game::Havannah, 4, "a1 d4 a2 e5 a3 c1 a4");
    let start = Start::new(&over);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    let mut rings = OfflineRings::new(over.setup()).unwrap();
    let playout = rings.play(&start, &mut scratch, &mut Uniform, usize::MAX, &mut rng).unwrap();
    assert_eq!((Some(playout.outcome), playout.moves), (over.outcome(), 0));
}

#[test]
fn savebridge_answers_intrusions() {
    let game = position(Game::Hex, 5, "");
    let bridges = TwoBridges::new(game.topology());
    // All bridges from c3, intruded from either side.
    for entry in bridges.of(game.topology().cell("c3").unwrap()) {
        for side in [0, 1] {
            let name = |cell: Cell| game.topology().name(cell).to_owned();
            let moves = format!("c3 a5 {} {}", name(entry.to), name(entry.carrier[side]));
            let game = position(Game::Hex, 5, &moves);
            let mut sample = first_moves(&game, Savebridge::new(game.setup()), 8);
            let saved: Vec<usize> = (0..20).map(|_| sample()).collect();
            assert!(saved.iter().all(|&cell| cell == entry.carrier[1 - side].index()), "{moves}");
        }
    }
}

#[test]
fn savebridge_knows_the_border_and_chooses_among_several() {
    // Black b2 is bridged to the top by b1 and c1; left and right are White's.
    let game = position(Game::Hex, 5, "b2 e5 pass b1");
    let topology = game.topology();
    let cell = |name: &str| topology.cell(name).unwrap().index();
    let mut sample = first_moves(&game, Savebridge::new(game.setup()), 9);
    assert!((0..20).all(|_| sample() == cell("c1")));
    // a2 and b2 touch, the left side is not Black's: no answer, so any cell will do.
    let game = position(Game::Hex, 5, "b2 e5 pass a2");
    assert_sampled_by(&weights(&game, |_| 1.0), first_moves(&game, Savebridge::new(game.setup()), 10));
    // One intruder in three bridges around it.
    let game = position(Game::Havannah, 4, "c3 a1 d5 a3 e4 d4");
    let mut hit = weights(&game, |_| 0.0);
    for name in ["c4", "e5", "d3"] {
        hit[game.topology().cell(name).unwrap().index()] = 1.0;
    }
    assert_sampled_by(&hit, first_moves(&game, Savebridge::new(game.setup()), 11));
}

#[test]
fn good_replies_are_played_again() {
    let game = position(Game::Hex, 4, "b2");
    let start = Start::new(&game);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(13));
    let mut policy = LastGoodReply::new();
    let kernel = guided::<LastGoodReply>(Game::Hex);
    let mut expected = None;
    for _ in 0..500 {
        let playout = kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng).unwrap();
        let first = scratch.moves().next().unwrap();
        if let Some(expected) = expected {
            assert_eq!(first, expected, "White won with it the last time");
        }
        expected = (playout.outcome.winner == Some(Color::White)).then_some(first);
    }
}

/// Plays out with a policy from random positions; every playout is a legal game.
fn plays_by_the_rules<P: Policy>(policy: impl Fn(&Setup) -> P) {
    let boards = [
        (Game::Havannah, 5),
        (Game::Hex, 7),
        (Game::Y, 7),
        (Game::Star, 4),
        (Game::Renkula, 2),
        (Game::BentY, 2),
    ];
    for (game, size) in boards {
        let kernel = guided::<P>(game);
        let empty = position(game, size, "");
        let mut policy = policy(empty.setup());
        let mut start = Start::new(&empty);
        let mut scratch = Scratch::new(&start);
        let mut rng = Rng::new(14);
        for round in 0..200 {
            let mut position = empty.clone();
            for _ in 0..round % 11 {
                let moves: Vec<Move> = position.legal_moves().collect();
                if !moves.is_empty() {
                    position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
                }
            }
            start.load(&position);
            let playout = kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng).unwrap();
            for (cell, color) in scratch.moves() {
                assert_eq!(position.to_move(), color);
                position.play(Move::Place(cell)).unwrap();
            }
            assert_eq!(position.outcome(), Some(playout.outcome));
            assert_eq!(scratch.moves().len(), usize::from(playout.moves));
        }
    }
}

#[test]
fn all_policies_play_by_the_rules_of_all_games() {
    plays_by_the_rules(|_| Uniform);
    plays_by_the_rules(|setup| Nearest::new(setup.topology(), Focus::Own, linear));
    plays_by_the_rules(|setup| Nearest::new(setup.topology(), Focus::Coin, linear));
    plays_by_the_rules(|setup| Weighted::<Blocks>::new(setup.topology(), Distribution::Shared));
    plays_by_the_rules(|setup| Weighted::<SumTree<u32>>::new(setup.topology(), Distribution::Own));
    plays_by_the_rules(Savebridge::new);
    plays_by_the_rules(|_| LastGoodReply::new());
    plays_by_the_rules(|setup| (Savebridge::new(setup), LastGoodReply::new()));
}

#[test]
fn a_horizon_settles_where_playouts_end() {
    let game = position(Game::Havannah, 5, "");
    let start = Start::new(&game);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(15));
    let kernel = guided::<Uniform>(Game::Havannah);
    let mut horizon = Horizon::new(4);
    let mut used = 0;
    for _ in 0..5_000 {
        match kernel(&start, &mut scratch, &mut Uniform, horizon.moves(), &mut rng) {
            Some(playout) => {
                assert!(usize::from(playout.moves) <= horizon.moves());
                horizon.ended(playout.moves);
                used += 1;
            }
            None => {
                assert_eq!(scratch.moves().len(), horizon.moves());
                horizon.discarded();
            }
        }
    }
    assert!(used > 200 && used < 2_500, "{used} of 5000 ended in time");
}

/// Weights that tell neighbors, players and directions apart, some of them above the cap of the paper.
fn gammas() -> NeighborGammas {
    let number = |code: NeighborCode, salt: usize| {
        let mixed = (code.index() * 8 + salt) as u32;
        (mixed.wrapping_mul(2_654_435_769) >> 22) as f32 / 4096.0 + 0.001
    };
    NeighborGammas::new(
        |code, mover| number(code, mover as usize),
        |code, direction, _| number(code, 2 + direction),
    )
}

/// Weights of the first moves of playouts by patterns.
fn pattern_weights(position: &Position, last: Option<&str>, chances: PatternChances) -> Vec<f64> {
    let (topology, gammas) = (position.topology(), gammas());
    let last = last.map(|name| topology.cell(name).unwrap());
    weights(position, |cell| {
        let code = NeighborCode::around(topology, cell, |cell| position.board().stone(cell));
        let global = gammas.global(code, position.to_move()).min(chances.cap);
        let near = topology.around(cell)[..6].iter().position(|&neighbor| Some(neighbor) == last);
        let local = near.map_or(0.0, |direction| gammas.local(code, direction));
        f64::from(global + chances.local * local)
    })
}

#[test]
fn patterns_draw_by_capped_global_and_by_local_weights() {
    let uncapped = PatternChances { cap: 10.0, local: 2.0 };
    let even = PatternChances { cap: 0.157, local: 0.0 };
    let cases = [
        (position(Game::Hex, 5, ""), None, PatternChances::PAPER),
        (position(Game::Hex, 5, "c3"), Some("c3"), PatternChances::PAPER),
        (position(Game::Hex, 5, "c3 b4 d4 c4 d2"), Some("d2"), PatternChances::PAPER),
        (position(Game::Hex, 5, "c3 b4 d4 c4 d2"), Some("d2"), even),
        (position(Game::Hex, 5, "c3 b4 d4 c4 d2 e1"), Some("e1"), uncapped),
        (position(Game::Hex, 11, "f6 e7 g7 f7 g5 k1 a11 j2"), Some("j2"), PatternChances::PAPER),
        (position(Game::Havannah, 4, "d4 e5 c4 d5"), Some("d5"), PatternChances::PAPER),
        (position(Game::Havannah, 4, "d4 a1 c4 g7 d5 a2"), Some("a2"), uncapped),
    ];
    for (seed, (position, last, chances)) in (1..).zip(cases) {
        let policy = Patterns::new(&gammas(), position.topology(), chances).unwrap();
        let expected = pattern_weights(&position, last, chances);
        assert_sampled_by(&expected, first_by_patterns(&position, policy, seed));
        let gammas = twelve_gammas(&position);
        let policy = TwelvePatterns::new(&gammas, position.topology(), chances).unwrap();
        let expected = twelve_weights(&position, last, &gammas, chances);
        assert_sampled_by(&expected, first_by_patterns(&position, policy, seed));
    }
}

/// Weights by neighbors where the twelve cells are not known.
fn near_gammas(code: NeighborCode, mover: Color) -> f32 {
    gammas().global(code, mover)
}

/// Twelve cells around some of the empty cells of a position weigh otherwise than their neighbors.
fn twelve_gammas(position: &Position) -> TwelveGammas {
    let (topology, mover) = (position.topology(), position.to_move());
    let code = |cell| TwelveCode::around(topology, cell, |cell| position.board().stone(cell));
    let (mut global, mut local) = (Vec::new(), Vec::new());
    for cell in topology.cells().step_by(2) {
        let gamma = 0.02 + (cell.index() % 7) as f32 / 20.0;
        global.push((code(cell), mover, gamma));
        local.push((code(cell), mover, 2.0 * gamma));
    }
    TwelveGammas::new(near_gammas, global, local)
}

/// Weights of the first moves of playouts by patterns of twelve cells.
fn twelve_weights(
    position: &Position,
    last: Option<&str>,
    gammas: &TwelveGammas,
    chances: PatternChances,
) -> Vec<f64> {
    let topology = position.topology();
    let last = last.map(|name| topology.cell(name).unwrap());
    weights(position, |cell| {
        let seen = |hidden: Option<Cell>| {
            TwelveCode::around(topology, cell, |cell| {
                position.board().stone(cell).filter(|_| Some(cell) != hidden)
            })
        };
        let (code, without) = (seen(None), seen(last));
        let local = if code == without { 0.0 } else { gammas.local(code, position.to_move()) };
        f64::from(gammas.global(code, position.to_move()).min(chances.cap) + chances.local * local)
    })
}

/// The first moves of playouts by patterns.
fn first_by_patterns<P: SoftmaxPolicy>(
    position: &Position,
    mut patterns: P,
    seed: u64,
) -> impl FnMut() -> usize {
    let start = Start::new(position);
    let mut scratch = Scratch::new(&start);
    let mut rng = Rng::new(seed);
    let kernel = softmax(position.setup().game());
    move || {
        assert_eq!(kernel(&start, &mut scratch, &mut patterns, 1, &mut rng), None);
        scratch.moves().next().unwrap().0.index()
    }
}

#[test]
fn playouts_by_patterns_are_games() {
    patterns_play_games(|topology| Patterns::new(&gammas(), topology, PatternChances::PAPER).unwrap());
    let twelve = TwelveGammas::new(near_gammas, [], []);
    patterns_play_games(|topology| TwelvePatterns::new(&twelve, topology, PatternChances::PAPER).unwrap());
}

fn patterns_play_games<P: SoftmaxPolicy>(policy: impl Fn(&Topology) -> P) {
    for (game, size) in [(Game::Hex, 1), (Game::Hex, 7), (Game::Havannah, 2), (Game::Havannah, 5)] {
        let mut rng = Rng::new(1);
        let setup = Setup::new(game, size, SwapRule::Off).unwrap();
        let mut patterns = policy(setup.topology());
        for round in 0..200 {
            // From positions that differ by a few stones or by many.
            let mut position = Position::new(setup.clone());
            for _ in 0..round % 7 * size {
                let open: Vec<Cell> = setup
                    .topology()
                    .places()
                    .filter(|&cell| position.board().stone(cell).is_none())
                    .collect();
                if position.outcome().is_none() {
                    position.play_unchecked(Move::Place(open[rng.below(open.len() as u32) as usize]));
                }
            }
            let mut start = Start::new(&position);
            start.track_threats();
            let mut scratch = Scratch::new(&start);
            for kernel in [softmax(game), softmax_decisive(game)] {
                let playout = kernel(&start, &mut scratch, &mut patterns, usize::MAX, &mut rng).unwrap();
                let mut replayed = position.clone();
                for (cell, color) in scratch.moves() {
                    assert_eq!(replayed.to_move(), color);
                    replayed.play(Move::Place(cell)).unwrap();
                }
                assert_eq!(replayed.outcome(), Some(playout.outcome), "{game} {size}");
                assert_eq!(scratch.moves().len(), usize::from(playout.moves));
            }
        }
    }
}

#[test]
fn patterns_are_for_flat_boards() {
    for game in [Game::Star, Game::Renkula] {
        let position = position(game, 4, "");
        assert!(Patterns::new(&gammas(), position.topology(), PatternChances::PAPER).is_none(), "{game}");
    }
}
