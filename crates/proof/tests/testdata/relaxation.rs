//! The circuit between two sides by its definition, for tests: voltages are set to the mean of what is around them until
//! nothing changes. A cell has half of its resistance towards each neighbor.

/// The share of the current through each empty cell. `stone` tells of a cell whether it is an own stone, `None` if it is
/// empty.
pub fn currents(
    cells: usize,
    stone: impl Fn(usize) -> Option<bool>,
    near: impl Fn(usize) -> Vec<usize>,
    on_side: impl Fn(usize, usize) -> bool,
) -> Vec<f64> {
    let (wires, source) = (wires(cells, &stone, &near, &on_side), cells);
    let mut around: Vec<Vec<(usize, f64)>> = vec![Vec::new(); cells + 2];
    for &(a, b, conductance) in &wires {
        around[a].push((b, conductance));
        around[b].push((a, conductance));
    }
    let mut voltage = vec![0.5; cells + 2];
    (voltage[source], voltage[source + 1]) = (1.0, 0.0);
    let mut change = 1.0;
    while change > 1e-12 {
        change = 0.0;
        for point in (0..cells).filter(|&point| !around[point].is_empty()) {
            let total: f64 = around[point].iter().map(|(_, g)| g).sum();
            let mean = around[point].iter().map(|&(to, g)| g * voltage[to]).sum::<f64>() / total;
            change = f64::max(change, (mean - voltage[point]).abs());
            voltage[point] = mean;
        }
    }
    let flow = |point: usize| -> f64 {
        around[point].iter().map(|&(to, g)| g * (voltage[point] - voltage[to]).abs()).sum()
    };
    let total = flow(source);
    (0..cells).map(|cell| if stone(cell).is_none() { flow(cell) / (2.0 * total) } else { 0.0 }).collect()
}

/// The wires between points that touch, one for a pair: cells and chains, which have the number of their first stone, and
/// the two sides after all cells.
fn wires(
    cells: usize,
    stone: &impl Fn(usize) -> Option<bool>,
    near: &impl Fn(usize) -> Vec<usize>,
    on_side: &impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize, f64)> {
    let mut chain: Vec<usize> = (0..cells).collect();
    // Each stone takes the smallest number of its neighbors until none changes.
    for _ in 0..cells {
        for cell in (0..cells).filter(|&cell| stone(cell) == Some(true)) {
            for next in near(cell).into_iter().filter(|&next| stone(next) == Some(true)) {
                chain[cell] = chain[cell].min(chain[next]);
            }
        }
    }
    let resistance = |cell: usize| if stone(cell).is_none() { 1.0 } else { 0.0 };
    let mut wires: Vec<(usize, usize, f64)> = Vec::new();
    let mut join = |a: usize, b: usize, resistance: f64| {
        let pair = (a.min(b), a.max(b));
        if a != b && !wires.iter().any(|&(a, b, _)| (a, b) == pair) {
            // As in the fast one, a wire between conductors resists a little.
            wires.push((pair.0, pair.1, 1.0 / f64::max(resistance, 0.05)));
        }
    };
    for cell in (0..cells).filter(|&cell| stone(cell) != Some(false)) {
        for next in near(cell).into_iter().filter(|&next| stone(next) != Some(false)) {
            join(chain[cell], chain[next], resistance(cell) + resistance(next));
        }
        for side in (0..2).filter(|&side| on_side(cell, side)) {
            join(chain[cell], cells + side, resistance(cell));
        }
    }
    wires
}
