//! One run from files to report, for the command line and for whoever uses Everypath as a library.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use everypath_explore::{
    Answer, Budgets, Deepening, Engine, ExploreError, Finding, Observer, Progress, Proof, Record,
    Results, Task, Unit, explore_on, gather, split, trace,
};
use everypath_llvm::process::Stop;
use everypath_machine::{Coverage, MachineOptions};
use everypath_program::{Location, Position, Program, Property};
use everypath_report::case::digest;
use everypath_report::format::Need;
use everypath_report::lcov::SourceCoverage;
use everypath_report::paths::PathTree;
use everypath_report::timeline::Timeline;
use everypath_report::written::{Code, Details, Written};
use everypath_report::{GivenFile, Report, Trace, hex, testcomp, witness};
use everypath_solver::SolverError;

use crate::compile::CompileOptions;
use crate::convert::Converter;
use crate::correctness_witness;
use crate::emit::Emitter;
use crate::exit::{self, CommandError, unreadable};
use crate::files::{Files, sha256, write_file};
use crate::front::Front;
use crate::interrupt;
use crate::job::{HeapChoice, Job};
use crate::load::{self, Loaded, Request};
use crate::observe::{CaseWriter, CheckObserver, Keeper, Watcher, snapshot};
use crate::proof_file::{ProgramPart, ProofFile};
use crate::property_file::{self, Asked};
use crate::setting::{self, GivenFiles};
use crate::source_coverage::{source_coverage, users_file};
use crate::units::{Checkpoint, Origin};

/// So long the compiler may take in any case: a report is made of what a shorter time limit ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// A program that was read and compiled, and the job that is to be done with it.
///
/// ```
/// use everypath::{Analysis, Job, Unwatched};
/// use everypath::report::Verdict;
///
/// let directory = tempfile::tempdir()?;
/// let file = directory.path().join("half.c");
/// std::fs::write(&file, "int half(unsigned char x) { return 100 / (x - 7); }")?;
///
/// let job = Job::with_options([&file], ["--entry", "half", "--unwind", "8"])?;
/// let done = Analysis::new(job)?.run(&mut Unwatched)?;
/// assert_eq!(done.report.verdict, Verdict::Unsafe);
/// assert_eq!(done.report.findings[0].property, "division-by-zero");
/// assert_eq!(done.report.findings[0].inputs[0].bytes, [7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analysis {
    job: Job,
    stored: serde_json::Value,
    loaded: Loaded,
    given: GivenFiles,
    machine: MachineOptions,
    /// How long it took to make the program.
    prepared: Duration,
    files: Files,
    needs: BTreeSet<Need>,
    jobs: NonZero<usize>,
    checkpoint: Option<Checkpoint>,
    begun: Begun,
}

/// What is known before a run.
#[derive(Debug)]
enum Begun {
    /// Nothing.
    Nothing,
    /// These results; the run goes on where they end.
    Taken(Results),
    /// These results, and no more will be found out.
    Gathered(Results),
}

/// What came out of a run.
#[derive(Debug)]
pub struct Done {
    /// The record, in plain words and numbers.
    pub report: Report,
    /// The exit code that says the same.
    pub exit_code: u8,
    /// What else was asked for.
    pub details: Details,
    /// Number of test cases that were written.
    pub cases: u64,
    /// Number of test cases of other runs in the same directory.
    pub other_cases: u64,
    /// Which formulas were written, in words.
    pub formulas: String,
    /// The first file that could not be written, and why.
    pub failure: Option<String>,
}

impl Analysis {
    /// Reads or compiles the program of a job, and the files that it is given.
    ///
    /// # Errors
    /// If options cannot be given together, if files cannot be read or compiled, if a property is asked for that cannot be seen, or none is.
    pub fn new(job: Job) -> Result<Self, CommandError> {
        job.refuse()?;
        let compile = job.compile_options();
        let (begun, limit) = (Instant::now(), job.search.time_limit);
        let limit = limit.map(|limit| limit.max(PATIENCE));
        let is_over = move || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let stop = Stop::when(move || interrupt::requested() || is_over());
        let loaded = load_job(&job, &compile, setting_of(&job), stop.clone());
        let mut loaded = loaded.map_err(|error| match stop.has_killed() {
            true => stopped(&job),
            false => error,
        })?;
        loaded.warnings += &load::warn_of_bounds(&loaded, &job.search.unwindset);
        load::refuse_unseen(&loaded, &job.files, &job.properties)?;
        load::refuse_nothing(&loaded, &job.properties)?;
        let given = setting::given_files(&job.inputs)?;
        let machine = machine_options(&job, &loaded, &given)?;
        let stored = serde_json::to_value(&job);
        let stored = stored.map_err(|error| CommandError::Internal(error.to_string()))?;
        Ok(Analysis {
            job,
            stored,
            loaded,
            given,
            machine,
            prepared: begun.elapsed(),
            files: Files::Written,
            needs: BTreeSet::new(),
            jobs: NonZero::<usize>::MIN,
            checkpoint: None,
            begun: Begun::Nothing,
        })
    }

    /// The same, but files that the job names are not written; the report names them all the same.
    pub fn without_files(mut self) -> Self {
        self.files = Files::Named;
        self
    }

    /// The same, and finds out what formats need.
    pub fn with(mut self, needs: impl IntoIterator<Item = Need>) -> Self {
        self.needs.extend(needs);
        self
    }

    /// The same with so many threads that may look for the answer, which does not depend on how many there are.
    pub fn with_jobs(mut self, jobs: NonZero<usize>) -> Self {
        self.jobs = jobs;
        self
    }

    /// Where the run is kept.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_ref()
    }

    /// The same, and what is done and what is open is kept on disk while it goes on.
    ///
    /// # Errors
    /// If this run cannot be written down.
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Result<Self, CommandError> {
        self.job.refuse_whole("--checkpoint")?;
        self.refuse_tree("--checkpoint")?;
        self.checkpoint = Some(checkpoint);
        Ok(self)
    }

    /// The same, but goes on where others were.
    pub fn taken_up(mut self, results: Results) -> Self {
        self.begun = Begun::Taken(results);
        self
    }

    /// The same, but finds out nothing: the report is of what is known.
    ///
    /// # Errors
    /// If a format is wanted that needs more than results have.
    pub fn gathered(mut self, results: Results) -> Result<Self, CommandError> {
        self.refuse_tree("everypath gather")?;
        self.begun = Begun::Gathered(results);
        Ok(self)
    }

    /// Results do not have the tree of paths.
    fn refuse_tree(&self, what: &str) -> Result<(), CommandError> {
        match self.needs.contains(&Need::Paths) {
            true => Err(CommandError::Usage(format!(
                "--html and --dot show the tree of paths, which is not kept: use them without {what}"
            ))),
            false => Ok(()),
        }
    }

    /// The job as files have it.
    pub(crate) fn stored(&self) -> &serde_json::Value {
        &self.stored
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// What compiler and loader warn of; lines, or empty.
    pub fn warnings(&self) -> &str {
        &self.loaded.warnings
    }

    /// Digest of the executable or bitcode.
    pub fn digest(&self) -> &str {
        &self.loaded.digest
    }

    /// The files of this computer that the program is given.
    pub fn given(&self) -> Vec<GivenFile> {
        let given = self.given.iter();
        given
            .map(|(path, bytes)| GivenFile {
                path: path.display().to_string(),
                digest: digest(bytes),
            })
            .collect()
    }

    /// What the engine of the job is asked: the program, how it is executed, and within which bounds. What is left of a time limit behind the
    /// compiler begins now.
    ///
    /// # Errors
    /// If the options of the solver cannot be had.
    pub fn task(&self) -> Result<Task<'_>, CommandError> {
        let job = &self.job;
        let mut options = job.explore_options();
        options.jobs = self.jobs;
        let mut machine = self.machine.clone();
        options.bounds.apply(&mut machine);
        let mut solver = job.solver.options(job.search.seed, self.files)?;
        let limit = (job.search.time_limit).map(|limit| limit.saturating_sub(self.prepared));
        options.budgets.wall = limit;
        solver.end = limit.and_then(|limit| Instant::now().checked_add(limit));
        Ok(Task {
            program: self.loaded.front.program(),
            machine,
            solver,
            options,
        })
    }

    /// Divides the paths of the job into so many units; what is known of them already, and the units, which are open in it.
    ///
    /// # Errors
    /// If the job cannot be divided; as [`Analysis::run`].
    pub fn split(&self, into: usize, watcher: &mut dyn Watcher) -> Result<Results, CommandError> {
        self.job.refuse_whole("everypath split")?;
        self.job.refuse_budgets()?;
        let mut observer = Collector {
            wants_tests: self.job.results.tests.is_some(),
            watcher,
            results: None,
        };
        split(&self.task()?, into, &mut observer).map_err(explore_error)
    }

    /// Explores a unit of the job, until budgets of this work end it; what is left is open in the results.
    ///
    /// # Errors
    /// As [`Analysis::run`].
    pub fn work(
        &self,
        unit: Unit,
        budgets: Budgets,
        watcher: &mut dyn Watcher,
    ) -> Result<Results, CommandError> {
        let mut observer = Collector {
            wants_tests: self.job.results.tests.is_some(),
            watcher,
            results: None,
        };
        let mut task = answered_whole(self.task()?);
        task.options.budgets = budgets;
        let engine = self.job.engine().name();
        let begun = Results::none_of(unit);
        explore_on(&task, engine, begun, &mut observer).map_err(explore_error)?;
        let nothing = || CommandError::Internal("the work has no result".to_owned());
        observer.results.ok_or_else(nothing)
    }

    /// Does the job.
    ///
    /// # Errors
    /// If a solver cannot be run, if a directory cannot be made, or if something of ours is wrong.
    pub fn run(&self, watcher: &mut dyn Watcher) -> Result<Done, CommandError> {
        let (job, front) = (&self.job, &self.loaded.front);
        let program = front.program();
        let emitter = Emitter::new(program, front.checks(), job, self.files)?;
        let coverable = (watcher.wants_progress())
            .then(|| program.code_positions().len() as u64)
            .filter(|&total| total > 0);
        let writer = self.case_writer()?;
        let mut task = self.task()?;
        if self.checkpoint.is_some() {
            task = answered_whole(task);
        }
        let mut observer = CheckObserver::new(program, &task.machine, writer, watcher, coverable);
        observer.emitter = emitter;
        observer.timeline = self.needs.contains(&Need::Timeline).then(Instant::now);
        observer.paths = self.needs.contains(&Need::Paths).then(PathTree::default);
        observer.keeper = self.checkpoint.clone().map(|checkpoint| Keeper {
            checkpoint,
            origin: Origin::of(self),
            is_hindered: false,
        });
        let engine = job.engine();
        let answer = match (&self.begun, job.search.deepen) {
            (Begun::Nothing, true) => Deepening(engine).run(&task, &mut observer),
            (Begun::Nothing, false) => engine.run(&task, &mut observer),
            (Begun::Taken(results), _) => {
                explore_on(&task, engine.name(), results.clone(), &mut observer)
            }
            (Begun::Gathered(results), _) => {
                Ok(gather(&task, engine.name(), results.clone(), &mut observer))
            }
        };
        let Answer {
            engine,
            mut record,
            coverage,
        } = answer.map_err(explore_error)?;
        record.budgets.wall = job.search.time_limit;

        let converter = Converter::new(program);
        let wants_source = self.needs.contains(&Need::Source);
        let source = wants_source.then(|| source_coverage(program, &converter, &coverage));
        let counts = source.as_ref().map(SourceCoverage::counts);
        let mut paths = observer.paths.take();
        if let Some(tree) = &mut paths {
            let addresses: BTreeSet<u64> = tree.addresses().collect();
            let places = addresses.into_iter();
            tree.places = places
                .map(|address| (address, converter.place(Position(address))))
                .collect();
        }
        let mut report = converter.report(&record, engine, front, job, &observer.cases, counts);
        report.program.digest = self.digest().to_owned();
        report.program.given = self.given();
        report.job = Some(self.stored.clone());
        let mut details = Details {
            source,
            paths,
            timeline: std::mem::take(&mut observer.samples),
            ..self.details(&report)?
        };
        if self.needs.contains(&Need::Code) {
            details.code = code(front, &converter, &coverage);
        }
        if job.results.trace.is_some() || self.needs.contains(&Need::Traces) {
            details.traces = traces(&record, &task, &converter);
        }
        if job.results.trace.is_some() {
            let shown = report.findings.iter_mut().zip(&details.traces);
            shown.for_each(|(finding, trace)| finding.trace = Some(trace.clone()));
        }
        let proof_failure = match (&record.proof, self.files) {
            (Some(proof), Files::Written) => self.write_proof(proof, &converter),
            _ => None,
        };
        let cases = observer.failure.take();
        let cases = cases.map(|why| format!("a test case could not be written: {why}"));
        let emitter = observer.emitter.as_ref();
        let failure = cases
            .or_else(|| emitter.and_then(|emitter| emitter.failure.clone()))
            .or(proof_failure);
        Ok(Done {
            exit_code: match record.has_internal_error() {
                true => exit::INTERNAL,
                false => exit::of_verdict(report.verdict),
            },
            report,
            details,
            cases: observer.written,
            other_cases: self.other_cases(observer.written),
            formulas: emitter.map_or_else(String::new, Emitter::summary),
            failure,
        })
    }

    /// Writes a proof to the files that are asked for; gives what could not be written.
    fn write_proof(&self, proof: &Proof, converter: &Converter<'_>) -> Option<String> {
        let results = &self.job.results;
        if let Some(path) = &results.proof {
            let program = ProgramPart {
                digest: self.digest().to_owned(),
                given: self.given(),
            };
            let file = ProofFile::of(proof, program, self.stored.clone(), converter);
            let written = file.text().map_err(|error| error.to_string());
            let written = written.and_then(|text| write_file(path, text.as_bytes()));
            if let Err(why) = written {
                return Some(format!("the proof could not be written: {why}"));
            }
        }
        if let Some(path) = &results.correctness_witness {
            let (front, digest) = (&self.loaded.front, self.digest());
            let text =
                correctness_witness::render(proof, &self.job, front, digest, now(), converter);
            if let Err(why) = text.and_then(|text| write_file(path, text.as_bytes())) {
                return Some(format!("the witness could not be written: {why}"));
            }
        }
        None
    }

    /// What is known of a run without doing more than reading files.
    fn details(&self, report: &Report) -> Result<Details, CommandError> {
        let mut details = Details::default();
        if !self.needs.contains(&Need::Files) {
            return Ok(details);
        }
        let findings = report.findings.iter();
        details.formulas = findings
            .map(|finding| property_file::formula(&finding.property))
            .collect();
        let files = self.job.files.iter().map(|file| {
            let hash = sha256(file).map_err(unreadable)?;
            Ok((file.display().to_string(), hash))
        });
        let width = self.loaded.front.program().address_width();
        details.task = witness::Task {
            files: files.collect::<Result<_, CommandError>>()?,
            data_model: if width == 32 { "ILP32" } else { "LP64" }.to_owned(),
            command: self.job.command_line(),
            created: now(),
        };
        Ok(details)
    }

    /// Says what the test cases in a directory are for.
    fn write_metadata(&self, directory: &Path) -> Result<(), CommandError> {
        let asked = &self.job.properties.property;
        let errors = Asked::Properties(vec![Property::Assertion]);
        let entry = self.job.compile.entry.clone();
        let metadata = testcomp::Metadata {
            specification: match asked.contains(&errors) {
                true => testcomp::COVER_ERROR,
                false => testcomp::COVER_BRANCHES,
            }
            .to_owned(),
            program: self.job.first_file().display().to_string(),
            hash: sha256(self.job.first_file()).map_err(unreadable)?,
            entry: entry.unwrap_or_else(|| "main".to_owned()),
            bits: self.loaded.front.program().address_width(),
            created: now(),
        };
        let file = directory.join(testcomp::METADATA_FILE);
        write_file(&file, metadata.render().as_bytes()).map_err(unreadable)
    }

    /// Number of test cases beside those that were written, which other runs left. A run that is taken up wrote some before.
    fn other_cases(&self, written: u64) -> u64 {
        match (&self.begun, &self.job.results.tests, self.files) {
            (Begun::Nothing | Begun::Gathered(_), Some(directory), Files::Written) => {
                cases_in(directory).saturating_sub(written)
            }
            (Begun::Taken(_), _, _) | (_, None, _) | (_, _, Files::Named) => 0,
        }
    }

    /// What writes test cases, if they are asked for. Makes the directory.
    fn case_writer(&self) -> Result<Option<CaseWriter>, CommandError> {
        let Some(directory) = &self.job.results.tests else {
            return Ok(None);
        };
        if self.files == Files::Written {
            std::fs::create_dir_all(directory)
                .map_err(|error| unreadable(format!("{}: {error}", directory.display())))?;
            if self.job.results.testcomp {
                self.write_metadata(directory)?;
            }
        }
        let given = self.given.iter();
        let given = given.map(|(path, bytes)| (path.display().to_string(), hex::encode(bytes)));
        Ok(Some(CaseWriter {
            directory: directory.clone(),
            program: self.job.first_file().display().to_string(),
            ktest: self.job.results.ktest,
            testcomp: self.job.results.testcomp,
            digest: self.loaded.digest.clone(),
            job: self.stored.clone(),
            given: given.collect(),
            files: self.files,
        }))
    }
}

/// Number of files in a directory that are named as test cases are.
fn cases_in(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let cases = entries.filter(|entry| entry.path().extension().is_some_and(|it| it == "json"));
    cases.count() as u64
}

/// The same where nothing breaks a question off: in what is kept, a question without an answer would stay a cut.
fn answered_whole(mut task: Task<'_>) -> Task<'_> {
    task.solver.end = None;
    task.solver.interrupted = None;
    task
}

/// Listens to work on a part of a job.
struct Collector<'w> {
    wants_tests: bool,
    watcher: &'w mut dyn Watcher,
    results: Option<Results>,
}

impl Observer for Collector<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(&snapshot(progress, None));
    }

    fn interrupted(&self) -> bool {
        self.watcher.interrupted()
    }

    fn results(&mut self, results: &Results) {
        self.results = Some(results.clone());
    }

    fn wants_results(&self) -> bool {
        true
    }

    fn wants_tests(&self) -> bool {
        self.wants_tests
    }
}

/// The arguments and variables of a job's program.
fn setting_of(job: &Job) -> everypath_program::Surroundings {
    let inputs = setting::of_inputs(job.first_file(), &job.inputs);
    job.environment.complete(inputs)
}

/// That the user, or the time limit of a job, ended the compiler.
fn stopped(job: &Job) -> CommandError {
    let file = job.files.first().map(|file| file.display());
    let file = file.map_or_else(String::new, |file| format!("{file}: "));
    let why = match job.search.time_limit {
        Some(limit) if !interrupt::requested() => format!(
            "the compiler was not done within {} s, so nothing is known of the program; give it more by --time-limit",
            limit.max(PATIENCE).as_secs_f64()
        ),
        _ => "the compiler was interrupted, so nothing is known of the program".to_owned(),
    };
    CommandError::Stopped(format!("{file}{why}"))
}

/// Reads or compiles the program of a job in its surroundings.
pub(crate) fn load_job(
    job: &Job,
    compile: &CompileOptions,
    surroundings: everypath_program::Surroundings,
    stop: Stop,
) -> Result<Loaded, CommandError> {
    load::load(Request {
        files: &job.files,
        compile,
        environment: job.environment.env,
        checks: &|defaults| load::choose_checks(defaults, &job.properties),
        // Whether a program ends must not follow from what C does not define.
        undefined_ends: job.asks_termination(),
        surroundings,
        stop,
    })
}

/// How the machine is made for a job, but for bounds.
pub(crate) fn machine_options(
    job: &Job,
    loaded: &Loaded,
    given: &GivenFiles,
) -> Result<MachineOptions, CommandError> {
    let front = &loaded.front;
    if front.riscv_environment().is_some() && job.search.heap == HeapChoice::Symbolic {
        let message = "--heap is of LLVM code: machine code has a heap of its own making";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let mut machine = setting::machine_options(
        &job.inputs,
        given,
        job.compile.malloc_may_fail,
        front.riscv_environment(),
        front.checks(),
    )?;
    job.set_machine(&mut machine);
    Ok(machine)
}

impl Done {
    /// The same without what differs from run to run: times, memory, and what solvers were asked, which depends on how the work was divided.
    pub fn without_times(mut self) -> Self {
        self.report.timing = None;
        self.report.statistics.queries = None;
        self.report.statistics.layers.clear();
        self.details.task.created = 0;
        self.details.timeline = Timeline::default();
        self
    }

    /// The run, as formats are written of it.
    pub fn written(&self) -> Written<'_> {
        Written {
            report: &self.report,
            exit_code: self.exit_code,
            details: &self.details,
        }
    }
}

/// The instructions of machine code.
fn code(front: &Front, converter: &Converter<'_>, covered: &Coverage) -> Vec<Code> {
    match front {
        Front::Llvm(..) => Vec::new(),
        Front::Riscv(program) => {
            let positions = program.code_positions().into_iter();
            let code = positions.map(|position| Code {
                place: converter.place(position),
                covered: covered.is_covered(position),
            });
            code.collect()
        }
    }
}

/// Seconds since 1970, or what `SOURCE_DATE_EPOCH` says instead, as for all reproducible builds.
fn now() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let given = given.and_then(|seconds| seconds.parse().ok());
    let elapsed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    given.unwrap_or_else(|| elapsed.map_or(0, |elapsed| elapsed.as_secs()))
}

/// What the program does on the inputs of each finding.
fn traces(record: &Record, task: &Task<'_>, converter: &Converter<'_>) -> Vec<Trace> {
    let is_own = |location: &Location| {
        let file = location.file.clone();
        file.is_none_or(|file| users_file(converter, file).is_some())
    };
    let trace_of = |finding: &Finding| {
        let target = (finding.property, finding.position);
        let limit = finding.instructions + 1;
        let trace = trace(
            task.program,
            &task.machine,
            &finding.case,
            limit,
            target,
            &is_own,
        );
        converter.trace(&trace)
    };
    record.findings.iter().map(trace_of).collect()
}

pub(crate) fn explore_error(error: ExploreError) -> CommandError {
    match error {
        ExploreError::Solver(error) => solver_error(error),
        error @ ExploreError::NoThread(_) => unreadable(error),
        other => CommandError::Internal(other.to_string()),
    }
}

/// An error of a solver: a program that is missing, or is no solver, is the user's, all else ours.
pub(crate) fn solver_error(error: SolverError) -> CommandError {
    match error {
        SolverError::CannotRun { .. }
        | SolverError::ProofFile { .. }
        | SolverError::Protocol { .. } => unreadable(error),
        SolverError::WrongModel { .. }
        | SolverError::Uncertified { .. }
        | SolverError::Disagreement { .. }
        | SolverError::Unsupported { .. } => CommandError::Internal(error.to_string()),
    }
}
