//! The report for a person: the verdict, each finding with its source line and inputs, what was not covered and what to
//! do about it, and the summary.

use crate::excerpt::{Sources, excerpt};
use crate::table::{Align, Table};
use crate::{
    Assumption, CheckSummary, ConflictStatistics, Cut, Finding, Input, Note, Place, ReplayStatus,
    Report, RuleStatistics, ShownCall, Verdict, place_words, standard_input, values,
};

/// What the text shows besides verdict and findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// The decisions on the path of each finding.
    pub decisions: bool,
    /// The table of checks.
    pub checks: bool,
    /// In traces, memory with its addresses.
    pub memory: bool,
    /// All statistics instead of one line.
    pub statistics: bool,
    /// The bounds, checks and environment.
    pub verbose: bool,
}

/// How many rows the elements of one input may take; the record has them all.
const MAX_LISTED_RUNS: usize = 64;
/// So many equal neighbours share a row.
const SHARED_ROW: usize = 4;

/// The kind of cut that comes from stopping at the first finding: no news behind a verdict of unsafe.
pub const FIRST_FINDING: &str = "first-finding";

/// The whole report.
pub fn render(report: &Report, options: TextOptions, sources: &mut Sources) -> String {
    let mut text = verdict_line(report);
    text.push_str(&assumptions(&report.assumptions));
    for (index, found) in report.findings.iter().enumerate() {
        text.push('\n');
        text.push_str(&finding(found, index + 1, options, sources));
    }
    for found in &report.internal_errors {
        text.push_str("\nINTERNAL ERROR, not a fault of the program: ");
        text.push_str(&finding(found, 0, options, sources));
    }
    if let Some(count) = &report.input_count {
        text.push_str(&format!(
            "\ndifferent inputs that break some property: {count}\n"
        ));
    }
    let given_up: Vec<&Cut> = report
        .cuts
        .iter()
        .filter(|cut| cut.kind != FIRST_FINDING)
        .collect();
    if !given_up.is_empty() {
        text.push('\n');
        text.push_str(&cuts(&given_up));
    }
    if options.checks {
        text.push('\n');
        text.push_str(&checks(&report.checks));
    }
    if let Some(learnt) = &report.learnt {
        text.push('\n');
        text.push_str(&crate::learnt::render(learnt));
    }
    if !report.suggested.is_empty() {
        text.push('\n');
        text.push_str(&crate::proof::suggested(&report.suggested));
    }
    if let Some(proof) = &report.proof {
        text.push('\n');
        text.push_str(&crate::proof::render(proof));
    }
    if options.verbose {
        text.push('\n');
        text.push_str(&question(report));
    }
    text.push('\n');
    if options.statistics {
        text.push_str(&statistics(report));
    } else {
        text.push_str(&summary_line(report));
    }
    if let Some(rules) = &report.statistics.rules {
        text.push_str(&rule_statistics(rules));
    }
    // What is shown already is nothing to try.
    let is_shown = |command: &&String| options.checks && command.contains(" --list-checks ");
    if let Some(command) = report.next.as_ref().filter(|it| !is_shown(it)) {
        text.push_str(&format!("\nnext: {command}\n"));
    }
    text
}

/// One line: the verdict and what it rests on.
pub fn verdict_line(report: &Report) -> String {
    let program = report.program.files.join(" ");
    let places = report.findings.len();
    let no_path = report.no_path.map(|no_path| no_path.words().to_owned());
    let said = no_path.unwrap_or_else(|| match report.verdict {
        Verdict::Safe if report.question.bounds.unchecked && !report.cuts.is_empty() => {
            "no violation up to the bounds; paths end there, which --no-bound-checks leaves out"
                .to_owned()
        }
        Verdict::Safe => "every path was followed to its end and no check can fail".to_owned(),
        Verdict::Unsafe => {
            let more = if report.question.all_findings {
                ""
            } else {
                " (the first; --all for more)"
            };
            match places {
                1 => format!("1 violation{more}"),
                _ => format!("{places} violations{more}"),
            }
        }
        Verdict::Incomplete if report.interrupted => {
            "interrupted; no violation up to there".to_owned()
        }
        Verdict::Incomplete if report.question.bounds.no_assumptions && report.cuts.is_empty() => {
            "no violation found, but only in the world that is assumed".to_owned()
        }
        Verdict::Incomplete => {
            "no violation found, but not every path was followed to its end".to_owned()
        }
    });
    format!("{program}: {}: {said}\n", report.verdict.word())
}

/// The most places of an assumption that the text names; the record has them all.
const MAX_ASSUMED_PLACES: usize = 3;

/// What was assumed about the world, a line each.
pub fn assumptions(assumptions: &[Assumption]) -> String {
    let mut text = String::new();
    for assumed in assumptions {
        text.push_str(&format!("assumed: {}", assumed.sentence()));
        let shown = assumed.places.iter().take(MAX_ASSUMED_PLACES);
        let places: Vec<String> = shown.map(short_place).collect();
        text.push_str(&format!(" at {}", places.join(", ")));
        let more = assumed.places.len().saturating_sub(MAX_ASSUMED_PLACES);
        if more > 0 {
            text.push_str(&format!(" and {more} more"));
        }
        if let Some(advice) = &assumed.advice {
            text.push_str(&format!("; {advice}"));
        }
        text.push('\n');
    }
    text
}

/// `file:line`, or the address.
fn short_place(place: &Place) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => format!("{:#x}", place.address),
    }
}

/// One finding.
pub fn finding(
    finding: &Finding,
    number: usize,
    options: TextOptions,
    sources: &mut Sources,
) -> String {
    let number = if number == 0 {
        String::new()
    } else {
        format!(" {number}")
    };
    let mut text = format!(
        "violation{number}: {}: {}\n",
        finding.property, finding.description
    );
    if !finding.detail.is_empty() && finding.detail != finding.description {
        text.push_str(&format!("  {}\n", finding.detail));
    }
    text.push_str(&format!("  --> {}\n", place_words(&finding.place)));
    text.push_str(&excerpt(&finding.place, sources, "  "));
    let address = format!("{:#x}", finding.place.address);
    match &finding.place.instruction {
        Some(instruction) => text.push_str(&format!("  instruction {address}: {instruction}\n")),
        None => text.push_str(&format!("  instruction {address}\n")),
    }
    if !finding.call_stack.is_empty() {
        text.push_str("  call stack, innermost first:\n");
        let innermost = finding.place.function.as_deref();
        for (index, call) in finding.shown_calls().enumerate() {
            text.push_str(&match call {
                ShownCall::Call(frame) => {
                    let name = frame.function.as_deref();
                    let name = if index == 0 { name.or(innermost) } else { name };
                    let site = place_words(&frame.call_site);
                    format!("    {} called by {site}\n", name.unwrap_or("?"))
                }
                ShownCall::More(count) => format!("    ... {count} more calls ...\n"),
            });
        }
    }
    text.push_str(&notes(&finding.notes));
    text.push_str(&inputs(&finding.inputs));
    if let Some(count) = &finding.input_count {
        text.push_str(&format!("  different inputs that break it here: {count}\n"));
    }
    text.push_str(&match finding.replay.status {
        ReplayStatus::Reproduced => format!(
            "  replayed on the emulator: the same violation after {} instructions\n",
            finding.instructions
        ),
        ReplayStatus::NotReproduced => format!(
            "  NOT REPRODUCED on the emulator ({}): this is a bug of everypath, please report it\n",
            finding
                .replay
                .message
                .as_deref()
                .unwrap_or("no reason known")
        ),
    });
    if let Some(case) = &finding.test_case {
        text.push_str(&format!("  test case: {case}\n"));
    }
    if options.decisions {
        text.push_str(&decisions(finding));
    }
    if let Some(trace) = &finding.trace {
        text.push_str(&crate::trace::render(trace, options.memory));
    }
    text
}

/// The places that explain a violation, one a line.
pub fn notes(notes: &[Note]) -> String {
    let line = |note: &Note| format!("  {}: {}\n", note.what, place_words(&note.place));
    notes.iter().map(line).collect()
}

fn decisions(finding: &Finding) -> String {
    if finding.decisions.is_empty() {
        return "  decisions on the path: none\n".to_owned();
    }
    let mut text = "  decisions on the path:\n".to_owned();
    let mut table = Table::new(&[
        ("step", Align::Right),
        ("place", Align::Left),
        ("instruction", Align::Left),
        ("decision", Align::Left),
    ]);
    for (index, decision) in finding.decisions.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            place_words(&decision.place),
            decision.place.instruction.clone().unwrap_or_default(),
            decision.choice.clone(),
        ]);
    }
    text.push_str(&table.render("    "));
    text
}

/// The inputs as a table: name, decimal, hexadecimal, character.
pub fn inputs(inputs: &[Input]) -> String {
    if inputs.is_empty() {
        return "  inputs: none (it happens on every run)\n".to_owned();
    }
    let mut text = "  inputs:\n".to_owned();
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("decimal", Align::Right),
        ("hexadecimal", Align::Right),
        ("character", Align::Left),
    ]);
    for input in &standard_input::shown(inputs) {
        let (elements, size) = values::elements(&input.bytes, input.element_size);
        let single = elements.len() == 1;
        let runs = runs(&elements);
        for &(first, length, value) in runs.iter().take(MAX_LISTED_RUNS) {
            let name = if single {
                input.name.clone()
            } else if length == 1 {
                format!("{}[{first}]", input.name)
            } else {
                format!("{}[{first}..={}]", input.name, first + length - 1)
            };
            table.row([
                name,
                values::decimal(value, size),
                values::hexadecimal(value, size),
                values::character(value).unwrap_or_default(),
            ]);
        }
        if let Some(&(first, ..)) = runs.get(MAX_LISTED_RUNS) {
            table.row([
                format!("{}[{first}..]", input.name),
                "(not shown)".to_owned(),
            ]);
        }
        if size == 1
            && elements.len() > 1
            && let Some(string) = values::string(&input.bytes)
        {
            table.row([
                input.name.clone(),
                String::new(),
                "as text".to_owned(),
                string,
            ]);
        }
    }
    text.push_str(&table.render("    "));
    text
}

/// Elements by rows: first index, number of elements, value. Only longer runs of equal elements share a row.
fn runs(elements: &[u64]) -> Vec<(usize, usize, u64)> {
    let mut runs = Vec::new();
    let mut first = 0;
    for group in elements.chunk_by(|a, b| a == b) {
        let value = group.first().copied().unwrap_or(0);
        if group.len() >= SHARED_ROW {
            runs.push((first, group.len(), value));
        } else {
            runs.extend((first..first + group.len()).map(|index| (index, 1, value)));
        }
        first += group.len();
    }
    runs
}

/// Paths that were given up, why, and what to do.
pub fn cuts(cuts: &[&Cut]) -> String {
    let mut text = "not followed to the end:\n".to_owned();
    for cut in cuts {
        let paths = if cut.count == 1 { "path" } else { "paths" };
        text.push_str(&format!("  {} {paths}: {}", cut.count, cut.reason));
        if let Some(place) = &cut.place {
            text.push_str(&format!(", {}", place_words(place)));
            if let Some(instruction) = &place.instruction {
                text.push_str(&format!(" ({:#x}: {instruction})", place.address));
            }
        }
        text.push('\n');
        if let Some(advice) = &cut.advice {
            text.push_str(&format!("    {advice}\n"));
        }
    }
    text
}

/// What became of each check, and what the proofs rest on.
fn checks(checks: &[CheckSummary]) -> String {
    if checks.is_empty() {
        return "checks: none depends on inputs, and none fails\n".to_owned();
    }
    let mut text = "checks that depend on inputs or fail:\n".to_owned();
    let mut table = Table::new(&[
        ("property", Align::Left),
        ("place", Align::Left),
        ("status", Align::Left),
        ("asked", Align::Right),
    ]);
    for check in checks {
        table.row([
            check.property.clone(),
            place_words(&check.place),
            check.status.clone(),
            check.asked.to_string(),
        ]);
    }
    text.push_str(&table.render("  "));
    for check in checks.iter().filter(|check| !check.rests_on.is_empty()) {
        let (property, place) = (&check.property, place_words(&check.place));
        text.push_str(&format!("{property}, {place}, rests on\n"));
        let mut lines: Vec<String> = check.rests_on.iter().map(place_words).collect();
        lines.dedup();
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

fn question(report: &Report) -> String {
    let limit = |value: Option<u64>| value.map_or("none".to_owned(), |value| value.to_string());
    let (program, question) = (&report.program, &report.question);
    let (bounds, budgets) = (&question.bounds, &question.budgets);
    let mut text = format!(
        "environment: {} ({}), {}\n",
        program.environment, program.environment_reason, program.architecture
    );
    text.push_str(&format!("checks: {}\n", question.checks.join(", ")));
    let numbers = (bounds.numbers().into_iter())
        .map(|(what, bound)| format!("{what} {}", limit(bound)))
        .collect::<Vec<_>>();
    text.push_str(&format!("bounds: {}\n", numbers.join(", ")));
    if !bounds.loops.is_empty() {
        text.push_str(&format!("bounds of loops: {}\n", bounds.loops.join(", ")));
    }
    if bounds.unchecked {
        text.push_str("paths that a bound ends do not count\n");
    }
    text.push_str(&format!(
        "budgets: paths {}, queries {}, instructions {}, states {}, memory {}, time {}\n",
        limit(budgets.paths),
        limit(budgets.queries),
        limit(budgets.instructions),
        limit(budgets.states),
        budgets.memory_bytes.map_or("none".to_owned(), bytes),
        budgets
            .time_ms
            .map_or("none".to_owned(), |ms| format!("{} s", ms as f64 / 1000.0))
    ));
    let chosen_by = match &question.chosen_by {
        Some(chooser) => format!(" ({chooser})"),
        None => String::new(),
    };
    text.push_str(&format!(
        "engine {}{chosen_by}, strategy {}, seed {}, solver {}\n",
        question.engine, question.strategy, question.seed, question.solver
    ));
    text
}

fn bytes(number: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.iter().find(|&&(size, _)| number >= size) {
        Some(&(size, unit)) => format!("{:.1} {unit}", number as f64 / size as f64),
        None => format!("{number} bytes"),
    }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        "-".to_owned()
    } else {
        format!("{:.1}%", part as f64 * 100.0 / whole as f64)
    }
}

fn coverage_words(report: &Report) -> String {
    let coverage = &report.coverage;
    match coverage.instructions_total {
        Some(total) => format!(
            "{} of {total} instructions ({})",
            coverage.instructions,
            percent(coverage.instructions, total)
        ),
        None => format!("{} instructions", coverage.instructions),
    }
}

fn summary_line(report: &Report) -> String {
    let counts = &report.statistics;
    let queries = counts.queries.map(|queries| format!(" {queries} queries,"));
    let mut text = format!(
        "{} {}, {} instructions,{} {} covered",
        counts.paths,
        if counts.paths == 1 { "path" } else { "paths" },
        counts.instructions,
        queries.unwrap_or_default(),
        coverage_words(report)
    );
    if let Some(timing) = &report.timing {
        text.push_str(&format!(", {:.3} s", timing.seconds));
    }
    text.push('\n');
    text
}

/// What the rules did: groups, then rules.
fn rule_statistics(counts: &RuleStatistics) -> String {
    let mut groups = Table::new(&[
        ("group", Align::Left),
        ("rules", Align::Right),
        ("off", Align::Right),
        ("applied", Align::Right),
    ]);
    for group in &counts.groups {
        groups.row([
            group.group.clone(),
            group.rules.to_string(),
            group.disabled.to_string(),
            group.firings.to_string(),
        ]);
    }
    let mut rules = Table::new(&[
        ("rule", Align::Left),
        ("applied", Align::Right),
        ("what it does", Align::Left),
    ]);
    for rule in &counts.rules {
        rules.row([
            rule.rule.clone(),
            rule.firings.to_string(),
            rule.statement.clone(),
        ]);
    }
    format!(
        "rules that simplify terms ({} terms made):\n{}rules that were applied:\n{}",
        counts.terms,
        groups.render("  "),
        rules.render("  ")
    )
}

/// What conflict-driven exploration did.
fn conflict_statistics(counts: &ConflictStatistics) -> String {
    let mut text = "learning from conflicts:\n".to_owned();
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<22} {value}\n"));
    line("decider", counts.decider.clone());
    let (paths, conflicts) = (counts.paths, counts.conflicts);
    line(
        "proposed paths",
        format!("{paths}, {conflicts} of them conflicts"),
    );
    line("steps executed", counts.steps.to_string());
    line(
        "graph",
        format!(
            "{} nodes, {} edges, made anew {} times",
            counts.nodes, counts.edges, counts.restarts
        ),
    );
    if let Some(formula) = &counts.formula {
        line(
            "formula",
            format!(
                "{} variables, {} clauses, {} conflicts",
                formula.variables, formula.clauses, formula.conflicts
            ),
        );
        line(
            "models",
            format!("{} guided, {} not", formula.guided, formula.unguided),
        );
    }
    line("reasons: whole path", counts.whole_paths.to_string());
    let (clauses, literals) = (counts.generalised, counts.literals_saved);
    line(
        "clauses made smaller",
        format!("{clauses}, by {literals} literals"),
    );
    let mut table = Table::new(&[
        ("clauses from", Align::Left),
        ("clauses", Align::Right),
        ("literals", Align::Right),
        ("least", Align::Right),
        ("greatest", Align::Right),
    ]);
    for clauses in &counts.clauses {
        table.row([
            clauses.from.clone(),
            clauses.clauses.to_string(),
            clauses.literals.to_string(),
            clauses.least.to_string(),
            clauses.greatest.to_string(),
        ]);
    }
    text.push_str(&table.render("  "));
    text
}

/// All statistics.
pub fn statistics(report: &Report) -> String {
    let counts = &report.statistics;
    let mut text = "statistics:\n".to_owned();
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<22} {value}\n"));
    line("paths", counts.paths.to_string());
    line("states (2 x paths)", counts.states.to_string());
    let ends = &counts.ends;
    line(
        "paths ended by",
        format!(
            "exit {}, violation {}, assumption {}, dead end {}, cut {}",
            ends.exits, ends.violations, ends.assumptions, ends.dead, ends.cuts
        ),
    );
    line("instructions", counts.instructions.to_string());
    line("forks", counts.forks.to_string());
    line("most states waiting", counts.most_waiting.to_string());
    if let Some(queries) = counts.queries {
        line("queries", queries.to_string());
    }
    line("instructions covered", coverage_words(report));
    if let Some(source) = &report.coverage.source {
        for (name, part, whole) in [
            ("source lines covered", source.lines, source.lines_total),
            (
                "functions entered",
                source.functions,
                source.functions_total,
            ),
            (
                "source sides covered",
                source.branch_sides,
                source.branch_sides_total,
            ),
        ] {
            line(
                name,
                format!("{part} of {whole} ({})", percent(part, whole)),
            );
        }
    }
    line(
        "branch sides covered",
        format!(
            "{} of {} ({})",
            report.coverage.branch_sides,
            report.coverage.branch_sides_total,
            percent(
                report.coverage.branch_sides,
                report.coverage.branch_sides_total
            )
        ),
    );
    if let Some(timing) = &report.timing {
        line("time", format!("{:.3} s", timing.seconds));
        let share = if timing.seconds > 0.0 {
            timing.solver_seconds * 100.0 / timing.seconds
        } else {
            0.0
        };
        line(
            "time in the solver",
            format!("{:.3} s ({share:.1}%)", timing.solver_seconds),
        );
        let seconds = timing.seconds - timing.solver_seconds;
        if seconds > 0.0 {
            let rate = counts.instructions as f64 / seconds / 1e6;
            line(
                "speed outside solver",
                format!("{rate:.2} million instructions/s"),
            );
        }
        if let Some(peak) = timing.peak_memory_bytes {
            line("peak memory", bytes(peak));
        }
    }
    if let Some(conflict) = &counts.conflict {
        text.push_str(&conflict_statistics(conflict));
    }
    if !counts.layers.is_empty() {
        text.push_str("solver layers:\n");
        let mut table = Table::new(&[
            ("layer", Align::Left),
            ("queries", Align::Right),
            ("answered", Align::Right),
            ("satisfiable", Align::Right),
            ("unsatisfiable", Align::Right),
            ("seconds", Align::Right),
            ("passed on because of", Align::Left),
        ]);
        for (index, layer) in counts.layers.iter().enumerate() {
            let seconds = report
                .timing
                .as_ref()
                .and_then(|timing| timing.layer_seconds.get(index))
                .map_or("-".to_owned(), |seconds| format!("{seconds:.3}"));
            let given_up = layer.given_up.iter();
            let given_up: Vec<String> = given_up
                .map(|given_up| format!("{} {}", given_up.reason, given_up.queries))
                .collect();
            table.row([
                layer.name.clone(),
                layer.queries.to_string(),
                layer.answered.to_string(),
                layer.satisfiable.to_string(),
                layer.unsatisfiable.to_string(),
                seconds,
                given_up.join(", "),
            ]);
        }
        text.push_str(&table.render("  "));
    }
    if !report.properties.is_empty() {
        text.push_str("properties:\n");
        let mut table = Table::new(&[
            ("property", Align::Left),
            ("checked", Align::Right),
            ("violated", Align::Right),
        ]);
        for property in &report.properties {
            table.row([
                property.property.clone(),
                property.checked.to_string(),
                property.violated.to_string(),
            ]);
        }
        text.push_str(&table.render("  "));
    }
    text
}
