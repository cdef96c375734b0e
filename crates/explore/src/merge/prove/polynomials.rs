//! Candidates that say how cells depend on each other by sums and products: `2 * s == i * i - i` of a loop that adds up its counter.
//!
//! An iteration is repeated on numbers ([`super::runs`]), and what the cells were is taken for points at which a polynomial
//! has to be zero ([`super::vanishing`]): R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. V. Nori: "A Data Driven Approach for
//! Algebraic Loop Invariants" (ESOP 2013). What was true of small numbers, that is of those of mathematics, is claimed of numbers modulo 2^width:
//! sums and products are the same there. What is a guess too much falls, as all others do.

use std::rc::Rc;

use everypath_term::{Sort, Term, TermTable, ops};

use super::candidates::General;
use super::runs::{Run, Runs};
use super::vanishing::{self, Vanishing};
use crate::merge::Explorer;

/// Variables of a polynomial, with parameters.
const MOST_VARIABLES: usize = 16;

/// Monomials of one, and the highest degree where there are few variables.
const MOST_MONOMIALS: usize = 126;
const HIGHEST_DEGREE: u32 = 6;

/// More points than monomials.
const MORE_POINTS: usize = 12;

/// Cells of fewer bits are no numbers that are multiplied.
const NARROWEST: u32 = 8;

impl Explorer<'_, '_> {
    /// Candidates about sums and products that iterations suggest.
    pub(super) fn propose_polynomials(&mut self, visit: usize, runs: &Runs) {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.may_learn()) else {
            return;
        };
        let visit = Rc::clone(&knowledge.visits[visit]);
        let terms = &mut self.machine.terms;
        let highest = match knowledge.multiplies() {
            true => HIGHEST_DEGREE,
            false => 1,
        };
        let general = General::of(terms, knowledge, &visit);
        for equation in equations(terms, runs, highest) {
            if let Some(candidate) = general.say(terms, &visit, equation) {
                knowledge.propose(terms, visit.head, candidate);
            }
        }
    }
}

/// Equations of polynomials up to a degree that hold in runs, over the terms of the visit.
fn equations(terms: &mut TermTable, runs: &Runs, highest: u32) -> Vec<Term> {
    let numbers = &runs.numbers;
    let is_moving = |&index: &usize| {
        let number = &numbers[index];
        number.after != number.before && number.width >= NARROWEST
    };
    let moving: Vec<usize> = (0..numbers.len()).filter(is_moving).collect();
    let mut widths: Vec<u32> = moving.iter().map(|&index| numbers[index].width).collect();
    widths.sort_unstable();
    widths.dedup();
    let mut equations = Vec::new();
    for width in widths {
        let cells = moving.iter().copied();
        let cells = cells.filter(|&index| numbers[index].width == width);
        let mut columns: Vec<usize> = cells.collect();
        let mut variables: Vec<Term> = columns.iter().map(|&it| numbers[it].before).collect();
        for (index, &input) in runs.older.iter().enumerate() {
            let parameter = terms.input_term(input);
            if terms.sort(parameter) == Sort::Bits(width) {
                columns.push(numbers.len() + index);
                variables.push(parameter);
            }
        }
        if columns.len() > MOST_VARIABLES {
            continue;
        }
        let fits = |&degree: &u32| vanishing::count(columns.len(), degree) <= MOST_MONOMIALS;
        let degree = (1..=highest).rev().find(fits).unwrap_or(1);
        let monomials = vanishing::monomials(columns.len(), degree);
        let points = points(&runs.runs, &columns, width, monomials.len() + MORE_POINTS);
        for polynomial in vanishing::vanishing(&monomials, &points.unwrap_or_default()) {
            equations.push(equation(terms, &polynomial, &variables));
        }
    }
    equations
}

/// The first points of runs in some columns, with a sign, each run as far as its numbers are small. None if there are not enough.
fn points(runs: &[Run], columns: &[usize], width: u32, enough: usize) -> Option<Vec<Vec<i64>>> {
    let mut points = Vec::new();
    for run in runs {
        for cells in &run.points {
            let numbers = columns
                .iter()
                .map(|&column| ops::signed(cells[column], width));
            let point: Vec<i64> = numbers.collect();
            let is_small = |value: &i64| value.unsigned_abs() < 1 << (width - 2);
            if !point.iter().all(is_small) {
                break;
            }
            points.push(point);
            if points.len() == enough {
                return Some(points);
            }
        }
    }
    None
}

/// That a polynomial is zero: what is taken away from one side is added to the other.
fn equation(terms: &mut TermTable, polynomial: &Vanishing, variables: &[Term]) -> Term {
    let width = variables.first().map_or(1, |&it| terms.width(it));
    let zero = terms.constant(width, 0);
    let (mut left, mut right) = (zero, zero);
    for (coefficient, monomial) in polynomial {
        let mut product = terms.constant(width, coefficient.unsigned_abs() & ops::mask(width));
        for (&variable, &exponent) in variables.iter().zip(monomial) {
            for _ in 0..exponent {
                product = terms.mul(product, variable);
            }
        }
        let side = match *coefficient > 0 {
            true => &mut left,
            false => &mut right,
        };
        *side = terms.add(*side, product);
    }
    terms.eq(left, right)
}
