//! How a run went: paths, queries and memory over time.

use std::fmt::Write;

/// A point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds since the start.
    pub seconds: f64,
    /// Complete paths.
    pub paths: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Greatest memory so far, in bytes.
    pub memory: u64,
}

/// The points in time of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    samples: Vec<Sample>,
    /// Of so many points one is kept.
    every: u64,
    seen: u64,
}

/// What a chart shows of a point.
type Figure = fn(&Sample) -> f64;

/// The most points that are kept.
const MOST_SAMPLES: usize = 600;
/// Width and height of a chart, in pixels.
const SIZE: (f64, f64) = (640.0, 120.0);

impl Timeline {
    /// Adds a point; of many, every second is forgotten.
    pub fn add(&mut self, sample: Sample) {
        let every = self.every.max(1);
        self.seen += 1;
        if !self.seen.is_multiple_of(every) {
            return;
        }
        if self.samples.len() == MOST_SAMPLES {
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 0
            });
            self.every = 2 * every;
        }
        self.samples.push(sample);
    }

    /// In words.
    pub fn words(&self) -> String {
        match self.samples.last() {
            Some(last) if self.samples.len() > 1 => format!(
                "After {:.1} seconds: {} paths, {} queries, {} MB.",
                last.seconds,
                last.paths,
                last.queries,
                last.memory >> 20
            ),
            _ => "The run was too short for a timeline.".to_owned(),
        }
    }

    /// The charts as SVG, one below the other; none if the run was too short.
    pub fn chart(&self) -> Option<String> {
        if self.samples.len() < 2 {
            return None;
        }
        let rows: [(&str, Figure); 3] = [
            ("paths", |it| it.paths as f64),
            ("queries", |it| it.queries as f64),
            ("MB of memory", |it| (it.memory >> 20) as f64),
        ];
        let end = self.samples.last().map_or(1.0, |it| it.seconds).max(1e-3);
        let (width, height) = SIZE;
        let mut text = String::new();
        for (name, value) in rows {
            let most = self.samples.iter().map(value).fold(1.0, f64::max);
            let points = self.samples.iter().map(|sample| {
                let x = sample.seconds / end * width;
                let y = height - value(sample) / most * (height - 10.0);
                format!("{x:.1},{y:.1}")
            });
            let points = Vec::from_iter(points).join(" ");
            // Writing to a text does not fail.
            let _ = write!(
                text,
                "<figure><svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{name} over {end:.1} seconds, at most {most}\">\
                 <polyline points=\"{points}\"/></svg><figcaption>{name}: up to {most} in {end:.1} seconds</figcaption></figure>"
            );
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_run_some_points_are_kept_and_the_last_is_near_the_end() {
        let mut timeline = Timeline::default();
        assert_eq!(timeline.chart(), None);
        for number in 0..100_000u32 {
            timeline.add(Sample {
                seconds: f64::from(number) / 10.0,
                paths: number.into(),
                ..Sample::default()
            });
        }
        let samples = &timeline.samples;
        assert!((MOST_SAMPLES / 2..=MOST_SAMPLES).contains(&samples.len()));
        assert!(samples.is_sorted_by(|a, b| a.seconds < b.seconds));
        assert!(samples.last().unwrap().paths > 99_000);
        assert!(timeline.chart().unwrap().contains("paths over"));
    }
}
