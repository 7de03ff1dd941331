//! Walls of thermographs: piecewise linear functions of the temperature, from 0 on.

/// A piecewise linear function of the temperature.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wall {
    /// Temperatures, ascending from 0, with the value there.
    points: Vec<(f64, f64)>,
    /// The slope after the last of them.
    slope: f64,
}

impl Wall {
    pub(super) fn constant(value: f64) -> Self {
        Self { points: vec![(0.0, value)], slope: 0.0 }
    }

    /// The value at a temperature.
    pub(super) fn at(&self, temperature: f64) -> f64 {
        let next = self.points.partition_point(|&(t, _)| t <= temperature);
        let (t, value) = self.points[next.max(1) - 1];
        let slope = match self.points.get(next) {
            Some(&(later, other)) => (other - value) / (later - t),
            None => self.slope,
        };
        value + slope * (temperature - t)
    }

    /// The temperatures at which it bends.
    pub(super) fn bends(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|&(t, _)| t)
    }

    /// With a tax for each degree.
    pub(super) fn taxed(mut self, tax: f64) -> Self {
        self.points.iter_mut().for_each(|(t, value)| *value += tax * *t);
        self.slope += tax;
        self
    }

    /// The larger of two at each temperature.
    pub(super) fn max(&self, other: &Self) -> Self {
        let mut at = bends_of(&[self, other]);
        at.extend(self.crossings(other));
        at.sort_by(f64::total_cmp);
        at.dedup();
        let last = at.last().copied().unwrap_or(0.0);
        let is_above = self.at(last + 1.0) >= other.at(last + 1.0);
        Self {
            points: at.into_iter().map(|t| (t, self.at(t).max(other.at(t)))).collect(),
            slope: if is_above { self.slope } else { other.slope },
        }
    }

    /// The same with the other sign.
    pub(super) fn negated(&self) -> Self {
        self.scaled(-1.0, 1.0)
    }

    /// With other units: values times the one, temperatures times the other.
    pub(super) fn scaled(&self, values: f64, temperatures: f64) -> Self {
        let points = self.points.iter().map(|&(t, value)| (temperatures * t, values * value));
        Self { points: points.collect(), slope: self.slope * values / temperatures }
    }

    /// The temperatures at which this and another one cross.
    fn crossings(&self, other: &Self) -> Vec<f64> {
        let at = bends_of(&[self, other]);
        let difference = |t: f64| self.at(t) - other.at(t);
        let between = |t: f64, end: f64| {
            let (before, after) = (difference(t), difference(end));
            (before * after < 0.0).then(|| t + (end - t) * before / (before - after))
        };
        let mut found: Vec<f64> = at.windows(2).filter_map(|pair| between(pair[0], pair[1])).collect();
        let last = at.last().copied().unwrap_or(0.0);
        let (ahead, closing) = (difference(last), other.slope - self.slope);
        if ahead * closing > 0.0 {
            found.push(last + ahead / closing);
        }
        found
    }

    /// The first temperature at which this wall is not above another one; there is one if the two close.
    pub(super) fn meets(&self, other: &Self) -> Option<f64> {
        let mut candidates = bends_of(&[self, other]);
        candidates.extend(self.crossings(other));
        candidates.sort_by(f64::total_cmp);
        candidates.into_iter().find(|&t| self.at(t) - other.at(t) <= ROUNDING)
    }

    /// The wall up to a temperature, and this value from there on.
    pub(super) fn with_mast(&self, from: f64, value: f64) -> Self {
        let below = self.points.iter().copied().filter(|&(t, _)| t < from);
        Self { points: below.chain([(from, value)]).collect(), slope: 0.0 }
    }
}

/// Sums of dyadic fractions are exact; scaled walls are not.
const ROUNDING: f64 = 1e-12;

/// The temperatures at which any of some walls bends, ascending.
pub(super) fn bends_of(walls: &[&Wall]) -> Vec<f64> {
    let mut at: Vec<f64> = walls.iter().flat_map(|wall| wall.bends()).collect();
    at.sort_by(f64::total_cmp);
    at.dedup();
    at
}
