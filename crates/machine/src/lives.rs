//! The lives of objects: what bytes are called that were never written, so that whoever reads them first finds the same inputs.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use everypath_solver::PathCondition;
use everypath_term::{Evaluator, InputId, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::MachineOptions;
use crate::inputs::{InputSource, UnwrittenWords};

/// Bytes that share a term: a word is what is left unwritten most often.
const WORD: u64 = 4;

/// More lives than these, of one variable on a path or of all on all paths, have no names: the memory of long runs is bounded.
const MOST_LIVES: u32 = 1 << 20;

/// Lives of several objects that became one are a choice; choices between choices go no deeper.
const DEEPEST: u32 = 256;

/// A life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LifeId {
    /// By the number of the variable's name, and how many this makes on the path.
    Counted { name: u32, number: u32 },
    /// One of [`Lives::seen`].
    Seen(u32),
}

/// A byte that was never written: the life of its object and its offset there.
pub(crate) type Unwritten = (LifeId, u64);

/// A life of a run that merges paths.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// That of an object; the paths on which it began, unless the explorer forgot what it did there.
    Begun {
        name: u32,
        path: PathCondition,
        forgotten: bool,
    },
    /// Where the condition holds the first, else the second.
    Joined {
        condition: Term,
        sides: [LifeId; 2],
        depth: u32,
    },
}

/// How lives are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Naming {
    /// Not at all.
    #[default]
    Nothing,
    /// By counting them on each path.
    Counted,
    /// By the paths on which they begin.
    Seen,
}

/// The lives of objects with bytes that were never written.
#[derive(Debug, Default)]
pub(crate) struct Lives {
    pub naming: Naming,
    /// The names of variables, and their numbers.
    pub names: Vec<Arc<str>>,
    pub numbers: FxHashMap<Arc<str>, u32>,
    /// In the order in which they began.
    pub seen: Vec<Seen>,
    pub joined: FxHashMap<(Term, [LifeId; 2]), LifeId>,
    /// The words that somebody asked for.
    pub words: FxHashMap<(LifeId, u64), Term>,
    /// The inputs that these are made of, but for conditions, and those that stand for such bytes on single paths.
    pub inputs: FxHashSet<InputId>,
}

impl Lives {
    /// Those of a machine. A test case names what its own run reads.
    pub fn new(options: &MachineOptions) -> Self {
        let naming = match options.inputs {
            InputSource::Concrete(_) => Naming::Nothing,
            InputSource::Symbolic | InputSource::OfModel(_) => Naming::Counted,
        };
        Lives {
            naming,
            ..Lives::default()
        }
    }

    /// Begins the life of an object, on a path that has counted so many lives of each variable.
    pub(crate) fn begin(
        &mut self,
        name: &str,
        path: &PathCondition,
        counts: &mut Rc<Vec<u32>>,
    ) -> Option<LifeId> {
        if self.naming == Naming::Nothing {
            return None;
        }
        let name = self.number_of(name);
        if self.naming == Naming::Seen {
            return (self.seen.len() < MOST_LIVES as usize).then(|| {
                self.push(Seen::Begun {
                    name,
                    path: path.clone(),
                    forgotten: false,
                })
            });
        }
        let (counts, index) = (Rc::make_mut(counts), name as usize);
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] = counts[index].saturating_add(1);
        let number = counts[index];
        (number <= MOST_LIVES).then_some(LifeId::Counted { name, number })
    }

    fn number_of(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let (name, number) = (Arc::<str>::from(name), self.names.len() as u32);
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }

    fn push(&mut self, life: Seen) -> LifeId {
        self.seen.push(life);
        LifeId::Seen(self.seen.len() as u32 - 1)
    }

    /// What is kept of a life, if the run merges paths.
    fn seen(&self, life: LifeId) -> Option<&Seen> {
        match life {
            LifeId::Counted { .. } => None,
            LifeId::Seen(index) => self.seen.get(index as usize),
        }
    }

    fn depth(&self, life: LifeId) -> u32 {
        match self.seen(life) {
            Some(Seen::Joined { depth, .. }) => *depth,
            Some(Seen::Begun { .. }) | None => 0,
        }
    }

    /// Whether what is unwritten in two versions of an object can be told by one life.
    pub fn can_join(&self, sides: [Option<LifeId>; 2]) -> bool {
        match sides {
            [Some(first), Some(second)] if first != second => {
                self.depth(first).max(self.depth(second)) < DEEPEST
            }
            [first, second] => first == second,
        }
    }

    /// The life of an object that is one of two, which [`Lives::can_join`] accepted.
    pub fn join(&mut self, condition: Term, sides: [Option<LifeId>; 2]) -> Option<LifeId> {
        let [Some(first), Some(second)] = sides else {
            return None;
        };
        if first == second {
            return Some(first);
        }
        let sides = [first, second];
        if let Some(&known) = self.joined.get(&(condition, sides)) {
            return Some(known);
        }
        let depth = 1 + self.depth(first).max(self.depth(second));
        let joined = self.push(Seen::Joined {
            condition,
            sides,
            depth,
        });
        self.joined.insert((condition, sides), joined);
        Some(joined)
    }

    /// A word of 32 bits. As deep as lives were joined.
    fn word(&mut self, terms: &mut TermTable, life: LifeId, index: u64) -> Term {
        if let Some(&known) = self.words.get(&(life, index)) {
            return known;
        }
        let inputs = &mut self.inputs;
        let mut unwritten = |terms: &mut TermTable, name: u32, which: &str| {
            let label = format!("unwritten {}{which}[{index}]", self.names[name as usize]);
            let word = terms.input(&label, 8 * WORD as u32);
            inputs.extend(terms.input_id(word));
            word
        };
        let word = match life {
            LifeId::Counted { name, number } => unwritten(terms, name, &format!("#{number}")),
            LifeId::Seen(seen) => match self.seen[seen as usize] {
                Seen::Begun { name, .. } => unwritten(terms, name, &format!("@{seen}")),
                Seen::Joined {
                    condition, sides, ..
                } => {
                    let [first, second] = sides.map(|side| self.word(terms, side, index));
                    terms.ite(condition, first, second)
                }
            },
        };
        self.words.insert((life, index), word);
        word
    }

    /// Whether an input stands for bytes that were never written.
    pub fn is_unwritten(&self, input: InputId) -> bool {
        self.inputs.contains(&input)
    }

    /// The value of a byte: a word, and the number of the byte in it.
    pub fn byte(&mut self, terms: &mut TermTable, (life, offset): Unwritten) -> (Term, u32) {
        let word = self.word(terms, life, offset / WORD);
        (word, (offset % WORD) as u32)
    }

    /// What a model gives to the words, by what a run on the model's path counts.
    pub fn of_model(&self, evaluator: &mut Evaluator<'_>) -> UnwrittenWords {
        let mut values = BTreeMap::new();
        let mut of_seen: FxHashMap<u32, Vec<(u64, Term)>> = FxHashMap::default();
        let mut names: FxHashSet<u32> = FxHashSet::default();
        for (&(life, index), &term) in &self.words {
            match (life, self.seen(life)) {
                (LifeId::Counted { name, number }, _) => {
                    let name = self.names[name as usize].clone();
                    values.insert((name, number, index), evaluator.evaluate_u64(term));
                }
                (LifeId::Seen(seen), Some(&Seen::Begun { name, .. })) => {
                    of_seen.entry(seen).or_default().push((index, term));
                    names.insert(name);
                }
                (LifeId::Seen(_), Some(Seen::Joined { .. }) | None) => {}
            }
        }
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        for (seen, life) in (0..).zip(&self.seen) {
            let Seen::Begun {
                name,
                path,
                forgotten: false,
            } = life
            else {
                continue;
            };
            if !names.contains(name) || !path.iter().all(|it| evaluator.is_true(it)) {
                continue;
            }
            let count = counts.entry(*name).or_default();
            *count += 1;
            for &(index, term) in of_seen.get(&seen).into_iter().flatten() {
                let name = self.names[*name as usize].clone();
                values.insert((name, *count, index), evaluator.evaluate_u64(term));
            }
        }
        values
    }

    /// The value of a byte on a path that is followed with the values of a model.
    pub(crate) fn of_path(&self, words: &UnwrittenWords, (life, offset): Unwritten) -> Option<u64> {
        let LifeId::Counted { name, number } = life else {
            return None;
        };
        let name = self.names[name as usize].clone();
        let word = words.get(&(name, number, offset / WORD))?;
        Some(word >> (8 * (offset % WORD)) & 0xff)
    }
}
