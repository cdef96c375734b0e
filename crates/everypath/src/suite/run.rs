//! Running the checks of a suite, side by side.
//!
//! A thread starts a process and waits for it, and then the next one; what a process left behind is read meanwhile by the thread that called.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::memory::Memory;
use super::{Check, Expect, Suite};
use crate::exit::{self, CommandError, unreadable};

/// How often the clock and interrupts are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program `everypath`, which does each check.
    pub executable: PathBuf,
    /// How many checks run at once.
    pub jobs: usize,
    /// Whether results are taken that are remembered, where nothing changed since.
    pub remembers: bool,
    /// The folder for the pages of each check, if they are wanted.
    pub pages: Option<PathBuf>,
    /// What has not begun by then is not run, and what runs then is ended.
    pub limit: Option<Duration>,
}

/// What a check said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// The exit code.
    pub code: u8,
    /// `safe`, `unsafe` or `incomplete`; none if there is no verdict.
    pub verdict: Option<String>,
    /// The properties that are violated.
    pub violated: Vec<String>,
    /// In one line: the first violation, cut or error.
    pub note: String,
    /// What it printed.
    pub text: String,
    /// Findings and cuts as SARIF.
    pub sarif: Option<Value>,
    /// Seconds.
    pub seconds: f64,
}

/// What became of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran.
    Ran {
        /// What it said.
        ran: Ran,
        /// Whether that is remembered.
        remembered: bool,
    },
    /// It was not run, or ended before it said anything: there was no time left, or the user asked to end.
    NotRun,
}

impl Outcome {
    /// What it said, if it ran.
    pub fn ran(&self) -> Option<&Ran> {
        match self {
            Outcome::Ran { ran, .. } => Some(ran),
            Outcome::NotRun => None,
        }
    }

    /// The exit code that this leads to: 0 where it is as expected, [`exit::UNSAFE`] where the verdict is another one,
    /// [`exit::INCOMPLETE`] where there is none or it is incomplete, and else the error of the check.
    pub fn code(&self, expect: &Expect) -> u8 {
        let Some(ran) = self.ran() else {
            return exit::INCOMPLETE;
        };
        match (ran.verdict.as_deref(), expect) {
            (None, _) => ran.code,
            (Some("safe"), Expect::Safe)
            | (Some("unsafe"), Expect::Unsafe(None))
            | (Some("incomplete"), Expect::Incomplete) => 0,
            (Some("unsafe"), Expect::Unsafe(Some(property))) if ran.violated.contains(property) => {
                0
            }
            (Some("incomplete"), _) => exit::INCOMPLETE,
            (Some(_), _) => exit::UNSAFE,
        }
    }
}

/// Watches the checks of a suite, which are known by their numbers in it. Every method has a default that does nothing.
pub trait SuiteWatcher {
    /// A check begins.
    fn begins(&mut self, _number: usize) {}

    /// A check ended.
    fn ends(&mut self, _number: usize, _outcome: &Outcome) {}

    /// Called while checks run, many times a second.
    fn waits(&mut self) {}

    /// Whether no further check is to begin.
    fn interrupted(&self) -> bool {
        false
    }
}

impl SuiteWatcher for () {}

/// The files of a check that runs, and when it began.
struct Begun {
    files: tempfile::TempDir,
    start: Instant,
    /// The same by the clock of files.
    clock: SystemTime,
}

/// What a thread that runs checks tells.
enum Event {
    /// A check begins.
    Begins(usize),
    /// A process ended, with this code if it was not a signal.
    Ends(usize, Begun, Duration, Option<i32>),
    /// There is no process, or it cannot be waited for.
    Fails(CommandError),
}

/// The process of a thread, where whoever ends it finds it.
type Slot = Mutex<Option<Child>>;

/// What a lock guards; a thread that panicked leaves it whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Suite {
    /// Runs the checks; gives what became of each, in their order.
    ///
    /// # Errors
    /// If a process cannot be started, or files cannot be written.
    pub fn run(
        &self,
        run: &Run,
        watcher: &mut dyn SuiteWatcher,
    ) -> Result<Vec<Outcome>, CommandError> {
        let mut memory = Memory::new(&self.directory, &run.executable);
        let mut outcomes = vec![Outcome::NotRun; self.checks.len()];
        let mut waiting = Vec::new();
        for (number, check) in self.checks.iter().enumerate() {
            let remembered = run.remembers.then(|| memory.recall(check)).flatten();
            match remembered {
                Some(ran) => {
                    outcomes[number] = Outcome::Ran {
                        ran,
                        remembered: true,
                    };
                    watcher.ends(number, &outcomes[number]);
                }
                None => waiting.push(number),
            }
        }
        // What takes longest begins first, so that nobody waits for it at the end; where time is limited, in their order.
        if run.limit.is_none() {
            let seconds = |&number: &usize| memory.seconds(&self.checks[number]);
            waiting.sort_by(|a, b| longest_first(seconds(a), seconds(b)));
        }
        let waiting = Mutex::new(VecDeque::from(waiting));
        let slots: Vec<Slot> = (0..run.jobs.max(1)).map(|_| Mutex::new(None)).collect();
        let start = Instant::now();
        let is_over = || run.limit.is_some_and(|limit| start.elapsed() >= limit);
        let mut failure = None;
        thread::scope(|scope| {
            let (tell, events) = mpsc::channel();
            for slot in &slots {
                let (waiting, tell) = (&waiting, tell.clone());
                let next = move || match is_over() {
                    true => None,
                    false => locked(waiting).pop_front(),
                };
                scope.spawn(move || self.work(run, next, slot, &tell));
            }
            drop(tell);
            loop {
                let event = events.recv_timeout(PAUSE);
                let is_over = is_over();
                if is_over || failure.is_some() || watcher.interrupted() {
                    locked(&waiting).clear();
                }
                if is_over {
                    for slot in &slots {
                        // It is ours, and may be gone already.
                        let _ = locked(slot).as_mut().map(Child::kill);
                    }
                }
                match event {
                    Ok(Event::Begins(number)) => watcher.begins(number),
                    Ok(Event::Ends(number, ..)) if is_over => {
                        watcher.ends(number, &Outcome::NotRun);
                    }
                    Ok(Event::Ends(number, begun, took, code)) => {
                        let check = &self.checks[number];
                        let ran = ran(&begun, took, code);
                        memory.took(check, ran.seconds);
                        if let Some(read) = headers(&begun, check) {
                            memory.note(check, &ran, &read, begun.clock);
                        }
                        outcomes[number] = Outcome::Ran {
                            ran,
                            remembered: false,
                        };
                        watcher.ends(number, &outcomes[number]);
                    }
                    Ok(Event::Fails(error)) => failure = failure.take().or(Some(error)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                watcher.waits();
            }
        });
        memory.keep_times();
        match failure {
            None => Ok(outcomes),
            Some(error) => Err(error),
        }
    }

    /// Runs checks, one after another, as long as there is a next one.
    fn work(
        &self,
        run: &Run,
        next: impl Fn() -> Option<usize>,
        slot: &Slot,
        tell: &mpsc::Sender<Event>,
    ) {
        while let Some(number) = next() {
            let ended = self.start(number, run).and_then(|(child, begun)| {
                // The other end is there as long as threads are.
                let _ = tell.send(Event::Begins(number));
                let status = wait(child, slot);
                let took = begun.start.elapsed();
                let status = status.map_err(|error| unreadable(format!("a check: {error}")))?;
                Ok(Event::Ends(number, begun, took, status.code()))
            });
            let _ = tell.send(ended.unwrap_or_else(Event::Fails));
        }
    }

    fn start(&self, number: usize, run: &Run) -> Result<(Child, Begun), CommandError> {
        let files = tempfile::tempdir();
        let files = files.map_err(|error| unreadable(format!("a temporary directory: {error}")))?;
        let path = |name: &str| files.path().join(name);
        let output = |name: &str| {
            let file = std::fs::File::create(path(name));
            let file = file.map(Stdio::from);
            file.map_err(|error| unreadable(format!("{}: {error}", path(name).display())))
        };
        let words = self.checks[number].job.command();
        let mut command = Command::new(&run.executable);
        command
            .current_dir(&self.directory)
            // The options of the program's arguments take all that follows.
            .args([
                "check".to_owned(),
                // Checks beside each other use the processors.
                "--jobs=1".to_owned(),
                format!("--json={}", path("record").display()),
                format!("--sarif={}", path("sarif").display()),
            ])
            .args(run.pages.iter().map(|pages| {
                let folder = pages.join(self.checks[number].folder());
                format!("--html={}", folder.display())
            }))
            .args(words.iter().skip(2))
            // The compiler says which files it reads.
            .env("CC_PRINT_HEADERS", "1")
            .env("CC_PRINT_HEADERS_FILE", path("headers"))
            .stdin(Stdio::null())
            .stdout(output("output")?)
            .stderr(output("errors")?);
        let (start, clock) = (Instant::now(), SystemTime::now());
        let child = command.spawn().map_err(|error| {
            let name = run.executable.display();
            unreadable(format!("cannot run {name}: {error}"))
        })?;
        Ok((
            child,
            Begun {
                files,
                start,
                clock,
            },
        ))
    }
}

/// What is not known may take long.
fn longest_first(a: Option<f64>, b: Option<f64>) -> Ordering {
    let seconds = |known: Option<f64>| known.unwrap_or(f64::INFINITY);
    seconds(b).total_cmp(&seconds(a))
}

/// Waits for a process, which can be ended in its slot meanwhile: its number is its own until somebody takes what became of it.
fn wait(child: Child, slot: &Slot) -> std::io::Result<ExitStatus> {
    let number = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    *locked(slot) = Some(child);
    while let Some(number) = number {
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(number), ended) {
            Err(Errno::INTR) => {}
            _ => break,
        }
    }
    let child = locked(slot).take();
    child.map_or_else(
        || Err(std::io::ErrorKind::NotFound.into()),
        |mut child| child.wait(),
    )
}

/// What a process left behind.
fn ran(process: &Begun, took: Duration, code: Option<i32>) -> Ran {
    let read = |name: &str| {
        let bytes = std::fs::read(process.files.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let record: Value = serde_json::from_str(&read("record")).unwrap_or_default();
    let errors = read("errors");
    let verdict = record["verdict"].as_str().map(str::to_owned);
    let findings = record["findings"].as_array();
    let violated = findings.into_iter().flatten().map(|finding| {
        let property = finding["property"].as_str();
        property.unwrap_or_default().to_owned()
    });
    // A process that was ended by a signal has no code of its own.
    let code = code.and_then(|code| u8::try_from(code).ok());
    let text = if verdict.is_some() {
        read("output")
    } else {
        errors.clone()
    };
    Ran {
        code: code.unwrap_or(exit::INTERNAL),
        violated: violated.collect(),
        note: note(&record).unwrap_or_else(|| errors.lines().next().unwrap_or_default().to_owned()),
        text,
        sarif: serde_json::from_str(&read("sarif")).ok(),
        seconds: took.as_secs_f64(),
        verdict,
    }
}

/// The first violation, or else what stopped most paths.
fn note(record: &Value) -> Option<String> {
    record["verdict"].as_str()?;
    let place = |place: &Value| match (place["file"].as_str(), place["line"].as_u64()) {
        (Some(file), Some(line)) => format!(", {file}:{line}"),
        _ => String::new(),
    };
    if let Some(finding) = record["findings"].get(0) {
        let property = finding["property"].as_str().unwrap_or_default();
        return Some(format!("{property}{}", place(&finding["place"])));
    }
    let cuts = record["cuts"].as_array().into_iter().flatten();
    let most = cuts.max_by_key(|cut| cut["count"].as_u64());
    Some(most.map_or_else(String::new, |cut| {
        let reason = cut["reason"].as_str().unwrap_or_default();
        format!("{reason}{}", place(&cut["place"]))
    }))
}

/// The files that the compiler read for a check beside those that it names; none if that is not known.
fn headers(process: &Begun, check: &Check) -> Option<Vec<PathBuf>> {
    let is_compiled = |file: &PathBuf| crate::compile::is_source(file);
    if !check.job.files.iter().any(is_compiled) {
        return Some(Vec::new());
    }
    let text = std::fs::read_to_string(process.files.path().join("headers")).ok()?;
    let mut files: Vec<PathBuf> = text.lines().map(PathBuf::from).collect();
    files.sort();
    files.dedup();
    // Our own headers are in a directory that is gone now; they are part of this program.
    files.retain(|file| !is_own(file));
    Some(files)
}

fn is_own(file: &Path) -> bool {
    let temporary = file.strip_prefix(std::env::temp_dir());
    let first = temporary.ok().and_then(|rest| rest.iter().next());
    let is_ours = first.is_some_and(|it| it.to_string_lossy().starts_with("everypath-"));
    is_ours && !file.exists()
}
