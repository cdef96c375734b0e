//! What the program begins with: environment variables, constructors, the entry with its arguments, the end. Destructors are the first
//! functions that are to run at the end, so they run last.

use everypath_program::{
    Assumption, BinaryOp, Block, BlockBuilder, BlockKey, Callee, Instruction, Local, LocalInfo,
    OPEN_ARGUMENTS, Operand, Position, Service, Terminator,
};
use everypath_term::ops::mask;

use crate::binding::{Module, Value};
use crate::image::Globals;
use crate::lower::{Lowered, Shapes, Tables, variable_of_parameter};
use crate::{LlvmError, LlvmOptions, names};

/// Writes the blocks of the program's beginning; `number` is their function's number.
pub(crate) fn lower(
    module: &Module,
    tables: &Tables,
    globals: &Globals,
    options: &LlvmOptions,
    number: u32,
) -> Result<Lowered, LlvmError> {
    let wrong = |hint: String| LlvmError::NoEntry {
        entry: options.entry.clone(),
        hint,
        functions: Vec::new(),
    };
    let entry = module
        .function(&options.entry)
        .filter(|function| !function.is_declaration());
    let Some(entry) = entry else {
        return Err(wrong(String::new()));
    };
    let mut stub = Stub {
        code: u64::from(number) << 32,
        part: 0,
        locals: Vec::new(),
        blocks: Vec::new(),
        builder: BlockBuilder::new(BlockKey::at(u64::from(number) << 32)),
    };
    let set_environment = module
        .function(names::SET_ENVIRONMENT)
        .filter(|function| !function.is_declaration());
    if let Some(set_environment) = set_environment {
        let variables = Operand::Constant(globals.arguments[2] & mask(tables.address_width));
        stub.call(tables, set_environment, vec![variables], Vec::new());
    }
    let run_at_exit = module
        .function(names::RUN_AT_EXIT)
        .filter(|function| !function.is_declaration());
    if let Some(run_at_exit) = run_at_exit {
        for destructor in listed(module, names::DESTRUCTORS) {
            let address = tables.addresses.get(&destructor.id()).copied().unwrap_or(0);
            stub.call(
                tables,
                run_at_exit,
                vec![Operand::Constant(address)],
                Vec::new(),
            );
        }
    }
    for constructor in listed(module, names::CONSTRUCTORS) {
        stub.call(tables, constructor, Vec::new(), Vec::new());
    }
    let is_main = options.entry == "main";
    let mut shapes = Shapes::new(module.layout(), tables.address_width);
    let entry_number = tables.functions.get(&entry.id()).copied().unwrap_or(0);
    let place = Position(u64::from(entry_number) << 32);
    if globals.open_arrays {
        stub.assumes(Assumption::ExternalSize, place, tables.address_width);
    }
    if is_main {
        let parameters = entry.parameters().len();
        if parameters > 0 && options.surroundings.arguments.len() <= 1 {
            stub.assumes(Assumption::NoArguments, place, tables.address_width);
        }
        if parameters > 2 || globals.lists_variables {
            stub.assumes(Assumption::ListedVariables, place, tables.address_width);
        }
        if parameters > 0 && !globals.open_arguments.is_empty() {
            stub.assumes(Assumption::ArgumentLength, place, tables.address_width);
        }
    }
    let mut arguments = Vec::new();
    for (index, parameter) in entry.parameters().into_iter().enumerate() {
        let of = parameter.value_type();
        let Some(shape) = shapes.of(of) else {
            let text = of.text();
            return Err(wrong(format!(": it has a parameter of type {text}")));
        };
        let name = variable_of_parameter(module, entry, parameter)
            .unwrap_or_else(|| format!("argument{}", index + 1));
        for (part, scalar) in shape.iter().enumerate() {
            let given = globals.arguments.get(index).filter(|_| is_main);
            if index == 0 && is_main && !globals.open_arguments.is_empty() {
                let argc = stub.open_arguments(globals, scalar.width, tables.address_width);
                arguments.push(Operand::Local(argc));
                continue;
            }
            if let Some(&value) = given {
                arguments.push(Operand::Constant(value & mask(scalar.width)));
                continue;
            }
            let to = stub.local(&name, scalar.width);
            let name = match shape.len() {
                1 => name.clone(),
                _ => format!("{name}.{part}"),
            };
            let width = scalar.width;
            stub.builder.push(Instruction::Input { to, width, name });
            arguments.push(Operand::Local(to));
        }
    }
    let result = entry.global_type().and_then(|of| of.result());
    let result = result.and_then(|of| shapes.of(of));
    let mut results = Vec::new();
    for scalar in result.iter().flat_map(|shape| shape.iter()) {
        results.push(stub.local("result", scalar.width));
    }
    let widths: Vec<u32> = result
        .iter()
        .flat_map(|shape| shape.iter().map(|scalar| scalar.width))
        .collect();
    stub.call(tables, entry, arguments, results.clone());
    let (code, from) = match (is_main, &results[..], &widths[..]) {
        (true, &[result], &[width]) => (Operand::Local(result), width),
        _ => (Operand::Constant(0), 32),
    };
    let exit = module
        .function(names::MAIN_EXIT)
        .filter(|function| !function.is_declaration());
    match exit {
        Some(exit) => {
            let code = stub.convert(code, from, 32);
            stub.call(tables, exit, vec![code], Vec::new());
            stub.finish(Terminator::Exit {
                code: Operand::Constant(0),
            });
        }
        None => {
            let code = stub.convert(code, from, tables.address_width);
            stub.finish(Terminator::Exit { code });
        }
    }
    Ok(Lowered {
        locals: stub.locals,
        blocks: stub.blocks,
        ..Lowered::default()
    })
}

/// The functions of a list such as `llvm.global_ctors`, in the order of their priorities.
fn listed<'m>(module: &'m Module, name: &str) -> Vec<Value<'m>> {
    let Some(list) = module.variable(name).and_then(|list| list.initializer()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for index in 0..list.value_type().length() {
        let Some(row) = list.element(index) else {
            continue;
        };
        let priority = row.element(0).and_then(|value| value.integer());
        if let Some(function) = row.element(1).filter(|function| function.is_function()) {
            found.push((priority.unwrap_or(u64::MAX), function));
        }
    }
    found.sort_by_key(|(priority, _)| *priority);
    found.into_iter().map(|(_, function)| function).collect()
}

struct Stub {
    code: u64,
    part: u32,
    locals: Vec<LocalInfo>,
    blocks: Vec<Block>,
    builder: BlockBuilder,
}

impl Stub {
    fn local(&mut self, name: &str, width: u32) -> Local {
        self.locals.push(LocalInfo {
            name: name.to_owned(),
            width,
        });
        Local(self.locals.len() as u32 - 1)
    }

    /// Names an assumption at a place of the program.
    fn assumes(&mut self, assumption: Assumption, place: Position, address_width: u32) {
        let to = self.local("assumed", address_width);
        let own = Position(self.code);
        self.builder.continue_source(place);
        self.builder.push(Instruction::Service {
            service: Service::Assumes,
            to: Some(to),
            arguments: [Operand::Constant(assumption.number())].into(),
        });
        self.builder.continue_source(own);
    }

    /// Whether a number is not above another; both are unsigned.
    fn at_most(&mut self, width: u32, a: Operand, b: Operand) -> Operand {
        let to = self.local("holds", 1);
        self.builder.push(Instruction::Binary {
            op: BinaryOp::Ule,
            width,
            to,
            a,
            b,
        });
        Operand::Local(to)
    }

    /// Any number of the arguments that may be there or not; `argv` ends behind them.
    fn open_arguments(&mut self, globals: &Globals, width: u32, address_width: u32) -> Local {
        let [greatest, argv, _] = globals.arguments;
        let least = greatest - OPEN_ARGUMENTS;
        let argc = self.local("argc", width);
        self.builder.push(Instruction::Input {
            to: argc,
            width,
            name: "argc".to_owned(),
        });
        let given = Operand::Local(argc);
        let bounds = [
            (Operand::Constant(least), given),
            (given, Operand::Constant(greatest)),
        ];
        for (less, more) in bounds {
            let condition = self.at_most(width, less, more);
            self.builder.push(Instruction::Assume { condition });
        }
        let size = address_width / 8;
        for (number, &text) in (least..).zip(&globals.open_arguments) {
            let value = self.local("argument", address_width);
            let is_none = self.at_most(width, given, Operand::Constant(number));
            self.builder.push(Instruction::Select {
                width: address_width,
                to: value,
                condition: is_none,
                then: Operand::Constant(0),
                otherwise: Operand::Constant(text & mask(address_width)),
            });
            self.builder.push(Instruction::Store {
                address: Operand::Constant(argv & mask(address_width)),
                offset: number * u64::from(size),
                value: Operand::Local(value),
                width: address_width,
                size,
            });
        }
        argc
    }

    fn finish(&mut self, terminator: Terminator) {
        self.part += 1;
        let mut next = BlockBuilder::new(BlockKey {
            code: self.code,
            part: self.part,
        });
        next.continue_source(Position(self.code));
        let builder = std::mem::replace(&mut self.builder, next);
        self.blocks.push(builder.finish(terminator));
    }

    fn call(
        &mut self,
        tables: &Tables,
        function: Value<'_>,
        arguments: Vec<Operand>,
        results: Vec<Local>,
    ) {
        let number = tables.functions.get(&function.id()).copied().unwrap_or(0);
        let return_to = BlockKey {
            code: self.code,
            part: self.part + 1,
        };
        self.finish(Terminator::Call {
            callee: Callee::Function(BlockKey::at(u64::from(number) << 32)),
            arguments: arguments.into(),
            results: results.into(),
            return_to,
        });
    }

    /// The signed number of `from` bits as one of `width`.
    fn convert(&mut self, value: Operand, from: u32, width: u32) -> Operand {
        if from == width || matches!(value, Operand::Constant(_)) {
            return value;
        }
        let to = self.local("code", width);
        self.builder.push(Instruction::Resize {
            to,
            value,
            from,
            keep: from.min(width),
            width,
            signed: true,
        });
        Operand::Local(to)
    }
}
