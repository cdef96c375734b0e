//! Services: what the environment does for a program, once for all front ends.
//!
//! Most arguments must be constants, as the table of services says: a symbolic one is asked for with [`Event::Concretize`], so that the
//! explorer follows each of its values. Errors are negated Linux error numbers.

mod anywhere;
mod environment;
mod memory_map;
mod objects;
mod outcome;
mod provenance;
mod streams;
mod symbolic;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use everypath_program::{Assumption, Operand, Position, Property, RegionKind, Service, Takes};
use everypath_term::ops::mask;

pub(crate) use environment::Environment;
pub(crate) use symbolic::element_size;

use crate::event::Purpose;
use crate::halt::Halt;
use crate::memory::AccessFault;
use crate::resolve::forbidden_property;
use crate::{CutReason, Event, Machine, State, Value};
use streams::Streams;

impl Machine<'_> {
    /// Performs a service; gives its result, of the program's address width.
    pub(crate) fn serve(
        &mut self,
        state: &mut State,
        service: Service,
        arguments: &[Operand],
        position: Position,
    ) -> Result<Value, Halt> {
        if let Some(result) = self.serve_anywhere(state, service, arguments, position)? {
            return Ok(result);
        }
        if let Some(result) = self.choose_object(state, service, arguments, position)? {
            return Ok(result);
        }
        let value = |index: usize| {
            let argument = arguments.get(index).copied();
            argument.map_or(Value::Constant(0), |argument| state.read(argument))
        };
        let values = [value(0), value(1), value(2)];
        let mut constants = [0u64; 3];
        let mut named = service == Service::MakeNamedSymbolic;
        if service.info().takes_constants() {
            for (index, (constant, &argument)) in constants.iter_mut().zip(arguments).enumerate() {
                match constant_argument(state, argument, service) {
                    Ok(known) => *constant = known,
                    // An input needs no name; what the address is does not matter.
                    Err(_) if named && index == 2 => named = false,
                    Err(stop) => return Err(stop),
                }
            }
        }
        let [first, second, third] = constants;
        let result = match service {
            // These take terms.
            Service::CopyMemory => Ok(self.copy_memory(state, values)),
            Service::FillMemory => Ok(self.fill_memory(state, values)),
            Service::IsSymbolic => Ok(i64::from(matches!(values[0], Value::Term(_)))),
            Service::IsUnwritten => Ok(i64::from(self.is_unwritten(values[0]))),
            Service::MayBeAddress => Ok(i64::from(self.may_be_address(state, values[0]))),
            Service::LooksAt => {
                self.look_at(state, values[0], values[1], position);
                Ok(0)
            }
            Service::ObjectThere => return Ok(self.object_there(state, values[0], position)),
            Service::AskSymbolic => Ok(i64::from(self.ask_symbolic(state, values[0]))),
            Service::Prefer => {
                if let Value::Term(condition) = values[1] {
                    let zero = self.terms.constant(self.address_width, 0);
                    let holds = self.terms.ne(condition, zero);
                    state.preferences.push(holds);
                }
                Ok(0)
            }
            Service::Invariant => {
                if self.heads.is_some()
                    && let Value::Term(condition) = values[0]
                {
                    let zero = self.terms.constant(self.address_width, 0);
                    let holds = self.terms.ne(condition, zero);
                    self.suggested.push((position, holds));
                }
                Ok(0)
            }
            // These take constants.
            Service::MakeSymbolic => self.make_symbolic(state, first, second, None, position),
            Service::MakeNamedSymbolic => {
                self.make_symbolic(state, first, second, named.then_some(third), position)
            }
            Service::ReadStream => self.read_stream(state, first, second, third, position),
            Service::ReadNumber => self.read_number(state, first, second, third, position),
            Service::WriteStream => self.write_stream(state, first, second, third, position),
            Service::OpenFile => self.open_file(state, first, second, position),
            Service::CloseStream => Ok(state.streams().close(first)),
            Service::SeekStream => Ok(state.streams().seek(first, second as i64, third)),
            Service::StreamSize => Ok(state.streams().size(first)),
            Service::StreamKind => Ok(state.streams().kind(first)),
            Service::SetBreak => Ok(self.set_break(state, first)),
            Service::MapMemory => Ok(self.map_memory(state, first, second, third)),
            Service::UnmapMemory => Ok(self.unmap_memory(state, first, second)),
            Service::Clock => {
                self.assumes(state, Assumption::Clock, position);
                let environment = Rc::make_mut(&mut state.environment);
                environment.clock += 1000;
                Ok(environment.clock as i64)
            }
            Service::Free => self.free(state, first, position),
            Service::BlockSize => {
                return Ok(self.object_size(state, first, Some(RegionKind::Heap)));
            }
            Service::ObjectSize => return self.known_object_size(state, first),
            Service::ObjectStart => Ok(objects::start(state, first) as i64),
            Service::VariableArguments => Ok(objects::variable_arguments(state, first) as i64),
            Service::DefineObject => self.define_object(state, first, second),
            Service::BeginScope | Service::EndScope => {
                self.set_scope(state, first, service == Service::BeginScope);
                Ok(0)
            }
            Service::RenewScope => return self.renew_scope(state, first, position),
            Service::MarkLocals => Ok(state.mark_locals()),
            Service::ReleaseLocals => {
                state.release_locals(first);
                Ok(0)
            }
            Service::DefineMemory => {
                self.define_memory(state, first, second, third);
                Ok(0)
            }
            Service::UnwrittenBits => Ok(objects::unwritten_bits(state, first, second) as i64),
            Service::MarkUnwritten => {
                objects::mark_unwritten(state, first, second, third);
                Ok(0)
            }
            Service::ConstantOf => Ok(first as i64),
            Service::Assumes => Ok(match Assumption::from_number(first) {
                Some(assumption) => i64::from(self.assumes(state, assumption, position)),
                None => 1,
            }),
        }?;
        Ok(Value::Constant(result as u64 & mask(self.address_width)))
    }

    /// Asks that the object at an address is there, if only some of the merged ways have it. Behind this, the path is one of those.
    fn require_object(
        &mut self,
        state: &mut State,
        store: bool,
        address: u64,
        position: Position,
    ) -> Result<(), Halt> {
        let found = state.memory.find(address);
        let found = found.and_then(|id| Some((id, state.memory.object(id).live()?)));
        let Some((id, live)) = found else {
            return Ok(());
        };
        let property = match store {
            true => Property::InvalidStore,
            false => Property::InvalidLoad,
        };
        if !self.options.checks.contains(property) {
            let what = "an effect of the environment on a block that some ways do not have, while that check is off";
            let event = Event::Cut(CutReason::Unsupported(what.to_owned()));
            return Err(Halt::Behind(event));
        }
        match self.require(state, property, Value::Term(live), position) {
            Some(event) => Err(Halt::Again(event)),
            None => {
                state.memory.object_mut(id).is_there();
                Ok(())
            }
        }
    }

    /// The event of a service's access to memory that is not there.
    fn bad_buffer(
        &mut self,
        state: &mut State,
        store: bool,
        address: u64,
        size: u64,
        position: Position,
    ) -> Halt {
        if let Err(AccessFault::Conditional) = state.memory.place(address, 1, store) {
            let what = "an effect of the environment on an object whose size is symbolic";
            return Halt::Behind(Event::Cut(CutReason::Unsupported(what.to_owned())));
        }
        let found = state.memory.find(address).map(|id| state.memory.object(id));
        let property = match found.filter(|object| object.base() + object.size() - address >= size)
        {
            Some(object) => forbidden_property(object.kind(), store),
            None if store => Property::InvalidStore,
            None => Property::InvalidLoad,
        };
        let verb = if store { "written" } else { "read" };
        let detail = format!(
            "the environment is given {size} bytes at {address:#x} to be {verb}, which do not lie in one such object"
        );
        Halt::Behind(self.violation(state, property, position, detail))
    }
}

impl State {
    fn streams(&mut self) -> &mut Streams {
        &mut Rc::make_mut(&mut self.environment).streams
    }
}

fn constant_argument(state: &State, argument: Operand, service: Service) -> Result<u64, Halt> {
    match state.read(argument) {
        Value::Constant(constant) => Ok(constant),
        Value::Term(term) => state.binding(term).ok_or(Halt::Again(Event::Concretize {
            term,
            purpose: match service.info().takes {
                Takes::Samples => Purpose::Sample,
                Takes::Terms | Takes::Constants | Takes::BlockStart | Takes::ObjectStart => {
                    Purpose::Argument(service.info().name)
                }
            },
        })),
    }
}
