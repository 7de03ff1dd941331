//! Small operations on vectors, rows and matrices.

/// Logarithms of the probabilities that logits stand for.
pub(super) fn log_softmax(logits: &[f32]) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    logits.iter().map(|logit| logit - largest - sum.ln()).collect()
}

pub(super) fn rectify(from: &[f32], to: &mut [f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.max(0.0);
    }
}

pub(super) fn add(values: &[f32], sums: &mut [f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

pub(super) fn where_positive(slopes: &[f32], rectified: &[f32], to: &mut [f32]) {
    for ((to, slope), value) in to.iter_mut().zip(slopes).zip(rectified) {
        *to = if *value > 0.0 { *slope } else { 0.0 };
    }
}

pub(super) fn add_where_positive(slopes: &[f32], rectified: &[f32], to: &mut [f32]) {
    for ((to, slope), value) in to.iter_mut().zip(slopes).zip(rectified) {
        *to += if *value > 0.0 { *slope } else { 0.0 };
    }
}

pub(super) fn column_sums(rows: &[f32], columns: usize) -> Vec<f32> {
    let mut sums = vec![0.0; columns];
    rows.chunks_exact(columns).for_each(|row| add(row, &mut sums));
    sums
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds a matrix times a vector.
pub(super) fn add_product(matrix: &[f32], vector: &[f32], sums: &mut [f32]) {
    for (sum, row) in sums.iter_mut().zip(matrix.chunks_exact(vector.len())) {
        *sum += dot(row, vector);
    }
}

/// A vector times a matrix.
pub(super) fn product_by_columns(matrix: &[f32], vector: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; matrix.len() / vector.len()];
    for (row, value) in matrix.chunks_exact(sums.len()).zip(vector) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += value * weight;
        }
    }
    sums
}

/// Adds the outer product of two vectors to a matrix.
pub(super) fn add_outer(rows: &[f32], columns: &[f32], matrix: &mut [f32]) {
    for (sums, row) in matrix.chunks_exact_mut(columns.len()).zip(rows) {
        for (sum, column) in sums.iter_mut().zip(columns) {
            *sum += row * column;
        }
    }
}
