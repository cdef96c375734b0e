//! What single values rest on, remembered as long as their step is on the path.
//!
//! Explanations of steps near to each other go back over the same definitions. What a value rests on depends on the steps up to it alone, so
//! it is found once: the transfer of [`Walk`] is applied to one need at a time, and what it leads to is looked up, or found before. (Joint
//! walks, which also tell the definitions passed, stay for [`super::super::generalise`].)

use std::rc::Rc;

use super::super::root::Root;
use super::{Need, Scratch, Spots, Trail, Walk};

/// So many needs of one step are remembered at most. Where there are more, of many places in memory, a joint walk is cheaper.
const MOST_OF_STEP: usize = 64;

/// Too much is needed of one step.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct TooMany;

/// Something needed at a point of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    step: usize,
    /// Before this instruction, or behind the last.
    before: Option<usize>,
    need: Need,
}

/// What something rests on.
#[derive(Debug, Default)]
struct Rest {
    spots: Spots,
    /// It takes the whole path.
    whole: bool,
}

/// What is known, by step.
#[derive(Debug, Default)]
pub(in super::super) struct Sources {
    of: Vec<Vec<(Key, Rc<Rest>)>>,
    /// So many steps may have something; the lists of others are empty, and kept so that they need not be allocated.
    used: usize,
    /// Kept from one time to the next so that they need not be allocated.
    stack: Vec<Open>,
    waiting: Vec<Key>,
}

/// Something of which is being found what it rests on.
#[derive(Debug)]
struct Open {
    key: Key,
    rest: Rest,
    /// It rests on this, too.
    other: Option<Rc<Rest>>,
    /// Where its keys begin among those that wait.
    first: usize,
}

impl Sources {
    /// Forgets all that is about steps from this one on.
    pub fn truncate(&mut self, steps: usize) {
        while self.used > steps {
            self.used -= 1;
            self.of[self.used].clear();
        }
    }

    fn get(&self, key: &Key) -> Option<&Rc<Rest>> {
        let known = self.of.get(key.step)?.iter();
        known.rev().find(|it| it.0 == *key).map(|it| &it.1)
    }

    fn insert(&mut self, key: Key, rest: Rc<Rest>) {
        if self.of.len() <= key.step {
            self.of.resize_with(key.step + 1, Vec::new);
        }
        self.used = self.used.max(key.step + 1);
        self.of[key.step].push((key, rest));
    }

    fn is_full(&self, step: usize) -> bool {
        let known = self.of.get(step);
        known.is_some_and(|known| known.len() >= MOST_OF_STEP)
    }
}

impl Rest {
    fn add(&mut self, other: &Rest) {
        self.spots.add(&other.spots);
        self.whole |= other.whole;
    }

    fn is_empty(&self) -> bool {
        self.spots.is_empty() && !self.whole
    }
}

impl Open {
    fn add(&mut self, known: &Rc<Rest>) {
        match &self.other {
            None => self.other = Some(known.clone()),
            Some(_) => self.rest.add(known),
        }
        if known.whole {
            self.rest.whole = true;
        }
    }

    /// All of it; most values rest on what one other does.
    fn close(mut self) -> Rc<Rest> {
        match self.other {
            Some(other) if self.rest.is_empty() => other,
            Some(other) => {
                self.rest.add(&other);
                Rc::new(self.rest)
            }
            None => Rc::new(self.rest),
        }
    }
}

impl Trail<'_> {
    /// The literals that [`Trail::explain`] gives, without the rest; none if it takes the whole path.
    ///
    /// # Errors
    /// If a joint walk is cheaper.
    pub fn sources(
        self,
        roots: &[Root],
        scratch: &mut Scratch,
        sources: &mut Sources,
    ) -> Result<Option<Spots>, TooMany> {
        let mut walk = Walk::new(self, scratch);
        for root in roots {
            walk.root(root);
        }
        let mut waiting = std::mem::take(&mut sources.waiting);
        let mut all = Rest::default();
        walk.take(&mut all, &mut waiting);
        let mut stack = std::mem::take(&mut sources.stack);
        let mut found = Ok(());
        while let (Some(key), false, Ok(())) = (waiting.pop(), all.whole, found) {
            let rest = walk.resolve(key, sources, (&mut stack, &mut waiting));
            found = rest.map(|rest| all.add(&rest));
        }
        stack.clear();
        waiting.clear();
        (sources.stack, sources.waiting) = (stack, waiting);
        found.map(|()| (!all.whole).then_some(all.spots))
    }
}

impl Walk<'_> {
    /// Takes what was found, and the keys of what is needed for it.
    fn take(&mut self, rest: &mut Rest, waiting: &mut Vec<Key>) {
        rest.spots.add(&self.found.spots);
        rest.spots.add(&self.found.rigid);
        rest.whole |= self.whole;
        self.found.spots.clear();
        self.found.rigid.clear();
        self.found.conditions.clear();
        self.found.moves.clear();
        self.found.instructions.clear();
        self.whole = false;
        while let Some((step, at)) = self.at.pop_last() {
            let exit = at.exit.iter().map(|&need| (None, need));
            let inner = at.inner.iter().map(|&(before, need)| (Some(before), need));
            waiting.extend(
                exit.chain(inner)
                    .map(|(before, need)| Key { step, before, need }),
            );
            self.at.give_back(at);
        }
    }

    /// Begins to find out what something rests on.
    fn open(&mut self, key: Key, waiting: &mut Vec<Key>) -> Open {
        let mut at = self.at.take();
        match key.before {
            None => at.exit.push(key.need),
            Some(before) => at.inner.push((before, key.need)),
        }
        self.through(key.step, at);
        self.effort += 1;
        let mut rest = Rest::default();
        let first = waiting.len();
        self.take(&mut rest, waiting);
        rest.whole |= self.effort > self.most_effort;
        Open {
            key,
            rest,
            other: None,
            first,
        }
    }

    /// What something rests on.
    fn resolve(
        &mut self,
        key: Key,
        sources: &mut Sources,
        (stack, waiting): (&mut Vec<Open>, &mut Vec<Key>),
    ) -> Result<Rc<Rest>, TooMany> {
        if let Some(known) = sources.get(&key) {
            return Ok(known.clone());
        }
        let mut top = self.open(key, waiting);
        loop {
            if top.rest.whole {
                waiting.truncate(top.first);
            }
            if waiting.len() > top.first
                && let Some(next) = waiting.pop()
            {
                match sources.get(&next) {
                    Some(known) => top.add(known),
                    None if sources.is_full(next.step) => return Err(TooMany),
                    None => {
                        let open = self.open(next, waiting);
                        stack.push(std::mem::replace(&mut top, open));
                    }
                }
                continue;
            }
            let key = top.key;
            let rest = top.close();
            if self.effort <= self.most_effort {
                sources.insert(key, rest.clone());
            }
            match stack.pop() {
                Some(mut below) => {
                    below.add(&rest);
                    top = below;
                }
                None => return Ok(rest),
            }
        }
    }
}
