//! Any SMT-LIB 2 solver as a process: one incremental session over its standard input and output.
//!
//! After SMT-LIB 2.6, chapter 4. Each assertion gets a Boolean constant that implies it, and a query is a
//! `check-sat-assuming` of such constants. That form is understood by z3, cvc5, bitwuzla and boolector alike, needs no
//! retraction, and gives cores through `get-unsat-assumptions` (a solver without that gets the whole query as the core). Values
//! of unknown memories are asked for at the indices of the reads, since solvers print whole arrays each in their own way.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everypath_term::smtlib::{self, Floats, Printer};
use everypath_term::{Assignment, InputId, Kind, Sort, Term, TermTable};
use rustc_hash::FxHashSet;

use crate::answer::{Answer, SolverError, UnknownReason};
use crate::embedded::CompleteSolver;
use crate::expression::Expression;
use crate::options::SolverCommand;

/// Assumption constants after which a fresh process takes over.
const SESSION_LIMIT: usize = 4000;
/// Longest answer that is read.
const ANSWER_LIMIT: usize = 64 << 20;
/// How long a process may take to say that it is there.
const START_LIMIT: Duration = Duration::from_secs(20);
/// Characters of a bad answer that a message shows.
const EXCERPT: usize = 300;

/// One running process.
#[derive(Debug)]
struct Session {
    child: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// What has come but has not been read.
    text: String,
    /// The tail of what was sent, for messages.
    sent: String,
    printer: Printer,
    assumed: FxHashSet<Term>,
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A solver process, started again when needed. See the [module documentation](self).
#[derive(Debug)]
pub struct ProcessSolver {
    command: SolverCommand,
    time_limit: Option<Duration>,
    end: Option<Instant>,
    session: Option<Session>,
}

/// Why nothing was read.
enum Trouble {
    Timeout,
    Error(SolverError),
}

impl From<SolverError> for Trouble {
    fn from(error: SolverError) -> Self {
        Trouble::Error(error)
    }
}

/// The texts of a question and what they are about.
struct Wanted {
    text: String,
    width: u32,
    what: Value,
}

enum Value {
    Input(InputId),
    Index,
    /// The element at the index just before.
    Element(InputId),
}

impl ProcessSolver {
    /// Starts the process and waits until it answers. `time_limit` bounds each query.
    pub fn start(
        command: SolverCommand,
        time_limit: Option<Duration>,
    ) -> Result<Self, SolverError> {
        let mut solver = Self {
            command,
            time_limit,
            end: None,
            session: None,
        };
        solver.session = Some(solver.launch(Floats::Circuits)?);
        Ok(solver)
    }

    /// Gives up every query at a moment.
    pub fn end_at(&mut self, end: Option<Instant>) {
        self.end = end;
    }

    /// A session whose logic has floating point if float terms are written as operators.
    fn launch(&self, floats: Floats) -> Result<Session, SolverError> {
        let spawned = Command::new(&self.command.program)
            .args(&self.command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let cannot = |reason: String| SolverError::CannotRun {
            command: self.command.to_string(),
            reason,
            advice: self.command.advice(),
        };
        let mut child = spawned.map_err(|error| cannot(error.to_string()))?;
        let (Some(input), Some(mut output), Some(mut diagnostics)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(cannot("it has no standard input and output".to_owned()));
        };
        let (sender, receiver) = sync_channel(16);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length) = output.read(&mut buffer) {
                if length == 0 || sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let errors = Arc::new(Mutex::new(Vec::new()));
        let collected = errors.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(length) = diagnostics.read(&mut buffer) {
                if length == 0 {
                    break;
                }
                if let Ok(mut all) = collected.lock()
                    && all.len() < EXCERPT
                {
                    all.extend_from_slice(&buffer[..length]);
                }
            }
        });
        let mut session = Session {
            child,
            input,
            output: receiver,
            errors,
            text: String::new(),
            sent: String::new(),
            printer: Printer::new(floats),
            assumed: FxHashSet::default(),
        };
        let logic = match floats {
            Floats::Circuits => "QF_ABV",
            Floats::Operators => "QF_ABVFP",
        };
        let preamble = format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {logic})\n(echo \"ready\")\n"
        );
        session.send(&self.command, &preamble)?;
        match session.read(&self.command, "ready", Some(Instant::now() + START_LIMIT)) {
            Ok(Expression::Atom(ready)) if ready == "ready" => Ok(session),
            Ok(other) => Err(session.protocol(&self.command, &format!("{other:?}"), "ready")),
            Err(Trouble::Error(error)) => Err(error),
            Err(Trouble::Timeout) => Err(session.protocol(&self.command, "nothing", "ready")),
        }
    }

    fn query(
        &self,
        session: &mut Session,
        table: &mut TermTable,
        assertions: &[Term],
    ) -> Result<Answer, Trouble> {
        let limit = self.time_limit.map(|limit| Instant::now() + limit);
        let deadline = limit.into_iter().chain(self.end).min();
        let command = &self.command;
        let mut text = String::new();
        for &assertion in assertions {
            if session.assumed.insert(assertion) {
                session.printer.define(table, assertion, &mut text);
                let name = assumption(assertion);
                let truth = smtlib::truth(table, assertion);
                text.push_str(&format!(
                    "(declare-fun {name} () Bool)\n(assert (=> {name} {truth}))\n"
                ));
            }
        }
        let names: Vec<String> = assertions
            .iter()
            .map(|&assertion| assumption(assertion))
            .collect();
        text.push_str(&format!("(check-sat-assuming ({}))\n", names.join(" ")));
        session.send(command, &text)?;
        let answer = session.read(command, "sat, unsat or unknown", deadline)?;
        match answer.atom() {
            Some("sat") => Ok(Answer::Sat(Rc::new(
                self.model(session, table, assertions, deadline)?,
            ))),
            Some("unsat") => Ok(Answer::Unsat(self.core(session, assertions, deadline)?)),
            Some("unknown") => Ok(Answer::Unknown(UnknownReason::Process)),
            _ => Err(session
                .protocol(command, &excerpt(&answer), "sat, unsat or unknown")
                .into()),
        }
    }

    fn core(
        &self,
        session: &mut Session,
        assertions: &[Term],
        deadline: Option<Instant>,
    ) -> Result<Rc<[Term]>, Trouble> {
        session.send(&self.command, "(get-unsat-assumptions)\n")?;
        let answer = session.read(&self.command, "a list of assumptions", deadline)?;
        let names: Option<FxHashSet<&str>> = answer
            .list()
            .and_then(|list| list.iter().map(Expression::atom).collect());
        match names {
            Some(names) if !names.contains("error") && !names.contains("unsupported") => {
                let in_core = |term: &&Term| names.contains(assumption(**term).as_str());
                Ok(assertions.iter().filter(in_core).copied().collect())
            }
            _ => Ok(assertions.into()),
        }
    }

    fn model(
        &self,
        session: &mut Session,
        table: &mut TermTable,
        assertions: &[Term],
        deadline: Option<Instant>,
    ) -> Result<Assignment, Trouble> {
        let mut model = Assignment::new();
        let mut text = String::new();
        let wanted = wanted(table, assertions, session, &mut text);
        if wanted.is_empty() {
            return Ok(model);
        }
        let names: Vec<&str> = wanted.iter().map(|wanted| wanted.text.as_str()).collect();
        text.push_str(&format!("(get-value ({}))\n", names.join(" ")));
        session.send(&self.command, &text)?;
        let expected = "a value for each term";
        let answer = session.read(&self.command, expected, deadline)?;
        let bad = |session: &Session| session.protocol(&self.command, &excerpt(&answer), expected);
        let pairs = answer
            .list()
            .filter(|pairs| pairs.len() == wanted.len())
            .ok_or_else(|| bad(session))?;
        let mut memories: BTreeMap<InputId, BTreeMap<u64, u64>> = BTreeMap::new();
        let mut index = 0;
        for (pair, wanted) in pairs.iter().zip(&wanted) {
            let value = pair
                .list()
                .and_then(<[Expression]>::last)
                .and_then(|value| value.to_bits(wanted.width));
            let value = value.ok_or_else(|| bad(session))?;
            match wanted.what {
                Value::Input(input) => model.set(input, value),
                Value::Index => index = value.word(0),
                Value::Element(memory) => drop(
                    memories
                        .entry(memory)
                        .or_default()
                        .insert(index, value.word(0)),
                ),
            }
        }
        for (memory, elements) in memories {
            model.set_memory(memory, elements, 0);
        }
        Ok(model)
    }
}

/// The name of the constant that implies an assertion.
fn assumption(assertion: Term) -> String {
    format!("a{}", assertion.index())
}

/// What a model of `assertions` consists of: their inputs, and elements of unknown memories at the indices of the reads.
fn wanted(
    table: &mut TermTable,
    assertions: &[Term],
    session: &mut Session,
    text: &mut String,
) -> Vec<Wanted> {
    let mut inputs: Vec<InputId> = assertions
        .iter()
        .flat_map(|&assertion| table.inputs_of(assertion).to_vec())
        .collect();
    inputs.sort_unstable();
    inputs.dedup();
    let mut wanted = Vec::new();
    let mut has_memories = false;
    for &input in &inputs {
        match table.input_info(input).sort {
            Sort::Bits(width) => {
                wanted.push(Wanted {
                    text: smtlib::symbol(table, input),
                    width,
                    what: Value::Input(input),
                });
            }
            Sort::Memory { .. } => has_memories = true,
        }
    }
    if !has_memories {
        return wanted;
    }
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = assertions.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        stack.extend(node.children());
        if node.kind != Kind::Read {
            continue;
        }
        let index = node.second();
        session.printer.define(table, index, text);
        let index_text = smtlib::reference(table, index);
        wanted.push(Wanted {
            text: index_text.clone(),
            width: table.width(index),
            what: Value::Index,
        });
        for memory in unknown_memories(table, node.first()) {
            wanted.push(Wanted {
                text: format!("(select {} {index_text})", smtlib::symbol(table, memory)),
                width: node.width,
                what: Value::Element(memory),
            });
        }
    }
    wanted
}

/// The unknown memories that a read of `memory` may come to.
fn unknown_memories(table: &TermTable, memory: Term) -> Vec<InputId> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = vec![memory];
    let mut found = Vec::new();
    while let Some(memory) = stack.pop() {
        if !seen.insert(memory) {
            continue;
        }
        let node = table.node(memory);
        match node.kind {
            Kind::Write => stack.push(node.first()),
            Kind::Ite => stack.extend([node.second(), node.third()]),
            Kind::MemoryInput => found.push(node.input()),
            _ => {}
        }
    }
    found
}

fn excerpt(expression: &Expression) -> String {
    let text = format!("{expression:?}");
    text.chars().take(EXCERPT).collect()
}

impl Session {
    fn send(&mut self, command: &SolverCommand, text: &str) -> Result<(), SolverError> {
        let last = text.trim_end().lines().last().unwrap_or("");
        self.sent = last.chars().take(EXCERPT).collect();
        let written = self
            .input
            .write_all(text.as_bytes())
            .and_then(|()| self.input.flush());
        written.map_err(|error| {
            self.protocol(command, &format!("nothing ({error})"), "a running process")
        })
    }

    /// The next expression of the answer.
    fn read(
        &mut self,
        command: &SolverCommand,
        expected: &'static str,
        deadline: Option<Instant>,
    ) -> Result<Expression, Trouble> {
        loop {
            match Expression::read(&self.text) {
                Ok(Some((expression, rest))) => {
                    self.text = rest.to_owned();
                    let error = expression.list().is_some_and(|list| {
                        list.first().and_then(Expression::atom) == Some("error")
                    });
                    if error && expected != "a list of assumptions" {
                        return Err(self
                            .protocol(command, &excerpt(&expression), expected)
                            .into());
                    }
                    return Ok(expression);
                }
                Ok(None) => {}
                Err(what) => return Err(self.protocol(command, &what, expected).into()),
            }
            let chunk = match deadline {
                None => self
                    .output
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => self
                    .output
                    .recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match chunk {
                Ok(chunk) => self.text.push_str(&String::from_utf8_lossy(&chunk)),
                Err(RecvTimeoutError::Timeout) => return Err(Trouble::Timeout),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = match self.child.wait() {
                        Ok(status) => format!("the end of the process ({status})"),
                        Err(error) => format!("the end of the process ({error})"),
                    };
                    let left: String = self.text.chars().take(EXCERPT).collect();
                    let got = if left.is_empty() {
                        status
                    } else {
                        format!("`{left}` and {status}")
                    };
                    return Err(self.protocol(command, &got, expected).into());
                }
            }
            if self.text.len() > ANSWER_LIMIT {
                return Err(self.protocol(command, "an endless answer", expected).into());
            }
        }
    }

    fn protocol(&self, command: &SolverCommand, got: &str, expected: &'static str) -> SolverError {
        let errors = self
            .errors
            .lock()
            .map(|all| String::from_utf8_lossy(&all).trim().to_owned());
        let diagnostics = match errors {
            Ok(text) if !text.is_empty() => format!("; it also said: {text}"),
            _ => String::new(),
        };
        SolverError::Protocol {
            command: command.to_string(),
            sent: self.sent.clone(),
            got: got.to_owned(),
            expected,
            diagnostics,
        }
    }
}

impl CompleteSolver for ProcessSolver {
    fn name(&self) -> String {
        self.command.program.clone()
    }

    fn solve(&mut self, table: &mut TermTable, assertions: &[Term]) -> Result<Answer, SolverError> {
        let floats = match table.has_floats() && self.command.knows_floats() {
            true => Floats::Operators,
            false => Floats::Circuits,
        };
        let mut session = match self.session.take() {
            Some(session)
                if session.assumed.len() < SESSION_LIMIT && session.printer.floats() == floats =>
            {
                session
            }
            _ => self.launch(floats)?,
        };
        match self.query(&mut session, table, assertions) {
            Ok(answer) => {
                self.session = Some(session);
                Ok(answer)
            }
            // The process is still busy with this query: the next one gets a fresh process.
            Err(Trouble::Timeout) => Ok(Answer::Unknown(UnknownReason::TimeLimit)),
            Err(Trouble::Error(error)) => Err(error),
        }
    }
}
