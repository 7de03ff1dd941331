//! The little linear algebra that regression needs: symmetric positive definite matrices, which
//! are small here.

/// A lower triangle L with L·Lᵀ = A.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Of a symmetric matrix given row by row; `None` if it is not positive definite.
    pub fn new(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
                let rest = matrix[row * size + column] - known;
                lower[row * size + column] = if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[column * size + column]
                };
            }
        }
        Some(Self { size, lower })
    }

    /// L⁻¹·b.
    pub fn forward(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.lower[row * self.size + k] * x[k]).sum();
            x[row] = (x[row] - known) / self.lower[row * self.size + row];
        }
        x
    }

    /// L⁻ᵀ·b.
    pub fn backward(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.lower[k * self.size + row] * x[k]).sum();
            x[row] = (x[row] - known) / self.lower[row * self.size + row];
        }
        x
    }

    /// A⁻¹·b.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        self.backward(&self.forward(b))
    }
}

#[cfg(test)]
mod tests {
    use super::Cholesky;

    #[test]
    fn solutions_solve() {
        let matrix = [4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let factor = Cholesky::new(&matrix, 3).unwrap();
        let x = factor.solve(&[1.0, -2.0, 0.5]);
        for (row, b) in [1.0, -2.0, 0.5].into_iter().enumerate() {
            let product: f64 = (0..3).map(|k| matrix[3 * row + k] * x[k]).sum();
            assert!((product - b).abs() < 1e-12, "{row}");
        }
        assert!(Cholesky::new(&[1.0, 2.0, 2.0, 1.0], 2).is_none());
    }
}
