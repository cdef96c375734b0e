//! The names of inputs: `x`, `x#2`, `x#3`, ... in the order in which a path asks for them.
//!
//! Paths that asked for different numbers of inputs can be merged: the merged state counts for each name the most that any of its paths
//! asked for, and goes on from there. So the next input has a name that is new on each of the paths, but on some of them names are left
//! out. Which ones depends on the path, and a model says which path it takes: by the conditions that told the merged states apart, from the last merging
//! back to the first. With what is left out, the names that the path itself would give follow ([`Names::renamed`]).

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_term::{Evaluator, Term};

/// The name of answers about the analysis, which are no inputs of the program.
pub(crate) const IS_SYMBOLIC: &str = "is_symbolic";

/// How many inputs asked for each name. A program has few names; loops ask for the same ones again.
type Counts = BTreeMap<Rc<str>, u32>;

/// The names that a state has given.
#[derive(Clone, Debug, Default)]
pub struct Names {
    counts: Rc<Counts>,
    /// The last merging of states that had given different names.
    joined: Option<Rc<Joined>>,
}

/// Two states that were merged.
#[derive(Debug)]
struct Joined {
    /// Holds on the paths of the first.
    distinguishing: Term,
    ways: [Names; 2],
}

impl Names {
    /// The name, made unique on this path.
    pub(crate) fn unique(&mut self, name: &str) -> Rc<str> {
        let mut count = 1;
        let mut unique: Rc<str> = name.into();
        if self.is_taken(name) {
            count = self.counts.get(name).copied().unwrap_or(1);
            while self.is_taken(&unique) {
                count += 1;
                unique = format!("{name}#{count}").into();
            }
        }
        let counts = Rc::make_mut(&mut self.counts);
        match counts.get_mut(name) {
            Some(known) => *known = count,
            None => drop(counts.insert(name.into(), count)),
        }
        unique
    }

    /// Whether an input has this name, as it was asked for or numbered.
    fn is_taken(&self, name: &str) -> bool {
        let numbered = name
            .rsplit_once('#')
            .and_then(|(base, number)| Some((self.counts.get(base)?, number.parse().ok()?)));
        self.counts.contains_key(name)
            || numbered.is_some_and(|(&count, number)| (2..=count).contains(&number))
    }

    /// Names given so far, or left out where states were merged.
    pub(crate) fn count(&self) -> u64 {
        self.counts.values().map(|&count| u64::from(count)).sum()
    }

    /// Whether the next inputs of two states have the same names, and the names of those before are the same on all their paths.
    pub(crate) fn agree(&self, other: &Names) -> bool {
        let same_counts = Rc::ptr_eq(&self.counts, &other.counts) || self.counts == other.counts;
        let same_ways = match (&self.joined, &other.joined) {
            (None, None) => true,
            (Some(one), Some(two)) => Rc::ptr_eq(one, two),
            (Some(_), None) | (None, Some(_)) => false,
        };
        same_counts && same_ways
    }

    /// Whether names can be left out so that those of two states agree. A program may give names that look like numbered ones; and answers
    /// are known by their names on the way.
    pub(crate) fn can_join(&self, other: &Names) -> bool {
        let answers = |names: &Names| names.counts.get(IS_SYMBOLIC).copied();
        let is_plain = |names: &Names| !names.counts.keys().any(|name| name.contains('#'));
        answers(self) == answers(other) && is_plain(self) && is_plain(other)
    }

    /// Leaves out names, so that those of two states agree; `distinguishing` holds on the paths of this one.
    pub(crate) fn join(&mut self, other: &Names, distinguishing: Term) {
        if self.agree(other) {
            return;
        }
        let ways = [self.clone(), other.clone()];
        let counts = Rc::make_mut(&mut self.counts);
        for (name, &count) in other.counts.iter() {
            let known = counts.entry(name.clone()).or_insert(0);
            *known = count.max(*known);
        }
        self.joined = Some(Rc::new(Joined {
            distinguishing,
            ways,
        }));
    }

    /// How the names of all states become those that the path of a model gives.
    pub(crate) fn renamed(&self, evaluator: &mut Evaluator<'_>) -> Renamed {
        let mut left_out: BTreeMap<Rc<str>, Vec<(u32, u32)>> = BTreeMap::new();
        let mut names = self;
        while let Some(joined) = &names.joined {
            let [first, second] = &joined.ways;
            let (way, other) = match evaluator.evaluate_u64(joined.distinguishing) {
                0 => (second, first),
                _ => (first, second),
            };
            for (name, &count) in other.counts.iter() {
                let own = way.counts.get(name).copied().unwrap_or(0);
                if own < count {
                    let numbers = left_out.entry(name.clone()).or_default();
                    numbers.push((own + 1, count));
                }
            }
            names = way;
        }
        Renamed(left_out)
    }
}

/// Chains of mergings are long: they are taken apart one by one.
impl Drop for Joined {
    fn drop(&mut self) {
        let mut open: Vec<Option<Rc<Joined>>> = Vec::new();
        open.extend(self.ways.iter_mut().map(|way| way.joined.take()));
        while let Some(next) = open.pop() {
            if let Some(mut joined) = next.and_then(|joined| Rc::try_unwrap(joined).ok()) {
                open.extend(joined.ways.iter_mut().map(|way| way.joined.take()));
            }
        }
    }
}

/// Numbers of names that a path leaves out: first and last of each gap, by name.
#[derive(Debug)]
pub(crate) struct Renamed(BTreeMap<Rc<str>, Vec<(u32, u32)>>);

impl Renamed {
    /// The name that the path gives to the input of this name; none if it leaves it out.
    pub fn name(&self, name: &str) -> Option<String> {
        let numbered = name.rsplit_once('#');
        let numbered = numbered.and_then(|(base, number)| Some((base, number.parse().ok()?)));
        let (base, number) = numbered.unwrap_or((name, 1));
        let Some(gaps) = self.0.get(base) else {
            return Some(name.to_owned());
        };
        if gaps
            .iter()
            .any(|&(first, last)| (first..=last).contains(&number))
        {
            return None;
        }
        let before = gaps.iter().filter(|&&(_, last)| last < number);
        let left_out: u32 = before.map(|(first, last)| last - first + 1).sum();
        Some(match number - left_out {
            1 => base.to_owned(),
            number => format!("{base}#{number}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::{Assignment, TermTable};

    use super::*;

    /// Names that were asked for, in order.
    fn asked(names: &mut Names, words: &[&str]) -> Vec<Rc<str>> {
        words.iter().map(|word| names.unique(word)).collect()
    }

    #[test]
    fn a_name_is_numbered_as_often_as_a_path_asks_for_it() {
        let mut names = Names::default();
        let given = asked(&mut names, &["x", "y", "x", "x#3", "x", "x"]);
        let expected = ["x", "y", "x#2", "x#3", "x#4", "x#5"];
        assert_eq!(
            given.iter().map(|name| &**name).collect::<Vec<_>>(),
            expected
        );
        assert_eq!(names.count(), 7);
    }

    #[test]
    fn the_names_of_a_merged_state_are_those_that_its_paths_give_on_each_model() {
        let mut terms = TermTable::default();
        let inputs = ["first", "inner"].map(|name| terms.input(name, 1));
        let [first_id, inner_id] = inputs.map(|input| terms.input_id(input).unwrap());
        // Where `first` holds, x and y were asked for; else x three times or once, as `inner` says.
        let mut names = Names::default();
        asked(&mut names, &["x", "y"]);
        let (mut three, mut one) = (Names::default(), Names::default());
        asked(&mut three, &["x", "x", "x"]);
        asked(&mut one, &["x"]);
        assert!(!three.agree(&one));
        three.join(&one, inputs[1]);
        names.join(&three, inputs[0]);
        let next = asked(&mut names, &["x", "y"]);
        assert_eq!([&*next[0], &*next[1]], ["x#4", "y#2"]);
        for (first, inner, own) in [
            (1, 0, ["x", "-", "-", "x#2", "y", "y#2"]),
            (1, 1, ["x", "-", "-", "x#2", "y", "y#2"]),
            (0, 1, ["x", "x#2", "x#3", "x#4", "-", "y"]),
            (0, 0, ["x", "-", "-", "x#2", "-", "y"]),
        ] {
            let mut model = Assignment::new();
            model.set_u64(first_id, 1, first);
            model.set_u64(inner_id, 1, inner);
            let renamed = names.renamed(&mut Evaluator::new(&terms, &model));
            let given = ["x", "x#2", "x#3", "x#4", "y", "y#2"].map(|name| renamed.name(name));
            let given = given.map(|name| name.unwrap_or("-".to_owned()));
            assert_eq!(given, own, "{first} {inner}");
            // What comes later, and what nobody merged.
            assert_eq!(renamed.name("z#5").as_deref(), Some("z#5"));
        }
    }

    #[test]
    fn names_that_look_numbered_stay_as_they_are() {
        let (mut odd, mut none) = (Names::default(), Names::default());
        asked(&mut odd, &["x#2"]);
        assert!(!odd.can_join(&none) && !none.can_join(&odd));
        asked(&mut none, &[IS_SYMBOLIC]);
        assert!(!none.can_join(&Names::default()));
    }

    #[test]
    fn a_long_chain_of_mergings_does_not_recurse() {
        let mut terms = TermTable::default();
        let condition = terms.input("c", 1);
        let mut names = Names::default();
        for _ in 0..200_000 {
            let other = names.clone();
            names.unique("x");
            names.join(&other, condition);
        }
        let model = Assignment::new();
        let renamed = names.renamed(&mut Evaluator::new(&terms, &model));
        assert_eq!(renamed.name("x#7"), None);
    }
}
