//! Comparisons of choices, and what follows from comparisons of the same terms.
//!
//! Where paths are merged, a program that sorts or searches compares values of the form `ite(c, x, y)`, nested. As words, each
//! choice is a selection of 32 bits and each comparison a chain over them; that the values are a handful of inputs in another order is
//! lost. So a comparison of choices becomes choices between comparisons of what is chosen, made once for each pair of terms in the
//! graph. What remains are comparisons of few terms with each other, made of bits as ever.
//!
//! Then the laws of an order are added as clauses. They follow from the gates, but only by reasoning through every bit. They are added
//! for three terms that are no choices and were all compared; and for a term that is compared with a choice between x and y, and what is
//! compared by the condition of that choice: this is the step of an induction over a maximum, or over a run of a sort.

use everypath_term::{Kind, Term, TermTable};
use rustc_hash::FxHashMap;

use super::gates::Gates;
use super::laws::Laws;
use super::literal::Lit;

/// A comparison is taken apart if its two sides have at most so many pairs of terms.
const MOST_PAIRS: usize = 1 << 18;
/// Terms that were compared with more others than this get no more laws.
const MOST_NEIGHBOURS: usize = 160;
/// No more laws than this.
const MOST_LAWS: usize = 1 << 20;

/// Parts of a condition that are looked through for comparisons.
const MOST_CONJUNCTS: usize = 16;

/// The comparisons of a family: of one kind.
#[derive(Debug, Default)]
struct Family {
    /// What was compared, in this order.
    known: FxHashMap<(Term, Term), Lit>,
    neighbours: FxHashMap<Term, Vec<Term>>,
    /// Which comparisons of three terms, in ascending order, were known when they got their laws: around the circle, and back.
    lawful: FxHashMap<[Term; 3], [bool; 6]>,
}

/// Comparisons made so far.
#[derive(Debug, Default)]
pub struct Comparisons {
    /// Comparisons of choices, by kind and sides.
    lifted: FxHashMap<(Kind, Term, Term), Lit>,
    /// The size of choices: the number of terms that are chosen between or choose.
    sizes: FxHashMap<Term, usize>,
    /// By term, the count of such sizes when it was last seen. Behind a loop each round's choices hold those of all rounds before.
    seen: Vec<u32>,
    equal: Family,
    unsigned: Family,
    signed: Family,
}

/// How a comparison of two terms goes on.
enum Sides {
    /// Both, or one, are chosen by this condition: the sides where it holds, and where it does not.
    Choice(Term, (Term, Term), (Term, Term)),
    /// Neither is a choice.
    Plain,
}

impl Comparisons {
    /// The literal of `a kind b`, if one of them is a choice and both are small. `plain` makes the literal of a comparison of terms that are
    /// no choices, `word` gives that of a condition.
    pub fn lift(
        &mut self,
        table: &TermTable,
        gates: &mut Gates,
        (kind, a, b): (Kind, Term, Term),
        mut plain: impl FnMut(&mut Gates, Term, Term) -> Lit,
        condition: impl Fn(Term) -> Lit,
    ) -> Option<Lit> {
        let is_choice = |term: Term| table.node(term).kind == Kind::Ite;
        if !is_choice(a) && !is_choice(b) {
            return None;
        }
        let pairs = self.size(table, a).saturating_mul(self.size(table, b));
        if pairs > MOST_PAIRS {
            return None;
        }
        let mut stack = vec![(a, b)];
        while let Some(&(x, y)) = stack.last() {
            if self.lifted.contains_key(&(kind, x, y)) {
                stack.pop();
                continue;
            }
            let literal = match sides(table, x, y) {
                Sides::Plain => {
                    let literal = plain(gates, x, y);
                    self.note(table, &mut gates.laws, (kind, x, y), literal);
                    literal
                }
                Sides::Choice(chosen, then, otherwise) => {
                    let known = |(x, y)| self.lifted.get(&(kind, x, y)).copied();
                    match (known(then), known(otherwise)) {
                        (Some(then), Some(otherwise)) => {
                            let literal = gates.ite(condition(chosen), then, otherwise);
                            self.family(kind).known.insert((x, y), literal);
                            for other in [x, y] {
                                self.note_choice(table, &mut gates.laws, kind, chosen, other);
                            }
                            literal
                        }
                        (one, two) => {
                            stack.extend(one.is_none().then_some(then));
                            stack.extend(two.is_none().then_some(otherwise));
                            continue;
                        }
                    }
                }
            };
            self.lifted.insert((kind, x, y), literal);
            stack.pop();
        }
        self.lifted.get(&(kind, a, b)).copied()
    }

    /// Adds what follows for `x ? y` from the comparisons that choose for `x`.
    fn note_choice(
        &mut self,
        table: &TermTable,
        laws: &mut Laws,
        kind: Kind,
        chosen: Term,
        other: Term,
    ) {
        let mut stack = vec![chosen];
        let mut left = MOST_CONJUNCTS;
        while let Some(condition) = stack.pop() {
            let node = table.node(condition);
            match node.kind {
                Kind::Not | Kind::And | Kind::Or if left > 0 => {
                    left -= 1;
                    stack.extend(node.children());
                }
                same if same == kind => {
                    let three = [node.first(), node.second(), other];
                    self.family(kind).add_laws(kind, three, laws);
                }
                _ => {}
            }
        }
    }

    fn family(&mut self, kind: Kind) -> &mut Family {
        match kind {
            Kind::Eq => &mut self.equal,
            Kind::Ult => &mut self.unsigned,
            _ => &mut self.signed,
        }
    }

    /// Terms in the choices that make a term, up to [`MOST_PAIRS`].
    fn size(&mut self, table: &TermTable, root: Term) -> usize {
        if let Some(&size) = self.sizes.get(&root) {
            return size;
        }
        if self.seen.len() < table.len() {
            self.seen.resize(table.len(), 0);
        }
        let mark = self.sizes.len() as u32 + 1;
        let mut size = 0;
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if std::mem::replace(&mut self.seen[term.index()], mark) == mark {
                continue;
            }
            size += 1;
            if size > MOST_PAIRS {
                break;
            }
            let node = table.node(term);
            if node.kind == Kind::Ite {
                stack.extend([node.second(), node.third()]);
            }
        }
        self.sizes.insert(root, size);
        size
    }

    /// Takes note of a comparison of terms that are no choices, and of the laws that it makes.
    pub fn note(
        &mut self,
        table: &TermTable,
        laws: &mut Laws,
        (kind, a, b): (Kind, Term, Term),
        literal: Lit,
    ) {
        let is_constant = |term: Term| table.node(term).kind == Kind::Constant;
        if literal.as_constant().is_some() || is_constant(a) || is_constant(b) {
            return;
        }
        laws.note_comparison(literal);
        let family = self.family(kind);
        if family.known.insert((a, b), literal).is_some() {
            return;
        }
        for (one, other) in [(a, b), (b, a)] {
            let neighbours = family.neighbours.entry(one).or_default();
            if !neighbours.contains(&other) {
                neighbours.push(other);
            }
        }
        let of = |term| family.neighbours.get(&term).map_or(&[][..], Vec::as_slice);
        let (mine, theirs) = (of(a), of(b));
        if mine.len().max(theirs.len()) > MOST_NEIGHBOURS {
            return;
        }
        let common = mine.iter().filter(|c| theirs.contains(c));
        let common: Vec<Term> = common.copied().collect();
        let back = family.known.get(&(b, a)).copied();
        for c in common {
            family.add_laws(kind, [a, b, c], laws);
        }
        if let (Some(back), false) = (back, kind == Kind::Eq) {
            laws.add(&[!literal, !back]);
        }
    }
}

impl Family {
    /// Adds what three terms, if all were compared, mean for each other, but for what was added before.
    fn add_laws(&mut self, kind: Kind, [a, b, c]: [Term; 3], laws: &mut Laws) {
        if laws.count() > MOST_LAWS {
            return;
        }
        let mut three = [a, b, c];
        three.sort_unstable();
        let pairs = [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)];
        let pairs = pairs.map(|(one, other)| (three[one], three[other]));
        let known = pairs.map(|pair| self.known.contains_key(&pair));
        let before = self.lawful.insert(three, known).unwrap_or_default();
        if known == before {
            return;
        }
        let literal = |x, y| self.known.get(&(x, y)).copied();
        let earlier = |x, y| {
            let at = pairs.iter().position(|&pair| pair == (x, y))?;
            literal(x, y).filter(|_| before[at])
        };
        if kind == Kind::Eq {
            return laws_of_equality([a, b, c], literal, laws);
        }
        for circle in [[a, b, c], [a, c, b]] {
            for strict in 0..3 {
                let law = law_of_order(circle, strict, literal);
                if law != law_of_order(circle, strict, earlier) {
                    law.iter().for_each(|law| laws.add(law));
                }
            }
        }
    }
}

/// Two of three equalities make the third.
fn laws_of_equality(
    [a, b, c]: [Term; 3],
    literal: impl Fn(Term, Term) -> Option<Lit>,
    laws: &mut Laws,
) {
    let equal = |x, y| literal(x, y).or_else(|| literal(y, x));
    if let (Some(ab), Some(bc), Some(ac)) = (equal(a, b), equal(b, c), equal(a, c)) {
        for law in [[!ab, !bc, ac], [!ab, bc, !ac], [ab, !bc, !ac]] {
            laws.add(&law);
        }
    }
}

/// Around the circle `a ? b ? c ? a` not all steps can be "at most" if one is "less"; none if a step is not known.
fn law_of_order(
    circle: [Term; 3],
    strict: usize,
    less: impl Fn(Term, Term) -> Option<Lit>,
) -> Option<[Lit; 3]> {
    let step = |index: usize| {
        let (x, y) = (circle[index], circle[(index + 1) % 3]);
        let step = match index == strict {
            true => less(x, y),
            false => less(y, x).map(|lit| !lit).or_else(|| less(x, y)),
        };
        step.map(|step| !step)
    };
    Some([step(0)?, step(1)?, step(2)?])
}

/// Takes the newer of two choices apart; both, if one condition chooses.
fn sides(table: &TermTable, x: Term, y: Term) -> Sides {
    let (left, right) = (table.node(x), table.node(y));
    let (first, second) = (left.kind == Kind::Ite, right.kind == Kind::Ite);
    if !first && !second {
        return Sides::Plain;
    }
    if first && second && left.first() == right.first() {
        let then = (left.second(), right.second());
        return Sides::Choice(left.first(), then, (left.third(), right.third()));
    }
    if first && (!second || x.index() > y.index()) {
        return Sides::Choice(left.first(), (left.second(), y), (left.third(), y));
    }
    Sides::Choice(right.first(), (x, right.second()), (x, right.third()))
}
