//! Formulas as files: what the solver is asked, for other solvers and for those who want to look at it.
//!
//! A formula is satisfiable iff some input violates a property within the bounds. With `--engine merge` all of it is written
//! before the solver is asked anything about it; with `--engine paths`, formulas per path are written when a path comes to a
//! check, and those of the program at the end, which an interrupt brings about as well. After C. Kirsch's `rotor` and Selfie's
//! bounded model checking (one formula for a program, or one per path), and the formats that CBMC and ESBMC write.

use everypath_explore::{Asked, Cut, Question};
use everypath_program::{CheckSet, Position, Program, Property};
use everypath_report::place_words;
use everypath_solver::dimacs;
use everypath_term::smtlib::Floats;
use everypath_term::{Term, TermTable, btor2, simplify, smtlib};

use crate::convert::Converter;
use crate::emission::{Emission, Format};
use crate::exit::{CommandError, unreadable};
use crate::files::{Files, write_file};
use crate::job::{EmitPer, Job, SearchArguments};

/// What a part of a formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Property(Property),
    GivenUp,
}

impl About {
    fn name(self) -> &'static str {
        match self {
            About::Property(property) => property.name(),
            About::GivenUp => "given-up",
        }
    }
}

/// A question that was told.
struct Told {
    about: About,
    position: Position,
    words: String,
    happens: Term,
}

/// Writes formulas as questions are told.
pub struct Emitter<'p> {
    converter: Converter<'p>,
    emissions: Vec<Emission>,
    per: EmitPer,
    /// Whether formulas are simplified once more.
    simplified: bool,
    files: Files,
    checks: CheckSet,
    /// What stands above every formula.
    preamble: Vec<String>,
    told: Vec<Told>,
    questions: u64,
    written: u64,
    /// The first formula that could not be written, and why.
    pub failure: Option<String>,
}

impl<'p> Emitter<'p> {
    /// What the options ask for. Makes the directories.
    pub fn new(
        program: &'p dyn Program,
        checks: CheckSet,
        job: &Job,
        files: Files,
    ) -> Result<Option<Self>, CommandError> {
        let (emissions, per) = (&job.results.emit, job.results.emit_per);
        if emissions.is_empty() {
            return Ok(None);
        }
        for Emission { path, .. } in emissions {
            if per != EmitPer::Program && files == Files::Written {
                std::fs::create_dir_all(path)
                    .map_err(|error| unreadable(format!("{}: {error}", path.display())))?;
            }
        }
        let version = env!("CARGO_PKG_VERSION");
        let engine = job.engine().name();
        Ok(Some(Emitter {
            converter: Converter::new(program),
            emissions: emissions.clone(),
            per,
            simplified: job.results.emit_simplified,
            files,
            checks,
            preamble: vec![
                format!("Everypath {version}: {}", job.first_file().display()),
                format!("engine {engine}, bounds {}", bounds(&job.search)),
            ],
            told: Vec::new(),
            questions: 0,
            written: 0,
            failure: None,
        }))
    }

    /// Takes a question.
    pub fn question(&mut self, terms: &mut TermTable, question: &Question<'_>) {
        let path = question.path.conjunction(terms);
        let happens = terms.and(path, question.condition);
        let position = question.position;
        let (about, words) = match question.asked {
            Asked::Violation { property, detail } => {
                let words = match detail.is_empty() {
                    true => property.to_string(),
                    false => format!("{property}: {detail}"),
                };
                (About::Property(property), words)
            }
            Asked::Cut(reason) => (About::GivenUp, reason.to_string()),
        };
        let told = Told {
            about,
            position,
            words,
            happens,
        };
        self.questions += 1;
        if self.per != EmitPer::Path {
            self.told.push(told);
            return;
        }
        let says = "satisfiable iff some input violates this property on this path";
        let comments = self.comments(says, [&told]);
        let name = format!("{:06}-{}", self.questions, about.name());
        self.write(terms, &name, &[(name.clone(), happens)], &comments);
    }

    /// Writes the formulas about all questions.
    pub fn questions_told(&mut self, terms: &mut TermTable, cuts: &[Cut]) {
        let told = std::mem::take(&mut self.told);
        let open: Vec<String> = cuts
            .iter()
            .map(|cut| match cut.position {
                Some(position) => format!(
                    "given up, not in the formula: {}, {}",
                    cut.reason,
                    self.place(position)
                ),
                None => format!("given up, not in the formula: {}", cut.reason),
            })
            .collect();
        match self.per {
            EmitPer::Program => {
                let violations = told.iter().filter(|told| told.about != About::GivenUp);
                let says = "satisfiable iff some input violates one of these properties";
                let mut comments = self.comments(says, violations);
                let given_up = told.iter().filter(|told| told.about == About::GivenUp);
                for line in self.lines(given_up) {
                    comments.push(format!("given up if some input comes there, {line}"));
                }
                comments.extend(open);
                let parts: Vec<(String, Term)> = self
                    .checks
                    .iter()
                    .map(|property| part(terms, &told, About::Property(property)))
                    .collect();
                self.write(terms, "", &parts, &comments);
            }
            EmitPer::Property => {
                let properties = self.checks.iter().map(About::Property);
                let mut all: Vec<About> = properties.collect();
                if told.iter().any(|told| told.about == About::GivenUp) {
                    all.push(About::GivenUp);
                }
                for about in all {
                    let of_it = told.iter().filter(|told| told.about == about);
                    let says = match about {
                        About::Property(property) => {
                            format!("satisfiable iff some input violates {property}")
                        }
                        About::GivenUp => {
                            "satisfiable iff some input comes to where a path was given up"
                                .to_owned()
                        }
                    };
                    let mut comments = self.comments(&says, of_it);
                    comments.extend(open.iter().cloned());
                    let part = part(terms, &told, about);
                    self.write(terms, about.name(), &[part], &comments);
                }
            }
            EmitPer::Path => {}
        }
    }

    /// What was written, in words.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for Emission { path, .. } in &self.emissions {
            let path = path.display();
            text.push_str(&match self.per {
                EmitPer::Program => format!("formula written to {path}\n"),
                _ => format!("{} formulas written to {path}\n", self.written),
            });
        }
        text
    }

    fn place(&self, position: Position) -> String {
        place_words(&self.converter.place(position))
    }

    fn comments<'t>(&self, says: &str, told: impl IntoIterator<Item = &'t Told>) -> Vec<String> {
        let mut comments = self.preamble.clone();
        comments.push(says.to_owned());
        comments.extend(self.lines(told));
        comments
    }

    /// One line per place and what is asked there, in the order in which they were told first.
    fn lines<'t>(&self, told: impl IntoIterator<Item = &'t Told>) -> Vec<String> {
        let mut seen = std::collections::BTreeSet::new();
        let mut lines = Vec::new();
        for told in told {
            if seen.insert((told.about, told.position, told.words.as_str())) {
                lines.push(format!("{}, {}", told.words, self.place(told.position)));
            }
        }
        lines
    }

    /// Writes one formula in every format.
    fn write(
        &mut self,
        terms: &mut TermTable,
        name: &str,
        parts: &[(String, Term)],
        comments: &[String],
    ) {
        let simple = self.simplified.then(|| simplified(terms, parts));
        let parts = simple.as_deref().unwrap_or(parts);
        for Emission { format, path } in &self.emissions {
            let path = match self.per {
                EmitPer::Program => path.clone(),
                _ => path.join(format!("{name}.{}", format.ending())),
            };
            let written = render(*format, terms, parts, comments)
                .map_err(|why| format!("{}: {why}", path.display()))
                .and_then(|text| match self.files {
                    Files::Written => write_file(&path, text.as_bytes()),
                    Files::Named => Ok(()),
                });
            if let Err(message) = written {
                self.failure
                    .get_or_insert(format!("a formula could not be written: {message}"));
            }
        }
        self.written += 1;
    }
}

/// The parts of a formula, simplified in three passes.
fn simplified(terms: &mut TermTable, parts: &[(String, Term)]) -> Vec<(String, Term)> {
    let roots: Vec<Term> = parts.iter().map(|(_, part)| *part).collect();
    let simple = simplify::three_passes(terms, &roots);
    let names = parts.iter().map(|(name, _)| name.clone());
    names.zip(simple).collect()
}

/// The text of a formula: the parts of a disjunction with their names.
fn render(
    format: Format,
    terms: &mut TermTable,
    parts: &[(String, Term)],
    comments: &[String],
) -> Result<String, String> {
    let any = terms.disjunction(parts.iter().map(|(_, part)| *part).collect());
    let mut comments = comments.to_vec();
    if !terms.enclosed_terms(&[any]).is_empty() {
        comments.push(
            "functions without an exact result give anything within their bounds: a model need not be one"
                .to_owned(),
        );
    }
    let comments = &comments;
    match format {
        Format::Smt2 => Ok(smtlib::formula(terms, any, Floats::Operators, comments)),
        Format::Btor2 => Ok(btor2::model(terms, parts, comments)),
        Format::Dimacs => dimacs::formula(terms, any, comments)
            .map_err(|why| format!("{why}; smt2 and btor2 keep memories as they are")),
    }
}

/// What was told about one thing, as one condition.
fn part(terms: &mut TermTable, told: &[Told], about: About) -> (String, Term) {
    let of_it = told.iter().filter(|told| told.about == about);
    let any = terms.disjunction(of_it.map(|told| told.happens).collect());
    (about.name().to_owned(), any)
}

/// The bounds as the options that set them.
fn bounds(search: &SearchArguments) -> String {
    let mut options: Vec<String> = [
        ("--unwind", search.unwind),
        ("--max-call-depth", search.max_call_depth),
        ("--max-instructions", search.max_instructions),
        ("--max-forks", search.max_forks),
    ]
    .iter()
    .filter_map(|(option, bound)| bound.map(|bound| format!("{option} {bound}")))
    .collect();
    options.extend(
        search
            .unwindset
            .iter()
            .map(|limit| format!("--unwindset {limit}")),
    );
    match options.is_empty() {
        true => "none".to_owned(),
        false => options.join(" "),
    }
}
