//! The conflict-driven explorer: which paths are worth following is decided by a propositional formula over the edges of the
//! program's graph, to which every infeasible path adds why it is infeasible (Celina Gomes do Val, "Conflict-Driven Symbolic
//! Execution: How to Learn to Get Better", M.Sc. thesis, University of British Columbia, 2014).

#[cfg_attr(not(test), expect(dead_code, reason = "for the explorer"))]
mod formula;
