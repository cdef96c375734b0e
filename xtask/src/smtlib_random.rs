//! Random SMT-LIB formulas over all operators, with arrays and functions: `everypath solve` beside other solvers.
//!
//! What we say is asked of all other solvers that are there: a model, functions included, in place of the declarations, with the values that we
//! give for terms as equations, must satisfy the formula, and a core without the other assertions must not be satisfiable. Where nobody
//! confirms that, and for each tenth formula, the others are asked the formula as it stands; answers must agree where two are definite. Each
//! tenth is asked of us once more in steps, with `push`, `pop` and assumptions. Formulas that differ are kept.
//!
//! Each solver is one process for all formulas: to start a process takes longer than most formulas.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::bitwuzla;
use crate::run::{everypath, is_there};
use crate::session::{Frame, Reply, Session};
use crate::smtlib_formula::{Formula, ours, theirs};

/// Seconds that we have for a query, and for an answer until we are killed.
const OURS: (u64, u64) = (10, 15);

/// Milliseconds that each of the others has for a query, and seconds until it is killed.
const THEIRS: (u64, u64) = (300, 3);

/// Formulas between two lines of progress.
const PROGRESS: u64 = 1_000;

/// Reasons to refuse that are shown of each solver.
const REASONS: usize = 3;

/// Before each script.
const PREAMBLE: &str = "(set-logic ALL)\n";

/// Scripts one after another.
const RESET: Frame = Frame::Commands {
    first: PREAMBLE,
    next: "(reset)\n(set-logic ALL)\n",
};

/// Another solver.
struct Other {
    name: &'static str,
    session: Session,
    /// Operators beyond those that everyone has.
    has: &'static [&'static str],
    /// Formulas that it rejects, or that it ended at.
    refused: u64,
    /// Formulas that it did not decide.
    undecided: u64,
    reasons: BTreeMap<String, u64>,
}

/// The other solvers that are there.
fn others() -> Vec<Other> {
    let milliseconds = THEIRS.0;
    let other = |name, words: Vec<String>, frame, has| Other {
        name,
        session: Session::new(words, frame, Duration::from_secs(THEIRS.1)),
        has,
        refused: 0,
        undecided: 0,
        reasons: BTreeMap::new(),
    };
    let words = |command: String| command.split(' ').map(str::to_owned).collect();
    let mut others = Vec::new();
    if is_there("z3") {
        others.push(other(
            "z3",
            words(format!("z3 -in -t:{milliseconds}")),
            // A reset takes it 10 ms.
            Frame::Commands {
                first: "(set-logic ALL)\n(push 1)\n",
                next: "(pop 1)\n(push 1)\n",
            },
            &["ext_rotate_left", "ext_rotate_right"],
        ));
    }
    if is_there("cvc5") {
        others.push(other(
            "cvc5",
            words(format!(
                "cvc5 -q --lang=smt2 --incremental --arrays-exp --fp-exp --tlimit-per={milliseconds} -"
            )),
            RESET,
            &[
                "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo",
            ],
        ));
    }
    if bitwuzla::installed() {
        others.push(other(
            "bitwuzla",
            bitwuzla::session(milliseconds),
            Frame::Sized,
            &[
                "bvinc", "bvdec", "bvredxor", "bvnego", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo",
                "bvusubo", "bvssubo", "bvsdivo",
            ],
        ));
    }
    others
}

/// What became of a formula; what is wrong with it is kept.
#[derive(Default)]
struct Case {
    /// Our answer, if definite.
    word: Option<String>,
    /// Whether another solver gave a definite answer.
    judged: bool,
    /// Whether we were killed.
    late: bool,
    wrong: Vec<String>,
    /// How much of that another solver denies.
    outvoted: usize,
    /// Files to keep if something is wrong: what follows the number in the name, and the script.
    files: Vec<(String, String)>,
    /// By solver: this formula is counted as refused, or as undecided.
    refused: Vec<bool>,
    undecided: Vec<bool>,
}

/// The answer of a reply to `check-sat`.
fn word(text: &str) -> Option<&'static str> {
    ["sat", "unsat"]
        .into_iter()
        .find(|it| text.trim() == *it || text.trim_start().starts_with(&format!("{it}\n")))
}

/// An error without what differs from formula to formula.
fn reason(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("(error"));
    let line = line.or_else(|| text.lines().next()).unwrap_or_default();
    let mut quoted = line.split('\'');
    let mut shown = String::new();
    while let Some(plain) = quoted.next() {
        shown.extend(plain.chars().filter(|it| !it.is_ascii_digit()));
        if quoted.next().is_some() {
            shown.push_str("'...'");
        }
    }
    shown.chars().take(120).collect()
}

/// The elements of a list as text, or nothing if there is no list.
fn elements(text: &str) -> Vec<&str> {
    let text = text.trim();
    let Some(inside) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) else {
        return Vec::new();
    };
    let (mut depth, mut start) = (0_usize, None);
    let mut found = Vec::new();
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'(' => {
                start = start.or(Some(at));
                depth += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            byte if !byte.is_ascii_whitespace() => start = start.or(Some(at)),
            _ => {}
        }
        let ends = match byte {
            b')' => true,
            b'(' => false,
            _ => inside
                .as_bytes()
                .get(at + 1)
                .is_none_or(|next| b"() \n\t".contains(next)),
        };
        if depth == 0
            && ends
            && let Some(start) = start.take()
        {
            found.push(&inside[start..=at]);
        }
    }
    found
}

/// Assertions as a script.
fn asserted<'a>(assertions: impl IntoIterator<Item = &'a String>) -> String {
    let mut text = String::new();
    for assertion in assertions {
        let _ = writeln!(text, "(assert {assertion})");
    }
    text
}

/// The script that another solver was asked, and its answer, if definite.
struct Theirs {
    at: usize,
    text: String,
    word: Option<&'static str>,
}

/// A formula and who is asked.
struct Asked<'a> {
    formula: &'a Formula,
    declarations: String,
    us: &'a mut Session,
    others: &'a mut [Other],
    case: Case,
}

impl Asked<'_> {
    /// What we say to further commands; what is not an answer is wrong, or late.
    fn we_say(&mut self, commands: &str) -> Option<String> {
        let reply = self.us.ask(&ours(commands));
        self.heard(reply)
    }

    fn heard(&mut self, reply: Reply) -> Option<String> {
        match reply {
            Reply::Text(text) => Some(text),
            Reply::Failed(text) => {
                self.case.wrong.push(text.trim().to_owned());
                None
            }
            Reply::Late => {
                self.case.late = true;
                None
            }
        }
    }

    /// Asks others a script with marks that is to have the answer `expected`; all of them if the one that is asked says otherwise. True if
    /// one of them gives that answer.
    fn they_say(&mut self, what: &str, script: &str, expected: &str, only: Option<usize>) -> bool {
        let differs = |answers: &[Theirs]| {
            let mut words = answers.iter().filter_map(|it| it.word);
            words.any(|word| word != expected)
        };
        let mut answers = self.ask_them(script, only);
        if only.is_some() && differs(&answers) {
            answers = self.ask_them(script, None);
        }
        let confirmed = answers.iter().any(|it| it.word == Some(expected));
        let mut wrong = Vec::new();
        for Theirs { at, text, word } in &answers {
            let Some(word) = word.filter(|it| *it != expected) else {
                continue;
            };
            let name = self.others[*at].name;
            wrong.push(format!("{name} says {word}"));
            let text = format!("{PREAMBLE}{text}(check-sat)\n");
            self.case.files.push((format!("-{what}-{name}"), text));
        }
        if !wrong.is_empty() {
            let ours = if confirmed { "; another agrees" } else { "" };
            let wrong = wrong.join(", ");
            let wrong = format!("{what}: {expected}, but {wrong}{ours}");
            self.case.outvoted += usize::from(confirmed);
            self.case.wrong.push(wrong);
        }
        confirmed
    }

    /// What others, or only one, answer to a script with marks; those that refused this formula are not asked again.
    fn ask_them(&mut self, script: &str, only: Option<usize>) -> Vec<Theirs> {
        let mut asked = Vec::new();
        for (at, other) in self.others.iter_mut().enumerate() {
            if self.case.refused[at] || only.is_some_and(|only| only != at) {
                continue;
            }
            let (definitions, text) = theirs(script, other.has);
            let check = match other.session.frame() {
                Frame::Commands { .. } => "(check-sat)\n",
                Frame::Sized => "",
            };
            let text = definitions + &text;
            other.session.begin(&format!("{text}{check}"));
            let word = None;
            asked.push(Theirs { at, text, word });
        }
        for Theirs {
            at, word: found, ..
        } in &mut asked
        {
            let other = &mut self.others[*at];
            let refusal = match other.session.answer() {
                Reply::Text(reply) if word(&reply).is_some() => {
                    *found = word(&reply);
                    continue;
                }
                Reply::Late => None,
                Reply::Text(reply) if ["unknown", "timeout"].contains(&reply.trim()) => None,
                Reply::Text(reply) | Reply::Failed(reply) => Some(reason(&reply)),
            };
            match refusal {
                None => self.case.undecided[*at] = true,
                Some(reason) => {
                    self.case.refused[*at] = true;
                    *other.reasons.entry(reason).or_default() += 1;
                }
            }
        }
        asked
    }

    /// The answer itself, and the model or the core.
    fn whole(&mut self) {
        let assertions = asserted(&self.formula.assertions);
        let script = format!("{}{assertions}", self.declarations);
        let text = format!("{PREAMBLE}{}(check-sat)\n", ours(&script));
        self.case.files.push((String::new(), text));
        self.us.begin(&format!("{}(check-sat)\n", ours(&script)));
        let reply = self.us.answer();
        let Some(text) = self.heard(reply) else {
            return;
        };
        let Some(word) = word(&text) else {
            if text.trim() != "unknown" {
                self.case.wrong.push(format!("prints {}", text.trim()));
            }
            return;
        };
        self.case.word = Some(word.to_owned());
        // Who confirms the model or the core confirms the answer.
        let confirmed = match word {
            "sat" => self.model("model"),
            _ => self.core(),
        };
        self.case.judged = confirmed.unwrap_or(false);
        if !self.case.judged || self.formula.incremental {
            self.case.judged |= self.they_say("answer", &script, word, None);
        }
    }

    /// Our model of all assertions, which we found just now: definitions in place of declarations, and values of terms. Says whether it is
    /// confirmed.
    fn model(&mut self, what: &str) -> Option<bool> {
        let formula = self.formula;
        let model = self.we_say("(get-model)")?;
        let definitions = elements(&model);
        let mut script = String::new();
        for (name, _) in &formula.inputs {
            let begin = format!("(define-fun {name} ");
            match definitions.iter().find(|it| it.starts_with(&begin)) {
                Some(definition) => {
                    let _ = writeln!(script, "{definition}");
                }
                None => self.case.wrong.push(format!("the model lacks {name}")),
            }
        }
        let asked = format!("(get-value ({}))", formula.terms.join(" "));
        let values = self.we_say(&asked)?;
        let pairs = elements(&values);
        script.push_str(&asserted(&formula.assertions));
        for (at, term) in formula.terms.iter().enumerate() {
            match pairs.get(at).map(|pair| elements(pair)).as_deref() {
                Some([_, value]) => {
                    let _ = writeln!(script, "(assert (= {term} {value}))");
                }
                _ => self.case.wrong.push(format!("no value of {term}")),
            }
        }
        Some(self.they_say(what, &script, "sat", None))
    }

    /// Our core; says whether it is confirmed.
    fn core(&mut self) -> Option<bool> {
        let assertions = &self.formula.assertions;
        let mut script = format!(
            "(set-option :produce-unsat-cores true)\n{}",
            self.declarations
        );
        for (at, assertion) in assertions.iter().enumerate() {
            let _ = writeln!(script, "(assert (! {assertion} :named n{at}))");
        }
        script.push_str("(check-sat)\n");
        self.us.begin(&ours(&script));
        let reply = self.us.answer();
        let text = self.heard(reply)?;
        if word(&text) != Some("unsat") {
            let wrong = format!("unsat, but {} where cores are on", text.trim());
            self.case.wrong.push(wrong);
            return None;
        }
        let core = self.we_say("(get-unsat-core)")?;
        Some(self.smaller("core", 'n', &elements(&core)))
    }

    /// Assertions whose names suffice, as we say; says whether that is confirmed.
    fn smaller(&mut self, what: &str, letter: char, names: &[&str]) -> bool {
        let mut chosen = Vec::new();
        for name in names {
            let number = name.strip_prefix(letter).and_then(|it| it.parse().ok());
            match number.and_then(|at: usize| self.formula.assertions.get(at)) {
                Some(assertion) => chosen.push(assertion),
                None => self.case.wrong.push(format!("{what} has {name}")),
            }
        }
        let script = format!("{}{}", self.declarations, asserted(chosen));
        self.they_say(what, &script, "unsat", None)
    }

    /// We answer in steps; each step that is not the whole formula is asked of one of the others.
    fn steps(&mut self, number: u64) -> Option<()> {
        let formula = self.formula;
        let assertions = &formula.assertions;
        let count = assertions.len();
        // Steps are as hard as the formula.
        let able: Vec<usize> = (0..self.others.len())
            .filter(|&at| !self.case.refused[at] && !self.case.undecided[at])
            .collect();
        let only = match able.len() as u64 {
            0 => None,
            others => Some(able[(number % others) as usize]),
        };
        self.us.begin(&ours(&self.declarations));
        let reply = self.us.answer();
        self.heard(reply)?;
        let passing = vec![formula.passing.clone(), assertions[0].clone()];
        let pushed = format!("(push 1)\n{}(check-sat)\n", asserted(&passing));
        self.step(&pushed, &passing, only)?;
        let mut before = "(pop 1)\n";
        for at in 0..count {
            let pushed = format!(
                "{before}(push 1)\n{}(check-sat)\n",
                asserted([&assertions[at]])
            );
            before = "";
            let word = self.step(&pushed, &assertions[..=at], only)?;
            if at + 1 == count && word == "sat" {
                self.model("model-in-steps")?;
            }
        }
        // Assumptions are names of the assertions, or inputs that are equal to them.
        let mut names = format!("(pop {count})\n");
        for (at, assertion) in assertions.iter().enumerate() {
            let _ = match number / 10 % 2 {
                0 => writeln!(names, "(define-fun c{at} () Bool {assertion})"),
                _ => writeln!(
                    names,
                    "(declare-const c{at} Bool)\n(assert (= c{at} {assertion}))"
                ),
            };
        }
        let rest: String = (1..count).map(|at| format!(" c{at}")).collect();
        let assumed = format!("{names}(check-sat-assuming (c0{rest}))\n");
        if self.step(&assumed, assertions, only)? == "unsat" {
            let said = self.we_say("(get-unsat-assumptions)")?;
            self.smaller("assumptions", 'c', &elements(&said));
        }
        let mut turned = assertions.clone();
        turned[0] = format!("(not {})", turned[0]);
        let assumed = format!("(check-sat-assuming ((not c0){rest}))\n");
        self.step(&assumed, &turned, only)?;
        Some(())
    }

    /// Our answer to commands that check these assertions; nothing if it is not definite.
    fn step(
        &mut self,
        commands: &str,
        assertions: &[String],
        only: Option<usize>,
    ) -> Option<&'static str> {
        let said = self.we_say(commands)?;
        let found = word(&said)?;
        if assertions == self.formula.assertions {
            if self.case.word.as_deref().is_some_and(|it| it != found) {
                let wrong = format!("{found} in steps, at {}", ours(commands).trim());
                self.case.wrong.push(wrong);
            }
        } else {
            let script = format!("{}{}", self.declarations, asserted(assertions));
            self.they_say("step", &script, found, only);
        }
        Some(found)
    }
}

/// Counts over all formulas.
#[derive(Default)]
struct Counts {
    sat: u64,
    unsat: u64,
    undecided: u64,
    unjudged: u64,
    in_steps: u64,
    differ: u64,
    /// Of these, those where one of the others is with us.
    outvoted: u64,
}

/// Asks so many formulas; false if something differs.
pub fn smtlib_random(
    of_seed: fn(u64) -> Formula,
    formulas: u64,
    seed: u64,
    keep: &Path,
) -> Result<bool, String> {
    let binary = everypath()?.display().to_string();
    let seconds = OURS.0.to_string();
    let words = [&binary, "solve", "-", "--solver-timeout", &seconds];
    let mut us = Session::new(
        words.map(str::to_owned).to_vec(),
        RESET,
        Duration::from_secs(OURS.1),
    );
    let mut others = others();
    fs::create_dir_all(keep).map_err(|error| format!("{}: {error}", keep.display()))?;
    let mut counts = Counts::default();
    let start = Instant::now();
    for number in seed..seed + formulas {
        let formula = of_seed(number);
        let declarations = formula
            .inputs
            .iter()
            .fold(String::new(), |text, (_, it)| text + it + "\n");
        let case = Case {
            refused: vec![false; others.len()],
            undecided: vec![false; others.len()],
            ..Case::default()
        };
        let mut asked = Asked {
            formula: &formula,
            declarations,
            us: &mut us,
            others: &mut others,
            case,
        };
        asked.whole();
        if formula.incremental && asked.case.word.is_some() {
            counts.in_steps += 1;
            // Steps end early at an answer that is not definite.
            let _ = asked.steps(number);
        }
        let case = asked.case;
        settle(number, &case, keep, &mut counts, &mut others)?;
        let done = number - seed + 1;
        if done.is_multiple_of(PROGRESS) {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!(
                "{done} formulas in {seconds:.0} s: {} differ; {}",
                counts.differ,
                refusals(&others)
            );
        }
    }
    for other in &others {
        let mut reasons: Vec<_> = other.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (reason, count) in reasons.into_iter().take(REASONS) {
            println!("{} refused {count}: {reason}", other.name);
        }
    }
    let names: Vec<&str> = others.iter().map(|it| it.name).collect();
    let Counts {
        sat,
        unsat,
        undecided,
        unjudged,
        in_steps,
        differ,
        outvoted,
    } = counts;
    println!(
        "{formulas} formulas beside {}: {sat} sat, {unsat} unsat, {undecided} undecided, {differ} differ (in {outvoted} another is with us); {in_steps} in steps, too; {unjudged} that no other decides; {}",
        names.join(", "),
        refusals(&others)
    );
    Ok(differ == 0)
}

/// What the others did not answer.
fn refusals(others: &[Other]) -> String {
    let list = |count: fn(&Other) -> u64| {
        let each = others.iter().map(|it| format!("{} {}", it.name, count(it)));
        each.collect::<Vec<_>>().join(", ")
    };
    format!(
        "refused: {}; undecided: {}",
        list(|it| it.refused),
        list(|it| it.undecided)
    )
}

/// Counts a formula; tells what is wrong with it and keeps its files.
fn settle(
    number: u64,
    case: &Case,
    keep: &Path,
    counts: &mut Counts,
    others: &mut [Other],
) -> Result<(), String> {
    match case.word.as_deref() {
        Some("sat") => counts.sat += 1,
        Some(_) => counts.unsat += 1,
        None if case.wrong.is_empty() => counts.undecided += 1,
        None => {}
    }
    if case.late {
        println!("{number}: no answer within {} s", OURS.1);
    }
    counts.unjudged += u64::from(case.word.is_some() && !case.judged);
    for (at, other) in others.iter_mut().enumerate() {
        other.refused += u64::from(case.refused[at]);
        other.undecided += u64::from(case.undecided[at] && !case.refused[at]);
    }
    if case.wrong.is_empty() {
        return Ok(());
    }
    counts.differ += 1;
    counts.outvoted += u64::from(case.outvoted == case.wrong.len());
    println!("{number}: {}", case.wrong.join("; "));
    for (name, text) in &case.files {
        let path = keep.join(format!("{number}{name}.smt2"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_elements() {
        let values = "((i #b1)\n ((f i p) ((as const A) #b0)))\n";
        assert_eq!(
            elements(values),
            ["(i #b1)", "((f i p) ((as const A) #b0))"]
        );
        assert_eq!(elements("((f i p) ab)"), ["(f i p)", "ab"]);
        assert_eq!(elements("(n0 n12)"), ["n0", "n12"]);
        assert!(elements("()").is_empty() && elements("n").is_empty());
    }

    #[test]
    fn an_error_is_a_reason() {
        let text = "sat\n(error \"line 12: unknown 'x1' here\")\n";
        assert_eq!(reason(text), "(error \"line : unknown '...' here\")");
    }
}
