//! Every rewrite rule is right for all values at 32 and 64 bits: proved.
//!
//! The checks beside the rules try all values at small widths, and some at these. Here the terms before and after a firing stand in a table
//! without rules, and the SAT solver looks for values of the operands on which they differ; z3 looks for them, too. That a question is too
//! hard for one of them is no failure, but every rule has a firing that is proved at every width, or is in the list of those that cannot have one.

use everypath_solver::Answer;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_term::testing::{Candidates, said_of_script};
use everypath_term::{
    Bits, Evaluator, FloatFormat, Kind, Rule, Sort, Term, TermTable, UnaryOp, smtlib,
};

/// Firings that are looked at for one rule and asked about: the easiest of them, and some of the others.
const LOOKED_AT: usize = 300;
const EASIEST: usize = 3;
const OTHERS: usize = 3;
/// Conflicts of the SAT solver for one question.
const CONFLICTS: u64 = 1000;
/// What z3 may spend on one question, in its own count: about a quarter of a second.
const PATIENCE_OF_Z3: u32 = 1_000_000;

/// Rules none of whose firings can be proved at 32 and 64 bits, at how many bits they are proved, and why.
const TOO_HARD: [(&str, u32, &str); 3] = [
    (
        "sdiv-choice-of-signs",
        8,
        "both sides divide an unknown by an unknown, and no operand can be a constant",
    ),
    (
        "mul-quotient",
        4,
        "an unknown is multiplied by what was divided by it",
    ),
    (
        "mul-wide-quotient",
        6,
        "the same with room for all of the product",
    ),
];

/// A question, which no values answer.
struct Question {
    rule: &'static str,
    /// What is asked, for messages.
    text: String,
    proved: bool,
    script: String,
}

/// The condition that two terms differ; memories at some index.
fn differ(table: &mut TermTable, before: Term, after: Term) -> Term {
    match table.sort(before) {
        Sort::Bits(_) => table.ne(before, after),
        Sort::Memory { index, .. } => {
            let index = table.input("index", index);
            let (before, after) = (table.read(before, index), table.read(after, index));
            table.ne(before, after)
        }
    }
}

/// How hard a condition is, roughly: pairs of bits that are multiplied.
fn hardness(table: &TermTable, condition: Term) -> u64 {
    let pairs = |&term: &Term| {
        let node = table.node(term);
        let width = u64::from(node.width);
        // Digits that may matter, whatever the sign.
        let bits = |term| match (table.as_constant(term), table.kind(term)) {
            (Some(value), _) => {
                let minus = value.unary(UnaryOp::Neg);
                let digits = |it: &Bits| it.to_binary().trim_start_matches('0').len() as u64;
                digits(&value).min(digits(&minus))
            }
            (None, Kind::ZeroExtend | Kind::SignExtend) => {
                u64::from(table.width(table.node(term).first()))
            }
            (None, _) => width,
        };
        match node.kind {
            Kind::Mul | Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => {
                bits(node.first()) * bits(node.second())
            }
            Kind::Float => width * width,
            _ => 0,
        }
    };
    table.post_order(&[condition]).iter().map(pairs).sum()
}

/// Asks about firings of one rule.
fn ask(rule: &Rule, candidates: &mut Candidates) -> Vec<Question> {
    let (mut table, pairs) = candidates.firings(rule, LOOKED_AT).in_one_table();
    let mut conditions: Vec<(u64, Term, (Term, Term))> = Vec::new();
    for (before, after) in pairs {
        if before != after {
            let condition = differ(&mut table, before, after);
            conditions.push((hardness(&table, condition), condition, (before, after)));
        }
    }
    conditions.sort_by_key(|&(hardness, ..)| hardness);
    let others = conditions.split_off(EASIEST.min(conditions.len()));
    let step = others.len().div_ceil(OTHERS).max(1);
    conditions.extend(others.into_iter().step_by(step));
    let mut solver = Embedded::new(Some(CONFLICTS), None, 0);
    let mut questions = Vec::new();
    for (_, condition, (before, after)) in conditions {
        let text = format!("{} -> {}", table.display(before), table.display(after));
        let script = smtlib::print(&mut table, &[condition]);
        let proved = match solver.solve(&mut table, &[condition]).expect("an answer") {
            Answer::Unsat(_) => true,
            Answer::Unknown(_) => false,
            Answer::Sat(model) => {
                let wrong = Evaluator::new(&table, &model).is_true(condition);
                let verdict = if wrong {
                    "is wrong"
                } else {
                    "is said to be wrong"
                };
                panic!("{} {verdict} for {model:?}: {text}", rule.name)
            }
        };
        questions.push(Question {
            rule: rule.name,
            text,
            proved,
            script,
        });
    }
    questions
}

/// A script whose definitions are constants with equations: z3 4.8, which many systems still have, takes minutes to read some hundred definitions, whatever
/// it may spend.
fn with_equations(script: &str) -> String {
    let equation = |line: &str| {
        let (name, rest) = line.strip_prefix("(define-fun ")?.split_once(" () ")?;
        let mut depth = 0;
        let end = rest.find(|character| {
            depth += i32::from(character == '(') - i32::from(character == ')');
            depth == 0 && character == ' '
        })?;
        let (sort, body) = (&rest[..end], rest[end..].trim().strip_suffix(')')?);
        Some(format!(
            "(declare-fun {name} () {sort})\n(assert (= {name} {body}))\n"
        ))
    };
    let lines = script.lines();
    lines
        .map(|line| equation(line).unwrap_or_else(|| format!("{line}\n")))
        .collect()
}

/// Lets z3 answer all questions, too; gives how many it answered.
fn ask_z3(questions: &[Question]) -> usize {
    let limit = format!("rlimit={PATIENCE_OF_Z3}");
    let scripts: String = questions
        .iter()
        .flat_map(|question| [with_equations(&question.script), "(reset)\n".to_owned()])
        .collect();
    let said = said_of_script("z3", &["-smt2", &limit], &scripts);
    let answers: Vec<&str> = said.lines().collect();
    assert_eq!(answers.len(), questions.len(), "{said}");
    let mut answered = 0;
    for (question, answer) in questions.iter().zip(answers) {
        match answer {
            "unsat" => answered += 1,
            "unknown" | "timeout" => {}
            _ => panic!(
                "{}: z3 says {answer} of {}\n{}",
                question.rule, question.text, question.script
            ),
        }
    }
    answered
}

/// Asks about all these rules: each has a firing that is proved.
fn prove(candidates: &mut Candidates, rules: impl Fn(&Rule) -> bool) {
    let mut questions = Vec::new();
    let mut missing = Vec::new();
    for rule in TermTable::rules().iter().filter(|rule| rules(rule)) {
        let asked = ask(rule, candidates);
        if !asked.iter().any(|question| question.proved) {
            let texts: Vec<&String> = asked.iter().map(|question| &question.text).collect();
            missing.push(format!("{}: {texts:#?}", rule.name));
        }
        questions.extend(asked);
    }
    assert!(missing.is_empty(), "not proved:\n{}", missing.join("\n"));
    let confirmed = ask_z3(&questions);
    let proved = questions.iter().filter(|question| question.proved);
    let (proved, asked) = (proved.count(), questions.len());
    eprintln!("{asked} firings: {proved} are proved by the SAT solver, {confirmed} by z3");
    assert!(10 * proved > 9 * asked && 10 * confirmed > 9 * asked);
}

fn is_too_hard(rule: &Rule) -> bool {
    TOO_HARD.iter().any(|(name, ..)| *name == rule.name)
}

fn prove_at(width: u32) {
    let rules = |rule: &Rule| rule.kind != Kind::Float && !is_too_hard(rule);
    prove(&mut Candidates::of_width(width), rules);
}

#[test]
fn every_rule_is_proved_at_32_bits() {
    prove_at(32);
}

#[test]
fn every_rule_is_proved_at_64_bits() {
    prove_at(64);
}

#[test]
fn rules_that_are_too_hard_there_are_proved_of_fewer_bits() {
    for (name, width, _) in TOO_HARD {
        assert!(TermTable::rules().iter().any(|rule| rule.name == name));
        prove(&mut Candidates::of_width(width), |rule| rule.name == name);
    }
}

#[test]
fn every_rule_of_floats_is_proved_in_small_formats() {
    let small = [FloatFormat::Seven, FloatFormat::Nine];
    prove(&mut Candidates::of_formats(small), |rule| {
        rule.kind == Kind::Float
    });
}

#[test]
fn every_rule_of_floats_is_proved_at_16_and_32_bits() {
    let common = [FloatFormat::Half, FloatFormat::Single];
    prove(&mut Candidates::of_formats(common), |rule| {
        rule.kind == Kind::Float
    });
}
