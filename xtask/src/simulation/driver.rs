//! What the driver of `python/everypath/cluster.py` does, as a simulation of events: tasks that end, one after the other, and between
//! them what the driver does with their results.
//!
//! All of the workers' time is of one kind, which tells what they wait for. A worker that is free until it gets a unit waited, up to the moment at which the
//! result was there that left this unit, since there was none; and then for the driver. Tasks go to the workers in the order in which they were handed out,
//! as from one queue. A unit that several threads explore is worth one processor, which is what its task asks Ray for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use everypath_term::Random;

use super::recording::{Costs, Left};

/// What the driver does, as `python/everypath/cluster.py` has it, and what it could do otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    pub shortest: f64,
    pub longest: f64,
    /// Starting may take one part in so many.
    pub part: f64,
    /// The driver may take one part in so many to take results; 0 if units do not depend on that.
    pub busy: f64,
    /// Tasks for each worker.
    pub ahead: usize,
    /// Units for each worker at first.
    pub first_units: usize,
    pub most_jobs: usize,
    /// Seconds of each unit, if they are not measured.
    pub fixed: Option<f64>,
    pub opens: Opens,
    pub keeps: Keeps,
}

/// How the driver learns which units are open. Either way it asks `gather` at the beginning and for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// Each result comes with the units that it leaves.
    Told,
    /// `gather`, which reads all results, is asked each time when fewer units are known than there are workers.
    Gathered,
}

/// How a result is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Each forced to disk before the next.
    Forced,
    /// Those that are there together are forced to disk together.
    Together,
}

pub const DRIVER: Policy = Policy {
    shortest: 5.0,
    longest: 30.0,
    part: 20.0,
    busy: 2.0,
    ahead: 2,
    first_units: 4,
    most_jobs: 16,
    fixed: None,
    opens: Opens::Told,
    keeps: Keeps::Forced,
};

impl Costs {
    /// What a gathering takes that writes no units.
    pub fn gathering(&self, results: usize, further: usize) -> f64 {
        self.gather + self.gather_result * results as f64 + self.gather_piece * further as f64
    }
}

impl Policy {
    /// The time limit of a unit, if starting one and taking its result take so long in the mean.
    fn limit(&self, start: f64, take: f64, workers: usize) -> f64 {
        self.fixed.unwrap_or_else(|| {
            let wanted = (self.part * start).max(self.busy * take * workers as f64);
            wanted.min(self.longest).max(self.shortest)
        })
    }

    /// Threads for the next unit.
    fn jobs(&self, units: usize, workers: usize) -> usize {
        match units >= self.ahead * workers {
            true => 1,
            false => (2 * self.ahead * workers)
                .div_ceil(units.max(1))
                .min(self.most_jobs),
        }
    }
}

/// Where a unit begins in the order of all places, and its number.
type Place = (u128, usize);

/// A unit of work that is open.
#[derive(Clone, Copy, Debug)]
struct Unit {
    /// Seconds.
    work: f64,
    /// Where its part of all places ends.
    end: u128,
    /// When the result was there that left it.
    since: f64,
}

/// How a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Run {
    pub seconds: f64,
    pub units: usize,
    /// Seconds of all workers together: of work;
    pub work: f64,
    /// of starting units;
    pub starting: f64,
    /// of waiting for Ray, the division and the first gathering, and for the report;
    pub ends: f64,
    /// of waiting while there were units that the driver had not handed out;
    pub driver: f64,
    /// and of waiting since no unit was left.
    pub lacking: f64,
}

/// How what a unit leaves is divided among its threads: relative sizes, from which is drawn.
pub struct Shares<'a> {
    pub left: &'a [Left],
    pub random: Random,
}

impl Shares<'_> {
    /// Divides work into so many parts.
    fn parts(&mut self, work: f64, into: usize) -> Vec<f64> {
        // Of what was recorded, what is nearest.
        let near = self
            .left
            .iter()
            .min_by_key(|left| left.jobs.abs_diff(into))
            .map_or(&[][..], |left| &left.units);
        draw(work, into, near, &mut self.random)
    }

    /// Pieces in the result of a unit that so many threads explored for so long.
    fn pieces(&self, jobs: usize, seconds: f64) -> usize {
        let rates = self.left.iter().filter(|left| left.jobs > 1);
        let rates: Vec<f64> = rates
            .map(|left| left.pieces as f64 / (left.jobs as f64 * left.limit))
            .collect();
        let rate = rates.iter().sum::<f64>() / rates.len().max(1) as f64;
        match jobs {
            0 | 1 => 1,
            _ => 1 + (rate * jobs as f64 * seconds) as usize,
        }
    }
}

/// Parts of a sum, whose relative sizes are drawn; equal ones where there is nothing to draw from.
pub fn draw(sum: f64, into: usize, from: &[f64], random: &mut Random) -> Vec<f64> {
    let drawn: Vec<f64> = (0..into)
        .map(|_| match from {
            [] => 1.0,
            _ => from[random.index(from.len())].max(1e-6),
        })
        .collect();
    let all: f64 = drawn.iter().sum();
    drawn.iter().map(|part| sum * part / all).collect()
}

/// Seconds since the beginning, in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment(f64);

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// When a worker is free, if it ever had a unit.
type Worker = Option<Moment>;

/// Work that is less than this is none, in seconds.
const LEAST: f64 = 1e-6;

/// A task that was handed to Ray.
struct Flight {
    place: u128,
    unit: Unit,
    jobs: usize,
    /// What is done of it until the time limit.
    done: f64,
}

/// Lets the driver run a job, whose units are given, with so many workers.
pub fn simulate(
    units: &[f64],
    workers: usize,
    policy: &Policy,
    costs: &Costs,
    shares: &mut Shares<'_>,
) -> Run {
    let mut run = Run::default();
    // Ray has started, and the job is divided.
    let mut now = costs.ray + costs.split + costs.split_unit * units.len() as f64;
    let mut number = units.len();
    let width = u128::MAX / units.len().max(1) as u128;
    let whole = units.iter().enumerate().map(|(index, &work)| {
        let begin = width * index as u128;
        let end = begin + width;
        let since = now;
        ((begin, index), Unit { work, end, since })
    });
    // Units that the driver does not know of before it gathers: at the beginning, all.
    let mut hidden: Vec<(Place, Unit)> = whole.collect();
    let mut open: BTreeMap<Place, Unit> = BTreeMap::new();
    let mut flying: BTreeMap<usize, Flight> = BTreeMap::new();
    let mut tasks = 0;
    // When tasks end, and since when workers are free.
    let mut ends: BinaryHeap<Reverse<(Moment, usize)>> = BinaryHeap::new();
    let mut free: BinaryHeap<Reverse<Worker>> = (0..workers).map(|_| Reverse(None)).collect();
    // Pieces in results beyond the first of each.
    let mut pieces = 0;
    let mut must_gather = true;
    // What starting a unit and taking a result take in the mean.
    let (mut start, mut taking) = (0.0, 0.0);
    let mut began = None;
    let mut last_end = now;
    loop {
        if must_gather && open.len() < workers {
            let missing = open.len() + flying.len() + hidden.len();
            now += costs.gathering(run.units, pieces) + costs.gather_open * missing as f64;
            open.extend(hidden.drain(..));
            must_gather = false;
        }
        while flying.len() < policy.ahead * workers {
            let units = open.len() + flying.len();
            let Some(((place, _), unit)) = open.pop_first() else {
                break;
            };
            let Some(Reverse(worker)) = free.pop() else {
                break;
            };
            now += costs.submit;
            let since = worker.map_or(began.unwrap_or(now), |Moment(since)| since);
            let first = if worker.is_none() { costs.first } else { 0.0 };
            let begin = now.max(since);
            if worker.is_none() {
                run.ends += *began.get_or_insert(begin);
            }
            // It was free, first without a unit for it, then while the driver did not hand it out.
            let lacking = unit.since.clamp(since, begin) - since;
            run.lacking += lacking;
            run.driver += begin - since - lacking;
            let done = unit.work.min(policy.limit(start, taking, workers));
            let starting = first + costs.task + costs.start;
            run.starting += starting;
            run.work += done;
            let end = begin + starting + done;
            last_end = last_end.max(end);
            free.push(Reverse(Some(Moment(end))));
            ends.push(Reverse((Moment(end), tasks)));
            let jobs = policy.jobs(units, workers);
            flying.insert(
                tasks,
                Flight {
                    place,
                    unit,
                    jobs,
                    done,
                },
            );
            tasks += 1;
        }
        if flying.is_empty() && !must_gather {
            break;
        }
        let Some(&Reverse((Moment(first), _))) = ends.peek() else {
            continue;
        };
        now = now.max(first) + costs.wait * flying.len() as f64;
        let seen = now;
        let mut forced = 0.0;
        while let Some(&Reverse((Moment(end), task))) = ends.peek()
            && end <= seen
        {
            ends.pop();
            let Some(flight) = flying.remove(&task) else {
                continue;
            };
            let further = shares.pieces(flight.jobs, flight.done) - 1;
            let mut take = costs.take + costs.take_piece * further as f64;
            match policy.keeps {
                Keeps::Forced => {}
                Keeps::Together => {
                    take -= costs.sync;
                    forced = costs.sync;
                }
            }
            now += take;
            run.units += 1;
            pieces += further;
            start += (costs.start - start) / 4.0;
            taking += (take - taking) / 4.0;
            let rest = flight.unit.work - flight.done;
            if rest < LEAST {
                continue;
            }
            let parts = shares.parts(rest, flight.jobs);
            let mut begin = flight.place;
            let width = (flight.unit.end - begin) / parts.len().max(1) as u128;
            for work in parts {
                let unit = Unit {
                    work,
                    end: begin + width,
                    since: end,
                };
                match policy.opens {
                    Opens::Told => drop(open.insert((begin, number), unit)),
                    Opens::Gathered => {
                        hidden.push(((begin, number), unit));
                        must_gather = true;
                    }
                }
                number += 1;
                begin += width;
            }
        }
        now += forced;
    }
    now += costs.gathering(run.units, pieces) + costs.end;
    run.seconds = now;
    for Reverse(worker) in free {
        let begin = began.unwrap_or(last_end);
        let since = worker.map_or(begin, |Moment(since)| since);
        run.lacking += last_end - since;
        run.ends += now - last_end;
        if worker.is_none() {
            run.ends += begin;
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;
    use crate::simulation::SEED;

    const FREE: Costs = Costs {
        ray: 0.0,
        end: 0.0,
        first: 0.0,
        submit: 0.0,
        task: 0.0,
        wait: 0.0,
        take: 0.0,
        take_piece: 0.0,
        sync: 0.0,
        start: 0.0,
        split: 0.0,
        split_unit: 0.0,
        gather: 0.0,
        gather_result: 0.0,
        gather_piece: 0.0,
        gather_open: 0.0,
        unit_bytes: 0,
        result_bytes: 0,
    };

    fn with(costs: &Costs, units: &[f64], workers: usize) -> Run {
        under(&DRIVER, costs, units, workers)
    }

    fn under(policy: &Policy, costs: &Costs, units: &[f64], workers: usize) -> Run {
        let mut shares = Shares {
            left: &[],
            random: Random::new(SEED),
        };
        let run = simulate(units, workers, policy, costs, &mut shares);
        // All the time of all workers is of one kind.
        let all = run.work + run.starting + run.ends + run.driver + run.lacking;
        let expected = run.seconds * workers as f64;
        assert!((all - expected).abs() < 1e-6 * expected, "{run:?}");
        // All work is done once.
        let sum: f64 = units.iter().sum();
        assert!((run.work - sum).abs() < 1e-6 * sum.max(1.0), "{run:?}");
        run
    }

    #[track_caller]
    fn close(seconds: f64, expected: f64) {
        let error = (seconds - expected).abs();
        assert!(error < 1e-4 * expected, "{seconds}, expected {expected}");
    }

    #[test]
    fn one_worker_takes_the_sum() {
        let units = [1.0, 4.5, 0.25, 100.0];
        close(with(&FREE, &units, 1).seconds, 105.75);
        let costs = Costs {
            ray: 3.0,
            start: 0.125,
            end: 1.0,
            ..FREE
        };
        let run = with(&costs, &units, 1);
        close(run.seconds, 105.75 + 3.0 + 1.0 + 0.125 * run.units as f64);
        // The long one is several units.
        assert!(run.units > 20, "{run:?}");
    }

    #[test]
    fn equal_units_without_costs_are_shared_equally() {
        for workers in [2, 4, 8, 100, 1000] {
            let units = vec![3.0; 4 * workers];
            close(with(&FREE, &units, workers).seconds, 12.0);
        }
        // Units that leave units, too: 100 s are 20 of 5 s, and divide on where they get rare.
        let run = with(&FREE, &[100.0; 8], 2);
        assert!((400.0..405.1).contains(&run.seconds), "{run:?}");
    }

    #[test]
    fn units_are_no_faster_for_more_workers_than_there_are_units() {
        let few = with(&FREE, &[4.0; 8], 8);
        let many = with(&FREE, &[4.0; 8], 1000);
        close(few.seconds, 4.0);
        assert_eq!((many.seconds, many.units), (few.seconds, few.units));
        assert!(many.lacking > 990.0 * 4.0 - 1.0, "{many:?}");
    }

    #[test]
    fn a_long_unit_is_divided_where_workers_have_none() {
        let run = with(&FREE, &[320.0], 16);
        assert!((20.0..60.0).contains(&run.seconds), "{run:?}");
    }

    #[test]
    fn a_driver_that_takes_as_long_as_the_longest_units_suffices_for_one_worker() {
        let costs = Costs {
            take: DRIVER.longest,
            ..FREE
        };
        let run = with(&costs, &[300.0; 64], 16);
        assert!(run.seconds > 0.9 * 64.0 * 300.0, "{run:?}");
        assert!(run.driver > 0.5 * run.seconds * 16.0, "{run:?}");
    }

    #[test]
    fn units_become_longer_where_the_driver_would_not_keep_up() {
        let costs = Costs { take: 0.02, ..FREE };
        let units = [1e4; 4000];
        let few = with(&costs, &units, 100);
        let many = with(&costs, &units, 500);
        assert!(many.units < few.units / 3, "{few:?} {many:?}");
        assert!(many.driver < 0.05 * many.seconds * 500.0, "{many:?}");
    }

    #[test]
    fn to_gather_each_time_takes_time_that_grows_with_the_square_of_units() {
        // So much that the unit which the worker has ahead does not cover it.
        let costs = Costs {
            gather_result: 1.0,
            ..FREE
        };
        let policy = Policy {
            opens: Opens::Gathered,
            ..DRIVER
        };
        let spent = |units: &[f64], policy: &Policy| {
            let sum: f64 = units.iter().sum();
            under(policy, &costs, units, 1).seconds - sum
        };
        let (short, long) = ([500.0; 4], [1000.0; 4]);
        let ratio = |policy: &Policy| spent(&long, policy) / spent(&short, policy);
        close(ratio(&DRIVER), 2.0);
        assert!((3.5..4.5).contains(&ratio(&policy)), "{}", ratio(&policy));
    }

    #[test]
    fn threads_and_time_limits_are_those_of_the_driver() {
        assert_eq!(
            [8, 4, 3, 1, 0].map(|units| DRIVER.jobs(units, 2)),
            [1, 1, 3, 8, 8]
        );
        assert_eq!(DRIVER.jobs(1, 1000), 16);
        assert_eq!(
            [0.0, 0.1, 1.0, 9.0].map(|start| DRIVER.limit(start, 0.01, 100)),
            [5.0, 5.0, 20.0, 30.0]
        );
        assert_eq!(
            [100, 1000, 10_000].map(|workers| DRIVER.limit(0.1, 0.01, workers)),
            [5.0, 20.0, 30.0]
        );
        // The numbers stand in the driver.
        let driver = std::fs::read_to_string(root().join("python/everypath/cluster.py"));
        let driver = driver.unwrap_or_default();
        for line in [
            format!(
                "SHORTEST, LONGEST = {:?}, {:?}\n",
                DRIVER.shortest, DRIVER.longest
            ),
            format!("OVERHEAD = {}\n", DRIVER.part),
            format!("BUSY = {}\n", DRIVER.busy),
            format!("AHEAD = {}\n", DRIVER.ahead),
            format!("FIRST_UNITS = {}\n", DRIVER.first_units),
            format!("MOST_JOBS = {}\n", DRIVER.most_jobs),
        ] {
            assert!(driver.contains(&line), "{line}");
        }
    }
}
