//! A run with constant inputs as a line on which one goes both ways.
//!
//! A point of it is a number of source instructions. The machine is deterministic, so a state is reached again from any earlier one;
//! some are kept on the way, which costs little since states share what they have in common. Going backwards by one instruction is
//! going forwards from the kept state below, as in the replay debugger rr (R. O'Callahan et al., "Engineering Record and Replay for
//! Deployability", USENIX ATC 2017) and in what GDB's manual says of reverse execution.
//!
//! The instruction that ends the run is never executed: its violation is reported with the state in front of it.

use std::collections::BTreeMap;

use everypath_explore::{ReplayEnd, TestCase, passes};
use everypath_machine::{Event, Machine, MachineOptions, State};
use everypath_program::{Local, Position, Program, Property};

use crate::stops::{Stops, Watch};

/// Source instructions between states that are kept, at first.
const FIRST_INTERVAL: u64 = 10_000;
/// So many states are kept. Where there would be more, every other one goes, and they are twice as far apart from then on.
const MOST_KEPT: usize = 1000;

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It went as far as was asked.
    Done,
    /// It is at one of the places.
    Place,
    /// The instruction behind it (before it, where the run goes backwards) accesses memory that is watched.
    Watch(Watch),
    /// The next instruction ends the run.
    End(ReplayEnd),
    /// The run begins here.
    Start,
}

/// What a move met.
struct Moved {
    place: bool,
    watch: Option<Watch>,
}

/// A run with constant inputs.
pub struct Timeline<'p> {
    machine: Machine<'p>,
    /// The violation that the run is about: others are passed, where the program can go on behind them.
    target: Option<(Property, Position)>,
    now: State,
    /// States by the number of source instructions before them.
    kept: BTreeMap<u64, State>,
    interval: u64,
    /// How the run ends, and the source instructions before the last one, once that is known.
    end: Option<(u64, ReplayEnd)>,
}

impl<'p> Timeline<'p> {
    /// The run of a test case, at its start. With a target it goes on behind violations that are another one.
    pub fn new(
        program: &'p dyn Program,
        options: &MachineOptions,
        case: &TestCase,
        target: Option<(Property, Position)>,
    ) -> Self {
        let mut machine = Machine::new(program, options.concrete(case.source()));
        let now = machine.initial_state();
        Timeline {
            machine,
            target,
            kept: BTreeMap::from([(0, now.clone())]),
            now,
            interval: FIRST_INTERVAL,
            end: None,
        }
    }

    /// Source instructions executed so far.
    pub fn time(&self) -> u64 {
        self.now.instructions()
    }

    /// The address of the next instruction.
    pub fn position(&mut self) -> Position {
        self.machine.position(&mut self.now)
    }

    /// The value of a local, if it is a constant.
    pub fn local(&self, local: Local) -> Option<u64> {
        self.now.local(local).constant()
    }

    /// Fills a buffer with memory from an address on; gives how many bytes are readable. Bytes that were never written are 0.
    pub fn memory(&self, address: u64, buffer: &mut [u8]) -> usize {
        self.now.memory().peek(address, buffer)
    }

    /// What the program wrote to standard output (1) or standard error (2) so far.
    pub fn output(&self, stream: u8) -> Vec<u8> {
        let bytes = self.now.output(stream).into_iter();
        bytes
            .map(|byte| byte.constant().unwrap_or(0) as u8)
            .collect()
    }

    /// How many source instructions there are in front of the one that ends the run, once it was there.
    pub fn length(&self) -> Option<u64> {
        self.end.as_ref().map(|&(length, _)| length)
    }

    /// Goes forwards by at most so many source instructions, at least one.
    pub fn forwards(&mut self, most: u64, stops: &Stops) -> Stop {
        let until = self.time().saturating_add(most);
        while self.time() < until {
            match self.advance(until, stops) {
                Err(end) => return Stop::End(end),
                Ok(Moved {
                    watch: Some(watch), ..
                }) => return Stop::Watch(watch),
                Ok(Moved { place: true, .. }) => return Stop::Place,
                Ok(_) => {}
            }
        }
        Stop::Done
    }

    /// Goes backwards by one instruction.
    pub fn step_back(&mut self, stops: &Stops) -> Stop {
        let Some(before) = self.time().checked_sub(1) else {
            return Stop::Start;
        };
        self.go_to(before);
        if stops.watches.is_empty() {
            return Stop::Done;
        }
        let moved = self.advance(before + 1, stops);
        self.go_to(before);
        match moved {
            Ok(Moved {
                watch: Some(watch), ..
            }) => Stop::Watch(watch),
            _ => Stop::Done,
        }
    }

    /// Goes backwards to the last stop, but not beyond the kept state below: then it is [`Stop::Done`] for now.
    pub fn backwards(&mut self, stops: &Stops) -> Stop {
        let here = self.time();
        let Some((&start, below)) = self.kept.range(..here).next_back() else {
            return Stop::Start;
        };
        self.now = below.clone();
        let at_place = stops.places.contains(&self.position().0);
        let mut last = at_place.then_some((start, Stop::Place));
        while self.time() < here {
            // What was executed once does not end the run.
            let Ok(moved) = self.advance(here, stops) else {
                break;
            };
            let time = self.time();
            if let Some(watch) = moved.watch {
                last = Some((time - 1, Stop::Watch(watch)));
            }
            if moved.place && time < here {
                last = Some((time, Stop::Place));
            }
        }
        let (time, stop) = last.unwrap_or((start, Stop::Done));
        self.go_to(time);
        stop
    }

    /// Goes to a point at which the run was before.
    pub fn go_to(&mut self, time: u64) {
        if let Some((&start, below)) = self.kept.range(..=time).next_back()
            && !(start..=time).contains(&self.time())
        {
            self.now = below.clone();
        }
        while self.time() < time && self.advance(time, &Stops::default()).is_ok() {}
    }

    /// Goes forwards, not beyond a point and not behind the first instruction that may be a stop.
    fn advance(&mut self, until: u64, stops: &Stops) -> Result<Moved, ReplayEnd> {
        let time = self.time();
        if let Some((last, end)) = &self.end
            && *last == time
        {
            return Err(end.clone());
        }
        let until = until.min((time / self.interval + 1) * self.interval);
        let mut touched = Vec::new();
        let event = if stops.watches.is_empty() {
            let limit = match stops.places.is_empty() {
                true => until,
                false => until.min(time + self.undisturbed(stops)),
            };
            self.run(|machine, now| machine.run(now, limit))
        } else {
            self.run(|machine, now| machine.run_logged(now, time + 1, &mut touched))
        };
        if event != Event::Limit {
            let end = ReplayEnd::of(&mut self.machine, &mut self.now, event);
            let last = self.time().saturating_sub(1);
            self.end = Some((last, end.clone()));
            self.go_to(last);
            return Err(end);
        }
        if self.time().is_multiple_of(self.interval) {
            self.keep();
        }
        let place = !stops.places.is_empty() && stops.places.contains(&self.position().0);
        let watch = stops.watched(&touched);
        Ok(Moved { place, watch })
    }

    /// For how many source instructions no place can be reached but at the end of them.
    fn undisturbed(&mut self, stops: &Stops) -> u64 {
        let block = self.machine.block_of(&mut self.now);
        match stops.may_be_in(&block) {
            true => 1,
            false => u64::from(self.machine.left_in_block(&mut self.now).max(1)),
        }
    }

    fn run(&mut self, mut go: impl FnMut(&mut Machine<'p>, &mut State) -> Event) -> Event {
        loop {
            let event = go(&mut self.machine, &mut self.now);
            if !passes(&event, self.target) {
                return event;
            }
        }
    }

    fn keep(&mut self) {
        let time = self.time();
        self.kept.entry(time).or_insert_with(|| self.now.clone());
        if self.kept.len() > MOST_KEPT {
            self.interval *= 2;
            let interval = self.interval;
            self.kept.retain(|time, _| time % interval == 0);
        }
    }
}

#[cfg(test)]
mod tests;
