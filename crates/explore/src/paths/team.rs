//! Several workers on one tree of paths, each with its own machine, terms and solver.
//!
//! States cannot go from one worker to another, since their terms are of one machine; what goes is the prefix of a path, which whoever takes
//! it follows without asking the solver. Writing down every state that waits would cost more than it gives, so a worker writes one down when
//! somebody has run dry: the oldest, behind which there is most to do. (Work stealing with private queues: U. Acar, A. Charguéraud,
//! M. Rainey, "Scheduling Parallel Programs by Work Stealing with Private Deques", 2013. The queues of libraries for work stealing hold
//! what any thread may take as it is, so here they would hold nothing.)
//!
//! What a worker found out about a piece goes to [`Gather`], which puts all pieces into the order of one worker alone. So nothing that is
//! found depends on who did what, nor on how many there are; only what it cost does.
//!
//! If the first finding ends the run, it is the first in that order: who finds one ends only what is behind it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::gather::{Gather, answer};
use super::piece::{Piece, Results, Unit};
use super::place::{Leaving, Place};
use super::prefix::Prefix;
use super::way::Path;
use super::{Explorer, OpenPath};
use crate::budget::Spent;
use crate::delays::{delay, slice};
use crate::engine::{Answer, Task};
use crate::ledger::Work;
use crate::left_behind::leave;
use crate::{ExploreError, Observer, PathEnd, Progress, Reason};

/// A piece is closed and sent after this time: what it found is then known and on disk.
const SLICE: Duration = Duration::from_millis(500);

/// Or with so many ends of paths, if these are to be written: a file can take longer than its path, and who explores waits until pieces are taken, so that little is
/// left to write where the time is up.
const MOST_ENDS: u64 = 16;

/// Bytes of stack of a worker: as many as a process has.
const STACK: usize = 8 << 20;

/// Results are told at most so often...
const TELL: Duration = Duration::from_secs(1);

/// ...and writing things down takes at most one part in so many of the time.
const WRITING: u32 = 20;

/// How often it is looked whether the run is interrupted.
const LOOK: Duration = Duration::from_millis(20);

/// How often progress is shown.
const PROGRESS: Duration = Duration::from_millis(100);

/// Of all instructions that are executed, at most one in so many may be one that follows a prefix...
const FOLLOWED: u64 = 12;

/// ...but for so many for each worker, that all may begin.
const FOLLOWED_AT_FIRST: u64 = 1_000_000;

/// What the workers share.
pub(super) struct Team {
    queue: Mutex<Queue>,
    /// Somebody left a piece, or there is nothing more to do.
    changed: Condvar,
    /// Workers that have nothing to do.
    dry: AtomicUsize,
    /// Pieces in the queue.
    offered: AtomicUsize,
    /// Whether [`Queue::stop`] or [`Queue::found`] is set.
    alert: AtomicBool,
    /// Instructions that follow prefixes.
    followed: AtomicU64,
    /// What each worker spent; last, what was spent before there were workers.
    spent: Vec<Account>,
    /// How long a piece may take, if what is left of it is written down at once, for others than the workers.
    writes: Option<Duration>,
}

#[derive(Default)]
struct Queue {
    open: BTreeMap<Place, Vec<Prefix>>,
    /// Workers that explore a piece.
    busy: usize,
    /// Why the whole run has to stop.
    stop: Option<Reason>,
    /// The first finding so far; nothing behind it matters.
    found: Option<Place>,
}

/// What one worker has spent. It tells that at every step: two accounts in one line of a cache would go to and fro between the cores, and
/// processors fetch lines in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Account {
    paths: AtomicU64,
    queries: AtomicU64,
    instructions: AtomicU64,
    waiting: AtomicU64,
    findings: AtomicU64,
}

impl Account {
    fn set(&self, spent: &Spent) {
        self.paths.store(spent.paths, Ordering::Relaxed);
        self.queries.store(spent.queries, Ordering::Relaxed);
        (self.instructions).store(spent.instructions, Ordering::Relaxed);
        self.waiting.store(spent.waiting, Ordering::Relaxed);
        self.findings.store(spent.findings, Ordering::Relaxed);
    }

    fn add_to(&self, sum: &mut Spent) {
        sum.paths += self.paths.load(Ordering::Relaxed);
        sum.queries += self.queries.load(Ordering::Relaxed);
        sum.instructions += self.instructions.load(Ordering::Relaxed);
        sum.waiting += self.waiting.load(Ordering::Relaxed);
        sum.findings += self.findings.load(Ordering::Relaxed);
    }
}

impl Team {
    /// A team that goes on where others were.
    pub fn new(workers: usize, begun: &Results, writes: Option<Duration>) -> Self {
        let open = begun.open();
        let to_follow = open.iter().map(Unit::to_follow);
        let followed = to_follow.fold(begun.work.followed, u64::saturating_add);
        let open = open.into_iter().map(|unit| (unit.place, unit.prefixes));
        let queue = Queue {
            open: open.collect(),
            found: begun.end(),
            ..Queue::default()
        };
        let spent: Vec<Account> = (0..=workers).map(|_| Account::default()).collect();
        if let Some(before) = spent.last() {
            before.set(&begun.spent());
        }
        Team {
            offered: AtomicUsize::new(queue.open.len()),
            alert: AtomicBool::new(queue.found.is_some()),
            queue: Mutex::new(queue),
            changed: Condvar::new(),
            dry: AtomicUsize::new(0),
            followed: AtomicU64::new(followed),
            spent,
            writes,
        }
    }

    /// The queue. It is whole whatever a thread that panicked was about to do.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all workers stop, or some that are behind a finding.
    pub fn has_stopped(&self) -> bool {
        self.alert.load(Ordering::Relaxed)
    }

    /// Lets all workers stop.
    fn stop(&self, reason: Reason) {
        self.queue().stop.get_or_insert(reason);
        self.alert.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Lets all stop who are behind a finding.
    fn found(&self, place: &Place) {
        let mut queue = self.queue();
        if queue.found.as_ref().is_none_or(|found| place < found) {
            queue.found = Some(place.clone());
            queue.open.split_off(place);
            self.offered.store(queue.open.len(), Ordering::Relaxed);
        }
        self.alert.store(true, Ordering::Relaxed);
    }

    /// Why a worker has to stop that is at a place.
    fn stopped(&self, place: &Place) -> Option<Reason> {
        if !self.alert.load(Ordering::Relaxed) {
            return None;
        }
        let queue = self.queue();
        let behind = queue.found.as_ref().is_some_and(|found| found < place);
        let behind = behind.then_some(Reason::FirstFinding);
        queue.stop.clone().or(behind)
    }

    /// Somebody has nothing to do, and nothing is offered.
    fn is_asked(&self) -> bool {
        self.dry.load(Ordering::Relaxed) > self.offered.load(Ordering::Relaxed)
    }

    /// Whether a prefix of so many instructions is worth to be followed once more; if so, that is counted.
    fn may_follow(&self, instructions: u64) -> bool {
        let executed = self.spent(None).instructions;
        let workers = self.spent.len() as u64 - 1;
        let at_first = FOLLOWED_AT_FIRST.saturating_mul(workers);
        let followed = self.followed.load(Ordering::Relaxed);
        let allowed = executed / FOLLOWED + at_first;
        let may = followed.saturating_add(instructions) <= allowed;
        if may {
            self.followed.fetch_add(instructions, Ordering::Relaxed);
        }
        may
    }

    /// What all workers spent, but for one.
    fn spent(&self, but: Option<usize>) -> Spent {
        let mut sum = Spent::default();
        for (number, account) in self.spent.iter().enumerate() {
            if Some(number) != but {
                account.add_to(&mut sum);
            }
        }
        sum
    }

    /// Leaves a piece to whoever takes it.
    fn offer(&self, place: Place, prefix: Prefix) {
        let mut queue = self.queue();
        if queue.found.as_ref().is_some_and(|found| *found < place) {
            return;
        }
        queue.open.insert(place, vec![prefix]);
        self.offered.store(queue.open.len(), Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// The next piece for a worker that has none; waits for one. None if all is done, or has to stop.
    fn take(&self) -> Option<(Place, Vec<Prefix>)> {
        delay();
        let mut queue = self.queue();
        loop {
            if queue.stop.is_some() {
                return None;
            }
            if let Some(first) = queue.open.pop_first() {
                self.offered.store(queue.open.len(), Ordering::Relaxed);
                queue.busy += 1;
                return Some(first);
            }
            if queue.busy == 0 {
                self.changed.notify_all();
                return None;
            }
            self.dry.fetch_add(1, Ordering::Relaxed);
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
            self.dry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A worker has done all that it took.
    fn done(&self) {
        self.queue().busy -= 1;
        self.changed.notify_all();
    }
}

/// A worker's place in a team.
pub(super) struct Seat<'t> {
    team: &'t Team,
    number: usize,
    /// The piece that is explored.
    place: Place,
    /// What was left of it, and of it given away and sent to the end.
    left: Vec<Unit>,
    given: u32,
    sent_last: u32,
    /// States that go last, which this worker explores itself unless somebody asks.
    last: BTreeMap<Place, Box<Path>>,
    /// What earlier pieces of this worker took.
    before: Spent,
    /// When the piece was begun.
    begun: Instant,
    /// How long it took to write down what was left of the piece before.
    writing: Duration,
    /// Whether something of the piece was given away: nothing that others find out about that is known to anybody else before it is closed.
    has_given: bool,
}

impl<'t> Seat<'t> {
    pub fn new(team: &'t Team, number: usize) -> Self {
        Seat {
            team,
            number,
            place: Place::whole(),
            left: Vec::new(),
            given: 0,
            sent_last: 0,
            last: BTreeMap::new(),
            before: Spent::default(),
            begun: Instant::now(),
            writing: Duration::ZERO,
            has_given: false,
        }
    }

    /// States that were left of the piece.
    pub fn left_states(&self) -> u64 {
        self.left.iter().map(|left| left.states).sum()
    }

    /// Whether the piece is to be closed, whatever is left of it; it has so many ends of paths that somebody wants.
    pub fn is_over(&self, ends: u64) -> bool {
        let least = self.team.writes.unwrap_or(SLICE);
        let time = slice(least).max(self.writing.saturating_mul(WRITING));
        let written = self.has_given && self.team.writes.is_some();
        self.begun.elapsed() >= time || written || ends >= MOST_ENDS && self.team.writes.is_none()
    }

    /// States that wait for this worker to be done with all others.
    fn left_here(&self) -> u64 {
        self.last.len() as u64
    }

    /// Lets a state wait until all others are done; `alone`: there are no others in this piece.
    pub fn send_last(&mut self, path: Path, alone: bool) {
        let leaving = match alone && self.sent_last == 0 {
            true => Leaving::OnlyLast,
            false => Leaving::Last(self.sent_last),
        };
        self.sent_last += 1;
        let path = OpenPath(path);
        let prefix = self.team.writes.map(|_| path.prefix());
        let place = self.leave(leaving, 1, prefix.into_iter().collect());
        self.last.insert(place, Box::new(path.0));
    }

    fn leave(&mut self, leaving: Leaving, states: u64, prefixes: Vec<Prefix>) -> Place {
        let place = self.place.of(leaving);
        let left = Unit {
            place: place.clone(),
            states,
            prefixes,
        };
        self.left.push(left);
        place
    }

    /// Whether another worker asks for a state.
    pub fn is_asked(&self) -> bool {
        self.team.is_asked()
    }

    /// Whether a state may be given away: following its prefix costs little beside all that was done.
    pub fn may_give(&self, path: &Path) -> bool {
        self.team.may_follow(path.state.instructions())
    }

    /// Gives away the oldest state that waits.
    pub fn give(&mut self, path: Path) {
        let prefix = OpenPath(path).prefix();
        let place = self.leave_given(prefix.clone());
        self.has_given = true;
        self.team.offer(place, prefix);
    }

    /// Leaves the oldest state that waits.
    pub fn leave_given(&mut self, prefix: Prefix) -> Place {
        let leaving = Leaving::Given(self.given);
        self.given += 1;
        self.leave(leaving, 1, vec![prefix])
    }

    /// Takes all states that go last.
    pub fn take_last(&mut self) -> Vec<(Place, Path)> {
        let last = std::mem::take(&mut self.last).into_iter();
        last.map(|(place, path)| (place, *path)).collect()
    }

    /// Gives away the last of the states that go last.
    pub fn give_last(&mut self) {
        if let Some(last) = self.last.last_entry()
            && self.team.may_follow(last.get().state.instructions())
        {
            let (place, path) = last.remove_entry();
            self.team.offer(place, OpenPath(*path).prefix());
        }
    }

    /// Why this worker has to stop.
    pub fn stopped(&self) -> Option<Reason> {
        self.team.stopped(&self.place)
    }

    /// Tells what this piece took so far.
    pub fn tell(&self, piece: Spent) {
        let own = Spent {
            paths: self.before.paths + piece.paths,
            instructions: self.before.instructions + piece.instructions,
            findings: self.before.findings + piece.findings,
            ..piece
        };
        self.team.spent[self.number].set(&own);
    }

    /// What everything took but this piece.
    pub fn beside(&self) -> Spent {
        let others = self.team.spent(Some(self.number));
        Spent {
            paths: others.paths + self.before.paths,
            instructions: others.instructions + self.before.instructions,
            findings: others.findings + self.before.findings,
            ..others
        }
    }
}

/// What a worker's explorer tells.
pub(super) struct Listener<'t> {
    team: &'t Team,
    wants_tests: bool,
    wants_decisions: bool,
    /// The ends of the paths of a piece, if they come with anything that is wanted.
    pub ends: RefCell<Vec<PathEnd>>,
}

impl<'t> Listener<'t> {
    pub fn new(team: &'t Team, (wants_tests, wants_decisions): (bool, bool)) -> Self {
        Listener {
            team,
            wants_tests,
            wants_decisions,
            ends: RefCell::default(),
        }
    }
}

impl Observer for &Listener<'_> {
    fn path_end(&mut self, end: &PathEnd) {
        if self.wants_tests || self.wants_decisions {
            self.ends.borrow_mut().push(end.clone());
        }
    }

    fn interrupted(&self) -> bool {
        self.team.alert.load(Ordering::Relaxed) && self.team.queue().stop.is_some()
    }

    fn wants_tests(&self) -> bool {
        self.wants_tests
    }

    fn wants_decisions(&self) -> bool {
        self.wants_decisions
    }
}

/// What a worker goes on with: the place of a piece, and states in it beside those that wait.
type Next = (Place, Vec<Path>);

/// What comes from a worker.
enum Message {
    Piece(Box<Piece>),
    /// What this worker did so far.
    Worked(usize, Box<Work>),
    Failed(ExploreError),
}

/// Lets the others stop where a worker, or who listens to them, ends otherwise than it should.
struct Alarm<'t>(&'t Team);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Reason::Interrupted);
        }
    }
}

/// Goes on with paths of a task's program that are open in some results, with as many workers as the options say. Gives what is known then
/// of the unit of these results.
///
/// # Errors
/// As [`crate::explore_paths`]; also if a prefix is not one of the program.
pub fn explore_on(
    task: &Task<'_>,
    engine: &'static str,
    begun: Results,
    observer: &mut dyn Observer,
) -> Result<Answer, ExploreError> {
    let start = Instant::now();
    let workers = task.options.jobs.get();
    let writes = observer.wants_results();
    let team = Team::new(workers, &begun, writes.then_some(SLICE));
    let mut gather = Gather::new(begun.unit().clone(), writes);
    let mut books = Books {
        team: &team,
        before: (begun.work, begun.elapsed),
        start,
        workers: vec![Work::default(); workers],
    };
    for piece in begun.pieces {
        gather.add(piece, observer);
    }
    if writes {
        observer.results(&books.results(&gather));
    }
    let (sender, receiver) = mpsc::sync_channel(workers);
    let wants = (observer.wants_tests(), observer.wants_decisions());
    let mut failure = None;
    std::thread::scope(|scope| {
        // Workers would wait for a thread that is gone to listen.
        let (_alarm, receiver) = (Alarm(&team), receiver);
        for number in 0..workers {
            let (team, sender) = (&team, sender.clone());
            let worker = Builder::new().stack_size(STACK);
            let begun = worker.spawn_scoped(scope, move || {
                let _alarm = Alarm(team);
                if let Err(error) = work_on(task, team, number, wants, &sender) {
                    team.stop(Reason::Interrupted);
                    // Nobody listens any more only where the run failed.
                    let _ = sender.send(Message::Failed(error));
                }
            });
            match begun {
                Ok(_) => {}
                // Fewer find the same.
                Err(_) if number > 0 => break,
                Err(error) => failure = Some(ExploreError::NoThread(error)),
            }
        }
        drop(sender);
        let mut shown = start;
        let mut told = Instant::now();
        let mut pause = TELL;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(Message::Piece(piece)) => gather.add(*piece, observer),
                Ok(Message::Worked(number, work)) => books.workers[number] = *work,
                Ok(Message::Failed(error)) => {
                    failure.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if gather.has_ended() {
                team.stop(Reason::FirstFinding);
            } else if observer.interrupted() {
                team.stop(Reason::Interrupted);
            }
            if shown.elapsed() >= PROGRESS {
                shown = Instant::now();
                observer.progress(&progress(&team, &gather, start.elapsed()));
            }
            if writes && told.elapsed() >= pause {
                let began = Instant::now();
                observer.results(&books.results(&gather));
                told = Instant::now();
                pause = slice(TELL).max(began.elapsed().saturating_mul(WRITING));
            }
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    if writes {
        observer.results(&books.results(&gather));
    }
    let stop = team.queue().stop.clone();
    let (work, elapsed) = books.so_far();
    let ended = (stop, elapsed);
    Ok(answer(task, engine, gather, work, ended, observer))
}

/// What the run took.
struct Books<'t> {
    team: &'t Team,
    /// Before it was taken up.
    before: (Work, Duration),
    start: Instant,
    workers: Vec<Work>,
}

impl Books<'_> {
    fn so_far(&self) -> (Work, Duration) {
        let (before, elapsed) = &self.before;
        let mut work = before.clone();
        for worker in &self.workers {
            work.add(worker);
        }
        work.followed = self.team.followed.load(Ordering::Relaxed);
        (work, *elapsed + self.start.elapsed())
    }

    fn results(&self, gather: &Gather) -> Results {
        let (work, elapsed) = self.so_far();
        gather.results(work, elapsed)
    }
}

fn progress(team: &Team, gather: &Gather, elapsed: Duration) -> Progress {
    let spent = team.spent(None);
    Progress {
        paths: spent.paths,
        findings: spent.findings,
        waiting: spent.waiting,
        instructions: spent.instructions,
        queries: spent.queries,
        covered: gather.coverage().instruction_count() as u64,
        elapsed,
        ..Progress::default()
    }
}

/// Explores pieces until there are none, or all have to stop.
fn work_on(
    task: &Task<'_>,
    team: &Team,
    number: usize,
    wants: (bool, bool),
    sender: &SyncSender<Message>,
) -> Result<(), ExploreError> {
    let (mut machine, mut solver) = task.begin()?;
    let listener = Listener::new(team, wants);
    let mut observer = &listener;
    let mut explorer = Explorer::new(&mut machine, &mut solver, &task.options, &mut observer);
    explorer.seat = Some(Seat::new(team, number));
    while let Some((place, prefixes)) = team.take() {
        let mut paths = Vec::with_capacity(prefixes.len());
        for prefix in &prefixes {
            paths.push(explorer.take_up(prefix)?);
        }
        let mut next = Some((place, paths));
        while let Some((place, paths)) = next {
            explorer.begin(place);
            explorer.run(paths, usize::MAX)?;
            let Some((mut piece, left)) = explorer.close() else {
                break;
            };
            piece.ends = listener.ends.take();
            let work = Work::of(&explorer.machine.terms, explorer.solver);
            let messages = [
                Message::Worked(number, Box::new(work)),
                Message::Piece(Box::new(piece)),
            ];
            for message in messages {
                // Nobody listens any more only where the run failed.
                let _ = sender.send(message);
            }
            next = left;
        }
        team.done();
    }
    let stop = team.queue().stop.clone();
    leave(machine, &stop);
    Ok(())
}

impl Explorer<'_, '_> {
    /// Begins a piece.
    pub(super) fn begin(&mut self, place: Place) {
        if let Some(seat) = &mut self.seat {
            seat.place = place;
            seat.begun = Instant::now();
            seat.has_given = false;
        }
    }

    /// The paths that wait, as they can be written down, in the order in which they are followed.
    fn prefixes(&self) -> Vec<Prefix> {
        let order = self.scheduler.in_order().into_iter();
        let paths = order.filter_map(|id| self.waiting.get(&id));
        let open = paths.map(|path| OpenPath((**path).clone()).prefix());
        open.collect()
    }

    /// Closes the piece: gives what was found out about it, and what this worker goes on with. None if it is no part of a team.
    pub(super) fn close(&mut self) -> Option<(Piece, Option<Next>)> {
        let writes = self.seat.as_ref()?.team.writes.is_some();
        let writing = Instant::now();
        let prefixes = if writes { self.prefixes() } else { Vec::new() };
        let seat = self.seat.as_mut()?;
        seat.writing = writing.elapsed();
        let place = seat.place.clone();
        let waiting = self.waiting.len() as u64;
        let stop = self.stop.take();
        let ended = (stop == Some(Reason::FirstFinding)).then_some(waiting);
        let has_rest = ended.is_none() && waiting > 0;
        let mut rest = has_rest.then(|| (seat.leave(Leaving::Rest, waiting, prefixes), Vec::new()));
        if let Some(reason) = stop {
            // What is left is open.
            let left = std::mem::take(&mut self.waiting);
            match reason {
                // Others go on.
                Reason::FirstFinding => seat.team.found(&place),
                reason => {
                    leave(left, [&reason]);
                    seat.team.stop(reason);
                }
            }
            self.scheduler = self.options.strategy.scheduler();
            seat.last.clear();
            rest = None;
        }
        seat.sent_last = 0;
        let next = rest.or_else(|| {
            seat.given = 0;
            let (place, path) = seat.last.pop_first()?;
            Some((place, vec![*path]))
        });
        let ledger = std::mem::take(&mut self.ledger);
        seat.before.paths += ledger.statistics.paths;
        seat.before.instructions += ledger.statistics.instructions;
        seat.before.findings += ledger.findings.len() as u64;
        let left = std::mem::take(&mut seat.left);
        self.account();
        let (coverage, assumed) = self.machine.take_seen();
        let piece = Piece {
            place,
            ledger,
            ends: Vec::new(),
            coverage,
            assumed,
            left,
            ended,
        };
        Some((piece, next))
    }

    /// Sends those of several states to the end that go last, if others share the work: they may take them.
    pub(super) fn send_last(&mut self, paths: Vec<Path>) -> Vec<Path> {
        let Some(seat) = &mut self.seat else {
            return paths;
        };
        let alone = self.waiting.is_empty() && paths.len() == 1;
        let mut others = Vec::with_capacity(paths.len());
        for path in paths {
            match path.goes_last() {
                true => seat.send_last(path, alone),
                false => others.push(path),
            }
        }
        others
    }

    /// Gives a state away, if another worker asks for one.
    pub(super) fn share(&mut self) {
        let Some(seat) = &mut self.seat else { return };
        delay();
        if !seat.is_asked() {
            return;
        }
        let Some(id) = self.scheduler.oldest() else {
            return seat.give_last();
        };
        let may_give = |path: &Path| seat.may_give(path);
        if self.waiting.get(&id).is_some_and(|path| may_give(path))
            && let Some(path) = self.waiting.remove(&id)
        {
            self.scheduler.withdraw(id, &self.graph);
            seat.give(*path);
        }
    }

    /// Tells the other workers what this one took; remembers what they did, where budgets are for all together.
    pub(super) fn account(&mut self) {
        let Some(seat) = &self.seat else { return };
        let queries = self.meter.asked(self.solver);
        let statistics = &self.ledger.statistics;
        seat.tell(Spent {
            paths: statistics.paths,
            queries,
            instructions: statistics.instructions,
            waiting: self.waiting.len() as u64 + seat.left_here(),
            findings: self.ledger.findings.len() as u64,
        });
        if self.options.budgets.have_counts() {
            self.beside = seat.beside();
        }
    }
}
