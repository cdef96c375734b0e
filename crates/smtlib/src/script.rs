//! The commands of SMT-LIB 2.6 (chapter 4) over the solver stack.
//!
//! An error ends the script, as `:error-behavior immediate-exit` says. Each level of `push` has its own path condition, a clone of the one
//! below, so what the solver has learnt about the outer assertions serves the inner ones. Constraints on atoms depend on all that
//! is asserted and are goals of each query.

use std::io::{Read, Write};
use std::rc::Rc;

use everypath_solver::{
    Answer, PathCondition, Solver, SolverOptions, SolverStatistics, UnknownReason,
};
use everypath_term::{Kind as TermKind, RuleId, Term, TermTable};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::context::Context;
use crate::error::{Error, Failure, Position};
use crate::model::Model;
use crate::print;
use crate::reader::{Kind, Reader, Text, Tree};
use crate::sorts::{Scalar, Sort, Value};
use crate::symbols::{Function, Macro, Meaning, SortMeaning};

/// How a script is run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What answers.
    pub solver: SolverOptions,
    /// Rules of terms that are switched off.
    pub rules_off: Vec<RuleId>,
}

/// The logics whose scripts are read; their formulas may use all that the others have.
pub const LOGICS: [&str; 16] = [
    "QF_BV",
    "QF_ABV",
    "QF_UFBV",
    "QF_AUFBV",
    "QF_UF",
    "QF_AX",
    "QF_AUF",
    "QF_FP",
    "QF_BVFP",
    "QF_ABVFP",
    "QF_UFFP",
    "QF_UFBVFP",
    "QF_AUFBVFP",
    "QF_FPLRA",
    "QF_BVFPLRA",
    "ALL",
];

/// Options of scripts that are on or off.
#[derive(Clone, Copy, Debug)]
struct Switches {
    print_success: bool,
    produce_models: bool,
    produce_unsat_cores: bool,
    produce_unsat_assumptions: bool,
    produce_assignments: bool,
    produce_assertions: bool,
    global_declarations: bool,
}

impl Switches {
    const DEFAULT: Switches = Switches {
        print_success: false,
        produce_models: true,
        produce_unsat_cores: false,
        produce_unsat_assumptions: true,
        produce_assignments: false,
        produce_assertions: false,
        global_declarations: false,
    };

    fn of(&mut self, keyword: &str) -> Option<&mut bool> {
        Some(match keyword {
            ":print-success" => &mut self.print_success,
            ":produce-models" => &mut self.produce_models,
            ":produce-unsat-cores" => &mut self.produce_unsat_cores,
            ":produce-unsat-assumptions" => &mut self.produce_unsat_assumptions,
            ":produce-assignments" => &mut self.produce_assignments,
            ":produce-assertions" | ":interactive-mode" => &mut self.produce_assertions,
            ":global-declarations" => &mut self.global_declarations,
            _ => return None,
        })
    }
}

/// Something asserted.
#[derive(Clone, Debug)]
struct Assertion {
    term: Term,
    name: Option<Text>,
    /// The text, if it may be asked for.
    text: Option<String>,
}

/// An assumption of `check-sat-assuming`.
struct Assumption {
    term: Term,
    text: String,
}

/// What is known since the last check.
enum Mode {
    /// Nothing: something changed.
    Open,
    Sat(Box<Model>),
    Unsat {
        /// Names of assertions that suffice, if cores are on.
        core: Vec<Text>,
        /// Assumptions that suffice.
        assumptions: Vec<String>,
    },
    Unknown(UnknownReason),
}

/// What is asserted at one level of `push`.
#[derive(Clone, Debug, Default)]
struct Level {
    assertions: usize,
    names: usize,
    path: PathCondition,
}

/// Whether the script goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Command,
    End,
}

/// A script that runs. See the [module documentation](self).
pub struct Script<'a> {
    name: &'a str,
    options: Options,
    context: Context,
    solver: Option<Solver>,
    switches: Switches,
    seed: u64,
    assertions: Vec<Assertion>,
    /// The constant that the last command declared.
    fresh: Option<(Text, Value)>,
    /// Terms with names, as `get-assignment` tells them.
    named: Vec<(Text, Term)>,
    levels: Vec<Level>,
    mode: Mode,
    logic: Option<Text>,
    output: &'a mut dyn Write,
}

/// Runs a script; answers go to `output`, each as soon as it is known. Errors name the script by `name`.
pub fn run(
    name: &str,
    input: impl Read,
    output: &mut dyn Write,
    options: Options,
) -> Result<SolverStatistics, Failure> {
    let mut reader = Reader::new(input);
    let mut script = Script::new(name, output, options);
    loop {
        let next = match reader.command(&mut script.context.texts) {
            Ok(Some(command)) => script.command(command),
            Ok(None) => Ok(Next::End),
            Err(error) => Err(error.into()),
        };
        match next {
            Ok(Next::Command) => {}
            Ok(Next::End) => return Ok(script.statistics()),
            Err(failure) => {
                // That the answers cannot be written cannot be answered.
                let _ = script.answer_failure(&failure);
                return Err(failure);
            }
        }
    }
}

impl<'a> Script<'a> {
    fn new(name: &'a str, output: &'a mut dyn Write, options: Options) -> Self {
        Self {
            name,
            context: new_context(&options),
            solver: None,
            switches: Switches::DEFAULT,
            seed: options.solver.seed,
            options,
            assertions: Vec::new(),
            fresh: None,
            named: Vec::new(),
            levels: vec![Level::default()],
            mode: Mode::Open,
            logic: None,
            output,
        }
    }

    fn statistics(&self) -> SolverStatistics {
        self.solver
            .as_ref()
            .map(|solver| solver.statistics().clone())
            .unwrap_or_default()
    }

    fn answer(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        Ok(())
    }

    fn answer_failure(&mut self, failure: &Failure) -> Result<(), Failure> {
        let message = match failure {
            Failure::Script(error) => format!("{}:{error}", self.name),
            other => other.to_string(),
        };
        self.answer(&format!("(error {})", print::string(&message)))
    }

    fn done(&mut self) -> Result<Next, Failure> {
        if self.switches.print_success {
            self.answer("success")?;
        }
        Ok(Next::Command)
    }

    fn said(&mut self, text: &str) -> Result<Next, Failure> {
        self.answer(text)?;
        Ok(Next::Command)
    }

    fn command(&mut self, tree: Tree) -> Result<Next, Failure> {
        let tree = Rc::new(tree);
        let position = tree.node(0).position;
        let elements = tree.elements(0).unwrap_or_default();
        let Some(Kind::Symbol(name)) = elements.first().map(|&it| tree.node(it).kind) else {
            return Err(Error::new(position, "a command begins with its name").into());
        };
        let name = self.context.texts.get(name).to_owned();
        let form = |usage: &str| -> Failure {
            Error::new(position, format!("`{name}` has the form ({usage})")).into()
        };
        let fresh = self.fresh.take();
        match (name.as_str(), &elements[1..]) {
            ("set-logic", &[logic]) => {
                let Some(logic) = tree.symbol(logic) else {
                    return Err(form("set-logic SYMBOL"));
                };
                self.set_logic(logic, position)
            }
            ("set-option", &[keyword, value]) => self.set_option(&tree, keyword, value),
            ("set-info", &[_] | &[_, _]) => self.done(),
            ("get-info", &[keyword]) => self.get_info(&tree, keyword),
            ("get-option", &[keyword]) => self.get_option(&tree, keyword),
            ("declare-const", &[name, sort]) => self.declare(&tree, name, &[], sort),
            ("declare-fun", &[name, parameters, sort]) => {
                let Some(parameters) = tree.elements(parameters) else {
                    return Err(form("declare-fun SYMBOL (SORT ...) SORT"));
                };
                self.declare(&tree, name, &parameters, sort)
            }
            ("define-fun", &[name, parameters, sort, body]) => {
                let Some(parameters) = tree.elements(parameters) else {
                    return Err(form("define-fun SYMBOL ((SYMBOL SORT) ...) SORT TERM"));
                };
                self.define(&tree, name, &parameters, sort, body)
            }
            ("define-const", &[name, sort, body]) => self.define(&tree, name, &[], sort, body),
            ("declare-sort", &[name] | &[name, _]) => {
                self.declare_sort(&tree, name, elements.get(2).copied())
            }
            ("define-sort", &[name, parameters, body]) => {
                self.define_sort(&tree, name, parameters, body)
            }
            ("assert", &[term]) => self.assert(&tree, term, fresh),
            ("check-sat", []) => self.check(Vec::new()),
            ("check-sat-assuming", &[list]) => {
                let Some(list) = tree.elements(list) else {
                    return Err(form("check-sat-assuming (TERM ...)"));
                };
                self.check_assuming(&tree, &list)
            }
            ("push", []) => self.push(1),
            ("pop", []) => self.pop(1, position),
            ("push", &[count]) => self.push(self.context.numeral(&tree, count)?),
            ("pop", &[count]) => self.pop(self.context.numeral(&tree, count)?, position),
            ("reset", []) => {
                self.context = new_context(&self.options);
                self.solver = None;
                self.switches = Switches::DEFAULT;
                self.logic = None;
                self.seed = self.options.solver.seed;
                self.forget_assertions();
                self.done()
            }
            ("reset-assertions", []) => {
                self.context
                    .symbols
                    .reset(self.switches.global_declarations);
                self.forget_assertions();
                self.done()
            }
            ("get-model", []) => self.get_model(position),
            ("get-value", &[list]) => {
                let list = tree.elements(list).filter(|list| !list.is_empty());
                let Some(list) = list else {
                    return Err(form("get-value (TERM ...)"));
                };
                self.get_value(&tree, &list, position)
            }
            ("get-unsat-core", []) => self.get_unsat_core(position),
            ("get-unsat-assumptions", []) => self.get_unsat_assumptions(position),
            ("get-assertions", []) => self.get_assertions(position),
            ("get-assignment", []) => self.get_assignment(position),
            ("echo", &[text]) => match tree.node(text).kind {
                Kind::String(text) => {
                    let text = print::string(self.context.texts.get(text));
                    self.said(&text)
                }
                _ => Err(form("echo STRING")),
            },
            ("exit", []) => {
                self.done()?;
                Ok(Next::End)
            }
            (known, _) if COMMANDS.contains(&known) => Err(Error::new(
                position,
                format!("`{known}` has another number of arguments"),
            )
            .into()),
            (other, _) => {
                Err(Error::new(position, format!("unsupported: the command `{other}`")).into())
            }
        }
    }

    fn set_logic(&mut self, logic: Text, position: Position) -> Result<Next, Failure> {
        let name = self.context.texts.get(logic);
        if !LOGICS.contains(&name) {
            return Err(Error::new(
                position,
                format!(
                    "unsupported: the logic {name}; supported are {}",
                    LOGICS.join(", ")
                ),
            )
            .into());
        }
        self.logic = Some(logic);
        self.done()
    }

    fn set_option(&mut self, tree: &Tree, keyword: usize, value: usize) -> Result<Next, Failure> {
        let Kind::Keyword(keyword) = tree.node(keyword).kind else {
            let position = tree.node(keyword).position;
            return Err(Error::new(position, "an option is a keyword").into());
        };
        let keyword = self.context.texts.get(keyword).to_owned();
        let position = tree.node(value).position;
        let text = tree.print(&self.context.texts, value);
        if let Some(switch) = self.switches.of(&keyword) {
            *switch = match text.as_str() {
                "true" => true,
                "false" => false,
                other => {
                    let message = format!("{keyword} is true or false, not `{other}`");
                    return Err(Error::new(position, message).into());
                }
            };
            return self.done();
        }
        match keyword.as_str() {
            ":random-seed" => {
                self.seed = u64::from(self.context.numeral(tree, value)?);
                self.done()
            }
            ":verbosity" => self.done(),
            ":regular-output-channel" if text == "\"stdout\"" => self.done(),
            ":diagnostic-output-channel" if text == "\"stderr\"" => self.done(),
            _ => self.said("unsupported"),
        }
    }

    fn get_option(&mut self, tree: &Tree, keyword: usize) -> Result<Next, Failure> {
        let text = tree.print(&self.context.texts, keyword);
        if let Some(switch) = self.switches.of(&text) {
            let text = switch.to_string();
            return self.said(&text);
        }
        let text = match text.as_str() {
            ":random-seed" => self.seed.to_string(),
            ":verbosity" => "0".to_owned(),
            ":regular-output-channel" => "\"stdout\"".to_owned(),
            ":diagnostic-output-channel" => "\"stderr\"".to_owned(),
            _ => "unsupported".to_owned(),
        };
        self.said(&text)
    }

    fn get_info(&mut self, tree: &Tree, keyword: usize) -> Result<Next, Failure> {
        let keyword = tree.print(&self.context.texts, keyword);
        let value = match keyword.as_str() {
            ":name" => print::string("everypath"),
            ":version" => print::string(env!("CARGO_PKG_VERSION")),
            ":authors" => print::string("the authors of Everypath"),
            ":error-behavior" => "immediate-exit".to_owned(),
            ":assertion-stack-levels" => (self.levels.len() - 1).to_string(),
            ":reason-unknown" => match self.mode {
                Mode::Unknown(reason) => print::string(&reason.to_string()),
                Mode::Open | Mode::Sat(_) | Mode::Unsat { .. } => {
                    let position = tree.node(0).position;
                    return Err(Error::new(position, "the last answer is not unknown").into());
                }
            },
            _ => return self.said("unsupported"),
        };
        self.said(&format!("({keyword} {value})"))
    }

    /// A symbol that has no meaning yet.
    fn new_symbol(&self, tree: &Tree, at: usize) -> Result<Text, Error> {
        let position = tree.node(at).position;
        let Some(name) = tree.symbol(at) else {
            let text = tree.print(&self.context.texts, at);
            let message = format!("a symbol was expected, not `{text}`");
            return Err(Error::new(position, message));
        };
        if self.context.is_taken(name) {
            let text = self.context.texts.get(name);
            let message = format!("`{text}` already has a meaning");
            return Err(Error::new(position, message));
        }
        Ok(name)
    }

    fn declare(
        &mut self,
        tree: &Tree,
        name: usize,
        parameters: &[usize],
        sort: usize,
    ) -> Result<Next, Failure> {
        let name = self.new_symbol(tree, name)?;
        let meaning = if parameters.is_empty() {
            let sort = self.context.sort(tree, sort)?;
            let text = self.context.texts.get(name).to_owned();
            let value = self.context.fresh(&text, sort);
            self.fresh = Some((name, value.clone()));
            Meaning::Value(value)
        } else {
            let parameters = parameters.iter();
            let parameters: Vec<Scalar> = parameters
                .map(|&it| self.context.scalar(tree, it))
                .collect::<Result<_, _>>()?;
            Meaning::Function(Rc::new(Function {
                number: self.context.symbols.new_function(),
                parameters,
                result: self.context.scalar(tree, sort)?,
            }))
        };
        self.context.symbols.declare(name, meaning);
        self.done()
    }

    fn define(
        &mut self,
        tree: &Rc<Tree>,
        name: usize,
        parameters: &[usize],
        sort: usize,
        body: usize,
    ) -> Result<Next, Failure> {
        let name = self.new_symbol(tree, name)?;
        let mut sorts = Vec::new();
        for &parameter in parameters {
            let parts = tree.elements(parameter).unwrap_or_default();
            let symbol = parts.first().and_then(|&it| tree.symbol(it));
            let (Some(symbol), &[_, sort]) = (symbol, &parts[..]) else {
                let position = tree.node(parameter).position;
                return Err(Error::new(position, "a parameter has the form (SYMBOL SORT)").into());
            };
            if sorts.iter().any(|(other, _)| *other == symbol) {
                let position = tree.node(parameter).position;
                return Err(Error::new(position, "another parameter has this name").into());
            }
            sorts.push((symbol, self.context.sort(tree, sort)?));
        }
        let result = self.context.sort(tree, sort)?;
        // Once with parameters of which nothing is known, to find errors here and not where the function is applied.
        let arguments: Vec<(Text, Value)> = sorts
            .iter()
            .map(|&(name, sort)| (name, self.context.fresh("parameter", sort)))
            .collect();
        let value = self.term(tree, body, &arguments)?;
        if value.sort != result {
            let texts = &self.context.texts;
            let message = format!(
                "the body has sort {}, not {}",
                value.sort.print(texts),
                result.print(texts)
            );
            return Err(Error::new(tree.node(body).position, message).into());
        }
        let meaning = if sorts.is_empty() {
            Meaning::Value(value)
        } else {
            Meaning::Macro(Rc::new(Macro {
                number: self.context.symbols.new_function(),
                parameters: sorts,
                result,
                body: Rc::new(tree.part(body)),
            }))
        };
        self.context.symbols.define(name, meaning);
        self.done()
    }

    fn new_sort(&self, tree: &Tree, at: usize) -> Result<Text, Error> {
        let words = self.context.words;
        let builtin = [words.bool, words.bit_vec, words.array];
        match tree.symbol(at) {
            Some(name) if !builtin.contains(&name) && self.context.symbols.sort(name).is_none() => {
                Ok(name)
            }
            _ => {
                let text = tree.print(&self.context.texts, at);
                let message = format!("`{text}` cannot be the name of a sort, or is one already");
                Err(Error::new(tree.node(at).position, message))
            }
        }
    }

    fn declare_sort(
        &mut self,
        tree: &Tree,
        name: usize,
        arity: Option<usize>,
    ) -> Result<Next, Failure> {
        let symbol = self.new_sort(tree, name)?;
        if let Some(arity) = arity
            && self.context.numeral(tree, arity)? > 0
        {
            let position = tree.node(arity).position;
            return Err(Error::new(position, "unsupported: declared sorts with arguments").into());
        }
        self.context
            .symbols
            .define_sort(symbol, SortMeaning::Declared);
        self.done()
    }

    fn define_sort(
        &mut self,
        tree: &Tree,
        name: usize,
        parameters: usize,
        body: usize,
    ) -> Result<Next, Failure> {
        let symbol = self.new_sort(tree, name)?;
        let position = tree.node(parameters).position;
        let names: Option<Vec<Text>> = tree
            .elements(parameters)
            .and_then(|list| list.iter().map(|&it| tree.symbol(it)).collect());
        let Some(names) = names else {
            return Err(
                Error::new(position, "the parameters of a sort are a list of symbols").into(),
            );
        };
        if names.is_empty() {
            self.context.sort(tree, body)?;
        }
        let definition = Rc::new((names, tree.part(body)));
        self.context
            .symbols
            .define_sort(symbol, SortMeaning::Defined(definition));
        self.done()
    }

    /// Reads a term; notes the names that it gives.
    fn term(
        &mut self,
        tree: &Rc<Tree>,
        at: usize,
        parameters: &[(Text, Value)],
    ) -> Result<Value, Error> {
        let value = self.context.term(tree, at, parameters);
        let named = std::mem::take(&mut self.context.named);
        let truths = named.into_iter().filter(|(_, it)| it.sort == Sort::BOOL);
        self.named
            .extend(truths.map(|(name, it)| (name, it.term())));
        value
    }

    /// Reads a term of sort Bool.
    fn truth(&mut self, tree: &Rc<Tree>, at: usize) -> Result<Term, Error> {
        let value = self.term(tree, at, &[])?;
        if value.sort != Sort::BOOL {
            let message = format!(
                "a term of sort Bool was expected, not one of sort {}",
                value.sort.print(&self.context.texts)
            );
            return Err(Error::new(tree.node(at).position, message));
        }
        Ok(value.term())
    }

    /// The path condition of the innermost level.
    fn path(&mut self) -> &mut PathCondition {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last].path
    }

    /// Whether an assertion says no more than that the constant that was declared just before it has the bits of a number; the number is then what the
    /// constant means. SMT-LIB has no other way to speak of these bits.
    fn gives_bits(
        &mut self,
        tree: &Rc<Tree>,
        at: usize,
        term: Term,
        (name, constant): (Text, Value),
    ) -> bool {
        let for_good = self.levels.len() == 1 && !self.switches.global_declarations;
        let condition = tree.elements(at).and_then(|it| it.get(1).copied());
        let number = condition.and_then(|it| tree.elements(it)?.get(1).copied());
        let (true, false, Some(number)) = (for_good, self.switches.produce_unsat_cores, number)
        else {
            return false;
        };
        let is_term = tree.symbol(number).is_some();
        // What stands there may as well be part of another form, and no term.
        let Some(Ok(number)) = is_term.then(|| self.context.term(tree, number, &[])) else {
            return false;
        };
        match self.context.has_bits_of(&constant, &number) {
            Some((holds, bits)) if holds == term => {
                self.context.symbols.redefine(name, Meaning::Value(bits));
                true
            }
            _ => false,
        }
    }

    fn assert(
        &mut self,
        tree: &Rc<Tree>,
        at: usize,
        fresh: Option<(Text, Value)>,
    ) -> Result<Next, Failure> {
        let before = self.named.len();
        let mut term = self.truth(tree, at)?;
        let words = self.context.words;
        let annotated = tree.elements(at).is_some_and(|elements| {
            elements
                .first()
                .is_some_and(|&it| tree.node(it).kind == Kind::Symbol(words.annotated))
        });
        // The name of the whole is the last one that was given.
        let name = self.named[before..].last().filter(|_| annotated);
        let name = name.map(|(name, _)| *name);
        let text = self
            .switches
            .produce_assertions
            .then(|| tree.print(&self.context.texts, at));
        if let Some(fresh) = fresh.filter(|_| !annotated)
            && self.gives_bits(tree, at, term, fresh)
        {
            term = self.context.table.true_();
        }
        self.assertions.push(Assertion { term, name, text });
        for part in conjuncts(&self.context.table, term) {
            self.path().push(part);
        }
        self.mode = Mode::Open;
        self.done()
    }

    fn check_assuming(&mut self, tree: &Rc<Tree>, list: &[usize]) -> Result<Next, Failure> {
        let mut assumptions = Vec::new();
        for &at in list {
            assumptions.push(Assumption {
                term: self.truth(tree, at)?,
                text: tree.print(&self.context.texts, at),
            });
        }
        self.check(assumptions)
    }

    fn check(&mut self, assumptions: Vec<Assumption>) -> Result<Next, Failure> {
        self.mode = Mode::Open;
        let mut roots: Vec<Term> = self.assertions.iter().map(|it| it.term).collect();
        roots.extend(assumptions.iter().map(|it| it.term));
        let context = &mut self.context;
        let (relevant, constraints) = context.reduction.constraints(&mut context.table, &roots);
        if self.solver.is_none() {
            let options = SolverOptions {
                seed: self.seed,
                ..self.options.solver.clone()
            };
            self.solver = Some(Solver::new(options)?);
        }
        let (Some(solver), Some(level)) = (&mut self.solver, self.levels.last()) else {
            return Ok(Next::Command);
        };
        let answer = if self.switches.produce_unsat_cores {
            let mut all = roots.clone();
            all.extend(constraints);
            let mut seen = FxHashSet::default();
            all.retain(|&term| seen.insert(term));
            solver.check_all(&mut context.table, &all)?
        } else {
            let assumed = assumptions.iter().map(|it| it.term);
            let goals: Vec<Term> = assumed.chain(constraints).collect();
            solver.check_goals(&mut context.table, &level.path, &goals)?
        };
        let word = answer.word();
        self.mode = match answer {
            Answer::Sat(assignment) => {
                let model = Model::new(context, &relevant, &assignment, &roots);
                Mode::Sat(Box::new(model.map_err(Failure::WrongModel)?))
            }
            Answer::Unsat(core) => {
                let core: FxHashSet<Term> = core.iter().copied().collect();
                let mut seen = FxHashSet::default();
                let names = self.assertions.iter();
                let names = names.filter(|it| core.contains(&it.term) && seen.insert(it.term));
                let names = names.filter_map(|it| it.name).collect();
                let mut seen = FxHashSet::default();
                let assumed = assumptions.into_iter();
                let assumed = assumed.filter(|it| core.contains(&it.term) && seen.insert(it.term));
                Mode::Unsat {
                    core: names,
                    assumptions: assumed.map(|it| it.text).collect(),
                }
            }
            Answer::Unknown(reason) => Mode::Unknown(reason),
        };
        self.said(word)
    }

    fn push(&mut self, count: u32) -> Result<Next, Failure> {
        for _ in 0..count {
            self.context.symbols.push();
            let path = self.path().clone();
            self.levels.push(Level {
                assertions: self.assertions.len(),
                names: self.named.len(),
                path,
            });
        }
        self.mode = Mode::Open;
        self.done()
    }

    fn pop(&mut self, count: u32, position: Position) -> Result<Next, Failure> {
        if count as usize >= self.levels.len() {
            let message = format!("there are {} levels to pop", self.levels.len() - 1);
            return Err(Error::new(position, message).into());
        }
        for _ in 0..count {
            if let Some(level) = self.levels.pop() {
                self.assertions.truncate(level.assertions);
                self.named.truncate(level.names);
            }
            self.context.symbols.pop(self.switches.global_declarations);
        }
        self.mode = Mode::Open;
        self.done()
    }

    fn forget_assertions(&mut self) {
        self.assertions.clear();
        self.named.clear();
        self.levels = vec![Level::default()];
        self.mode = Mode::Open;
    }

    /// That an answer is given only where the last one was of some kind, and with an option.
    fn refuse(position: Position, what: &str) -> Result<Next, Failure> {
        Err(Error::new(position, what).into())
    }

    fn get_model(&mut self, position: Position) -> Result<Next, Failure> {
        if !self.switches.produce_models {
            return Self::refuse(position, "models need (set-option :produce-models true)");
        }
        let Mode::Sat(model) = &mut self.mode else {
            return Self::refuse(position, "there is a model only behind the answer sat");
        };
        let mut text = String::from("(\n");
        for declared in self.context.symbols.declared() {
            let definition = model.print_definition(&self.context, declared);
            text.extend(["  ", definition.as_str(), "\n"]);
        }
        text.push(')');
        self.said(&text)
    }

    fn get_value(
        &mut self,
        tree: &Rc<Tree>,
        list: &[usize],
        position: Position,
    ) -> Result<Next, Failure> {
        if !self.switches.produce_models {
            return Self::refuse(position, "values need (set-option :produce-models true)");
        }
        if !matches!(self.mode, Mode::Sat(_)) {
            return Self::refuse(position, "there are values only behind the answer sat");
        }
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        for &at in list {
            values.push(self.term(tree, at, &[])?);
        }
        let Mode::Sat(model) = &mut self.mode else {
            return Ok(Next::Command);
        };
        let pairs: Vec<String> = list
            .iter()
            .zip(&values)
            .map(|(&at, value)| {
                let value = model.print(&self.context, value);
                format!("({} {value})", tree.print(&self.context.texts, at))
            })
            .collect();
        self.said(&format!("({})", pairs.join("\n ")))
    }

    fn get_unsat_core(&mut self, position: Position) -> Result<Next, Failure> {
        if !self.switches.produce_unsat_cores {
            let what = "cores need (set-option :produce-unsat-cores true) before the check";
            return Self::refuse(position, what);
        }
        let Mode::Unsat { core, .. } = &self.mode else {
            return Self::refuse(position, "there is a core only behind the answer unsat");
        };
        let names = core.iter();
        let names: Vec<String> = names
            .map(|&name| print::symbol(self.context.texts.get(name)))
            .collect();
        self.said(&format!("({})", names.join(" ")))
    }

    fn get_unsat_assumptions(&mut self, position: Position) -> Result<Next, Failure> {
        if !self.switches.produce_unsat_assumptions {
            let what = "this needs (set-option :produce-unsat-assumptions true)";
            return Self::refuse(position, what);
        }
        let Mode::Unsat { assumptions, .. } = &self.mode else {
            return Self::refuse(position, "there are such only behind the answer unsat");
        };
        let text = format!("({})", assumptions.join(" "));
        self.said(&text)
    }

    fn get_assertions(&mut self, position: Position) -> Result<Next, Failure> {
        let texts: Option<Vec<&str>> = self
            .assertions
            .iter()
            .map(|it| it.text.as_deref())
            .collect();
        let Some(texts) = texts.filter(|_| self.switches.produce_assertions) else {
            let what = "this needs (set-option :produce-assertions true) before the assertions";
            return Self::refuse(position, what);
        };
        let text = format!("({})", texts.join("\n "));
        self.said(&text)
    }

    fn get_assignment(&mut self, position: Position) -> Result<Next, Failure> {
        if !self.switches.produce_assignments {
            let what = "this needs (set-option :produce-assignments true)";
            return Self::refuse(position, what);
        }
        let Mode::Sat(model) = &mut self.mode else {
            return Self::refuse(position, "there are values only behind the answer sat");
        };
        let pairs: Vec<String> = self
            .named
            .iter()
            .map(|&(name, term)| {
                let name = print::symbol(self.context.texts.get(name));
                format!("({name} {})", model.holds(&self.context, term))
            })
            .collect();
        self.said(&format!("({})", pairs.join(" ")))
    }
}

/// The commands with arguments that are known.
const COMMANDS: [&str; 27] = [
    "set-logic",
    "set-option",
    "set-info",
    "get-info",
    "get-option",
    "declare-const",
    "declare-fun",
    "define-fun",
    "define-const",
    "declare-sort",
    "define-sort",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "push",
    "pop",
    "reset",
    "reset-assertions",
    "get-model",
    "get-value",
    "get-unsat-core",
    "get-unsat-assumptions",
    "get-assertions",
    "get-assignment",
    "echo",
    "exit",
    "get-proof",
];

fn new_context(options: &Options) -> Context {
    let mut table = TermTable::new();
    for &rule in &options.rules_off {
        table.set_rule(rule, false);
    }
    Context::new(table)
}

/// The parts of a conjunction.
fn conjuncts(table: &TermTable, term: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        match node.kind {
            TermKind::And => stack.extend([node.second(), node.first()]),
            _ => parts.push(term),
        }
    }
    parts
}
