//! What the rules that simplify terms are worth: every group of them switched off in turn.
//!
//! The thesis on LLBMC (F. Merz, 2016, section 6.1) argues for simplification and measures none of it. Terms and queries are counts, equal in
//! every run; times are sums over all programs of the fastest of some runs. Whatever is off, verdicts must not contradict each other: only undecided ones may become more.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};
use serde::Deserialize;
use serde_json::Value;

use crate::run::{check, everypath, provenance, root, seconds_of, store};

#[derive(Debug, Deserialize)]
struct Programs {
    program: Vec<Program>,
}

#[derive(Debug, Deserialize)]
struct Program {
    file: String,
    options: Vec<String>,
}

impl Program {
    fn name(&self) -> String {
        let name = Path::new(&self.file).file_stem().unwrap_or_default();
        let choices = self
            .options
            .iter()
            .filter(|option| !option.starts_with('-'));
        let choices: Vec<&str> = choices.map(String::as_str).collect();
        format!("{} ({})", name.display(), choices.join(", "))
    }
}

/// What one run did.
#[derive(Clone, Debug, Default)]
struct Measured {
    verdict: String,
    terms: u64,
    queries: u64,
    /// Queries that came to bit-blasting.
    sat: u64,
    solver: f64,
    seconds: f64,
    applied: u64,
    groups: Vec<String>,
}

impl Measured {
    fn of(record: &Value) -> Self {
        let statistics = &record["statistics"];
        let rules = &statistics["rules"];
        let empty = Vec::new();
        let groups = rules["groups"].as_array().unwrap_or(&empty);
        let name = |group: &Value| group["group"].as_str().unwrap_or_default().to_owned();
        let layers = statistics["layers"].as_array().unwrap_or(&empty);
        let sat = layers.iter().find(|layer| layer["name"] == "bit-blasting");
        let count = |value: &Value| value.as_u64().unwrap_or(0);
        Measured {
            verdict: record["verdict"].as_str().unwrap_or("?").to_owned(),
            terms: count(&rules["terms"]),
            queries: count(&statistics["queries"]),
            sat: sat.map_or(0, |layer| count(&layer["queries"])),
            solver: record["timing"]["solver_seconds"].as_f64().unwrap_or(0.0),
            seconds: seconds_of(record),
            applied: groups.iter().map(|group| count(&group["firings"])).sum(),
            groups: groups.iter().map(name).collect(),
        }
    }
}

/// Runs of which the fastest counts.
const RUNS: u32 = 3;

/// Runs all programs with every group switched off; false if verdicts contradict each other.
pub fn bench(only: &[String], time_limit: u64, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let text = std::fs::read_to_string(root().join("benchmarks/rules/programs.toml"))
        .map_err(|error| format!("programs.toml: {error}"))?;
    let mut programs: Programs =
        toml::from_str(&text).map_err(|error| format!("programs.toml: {error}"))?;
    let wanted = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part));
    programs.program.retain(|program| wanted(&program.name()));
    let run = |program: &Program, off: &str| -> Result<Measured, String> {
        let mut best: Option<Measured> = None;
        for _ in 0..RUNS {
            let mut command = Command::new(&binary);
            command
                .current_dir(root())
                .args(["check", &program.file, "--jobs", "1", "--rule-statistics"])
                .args(["--time-limit", &time_limit.to_string()])
                .args(&program.options);
            if !off.is_empty() {
                command.args(["--disable-rules", off]);
            }
            let (record, _) =
                check(&mut command).map_err(|message| format!("{}: {message}", program.name()))?;
            let measured = Measured::of(&record);
            if best
                .as_ref()
                .is_none_or(|best| measured.seconds < best.seconds)
            {
                best = Some(measured);
            }
        }
        Ok(best.unwrap_or_default())
    };

    let mut right = true;
    let mut each = Table::new(&[
        ("program", Align::Left),
        ("verdict", Align::Left),
        ("terms", Align::Right),
        ("rules applied", Align::Right),
        ("queries", Align::Right),
        ("to SAT", Align::Right),
        ("seconds", Align::Right),
    ]);
    let mut on = Vec::new();
    for program in &programs.program {
        let measured = run(program, "")?;
        each.row([
            program.name(),
            measured.verdict.clone(),
            measured.terms.to_string(),
            measured.applied.to_string(),
            measured.queries.to_string(),
            measured.sat.to_string(),
            format!("{:.3}", measured.seconds),
        ]);
        on.push(measured);
    }
    let groups = on.first().map(|first| first.groups.clone());
    let groups = groups.unwrap_or_default();
    let mut off: Vec<String> = groups.clone();
    let all_but_constants = groups.iter().filter(|group| *group != "constants");
    off.push(all_but_constants.cloned().collect::<Vec<_>>().join(","));

    let mut sums = Table::new(&[
        ("switched off", Align::Left),
        ("terms", Align::Right),
        ("queries", Align::Right),
        ("to SAT", Align::Right),
        ("solver seconds", Align::Right),
        ("seconds", Align::Right),
        ("undecided", Align::Right),
        ("most affected", Align::Left),
    ]);
    summary(&mut sums, "nothing", &programs.program, &on, &on);
    for group in &off {
        let name = match group.contains(',') {
            true => "all but constants",
            false => group,
        };
        eprintln!("without {name}");
        let mut without = Vec::new();
        for (program, on) in programs.program.iter().zip(&on) {
            let measured = run(program, group)?;
            let decided = [&measured.verdict, &on.verdict];
            if decided[0] != decided[1] && !decided.iter().any(|verdict| *verdict == "incomplete") {
                right = false;
                eprintln!("WRONG: {} is {} then", program.name(), measured.verdict);
            }
            without.push(measured);
        }
        summary(&mut sums, name, &programs.program, &on, &without);
    }
    print!("{}\n{}", each.render(""), sums.render(""));
    if keep {
        let command = format!("cargo xtask bench rules --time-limit {time_limit} --store");
        store(
            "rules",
            &format!(
                "# The rules that simplify terms, switched off by group\n\n{}* each run: `everypath check FILE OPTIONS --rule-statistics --time-limit {time_limit} --json` with the options of `benchmarks/rules/programs.toml`, and `--disable-rules GROUP`\n* times: of the fastest of {RUNS} runs\n* to SAT: queries that came to bit-blasting\n* seconds: from the start of the search to the verdict\n\nEverything on:\n\n{}\nSums over these programs; most affected is the program whose number of terms grows most:\n\n{}",
                provenance(&command),
                each.markdown(),
                sums.markdown()
            ),
        )?;
    }
    Ok(right)
}

/// One row: sums over all programs.
fn summary(table: &mut Table, name: &str, programs: &[Program], on: &[Measured], off: &[Measured]) {
    let count = |of: fn(&Measured) -> u64| off.iter().map(of).sum::<u64>().to_string();
    let time = |of: fn(&Measured) -> f64| format!("{:.2}", off.iter().map(of).sum::<f64>());
    let undecided = off.iter().filter(|run| run.verdict == "incomplete");
    let growth = |index: &usize| off[*index].terms as f64 / on[*index].terms.max(1) as f64;
    let most = (0..off.len()).max_by(|a, b| growth(a).total_cmp(&growth(b)));
    let most = most.filter(|index| growth(index) > 1.0);
    table.row([
        name.to_owned(),
        count(|run| run.terms),
        count(|run| run.queries),
        count(|run| run.sat),
        time(|run| run.solver),
        time(|run| run.seconds),
        undecided.count().to_string(),
        most.map_or(String::new(), |index| {
            format!("{}: {:.1} x", programs[index].name(), growth(&index))
        }),
    ]);
}
