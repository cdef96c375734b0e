//! From the beginning of a step to where a value comes from: over an edge, a call or a return, or at once to the dominator.

use everypath_analysis::{Join, To, edge_of};
use everypath_program::{Local, Operand};

use super::super::clauses::{Spot, edge_spot};
use super::super::step::Entered;
use super::needs::{Need, What};
use super::{Move, Walk};
use crate::MemoryReasons;

impl<'a> Walk<'a> {
    /// Goes from the beginning of a step to where a value comes from.
    pub(super) fn at_entry(&mut self, index: usize, need: Need) {
        let step = &self.trail.steps[index];
        let code = self.trail.code;
        let place = code.place(step.place);
        match step.entered {
            Entered::Start => {}
            Entered::Value => self.behind(index - 1, need),
            Entered::Jump => self.whole = true,
            Entered::Call => {
                if let What::Local(frame, local) = need.what
                    && frame == step.frame
                    && !code.shares_locals
                {
                    let mut parameters = place.block.parameters.iter();
                    let number = parameters.position(|&it| it == local);
                    let arguments = self.block(index - 1).terminator.handed_over();
                    let argument = number.and_then(|number| arguments.get(number).copied());
                    if let Some(argument) = argument {
                        self.receive(index, local, argument, need, false);
                    }
                    return;
                }
                self.behind(index - 1, need);
            }
            Entered::Way | Entered::Return => {
                let joins = !matches!(self.trail.join(index), Join::One);
                if let What::Local(frame, local) = need.what
                    && frame == step.frame
                    && let Some(number) = place.block.parameters.iter().position(|&it| it == local)
                {
                    if let Some(argument) = self.argument(index, number) {
                        self.receive(index, local, argument, need, joins);
                    }
                    return;
                }
                let looks_at_effects = matches!(need.what, What::Local(..))
                    || self.trail.memory_reasons == MemoryReasons::Definitions;
                if let Join::Since(dominator, effects) = self.trail.join(index)
                    && looks_at_effects
                    && !need.what.is_changed_by(effects, Some(step.frame))
                {
                    let mut at = step.previous;
                    while let Some(before) = at {
                        if self.trail.steps[before].place == *dominator {
                            self.behind(before, need);
                            return;
                        }
                        at = self.trail.steps[before].previous;
                    }
                    self.whole = true;
                    return;
                }
                match (step.entered, joins) {
                    (Entered::Return, _) => self.at_return(index, need, joins),
                    (_, true) => self.through_edge(index, need),
                    (_, false) => self.behind(index - 1, need),
                }
            }
        }
    }

    /// What the edge into a step gives to a parameter of its block.
    fn argument(&self, index: usize, number: usize) -> Option<Operand> {
        let edge = self.trail.steps[index].edge?;
        let slot = self.trail.graph.edge(edge).slot;
        let edge = edge_of(&self.block(index - 1).terminator, slot)?;
        edge.arguments.get(number).copied()
    }

    /// Goes back into a call, or over it. `joins`: not only returns lead to the step.
    fn at_return(&mut self, index: usize, need: Need, joins: bool) {
        let step = &self.trail.steps[index];
        let code = self.trail.code;
        let callee = code.place(self.trail.steps[index - 1].place).function;
        let Some(call) = step.previous else {
            self.whole = true;
            return;
        };
        let is_unknown = matches!(
            code.place(self.trail.steps[call].place).ways.first(),
            Some(way) if matches!(way.to, To::Unknown(_))
        );
        let several = joins || is_unknown || !code.returns_once(callee);
        if let What::Local(frame, local) = need.what
            && !code.shares_locals
        {
            if frame != step.frame {
                self.returns_there(index, joins);
                self.behind(index - 1, need);
                return;
            }
            let mut results = self.block(call).terminator.results().iter();
            let Some(number) = results.position(|&it| it == local) else {
                self.returns_there(index, joins);
                self.behind(call, need);
                return;
            };
            let values = self.block(index - 1).terminator.handed_over();
            if let Some(&value) = values.get(number) {
                self.receive(index, local, value, need, several);
            }
            return;
        }
        if !is_unknown && !need.what.is_changed_by(code.effects(callee), None) {
            self.returns_there(index, joins);
            self.behind(call, need);
            return;
        }
        match several {
            true => self.through_edge(index, need),
            false => self.behind(index - 1, need),
        }
    }

    /// A step was come to by a return, if others lead there, too.
    fn returns_there(&mut self, index: usize, joins: bool) {
        if joins {
            self.found.rigid.insert(edge_spot(index));
        }
    }

    /// A local of a step receives a value where the step is entered; the edge matters if others lead there.
    fn receive(&mut self, index: usize, local: Local, value: Operand, need: Need, several: bool) {
        let step = &self.trail.steps[index];
        let guard = several.then(|| edge_spot(index));
        self.rests_on(guard, need);
        let from = self.trail.steps[index - 1].frame;
        self.found.moves.push(Move {
            step: index,
            to: (step.frame, local),
            from: (from, value),
            guard,
        });
        if let Operand::Local(local) = value {
            let what = What::Local(from, local);
            self.behind(index - 1, Need { what, ..need });
        }
    }

    /// Something is as it was before a step because of the edge that was taken.
    fn through_edge(&mut self, index: usize, need: Need) {
        let guard = Some(edge_spot(index));
        self.rests_on(guard, need);
        if let What::Local(frame, local) = need.what {
            self.found.moves.push(Move {
                step: index,
                to: (frame, local),
                from: (frame, Operand::Local(local)),
                guard,
            });
        }
        self.behind(index - 1, need);
    }

    fn rests_on(&mut self, spot: Option<Spot>, need: Need) {
        if let Some(spot) = spot {
            self.found.spots.insert(spot);
            if need.rigid {
                self.found.rigid.insert(spot);
            }
        }
    }

    fn behind(&mut self, step: usize, need: Need) {
        // Copies of the block for other values lead on to the same nodes.
        let chooses = self.trail.code.place(self.trail.steps[step].place).chooses;
        if chooses && step + 1 < self.trail.steps.len() {
            self.found.rigid.insert(edge_spot(step + 1));
        }
        self.at.step(step).exit.push(need);
    }
}
