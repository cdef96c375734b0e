//! `everypath check`: follows every path and reports.

use std::path::Path;
use std::time::Instant;

use everypath_explore::{
    Attempt, Bounds, Budgets, Engine, ExploreError, ExploreOptions, MemoryReasons, Observer,
    Record, SideOrder, StopAt, Turn, explore_by_conflicts, explore_in_turns, explore_merged,
    explore_paths, trace,
};
use everypath_machine::{HeapAddresses, Machine, MemoryEncoding};
use everypath_program::Location;
use everypath_report::excerpt::Sources;
use everypath_report::lcov::SourceCoverage;
use everypath_report::progress::ProgressLine;
use everypath_report::text::{self, TextOptions};
use everypath_report::{Report, json};
use everypath_solver::certify::Certify;
use everypath_solver::{Backend, ProofFiles, Solver, SolverCommand, SolverError, SolverOptions};
use everypath_term::RuleSet;

use crate::cli::{
    CheckArguments, EmitPer, EngineChoice, FirstSide, HeapChoice, MemoryChoice,
    MemoryReasonsChoice, SolverArguments, Target, TraceDetail,
};
use crate::compile::CompileOptions;
use crate::convert::Converter;
use crate::emit::Emitter;
use crate::exit::{self, CommandError};
use crate::load::{self, Request, unreadable};
use crate::observe::{CaseWriter, CheckObserver, write_file};
use crate::property_file::Asked;
use crate::source_coverage::{source_coverage, users_file};
use crate::{interrupt, setting};

/// What options cannot be given together: whether they are, and what to do.
type Refusal = (fn(&CheckArguments) -> bool, &'static str);

/// All of them that the parser does not know.
const REFUSED: [Refusal; 13] = [
    (
        |it| is(it, EngineChoice::Merge) && it.search.count_inputs,
        "--count-inputs follows every path by itself: use it with --engine paths",
    ),
    (
        |it| is(it, EngineChoice::Merge) && it.output.emit_per == EmitPer::Path,
        "--emit-per path needs paths that stay apart: use it with --engine paths",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.search.count_inputs,
        "--count-inputs follows every path, and --engine conflict leaves out those that it knows to be harmless: use it with --engine paths",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && !it.output.emit.is_empty(),
        "--emit needs formulas of all paths, and --engine conflict makes one query after the other: use it with --engine merge or paths",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.output.cores,
        "--cores needs all paths to a check: use it with --engine paths or merge; --explain says what --engine conflict learnt",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.search.continue_after_violation,
        "--continue-after-violation is for engines that follow every path: use it with --engine paths or merge, or --all for every place",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.search.max_forks.is_some(),
        "--max-forks bounds forks, and --engine conflict has none: use --unwind or --max-instructions, or --engine paths",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.output.decisions,
        "--decisions lists the forks of a path, and --engine conflict has none: use --trace, or --engine paths",
    ),
    (
        |it| is(it, EngineChoice::Conflict) && it.search.strategy.is_some(),
        "--strategy chooses among waiting states, and --engine conflict has none: use --decide, or --engine paths",
    ),
    (
        |it| !is(it, EngineChoice::Conflict) && it.search.decide.is_some(),
        "--decide is about conflict-driven search: use it with --engine conflict",
    ),
    (
        |it| !is(it, EngineChoice::Conflict) && it.search.memory_reasons.is_some(),
        "--memory-reasons is about conflict-driven search: use it with --engine conflict",
    ),
    (
        |it| !is(it, EngineChoice::Conflict) && it.output.explain,
        "--explain shows what conflict-driven search learns: use it with --engine conflict, or --cores with others",
    ),
    (
        |it| it.search.heap == HeapChoice::Symbolic && it.search.memory != MemoryChoice::Flat,
        "--heap symbolic needs addresses that are terms: use it with --memory flat",
    ),
];

fn is(arguments: &CheckArguments, engine: EngineChoice) -> bool {
    arguments.search.engine == engine
}

/// Runs the command.
pub fn check(arguments: &CheckArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    if let Some((_, message)) = REFUSED.iter().find(|(refuses, _)| refuses(arguments)) {
        return Err(CommandError::Usage((*message).to_owned()));
    }
    if arguments.properties.property.contains(&Asked::Termination) {
        let first = arguments.files.first().map_or(Path::new(""), |file| file);
        let line = "incomplete: whether the program ends on every input is not decided";
        super::print(&format!("{}: {line}\n", first.display()));
        return Ok(exit::INCOMPLETE);
    }
    let first = arguments.files.first().map_or(Path::new(""), |file| file);
    let mut compile = CompileOptions::from(&arguments.compile);
    if arguments.search.continue_after_violation
        && matches!(compile.target, Target::Lp64 | Target::Ilp32)
    {
        // Else clang's checks end the program, and passes leave out later ones.
        compile.flags.push("-fsanitize-recover=all".to_owned());
    }
    let loaded = load::load(Request {
        files: &arguments.files,
        compile: &compile,
        environment: arguments.environment.env,
        checks: &|defaults| load::choose_checks(defaults, &arguments.properties),
        surroundings: setting::of_inputs(first, &arguments.inputs),
    })?;
    load::refuse_unseen(&loaded, &arguments.files, &arguments.properties)?;
    eprint!("{}", loaded.warnings);
    let front = &loaded.front;
    let program = front.program();
    let mut machine_options = setting::machine_options(
        &arguments.inputs,
        compile.llvm.malloc_may_fail,
        front.riscv_environment(),
        front.checks(),
    )?;
    let options = explore_options(arguments);
    let emitter = Emitter::new(program, front.checks(), arguments)?;
    machine_options.loop_limits = arguments.search.unwindset.clone();
    machine_options.memory = match arguments.search.memory {
        MemoryChoice::Objects => MemoryEncoding::Objects,
        MemoryChoice::Flat => MemoryEncoding::Flat,
    };
    machine_options.heap = match arguments.search.heap {
        HeapChoice::Fixed => HeapAddresses::Fixed,
        HeapChoice::Symbolic => HeapAddresses::Symbolic,
    };
    machine_options.continue_after_violation = arguments.search.continue_after_violation;
    let off = arguments.solver.rules_off();
    machine_options.rules = RuleSet::of(|rule| !off.contains(&rule.id));
    options.bounds.apply(&mut machine_options);

    let writer = match &arguments.output.tests {
        None => None,
        Some(directory) => {
            std::fs::create_dir_all(directory)
                .map_err(|error| unreadable(format!("{}: {error}", directory.display())))?;
            Some(CaseWriter {
                directory: directory.clone(),
                program: first.display().to_string(),
                ktest: arguments.output.ktest,
                digest: loaded.digest.clone(),
                setting: setting::of_case(
                    front,
                    &arguments.inputs,
                    &machine_options,
                    &arguments.files,
                    loaded.compiled.as_ref(),
                ),
            })
        }
    };
    let output = &arguments.output;
    let line = ProgressLine::new(!output.quiet);
    let coverable = line
        .is_visible()
        .then(|| program.code_positions().len() as u64)
        .filter(|&total| total > 0);
    let mut observer = CheckObserver::new(
        program,
        &machine_options,
        writer,
        line,
        output.verbose > 0,
        coverable,
    );
    observer.emitter = emitter;
    let mut solver_options = solver_options(&arguments.solver, arguments.search.seed)?;
    solver_options.end = arguments
        .search
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let explore = |turn: Turn, options: &ExploreOptions, observer: &mut dyn Observer| {
        let mut machine_options = machine_options.clone();
        options.bounds.apply(&mut machine_options);
        let solver_options = SolverOptions {
            total_conflicts: turn.conflicts,
            ..solver_options.clone()
        };
        let mut solver = Solver::new(solver_options).map_err(solver_error)?;
        let mut machine = Machine::new(program, machine_options);
        let explore = match turn.engine {
            Engine::Paths => explore_paths,
            Engine::Merge => explore_merged,
            Engine::Conflict => explore_by_conflicts,
        };
        let record = explore(&mut machine, &mut solver, options, observer);
        Ok((record.map_err(explore_error)?, machine))
    };
    let run = |options: &ExploreOptions, observer: &mut dyn Observer| match arguments.engine() {
        None => explore_in_turns(options, observer, explore),
        Some(engine) => {
            let turn = Turn {
                engine,
                conflicts: None,
            };
            let (record, machine) = explore(turn, options, observer)?;
            Ok((engine, record, machine))
        }
    };
    let outcome = match arguments.search.deepen {
        true => deepen(options, &mut observer, run),
        false => run(&options, &mut observer),
    };
    observer.finish();
    let (engine, record, machine) = outcome?;

    let converter = Converter::new(program);
    // Reading all debug information takes time, which the plain report need not.
    let wanted = output.coverage.is_some() || output.stats || output.json.is_some();
    let covered = wanted.then(|| source_coverage(program, &converter, &machine.coverage));
    let source = covered.as_ref().map(SourceCoverage::counts);
    if let (Some(path), Some(covered)) = (&output.coverage, &covered) {
        write_file(path, covered.render().as_bytes()).map_err(unreadable)?;
    }
    let mut report = converter.report(&record, engine, front, arguments, &observer.cases, source);
    if output.trace.is_some() {
        for (finding, shown) in record.findings.iter().zip(&mut report.findings) {
            let target = (finding.property, finding.position);
            let limit = finding.instructions + 1;
            let is_own = |location: &Location| {
                let file = location.file.clone();
                file.is_none_or(|file| users_file(&converter, file).is_some())
            };
            let trace = trace(
                program,
                &machine_options,
                &finding.case,
                limit,
                target,
                &is_own,
            );
            shown.trace = Some(converter.trace(&trace));
        }
    }
    let code = if record.has_internal_error() {
        exit::INTERNAL
    } else {
        exit::of_verdict(report.verdict)
    };
    show(&report, code, arguments)?;
    if let Some(failure) = observer.failure {
        return Err(unreadable(format!(
            "a test case could not be written: {failure}"
        )));
    }
    if let Some(emitter) = &observer.emitter {
        if let Some(failure) = &emitter.failure {
            return Err(unreadable(failure));
        }
        if !output.quiet {
            eprint!("{}", emitter.summary());
        }
    }
    if let (Some(path), Some(counts), false) = (&output.coverage, source, output.quiet) {
        let (lines, total, path) = (counts.lines, counts.lines_total, path.display());
        eprintln!("coverage written to {path}: {lines} of {total} lines");
    }
    if let Some(directory) = &output.tests
        && !output.quiet
    {
        let (count, place) = (observer.written, directory.display());
        eprintln!("{count} test cases written to {place}; `everypath replay FILE CASE` runs one");
    }
    Ok(code)
}

/// Runs with greater and greater bounds; gives what the last run gives.
fn deepen<M>(
    mut options: ExploreOptions,
    observer: &mut dyn Observer,
    run: impl Fn(&ExploreOptions, &mut dyn Observer) -> Result<(Engine, Record, M), CommandError>,
) -> Result<(Engine, Record, M), CommandError> {
    options.bounds = options.bounds.shallow();
    let mut attempts = Attempt::new(observer);
    loop {
        attempts.begin();
        let (engine, record, machine) = run(&options, &mut attempts)?;
        match record.deeper(options.stop) {
            Some(bounds) => {
                options.bounds = bounds;
                options.budgets = options.budgets.without(&record.statistics);
            }
            None => {
                attempts.tell();
                return Ok((engine, record, machine));
            }
        }
    }
}

fn show(report: &Report, code: u8, arguments: &CheckArguments) -> Result<(), CommandError> {
    let output = &arguments.output;
    let render = || {
        json::render(report, code).map_err(|error| {
            CommandError::Internal(format!("the record cannot be written: {error}"))
        })
    };
    match &output.json {
        Some(None) => {
            super::print(&render()?);
            return Ok(());
        }
        Some(Some(path)) => write_file(path, render()?.as_bytes()).map_err(unreadable)?,
        None => {}
    }
    if output.quiet {
        super::print(&text::verdict_line(report));
        return Ok(());
    }
    let options = TextOptions {
        decisions: output.decisions,
        checks: output.list_checks || output.cores,
        memory: output.trace == Some(TraceDetail::Memory),
        statistics: output.stats,
        verbose: output.verbose > 0,
    };
    super::print(&text::render(report, options, &mut Sources::new()));
    Ok(())
}

fn explore_options(arguments: &CheckArguments) -> ExploreOptions {
    let all_findings = arguments.wants_all_findings();
    let may_assume = !arguments.inputs.no_assumptions;
    let (cores, explain) = (arguments.output.cores, arguments.output.explain);
    let arguments = &arguments.search;
    ExploreOptions {
        strategy: arguments.strategy.clone().unwrap_or_default(),
        seed: arguments.seed,
        bounds: Bounds {
            instructions_per_path: arguments.max_instructions,
            forks_per_path: arguments.max_forks,
            loop_iterations: arguments.unwind,
            library_iterations: arguments.library_unwind,
            call_depth: arguments.max_call_depth,
        },
        budgets: Budgets {
            paths: arguments.budget_paths,
            queries: arguments.budget_queries,
            instructions: arguments.budget_instructions,
            states: arguments.budget_states,
            memory_bytes: arguments.budget_memory,
            wall: arguments.time_limit,
        },
        stop: if all_findings {
            StopAt::AllFindings
        } else {
            StopAt::FirstFinding
        },
        order: match arguments.first_side {
            FirstSide::Taken => SideOrder::TakenFirst,
            FirstSide::FallThrough => SideOrder::FallThroughFirst,
        },
        values_per_term: arguments.max_values,
        count_inputs: arguments.count_inputs,
        count_limit: arguments.count_limit,
        bound_checks: !arguments.no_bound_checks,
        may_assume,
        prune: arguments.merge_prune,
        cores,
        decider: arguments.decide.unwrap_or_default(),
        memory_reasons: match arguments.memory_reasons {
            Some(MemoryReasonsChoice::Joins) => MemoryReasons::Joins,
            Some(MemoryReasonsChoice::Definitions) | None => MemoryReasons::Definitions,
        },
        explain,
    }
}

pub(super) fn solver_options(
    arguments: &SolverArguments,
    seed: u64,
) -> Result<SolverOptions, CommandError> {
    let backend = |text: &str| match (text, SolverCommand::parse(text)) {
        ("embedded", _) => Ok(Backend::Embedded),
        (_, Some(command)) => Ok(Backend::Process(command)),
        (_, None) => Err(CommandError::Usage(
            "the name of the solver is empty".to_owned(),
        )),
    };
    let defaults = SolverOptions::default();
    Ok(SolverOptions {
        layers: match &arguments.layers {
            Some(layers) => layers.iter().filter_map(|layer| *layer).collect(),
            None => defaults.layers,
        },
        backend: backend(&arguments.solver)?,
        cross_check: arguments.cross_check.as_deref().map(&backend).transpose()?,
        conflict_limit: match arguments.conflict_limit {
            Some(0) => None,
            Some(limit) => Some(limit),
            None => defaults.conflict_limit,
        },
        time_limit: arguments.solver_timeout,
        interrupted: Some(interrupt::requested),
        seed,
        certify: match &arguments.proofs {
            Some(directory) => Certify::Write(proof_files(directory)?),
            None if arguments.certify => Certify::Check,
            None => Certify::No,
        },
        ..defaults
    })
}

fn proof_files(directory: &Path) -> Result<ProofFiles, CommandError> {
    ProofFiles::create(directory).map_err(|error| {
        unreadable(format!(
            "{}: cannot make the directory for proofs: {error}",
            directory.display()
        ))
    })
}

fn explore_error(error: ExploreError) -> CommandError {
    match error {
        ExploreError::Solver(error) => solver_error(error),
        other => CommandError::Internal(other.to_string()),
    }
}

pub(super) fn solver_error(error: SolverError) -> CommandError {
    match error {
        SolverError::CannotRun { .. } | SolverError::ProofFile { .. } => unreadable(error),
        other => CommandError::Internal(other.to_string()),
    }
}
