//! The stack: questions about paths become queries, which go down the layers until one answers.
//!
//! Before any layer the witness of the path is evaluated on what is asked: of the two sides of a fork, one is known to be
//! feasible for the price of an evaluation, and only the other is a query. Every model is evaluated on the
//! query before anybody sees it.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use everypath_term::{Assignment, Evaluator, InputId, Sort, Term, TermTable, evaluating};

use crate::answer::{Answer, Fork, SolverError, UnknownReason};
use crate::embedded::{CompleteSolver, Embedded};
use crate::layers::{self, Layer, Lesson, Query, Step};
use crate::options::{Backend, Interrupt, LayerKind, SolverOptions};
use crate::path::{FALSE, PathCondition, TRUE};
use crate::process::ProcessSolver;
use crate::statistics::{LayerStatistics, SolverStatistics};

/// A stack of layers over a complete solver. See the [crate documentation](crate).
pub struct Solver {
    layers: Vec<Box<dyn Layer>>,
    complete: Box<dyn CompleteSolver>,
    second: Option<Box<dyn CompleteSolver>>,
    /// When queries are given up that take more than a look.
    end: Option<Instant>,
    /// What it was made from, if not from somebody else's solver.
    options: Option<SolverOptions>,
    statistics: SolverStatistics,
}

/// An answer inside the stack.
enum Reply {
    Answer(Answer),
    /// Satisfiable, without a model (only where none is wanted).
    Feasible,
}

/// Whether the asker needs a model of a satisfiable query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Model,
    /// A model of a satisfiable query, a small core of an unsatisfiable one.
    SmallCore,
    Feasibility,
    /// A model, but not at the price of asking the complete solver.
    ModelOfLayers,
}

impl Solver {
    /// A solver that has seen nothing yet. Fails if a process that it needs cannot be started.
    pub fn new(options: SolverOptions) -> Result<Self, SolverError> {
        let make = |backend: &Backend| -> Result<Box<dyn CompleteSolver>, SolverError> {
            Ok(match backend {
                Backend::Embedded => {
                    let mut embedded =
                        Embedded::new(options.conflict_limit, options.time_limit, options.seed);
                    embedded.end_at(options.end, options.interrupted.clone());
                    embedded.certify(options.certify.clone());
                    Box::new(embedded)
                }
                Backend::Process(command) => {
                    let mut process = ProcessSolver::start(command.clone(), options.time_limit)?;
                    process.end_at(options.end);
                    Box::new(process)
                }
            })
        };
        let complete = make(&options.backend)?;
        let second = options.cross_check.as_ref().map(make).transpose()?;
        let mut solver = Self::over(&options.layers, complete, second);
        solver.end = options.end;
        solver.options = Some(options);
        Ok(solver)
    }

    /// A solver that is made as this one was, and has seen nothing yet; none if somebody else's is behind the layers. Its answers do not
    /// depend on what this one was asked.
    ///
    /// # Errors
    /// If a process that it needs cannot be started.
    pub fn anew(&self) -> Result<Option<Self>, SolverError> {
        self.options.clone().map(Self::new).transpose()
    }

    /// What it was made from; none if somebody else's solver is behind the layers.
    pub fn options(&self) -> Option<&SolverOptions> {
        self.options.as_ref()
    }

    /// A solver whose complete solver is somebody else's: these layers in front of it. Nothing is said about the query to it but its
    /// assertions; its models are evaluated and its cores are looked at like those of any other.
    pub fn with_complete(layers: &[LayerKind], complete: Box<dyn CompleteSolver>) -> Self {
        Self::over(layers, complete, None)
    }

    fn over(
        layers: &[LayerKind],
        complete: Box<dyn CompleteSolver>,
        second: Option<Box<dyn CompleteSolver>>,
    ) -> Self {
        let layers: Vec<_> = layers.iter().map(|&kind| layers::make(kind)).collect();
        let mut names: Vec<LayerStatistics> = layers
            .iter()
            .map(|layer| LayerStatistics::named(layer.kind().name()))
            .collect();
        names.push(LayerStatistics::named(&complete.name()));
        let statistics = SolverStatistics {
            layers: names,
            ..SolverStatistics::default()
        };
        Self {
            layers,
            complete,
            second,
            end: None,
            options: None,
            statistics,
        }
    }

    /// What has been counted so far.
    pub fn statistics(&self) -> &SolverStatistics {
        &self.statistics
    }

    /// Whether `goal` (of width 1) can hold on a path with these constraints. The core is a subset of constraints and goal.
    pub fn check(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goal: Term,
    ) -> Result<Answer, SolverError> {
        self.check_goals(table, path, &[goal])
    }

    /// Whether all of `goals` (of width 1) can hold together on a path with these constraints.
    pub fn check_goals(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goals: &[Term],
    ) -> Result<Answer, SolverError> {
        self.question(|solver| solver.answer_goals(table, path, goals))
    }

    /// Whether all of `assumptions` (of width 1) can hold together. The core is a subset of them, by identity; unlike
    /// those of the other questions it is made small where that takes work.
    pub fn check_all(
        &mut self,
        table: &mut TermTable,
        assumptions: &[Term],
    ) -> Result<Answer, SolverError> {
        let path = PathCondition::new();
        self.question(|solver| {
            with_model(solver.answer(table, &path, assumptions, Want::SmallCore)?)
        })
    }

    /// The same, but gives up after so many conflicts of the SAT solver: for questions whose answer is welcome, not needed.
    pub fn check_all_within(
        &mut self,
        table: &mut TermTable,
        assumptions: &[Term],
        conflicts: u64,
    ) -> Result<Answer, SolverError> {
        let before = self.lower_conflict_limit(conflicts);
        let answer = self.check_all(table, assumptions);
        self.limit_conflicts(before);
        answer
    }

    /// Lets each query take so many conflicts of the SAT solver at most, or fewer where it may take fewer. Gives the limit before.
    pub fn lower_conflict_limit(&mut self, conflicts: u64) -> Option<u64> {
        let before = self.complete.limit_conflicts(Some(conflicts));
        let limit = before.map_or(conflicts, |before| before.min(conflicts));
        self.complete.limit_conflicts(Some(limit));
        before
    }

    /// Lets each query take so many conflicts of the SAT solver at most; none: no limit.
    pub fn limit_conflicts(&mut self, limit: Option<u64>) {
        self.complete.limit_conflicts(limit);
    }

    /// From now on queries are given up also where `flag` is set: see [`SolverOptions::interrupted`]. Nothing where somebody else's solver is behind the layers.
    pub fn interrupt_by(&mut self, flag: Arc<AtomicBool>) {
        if let Some(options) = &mut self.options {
            let interrupted = Interrupt::also_by(flag, options.interrupted.take());
            options.interrupted = Some(interrupted.clone());
            self.complete.interrupt(interrupted);
        }
    }

    /// From now on questions are about what may never be asked again: what is learnt for them goes with [`Self::end_aside`]. What was asked
    /// before is neither used nor disturbed. All of them together are worth so many ticks of the SAT solver, and are given up then.
    pub fn begin_aside(&mut self, ticks: u64) {
        self.complete.begin_aside(ticks);
    }

    /// Goes back to where [`Self::begin_aside`] was called.
    pub fn end_aside(&mut self) {
        self.complete.end_aside();
    }

    /// Which sides of a branch on `condition` (of width 1) a path can take.
    pub fn fork(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        condition: Term,
    ) -> Result<Fork, SolverError> {
        self.question(|solver| solver.decide_fork(table, path, condition))
    }

    fn decide_fork(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        condition: Term,
    ) -> Result<Fork, SolverError> {
        // Without a model of the whole path condition, finding one comes first: it may not exist.
        let (mut witness, _, pending) = path.advance(table);
        if path.is_false() || !pending.is_empty() {
            match self.answer_goals(table, path, &[TRUE])? {
                Answer::Sat(model) => witness = model,
                Answer::Unsat(_) => return Ok(Fork::Infeasible),
                Answer::Unknown(reason) => return Ok(Fork::Unknown(reason)),
            }
        }
        if condition == TRUE {
            return Ok(Fork::ThenOnly);
        }
        if condition == FALSE {
            return Ok(Fork::ElseOnly);
        }
        let complement = table.not(condition);
        for (known, fork) in [(condition, Fork::ThenOnly), (complement, Fork::ElseOnly)] {
            if path.knows(known) {
                self.statistics.queries += 1;
                self.statistics.by_known += 1;
                return Ok(fork);
            }
        }
        let then = evaluating(table, &witness, |it| it.is_true(condition));
        let (this, other) = match then {
            true => (condition, complement),
            false => (complement, condition),
        };
        let other_witness = match self.answer(table, path, &[other], Want::Feasibility)? {
            Reply::Answer(Answer::Sat(model)) => Some(model),
            Reply::Feasible => None,
            Reply::Answer(Answer::Unsat(_)) => {
                path.follows(this);
                return Ok(if then { Fork::ThenOnly } else { Fork::ElseOnly });
            }
            Reply::Answer(Answer::Unknown(reason)) => return Ok(Fork::Unknown(reason)),
        };
        let (then_witness, else_witness) = if then {
            (Some(witness), other_witness)
        } else {
            (other_witness, Some(witness))
        };
        Ok(Fork::Both {
            then_witness,
            else_witness,
        })
    }

    /// Runs one question and counts it and its time.
    pub(crate) fn question<T>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, SolverError>,
    ) -> Result<T, SolverError> {
        let start = Instant::now();
        let result = ask(self);
        self.statistics.questions += 1;
        self.statistics.time += start.elapsed();
        result
    }

    /// Answers with a model; for the questions made of many queries.
    pub(crate) fn answer_goals(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goals: &[Term],
    ) -> Result<Answer, SolverError> {
        with_model(self.answer(table, path, goals, Want::Model)?)
    }

    /// A range that the values of a term lie in, if a layer knows one.
    pub(crate) fn layer_bounds(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        term: Term,
    ) -> Option<(u64, u64)> {
        let (_, base, _) = path.advance(table);
        self.layers
            .iter_mut()
            .find_map(|layer| layer.bounds(table, path, base, term))
    }

    /// At most `limit` values that include all that a term has, if a layer knows such.
    pub(crate) fn layer_values(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        term: Term,
        limit: usize,
    ) -> Option<Vec<u64>> {
        let (_, base, _) = path.advance(table);
        self.layers
            .iter_mut()
            .find_map(|layer| layer.values(table, path, base, term, limit))
    }

    /// Whether the layers alone find a model in which a goal holds.
    pub(crate) fn answer_in_layers(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goal: Term,
    ) -> Result<bool, SolverError> {
        let reply = self.answer(table, path, &[goal], Want::ModelOfLayers)?;
        Ok(matches!(reply, Reply::Answer(Answer::Sat(_))))
    }

    /// Whether the time is over at which all queries end.
    pub fn is_past_end(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether it gives up all queries from now on: the time is over, or nobody waits for answers any more.
    pub fn gives_up(&self) -> bool {
        let options = self.options.as_ref();
        let interrupted = options.and_then(|options| options.interrupted.as_ref());
        interrupted.is_some_and(|interrupted| interrupted.is_wanted(0)) || self.is_past_end()
    }

    fn answer(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goals: &[Term],
        want: Want,
    ) -> Result<Reply, SolverError> {
        self.statistics.queries += 1;
        if path.is_false() || goals.contains(&FALSE) {
            self.statistics.by_witness += 1;
            self.statistics.by_witness_unsat += 1;
            return Ok(Reply::Answer(Answer::Unsat(Rc::from([FALSE]))));
        }
        let (witness, base, pending) = path.advance(table);
        let open: Vec<Term> = {
            let mut seen = pending.clone();
            for &goal in goals {
                if goal != TRUE && !seen.contains(&goal) {
                    seen.push(goal);
                }
            }
            seen
        };
        if evaluating(table, &witness, |it| it.are_true(&open)) {
            self.statistics.by_witness += 1;
            self.cross_check(table, path, &open, &Answer::Sat(witness.clone()))?;
            return Ok(Reply::Answer(Answer::Sat(witness)));
        }
        if self.gives_up() {
            return Ok(Reply::Answer(Answer::Unknown(UnknownReason::TimeLimit)));
        }
        let mut query = Query::new(path, base, open, witness);
        query.small_core = want == Want::SmallCore;
        let reply = self.descend(table, &mut query, want)?;
        self.statistics.steps = self.layers.iter().map(|layer| layer.steps()).sum();
        match &reply {
            Reply::Answer(answer) => {
                if let (Answer::Sat(model), false) = (answer, pending.is_empty()) {
                    path.set_witness(model.clone());
                }
                self.cross_check(table, path, &query.goals, answer)?;
            }
            Reply::Feasible => {
                let feasible = Answer::Sat(query.witness.clone());
                self.cross_check(table, path, &query.goals, &feasible)?;
            }
        }
        Ok(reply)
    }

    /// Asks the layers and the complete solver in turn, and tells the layers that passed.
    fn descend(
        &mut self,
        table: &mut TermTable,
        query: &mut Query<'_>,
        want: Want,
    ) -> Result<Reply, SolverError> {
        self.statistics.assertions += (query.base + query.goals.len()) as u64;
        let mut asked = 0;
        let mut answer: Option<Answer> = None;
        for (layer, statistics) in self.layers.iter_mut().zip(&mut self.statistics.layers) {
            let start = Instant::now();
            let step = layer.ask(table, query)?;
            let found = match step {
                Step::Sat(model) => {
                    let model = complete_model(table, query, &model);
                    verify(table, query, &model, layer.kind().name())?;
                    Some(Answer::Sat(model))
                }
                Step::Evaluated(model) => Some(Answer::Sat(model)),
                Step::Unsat(core) => Some(Answer::Unsat(core.into())),
                Step::Feasible if want == Want::Feasibility => {
                    statistics.queries += 1;
                    statistics.sat += 1;
                    statistics.time += start.elapsed();
                    return Ok(Reply::Feasible);
                }
                Step::Feasible | Step::Pass => None,
            };
            statistics.count(found.as_ref(), start.elapsed());
            if found.is_some() {
                answer = found;
                break;
            }
            statistics.note_given_up(layer.given_up());
            asked += 1;
        }
        let answer = match answer {
            Some(answer) => answer,
            None if want == Want::ModelOfLayers => {
                return Ok(Reply::Answer(Answer::Unknown(UnknownReason::NotAsked)));
            }
            None => {
                let start = Instant::now();
                let assertions = query.assertions();
                self.statistics.complete_assertions += assertions.len() as u64;
                let mut answer = self.complete.solve(table, &assertions)?;
                if let Some(blast) = self.complete.statistics() {
                    self.statistics.blast = blast;
                }
                if let Answer::Sat(model) = &answer {
                    let model = complete_model(table, query, model);
                    let verified = verify(table, query, &model, &self.complete.name());
                    answer = match verified {
                        Ok(()) => Answer::Sat(model),
                        // Whoever was asked knows enclosures of functions, and no values.
                        Err(_) if !table.enclosed_terms(&assertions).is_empty() => {
                            Answer::Unknown(UnknownReason::Enclosure)
                        }
                        Err(error) => return Err(error),
                    };
                }
                if let Some(statistics) = self.statistics.layers.last_mut() {
                    statistics.count(Some(&answer), start.elapsed());
                }
                answer
            }
        };
        let lesson = match &answer {
            Answer::Sat(model) => Lesson::Sat(model),
            Answer::Unsat(core) => Lesson::Unsat(core),
            Answer::Unknown(_) => return Ok(Reply::Answer(answer)),
        };
        for (layer, statistics) in self.layers[..asked]
            .iter_mut()
            .zip(&mut self.statistics.layers)
        {
            let start = Instant::now();
            layer.learn(table, query, lesson);
            statistics.time += start.elapsed();
        }
        Ok(Reply::Answer(answer))
    }

    /// Asks the second solver too, if there is one, about all constraints and `goals`.
    fn cross_check(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        goals: &[Term],
        answer: &Answer,
    ) -> Result<(), SolverError> {
        let Some(second) = &mut self.second else {
            return Ok(());
        };
        let mut assertions = path.to_vec();
        for &goal in goals {
            if !assertions.contains(&goal) {
                assertions.push(goal);
            }
        }
        let other = second.solve(table, &assertions)?;
        self.statistics.cross_checked += 1;
        let core_holds = match answer {
            // A core must be unsatisfiable by itself.
            Answer::Unsat(core) if core.len() < assertions.len() => {
                Some(second.solve(table, core)?)
            }
            _ => None,
        };
        for (asked, other) in [
            (&assertions[..], Some(other)),
            (core_of(answer), core_holds),
        ] {
            let Some(other) = other else { continue };
            let disagree = matches!(
                (answer, &other),
                (Answer::Sat(_), Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat(_))
            );
            if disagree {
                return Err(SolverError::Disagreement {
                    first: self.complete.name(),
                    first_answer: answer.word(),
                    second: second.name(),
                    second_answer: other.word(),
                    query: everypath_term::smtlib::print(table, asked),
                });
            }
        }
        Ok(())
    }
}

fn core_of(answer: &Answer) -> &[Term] {
    match answer {
        Answer::Unsat(core) => core,
        _ => &[],
    }
}

/// The answer of a reply to a question that wants a model: [`Solver::descend`] gives no other.
fn with_model(reply: Reply) -> Result<Answer, SolverError> {
    match reply {
        Reply::Answer(answer) => Ok(answer),
        Reply::Feasible => Err(SolverError::Unsupported {
            what: "an answer without a model where one is needed".to_owned(),
        }),
    }
}

/// `model` on the inputs of the query, the witness elsewhere: a model of the whole base if `model` is one of the query.
fn complete_model(
    table: &mut TermTable,
    query: &mut Query<'_>,
    model: &Rc<Assignment>,
) -> Rc<Assignment> {
    if query.base == 0 {
        return model.clone();
    }
    let inputs: Vec<InputId> = query.all_inputs(table).to_vec();
    let mut whole = (*query.witness).clone();
    for input in inputs {
        match table.input_info(input).sort {
            Sort::Bits(width) => match model.get(input) {
                Some(value) => whole.set(input, value.clone()),
                None => whole.set_u64(input, width, 0),
            },
            Sort::Memory { .. } => {
                let contents = model.get_memory(input).cloned().unwrap_or_default();
                whole.set_memory(input, contents.elements, contents.default);
            }
        }
    }
    Rc::new(whole)
}

/// Evaluates a model on the constraints and goals of a query.
fn verify(
    table: &TermTable,
    query: &mut Query<'_>,
    model: &Assignment,
    layer: &str,
) -> Result<(), SolverError> {
    let assertions = query.assertions();
    let mut evaluator = Evaluator::new(table, model);
    match assertions
        .iter()
        .find(|&&assertion| !evaluator.is_true(assertion))
    {
        None => Ok(()),
        Some(&wrong) => Err(SolverError::WrongModel {
            layer: layer.to_owned(),
            constraint: table.display(wrong).to_string(),
            size: assertions.len(),
        }),
    }
}
