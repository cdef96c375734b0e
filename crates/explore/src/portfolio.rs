//! The portfolio: the explorers side by side, each as far as its share of the work goes, until one decides.
//!
//! Whether a program is easier path by path or merged cannot be seen from its text: a hundred diamonds in a row are one merged run,
//! comparisons along one path need no SAT call. So all explorers run, each in a thread with its own machine and solver, and each is kept
//! waiting where it has done its share; nothing is begun anew. (Portfolios of algorithms: B. A. Huberman, R. M. Lukose, T. Hogg, "An Economics
//! Approach to Hard Computational Problems", Science 275, 1997; shares that are revised by what is seen of the runs: M. Gagliolo,
//! J. Schmidhuber, "Learning Dynamic Algorithm Portfolios", 2006.)
//!
//! **Virtual time** is what an explorer has done ([`Progress::work`]), in about nanoseconds. It is divided into **slices**, which are as
//! long for each explorer as its share says. What happens in a slice of one explorer is before all of the next slice, and before what
//! happens in the same slice of one behind it in the table. *Who decides first in this order decides the run*, whatever a clock
//! says: whoever is behind the one that decided is stopped and forgotten, whoever is before it goes on to there. So how
//! many cores there are changes how long it takes, and nothing else: with one, all go from slice to slice in turns; with more, whoever is least far
//! runs where a core is free.
//!
//! Shares are revised after some slices, an **epoch**, when all are through: more for who is about to be done, for who is made for programs that do not end
//! where none is in sight, and for who asks least where each is behind a question; less for who has given something
//! up or needs a thousand times what it has spent, nothing for who makes too many terms ([`Seat::weight`]).

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use everypath_solver::Interrupt;

use crate::delays::delay;
use crate::engine::{Answer, Demand, Engine, Joins, Task};
use crate::held::Held;
use crate::{
    Asks, BudgetKind, Budgets, Cut, ExploreError, Finding, Observer, PathEnd, Progress, Reason,
    Record, StopAt,
};

/// A slice of all explorers together: at first, and the longest. It is doubled from epoch to epoch.
const FIRST_SLICE: u64 = 4_000_000;
const LONGEST_SLICE: u64 = 256_000_000;
/// Slices of an epoch.
const SLICES: u64 = 4;

/// Weights are parts of shares.
const SCALE: u64 = FAVOUR * DOUBT * HOPELESS;
/// How much more weight one has that is about to be done: it needs so many times of what it has spent, and no longer after so many times of what it seemed to need, unless its
/// longest path is less than so many times as long as it was when it seemed so first.
const FAVOUR: u64 = 4;
const NEAR: f64 = 4.0;
const PATIENCE: f64 = 4.0;
const LONGER: u64 = 2;
/// How much less one has that needs so many times of what it has spent, which may be wrong.
const DOUBT: u64 = 2;
const FAR: f64 = 1_000.0;
/// How much more weight those that join late have where all together have worked for so long, and no path has come to its end, or next to none: then it is believed
/// that none does. Where nobody had a question yet, the program runs by itself: those that are long mostly end.
const ENDLESS: u64 = 4;
const ENDLESS_BY_THEN: u64 = 10_000_000;
const ENDLESS_BY_ITSELF_BY_THEN: u64 = 4_000_000_000;
/// How much more weight one that joined late has where it must find an invariant, until it has worked for so long, if nobody will be done within so many times of what
/// it has spent.
const FOR_INVARIANTS: u64 = 3;
const FOR_INVARIANTS_UNTIL: u64 = 16_000_000_000;
const SIGHT: f64 = 64.0;
/// How much less one then has that follows paths, and so little of whose tree is done: next to none of them has come to its end.
const HOPELESS: u64 = 4;
const HARDLY_ANY: f64 = 1e-6;
/// An explorer that has made so many terms sleeps until the others are done.
const MOST_TERMS: u64 = 20_000_000;

/// Bytes of stack of an explorer: as many as a process has.
const STACK: usize = 8 << 20;
/// How often it is looked whether the run is interrupted, or has to end.
const LOOK: Duration = Duration::from_millis(20);
/// So many messages may wait to be taken; then who sends waits.
const MOST_SENT: usize = 16;
/// How often progress is shown.
const PROGRESS: Duration = Duration::from_millis(100);
/// After an explorer was ended for its memory, so long none of it is missed: the system takes it back when it likes.
const AFTER_FREEING: Duration = Duration::from_millis(300);

/// The portfolio as an engine.
pub struct Auto {
    /// Of these, those that [join](Engine::joins_portfolio) run side by side.
    pub explorers: &'static [&'static dyn Engine],
    /// Where single paths are asked for.
    pub of_paths: &'static dyn Engine,
    /// Where formulas of the program are asked for.
    pub of_formulas: &'static dyn Engine,
    /// Where a proof without a bound is asked for.
    pub of_proofs: &'static dyn Engine,
}

impl Auto {
    /// Those that run side by side.
    pub fn members(&self) -> impl Iterator<Item = &'static dyn Engine> {
        let explorers = self.explorers.iter().copied();
        explorers.filter(|engine| engine.joins_portfolio())
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn summary(&self) -> &'static str {
        "The others side by side, each as far as its share of the work goes, until one decides; paths alone where single paths are asked for (--tests, --count-inputs, --decisions, --emit-per path), merge for other formulas (--emit), prove for proofs (--proof, --correctness-witness, --invariants)"
    }

    /// Shares make no sense where single paths or formulas are asked for.
    fn stand_in(&self, demands: &[Demand]) -> Option<&'static dyn Engine> {
        let of_paths = [
            Demand::TestCases,
            Demand::Decisions,
            Demand::CountInputs,
            Demand::FormulasOfPaths,
        ];
        if demands.iter().any(|demand| of_paths.contains(demand)) {
            return Some(self.of_paths);
        }
        if demands.contains(&Demand::Proof) || demands.contains(&Demand::Termination) {
            return Some(self.of_proofs);
        }
        let formulas = demands.contains(&Demand::Formulas);
        formulas.then_some(self.of_formulas)
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let takes = |engine: &&dyn Engine| engine.refuses_program(task.program).is_none();
        let members: Vec<&dyn Engine> = self
            .members()
            .map(|engine| engine as _)
            .filter(takes)
            .collect();
        side_by_side(&members, task, observer)
    }
}

/// A slice, and the number of an explorer: the order of all that happens.
type Moment = (u64, usize);

/// An explorer in the portfolio, as the others see it.
#[derive(Debug, Default)]
struct Seat {
    /// See [`Engine::share`].
    usual: u64,
    /// See [`Engine::behind_questions`].
    behind_questions: u64,
    joins: Joins,
    /// The slice that it is in; those before are done.
    slice: u64,
    /// Its virtual time, when it last came to the end of a slice.
    now: u64,
    /// When its present slice ends, and how long each of this epoch is.
    end: u64,
    share: u64,
    /// How far it was when it was last in no query before then.
    progress: Progress,
    /// Whether it came out of a query in this epoch, or was in none; where it had nothing to do, in the one before.
    moved: bool,
    /// How far it was when it last told so, for who wants to see it.
    shown: Progress,
    is_running: bool,
    has_ended: bool,
    /// Why it has to stop, the others not.
    stop: Option<Reason>,
    /// When it should have been done, since it seemed so once, and the length of its longest path then.
    promised: Option<(u64, u64)>,
}

impl Seat {
    /// What it still needs, in virtual time, if all paths are as those that it knows.
    fn left(&self) -> Option<f64> {
        let done = self.progress.done;
        (done > 0.0).then(|| self.now as f64 * (1.0 - done).max(0.0) / done)
    }

    /// Whether it is believed what it seems to need. Who was expected to be done and was not, is believed only as long as its paths did not become much longer: behind
    /// a loop that only an input ends, half of what is left is done with each round.
    fn is_believed(&self) -> bool {
        let longest = self.progress.longest;
        self.promised.is_none_or(|(end, before)| {
            self.now <= end || longest > 0 && longest < LONGER.saturating_mul(before)
        })
    }

    /// Whether it will come to an end, as far as can be seen.
    fn sees_end(&self) -> bool {
        self.is_believed() && (self.left()).is_some_and(|left| left <= SIGHT * self.now as f64)
    }

    /// Whether it follows single paths, and has come to the end of none, or next to none.
    fn ends_hardly_any(&self) -> bool {
        self.progress.longest > 0 && self.progress.done < HARDLY_ANY
    }

    /// Whether it joined late, and is not after what the others are after as well: it found a loop that it must find an invariant of.
    fn has_loop(&self) -> bool {
        self.joins_late() && self.now > 0 && self.progress.asks == Asks::Others
    }

    /// Whether it came to the end of more than next to none of its paths.
    fn has_ends(&self) -> bool {
        self.progress.done >= HARDLY_ANY || self.has_ended && self.progress.paths > 0
    }

    /// Whether it is about to be done, in an epoch that is so long for it.
    fn is_near(&mut self, epoch: u64) -> bool {
        let Some(left) = self.left() else {
            return false;
        };
        let is_near = left <= NEAR * self.now as f64;
        if is_near && self.promised.is_none() {
            let needed = (left * PATIENCE) as u64;
            let end = self.now.saturating_add(epoch).saturating_add(needed);
            self.promised = Some((end, self.progress.longest));
        }
        is_near && self.is_believed()
    }

    /// Its share beside those of the others, in the next epoch.
    fn weight(&mut self, outlook: &Outlook) -> u64 {
        let is_far = self.left().is_some_and(|left| left > FAR * self.now as f64);
        let is_near = self.is_near(outlook.epoch);
        let mut weight = self.usual * SCALE;
        if is_near {
            weight *= FAVOUR;
        }
        // It can only find violations.
        if self.progress.has_given_up {
            weight /= FAVOUR;
        }
        if outlook.is_stuck {
            weight *= self.behind_questions;
        }
        if outlook.needs_invariants && self.has_loop() {
            weight *= FOR_INVARIANTS;
        }
        if outlook.needs_invariants && self.ends_hardly_any() {
            weight /= HOPELESS;
        } else if is_far {
            weight /= DOUBT;
        }
        if self.joins_late() {
            weight *= outlook.late;
        }
        weight
    }

    fn joins_late(&self) -> bool {
        self.joins == Joins::Late
    }

    /// Whether it waits until the others are done, if these need not wait themselves; `is_stuck`: they have been in one query each for an epoch. Who only asks
    /// what they ask would come no farther.
    fn sleeps(&self, is_stuck: bool) -> bool {
        let is_superfluous = match self.progress.asks {
            Asks::Others => false,
            Asks::TheSame => is_stuck && self.joins_late(),
            Asks::OnlyTheSame => true,
        };
        is_superfluous || self.progress.terms > MOST_TERMS
    }
}

/// What is seen of all together when an epoch begins.
struct Outlook {
    /// How long the epoch is for all together.
    epoch: u64,
    /// Those that do not join late were in one query each for an epoch.
    is_stuck: bool,
    /// One that joined late has a loop, and nobody will be done soon.
    needs_invariants: bool,
    /// How many times their weight those have that join late.
    late: u64,
}

/// Who is where, and how far each may go.
#[derive(Debug)]
struct Board {
    seats: Vec<Seat>,
    cores: usize,
    /// Slices of an epoch, the first slice behind the present one, how long a slice of it is for all together, and how long it may be.
    slices: u64,
    horizon: u64,
    slice: u64,
    longest_slice: u64,
    budgets: Budgets,
    /// Why all have to stop.
    stop: Option<Reason>,
    /// The first moment at which one decided.
    decided: Option<Moment>,
}

impl Board {
    fn new(engines: &[&dyn Engine], task: &Task<'_>) -> Self {
        let seats = engines.iter().map(|engine| Seat {
            usual: engine.share(),
            behind_questions: engine.behind_questions(),
            joins: engine.joins(),
            ..Seat::default()
        });
        let budgets = task.options.budgets;
        let Budgets {
            paths,
            queries,
            instructions,
            states: _,
            memory_bytes: _,
            system_memory: _,
            wall: _,
        } = budgets;
        let is_limited = [paths, queries, instructions].iter().any(Option::is_some);
        // Budgets are for all together, and what all have spent is looked at between epochs.
        let (slices, longest_slice) = match is_limited {
            true => (1, FIRST_SLICE),
            false => (SLICES, LONGEST_SLICE),
        };
        let mut board = Board {
            seats: seats.collect(),
            cores: task.options.jobs.get(),
            slices,
            longest_slice,
            horizon: 0,
            slice: FIRST_SLICE / 2,
            budgets,
            stop: None,
            decided: None,
        };
        board.begin_epochs();
        board
    }

    fn live(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| !seat.has_ended)
    }

    /// The moment of an explorer.
    fn moment(&self, number: usize) -> Moment {
        (self.seats[number].slice, number)
    }

    /// Whether an explorer is behind one that decided.
    fn is_behind(&self, number: usize) -> bool {
        (self.decided).is_some_and(|decided| self.moment(number) > decided)
    }

    /// Why an explorer has to stop.
    fn stopped(&self, number: usize) -> Option<Reason> {
        let behind = self.is_behind(number).then_some(Reason::FirstFinding);
        let own = || self.seats[number].stop.clone();
        self.stop.clone().or_else(own).or(behind)
    }

    /// The first moment that somebody is at, or decided; what happened up to then is known, and counts.
    fn reached(&self) -> Option<Moment> {
        let numbers = 0..self.seats.len();
        let live = numbers.filter(|&number| !self.seats[number].has_ended);
        let moments = live.map(|number| self.moment(number));
        moments.chain(self.decided).min()
    }

    /// Whether an explorer that waits may go on: no other that waits is before it, and there is a core.
    fn may_run(&self, number: usize) -> bool {
        let running = self.live().filter(|seat| seat.is_running).count();
        let waits = |other: &usize| {
            let seat = &self.seats[*other];
            !seat.has_ended
                && !seat.is_running
                && seat.slice < self.horizon
                && self.stopped(*other).is_none()
        };
        let waiting = (0..self.seats.len()).filter(waits);
        let first = waiting.map(|number| self.moment(number)).min();
        running < self.cores && first == Some(self.moment(number))
    }

    /// An explorer is done with the slices that end before its time.
    fn pass(&mut self, number: usize) {
        let horizon = self.horizon;
        let seat = &mut self.seats[number];
        while seat.slice < horizon && seat.now >= seat.end {
            seat.slice += 1;
            seat.end = seat.end.saturating_add(seat.share);
        }
    }

    /// Begins epochs, until somebody has something to do in one, if all are done with those before.
    fn begin_epochs(&mut self) {
        while self.stop.is_none()
            && self.decided.is_none()
            && self.live().next().is_some()
            && self.live().all(|seat| seat.slice >= self.horizon)
        {
            self.stop = self.used_up().map(Reason::Budget);
            self.begin_epoch();
        }
    }

    /// The budget that all together have used up, if there is one.
    fn used_up(&self) -> Option<BudgetKind> {
        let sum = |of: fn(&Progress) -> u64| self.seats.iter().map(|seat| of(&seat.progress)).sum();
        let reached =
            |budget: Option<u64>, spent: u64| budget.is_some_and(|budget| spent >= budget);
        let budgets = &self.budgets;
        [
            (BudgetKind::Paths, budgets.paths, sum(|it| it.paths)),
            (BudgetKind::Queries, budgets.queries, sum(|it| it.queries)),
            (
                BudgetKind::Instructions,
                budgets.instructions,
                sum(|it| it.instructions),
            ),
        ]
        .into_iter()
        .find_map(|(kind, budget, spent)| reached(budget, spent).then_some(kind))
    }

    /// The work of all together.
    fn spent(&self) -> u64 {
        self.seats.iter().map(|seat| seat.now).sum()
    }

    fn had_questions(&self) -> bool {
        self.seats.iter().any(|seat| seat.progress.queries > 0)
    }

    /// How many times their weight those have now that join late, whether anybody had a question yet or not.
    fn lateness(&self, had_questions: bool) -> u64 {
        let is_endless = !self.seats.iter().any(Seat::has_ends);
        // Who has begun and found no loop may be behind the same question as the others.
        let finds_none = |seat: &Seat| seat.joins_late() && seat.now > 0 && !seat.has_loop();
        let by_then = match had_questions {
            true => ENDLESS_BY_THEN,
            false => ENDLESS_BY_ITSELF_BY_THEN,
        };
        match is_endless && self.spent() >= by_then && !self.live().any(finds_none) {
            true => ENDLESS,
            false => 1,
        }
    }

    /// Gives each its share of the slices to come.
    fn begin_epoch(&mut self) {
        let is_first = self.horizon == 0;
        self.slice = self.slice.saturating_mul(2).min(self.longest_slice);
        let is_stuck = !is_first && !self.live().any(|seat| seat.moved && !seat.joins_late());
        let may_sleep = self.live().any(|seat| !seat.sleeps(is_stuck));
        let sleeps = |seat: &Seat| may_sleep && seat.sleeps(is_stuck);
        let may_be_late = (self.live()).any(|seat| !(seat.joins_late() || sleeps(seat)));
        let may_wait = (self.live()).any(|seat| seat.joins == Joins::AtOnce && !sleeps(seat));
        // Of a question that somebody is still behind is not told.
        let had_questions = is_stuck || self.had_questions();
        let waits = may_wait && is_first;
        let is_worth_it = |seat: &Seat| seat.has_loop() && seat.now < FOR_INVARIANTS_UNTIL;
        let outlook = Outlook {
            epoch: self.slice.saturating_mul(self.slices),
            is_stuck,
            needs_invariants: self.live().any(is_worth_it) && !self.live().any(Seat::sees_end),
            late: match may_be_late {
                true => self.lateness(had_questions),
                false => 1,
            },
        };
        let weights: Vec<u64> = (self.seats.iter_mut())
            .map(|seat| match seat.joins {
                _ if sleeps(seat) || seat.has_ended => 0,
                Joins::Second | Joins::Late if waits => 0,
                Joins::AtOnce | Joins::Second | Joins::Late => seat.weight(&outlook),
            })
            .collect();
        let sum: u64 = weights.iter().sum();
        let begin = self.horizon;
        self.horizon += self.slices;
        for (number, weight) in weights.into_iter().enumerate() {
            let seat = &mut self.seats[number];
            let before = seat.end.saturating_sub(seat.share);
            seat.share = self.slice * weight / sum.max(1);
            seat.end = before.saturating_add(seat.share);
            seat.slice = match weight {
                0 => self.horizon,
                _ => begin,
            };
            self.pass(number);
            // Who came so far before has nothing to do, and is where it was: behind a question or not.
            let seat = &mut self.seats[number];
            seat.moved &= weight > 0 && seat.slice >= self.horizon;
        }
    }
}

/// What all share.
struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
    /// Whether somebody has to stop.
    alert: AtomicBool,
}

impl Shared {
    /// The board. It is whole whatever a thread that panicked was about to do.
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes who has to stop.
    fn alert(&self, change: impl FnOnce(&mut Board)) {
        change(&mut self.board());
        self.alert.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn stop(&self, reason: Reason) {
        self.alert(|board| board.stop = board.stop.take().or(Some(reason)));
    }

    /// An explorer came to an end.
    fn ended(&self, number: usize, has_decided: bool, progress: Option<Progress>) {
        let mut board = self.board();
        let moment = board.moment(number);
        let seat = &mut board.seats[number];
        seat.has_ended = true;
        seat.is_running = false;
        if let Some(progress) = progress {
            seat.progress = progress;
        }
        if has_decided {
            board.decided = Some(board.decided.map_or(moment, |first| first.min(moment)));
            self.alert.store(true, Ordering::Relaxed);
        }
        board.begin_epochs();
        self.changed.notify_all();
    }
}

/// An explorer's own view of the time. Only its thread changes it.
struct Clock {
    shared: Arc<Shared>,
    number: usize,
    now: AtomicU64,
    /// When its slice ends.
    end: AtomicU64,
    /// How far it was when it was last in no query, if that was in this slice.
    moved: Mutex<Option<Progress>>,
    slice: AtomicU64,
}

impl Clock {
    fn new(shared: &Arc<Shared>, number: usize) -> Self {
        Clock {
            shared: shared.clone(),
            number,
            now: AtomicU64::new(0),
            end: AtomicU64::new(0),
            moved: Mutex::new(None),
            slice: AtomicU64::new(0),
        }
    }

    /// It is so late now; waits until that is within a slice in which the explorer may run. Why it has to stop, if it has.
    fn is(&self, now: u64, progress: Option<&Progress>) -> Option<Reason> {
        self.now.store(now, Ordering::Relaxed);
        if let Some(progress) = progress {
            *self.moved() = Some(*progress);
        }
        match now >= self.end.load(Ordering::Relaxed) {
            true => self.wait(now),
            false => self.stopped(),
        }
    }

    fn moved(&self) -> MutexGuard<'_, Option<Progress>> {
        self.moved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the explorer has to stop.
    fn stopped(&self) -> Option<Reason> {
        let alert = self.shared.alert.load(Ordering::Relaxed);
        alert.then(|| self.shared.board().stopped(self.number))?
    }

    fn wait(&self, now: u64) -> Option<Reason> {
        delay();
        let number = self.number;
        let mut board = self.shared.board();
        let seat = &mut board.seats[number];
        seat.now = now;
        seat.is_running = false;
        if let Some(progress) = self.moved().take() {
            seat.moved = true;
            seat.progress = progress;
        }
        board.pass(number);
        board.begin_epochs();
        // Others look again only where something has changed: else they would wake one another for ever.
        self.shared.changed.notify_all();
        loop {
            let stopped = board.stopped(number);
            let may_run = stopped.is_none() && board.may_run(number);
            if stopped.is_some() || may_run {
                let seat = &mut board.seats[number];
                seat.is_running = true;
                self.end.store(seat.end, Ordering::Relaxed);
                self.slice.store(seat.slice, Ordering::Relaxed);
                if stopped.is_some() {
                    self.shared.alert.store(true, Ordering::Relaxed);
                }
                // The next one may find another core.
                self.shared.changed.notify_all();
                return stopped;
            }
            let woken = self.shared.changed.wait(board);
            board = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The solver is in a query, and so much more was done. Whether it has to give up.
    fn is_in_query(&self, work: u64, may_wait: bool) -> bool {
        let now = self.now.load(Ordering::Relaxed);
        let stopped = match may_wait {
            true => self.is(now.saturating_add(work), None),
            false => self.stopped(),
        };
        stopped.is_some()
    }
}

/// What comes from an explorer.
enum Message {
    Found(Moment, Box<Finding>),
    /// One of its paths ended, with something that is wanted.
    PathEnd(usize, Box<PathEnd>),
    Ended(usize, Box<Result<Answer, ExploreError>>),
}

/// What an explorer tells.
struct Listener {
    clock: Arc<Clock>,
    sender: SyncSender<Message>,
    wants_tests: bool,
    wants_decisions: bool,
}

impl Listener {
    fn send(&self, message: Message) {
        // Nobody listens any more only where the run failed.
        let _ = self.sender.send(message);
    }
}

impl Observer for Listener {
    fn finding(&mut self, finding: &Finding) {
        let slice = self.clock.slice.load(Ordering::Relaxed);
        let moment = (slice, self.clock.number);
        self.send(Message::Found(moment, Box::new(finding.clone())));
    }

    fn path_end(&mut self, end: &PathEnd) {
        if self.wants_tests || self.wants_decisions {
            self.send(Message::PathEnd(self.clock.number, Box::new(end.clone())));
        }
    }

    fn progress(&mut self, progress: &Progress) {
        let mut board = self.clock.shared.board();
        board.seats[self.clock.number].shown = *progress;
    }

    fn interrupted(&self) -> bool {
        self.clock.stopped().is_some()
    }

    fn look(&mut self, progress: &Progress) -> Option<Reason> {
        delay();
        self.clock.is(progress.work, Some(progress))
    }

    fn wants_tests(&self) -> bool {
        self.wants_tests
    }

    fn wants_decisions(&self) -> bool {
        self.wants_decisions
    }
}

/// Lets the others stop where an explorer with a number, or who listens to them, ends otherwise than it should.
struct Alarm<'s>(&'s Shared, Option<usize>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if let Some(number) = self.1 {
                self.0.ended(number, false, None);
            }
            self.0.stop(Reason::Interrupted);
        }
    }
}

/// Runs an explorer as long as it may.
fn explore(engine: &dyn Engine, task: &Task<'_>, mut listener: Listener) {
    let clock = listener.clock.clone();
    let _alarm = Alarm(&clock.shared, Some(clock.number));
    // Somebody has to say why nothing was done.
    if clock.wait(0).is_some() && clock.number > 0 {
        return clock.shared.ended(clock.number, false, None);
    }
    let mut task = task.clone();
    task.options.jobs = NonZero::<usize>::MIN;
    task.options.budgets.memory_bytes = None;
    task.options.budgets.system_memory = false;
    let before = task.solver.interrupted.take();
    // A query that may take so many seconds cannot wait.
    let may_wait = task.solver.time_limit.is_none();
    let of_solver = clock.clone();
    task.solver.interrupted = Some(Interrupt::new(move |work| {
        before.as_ref().is_some_and(|before| before.is_wanted(work))
            || of_solver.is_in_query(work, may_wait)
    }));
    let answer = engine.run(&task, &mut listener);
    let (has_decided, progress) = match &answer {
        Ok(answer) => {
            let statistics = &answer.record.statistics;
            let progress = Progress {
                paths: statistics.paths,
                queries: statistics.solver.queries,
                instructions: statistics.instructions,
                ..Progress::default()
            };
            let is_over = has_decided(&answer.record, task.options.stop)
                || has_spent_all(&answer.record) && clock.shared.board().stop.is_none();
            (is_over, Some(progress))
        }
        // Nobody knows more than that something is wrong.
        Err(_) => (true, None),
    };
    clock.shared.ended(clock.number, has_decided, progress);
    listener.send(Message::Ended(clock.number, Box::new(answer)));
}

/// Runs engines side by side, on as many cores as the task says, until one decides. Gives its answer, or else that of the one that came
/// farthest, with the findings of all. Nothing of it depends on how many cores there are, unless a budget of time or memory strikes.
///
/// # Errors
/// If an engine fails, if there is none, or if no threads can be begun.
pub fn side_by_side(
    engines: &[&dyn Engine],
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Result<Answer, ExploreError> {
    if engines.is_empty() {
        return Err(ExploreError::NoEngine);
    }
    let start = Instant::now();
    let shared = Arc::new(Shared {
        board: Mutex::new(Board::new(engines, task)),
        changed: Condvar::new(),
        alert: AtomicBool::new(false),
    });
    let (sender, receiver) = mpsc::sync_channel(MOST_SENT);
    let mut watch = Watch::new(&shared, task, start);
    watch.look(observer);
    let mut found = Found::default();
    let mut answers: Vec<Option<Result<Answer, ExploreError>>> =
        engines.iter().map(|_| None).collect();
    let mut ends: Vec<Held> = engines.iter().map(|_| Held::new()).collect();
    std::thread::scope(|scope| {
        // Explorers would wait for a thread that is gone to listen.
        let (_alarm, receiver) = (Alarm(&shared, None), receiver);
        for (number, &engine) in engines.iter().enumerate() {
            let listener = Listener {
                clock: Arc::new(Clock::new(&shared, number)),
                sender: sender.clone(),
                wants_tests: observer.wants_tests(),
                wants_decisions: observer.wants_decisions(),
            };
            let thread = Builder::new()
                .name(engine.name().to_owned())
                .stack_size(STACK);
            let begun = thread.spawn_scoped(scope, move || explore(engine, task, listener));
            if let Err(error) = begun {
                shared.stop(Reason::Interrupted);
                return Err(ExploreError::NoThread(error));
            }
        }
        drop(sender);
        loop {
            let first = match receiver.recv_timeout(LOOK) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            // What was found up to there has been sent.
            let reached = shared.board().reached();
            let sent = receiver.try_iter().take(MOST_SENT);
            for message in first.into_iter().chain(sent) {
                match message {
                    Message::Found(moment, finding) => found.add(moment, *finding),
                    Message::PathEnd(number, end) => ends[number].hold(*end, observer),
                    Message::Ended(number, answer) => answers[number] = Some(*answer),
                }
            }
            found.tell(reached, observer);
            watch.look(observer);
        }
    })?;
    let decided = shared.board().decided;
    found.tell(decided, observer);
    let number = decided.map(|(_, number)| number);
    let number = number.or_else(|| farthest(&answers));
    let number = number.ok_or(ExploreError::NoEngine)?;
    let answer = answers[number].take();
    let mut answer = answer.ok_or(ExploreError::NoEngine)??;
    ends[number].tell(observer);
    let record = &mut answer.record;
    for finding in found.told {
        record.add_finding(finding);
    }
    record.statistics.elapsed = start.elapsed();
    record.budgets = task.options.budgets;
    Ok(answer)
}

/// What was found, in the order in which it is told.
#[derive(Default)]
struct Found {
    /// What is not told yet.
    waiting: BTreeMap<Moment, Vec<Finding>>,
    told: Vec<Finding>,
}

impl Found {
    fn add(&mut self, moment: Moment, finding: Finding) {
        self.waiting.entry(moment).or_default().push(finding);
    }

    /// Tells what was found up to a moment, or all of it.
    fn tell(&mut self, until: Option<Moment>, observer: &mut dyn Observer) {
        while let Some(first) = self.waiting.first_entry()
            && until.is_none_or(|until| *first.key() <= until)
        {
            for finding in first.remove() {
                let place = finding.place();
                if !self.told.iter().any(|known| known.place() == place) {
                    observer.finding(&finding);
                    self.told.push(finding);
                }
            }
        }
    }
}

/// Looks after what depends on clocks: interrupts, time, memory, and progress.
struct Watch<'s> {
    shared: &'s Shared,
    budgets: Budgets,
    start: Instant,
    shown: Instant,
    /// No memory is missed before.
    patient_until: Instant,
}

impl<'s> Watch<'s> {
    fn new(shared: &'s Shared, task: &Task<'_>, start: Instant) -> Self {
        Watch {
            shared,
            budgets: task.options.budgets,
            start,
            shown: start,
            patient_until: start,
        }
    }

    fn look(&mut self, observer: &mut dyn Observer) {
        let elapsed = self.start.elapsed();
        if observer.interrupted() {
            self.shared.stop(Reason::Interrupted);
        } else if self.budgets.wall.is_some_and(|wall| elapsed >= wall) {
            self.shared.stop(Reason::Budget(BudgetKind::Wall));
        }
        if Instant::now() >= self.patient_until {
            self.look_at_memory();
        }
        if self.shown.elapsed() >= PROGRESS {
            self.shown = Instant::now();
            observer.progress(&self.progress(elapsed));
        }
    }

    /// Ends the largest explorer if all together are too large.
    fn look_at_memory(&mut self) {
        self.patient_until = Instant::now() + LOOK;
        let estimate = || {
            let board = self.shared.board();
            board.live().map(|it| it.shown.memory_estimate()).sum()
        };
        let Some(kind) = self.budgets.memory_used_up(estimate) else {
            return;
        };
        let mut board = self.shared.board();
        self.patient_until = Instant::now() + AFTER_FREEING;
        let size = |seat: &Seat| {
            let shown = seat.shown.memory_estimate();
            shown.max(seat.progress.memory_estimate())
        };
        let spent = Some(Reason::Budget(kind));
        let live = board.seats.iter_mut().filter(|seat| !seat.has_ended);
        match live.max_by_key(|seat| size(seat)) {
            Some(seat) if size(seat) > 0 => seat.stop = spent,
            // Even without them there is too little.
            Some(_) | None => board.stop = board.stop.take().or(spent),
        }
        drop(board);
        self.shared.alert(|_| {});
    }

    /// How far all together are.
    fn progress(&self, elapsed: Duration) -> Progress {
        let board = self.shared.board();
        let mut sum = Progress {
            elapsed,
            ..Progress::default()
        };
        for seat in &board.seats {
            let shown = &seat.shown;
            sum.paths += shown.paths;
            sum.findings += shown.findings;
            sum.waiting += shown.waiting;
            sum.instructions += shown.instructions;
            sum.queries += shown.queries;
            sum.terms += shown.terms;
            sum.work += shown.work;
            sum.done = sum.done.max(shown.done);
            sum.covered = sum.covered.max(shown.covered);
        }
        sum
    }
}

/// Whether no other explorer, and no more work, changes what a record says.
fn has_decided(record: &Record, stop: StopAt) -> bool {
    let found = stop == StopAt::FirstFinding && !record.findings.is_empty();
    found || record.has_internal_error() || record.cuts.iter().all(|cut| cut.reason.is_bound())
}

/// Whether an explorer has used up by itself what all may spend together: then the run is over.
fn has_spent_all(record: &Record) -> bool {
    let mut budgets = record.cuts.iter().filter_map(|cut| cut.reason.budget());
    budgets.any(|kind| match kind {
        BudgetKind::Paths | BudgetKind::Queries | BudgetKind::Instructions => true,
        BudgetKind::States | BudgetKind::Memory | BudgetKind::SystemMemory | BudgetKind::Wall => {
            false
        }
    })
}

/// Whose answer says most of those that nobody stopped or that all were; the first of equals.
fn farthest(answers: &[Option<Result<Answer, ExploreError>>]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (number, answer) in answers.iter().enumerate() {
        let before = best.and_then(|best| answers[best].as_ref());
        let is_better = match (before, answer) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(Ok(best)), Some(Ok(answer))) => is_farther(answer, best),
            (Some(_), Some(_)) => false,
        };
        if is_better {
            best = Some(number);
        }
    }
    best
}

/// Whether an answer says more than another one: more findings; or no budget ended it; or it executed more of the program; or, if a budget
/// ended it, more paths came to their end; or fewer paths were given up.
fn is_farther(answer: &Answer, other: &Answer) -> bool {
    let rank = |Answer {
                    record, coverage, ..
                }: &Answer| {
        let cuts: u64 = record.cuts.iter().map(|cut| cut.count).sum();
        let budget = |cut: &Cut| matches!(cut.reason, Reason::Budget(_) | Reason::Interrupted);
        // What is not proven says nothing of paths, and an arbitrary iteration executes what no path does.
        let unproven = |cut: &Cut| matches!(cut.reason, Reason::Unproven(_));
        let no_paths = record.cuts.iter().any(unproven) || record.statistics.arbitrary_loops > 0;
        let is_stopped = record.cuts.iter().any(budget);
        (
            record.findings.len(),
            !no_paths,
            !is_stopped,
            coverage.instruction_count(),
            is_stopped.then_some(record.statistics.paths),
            std::cmp::Reverse(cuts),
        )
    };
    rank(answer) > rank(other)
}
