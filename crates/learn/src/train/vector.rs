//! Small operations on vectors, rows and matrices. They are inlined, so that they are compiled for the
//! processor features of the pass that they are part of.

/// Logarithms of the probabilities that logits stand for.
pub(super) fn log_softmax(logits: &[f32]) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    logits.iter().map(|logit| logit - largest - sum.ln()).collect()
}

#[inline(always)]
pub(super) fn rectify(from: &[f32], to: &mut [f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.max(0.0);
    }
}

#[inline(always)]
pub(super) fn add(values: &[f32], sums: &mut [f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

#[inline(always)]
pub(super) fn where_positive(slopes: &[f32], rectified: &[f32], to: &mut [f32]) {
    for ((to, slope), value) in to.iter_mut().zip(slopes).zip(rectified) {
        *to = if *value > 0.0 { *slope } else { 0.0 };
    }
}

#[inline(always)]
pub(super) fn add_where_positive(slopes: &[f32], rectified: &[f32], to: &mut [f32]) {
    for ((to, slope), value) in to.iter_mut().zip(slopes).zip(rectified) {
        *to += if *value > 0.0 { *slope } else { 0.0 };
    }
}

#[inline(always)]
pub(super) fn column_sums(rows: &[f32], columns: usize) -> Vec<f32> {
    let mut sums = vec![0.0; columns];
    rows.chunks_exact(columns).for_each(|row| add(row, &mut sums));
    sums
}

#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds a matrix times a vector.
#[inline(always)]
pub(super) fn add_product(matrix: &[f32], vector: &[f32], sums: &mut [f32]) {
    for (sum, row) in sums.iter_mut().zip(matrix.chunks_exact(vector.len())) {
        *sum += dot(row, vector);
    }
}

/// A vector times a matrix.
#[inline(always)]
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
#[inline(always)]
pub(super) fn add_outer(rows: &[f32], columns: &[f32], matrix: &mut [f32]) {
    for (sums, row) in matrix.chunks_exact_mut(columns.len()).zip(rows) {
        for (sum, column) in sums.iter_mut().zip(columns) {
            *sum += row * column;
        }
    }
}

/// The mean of each channel of rectified rows, then the maximum.
#[inline(always)]
pub(super) fn pool_channels(rows: &[f32], pooled: &mut [f32]) {
    let channels = pooled.len() / 2;
    let count = (rows.len() / channels) as f32;
    pooled.fill(0.0);
    let (means, maxima) = pooled.split_at_mut(channels);
    for row in rows.chunks_exact(channels) {
        for ((mean, maximum), &value) in means.iter_mut().zip(&mut *maxima).zip(row) {
            *mean += value;
            *maximum = if value > *maximum { value } else { *maximum };
        }
    }
    means.iter_mut().for_each(|mean| *mean /= count);
}

/// Adds to the slopes of rows, from those of what was pooled from them. Where a maximum is
/// reached more than once, each place gets the slope: exact ties of positive numbers hardly occur.
#[inline(always)]
pub(super) fn unpool_channels(slopes_pooled: &[f32], pooled: &[f32], rows: &[f32], slopes: &mut [f32]) {
    let channels = pooled.len() / 2;
    let count = (slopes.len() / channels) as f32;
    let (means, maxima) = slopes_pooled.split_at(channels);
    let largest = &pooled[channels..];
    for (row, slopes) in rows.chunks_exact(channels).zip(slopes.chunks_exact_mut(channels)) {
        for channel in 0..channels {
            let is_largest = row[channel] == largest[channel];
            slopes[channel] += means[channel] / count + if is_largest { maxima[channel] } else { 0.0 };
        }
    }
}
