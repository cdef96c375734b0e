//! The table of services: effects on the environment that the machine models.
//!
//! A front end lifts an environment call or a library function to services; the machine implements each once, for
//! concrete and symbolic values. Arguments and results have the program's address width. A result that stands for an
//! error is a negated Linux error number, as in the Linux system call convention.
//!
//! The table also says what a service may do to a program, for those who reason about programs without running them. Nothing is
//! taken for granted of a new service: each column has to be stated.

/// The name of the objects that hold the variable arguments of calls; no variable has such a name.
pub const VARIABLE_ARGUMENTS: &str = "variable arguments";

/// An effect on the environment. The comment gives the arguments and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Service {
    /// `(address, size)`: the bytes become fresh inputs, named after the data symbol there. No result.
    MakeSymbolic,
    /// `(address, size, name)`: the same, with the name that stands NUL-terminated at address `name`. No result.
    MakeNamedSymbolic,
    /// `(stream, address, size) -> count`: reads from an open stream; symbolic streams deliver fresh inputs.
    ReadStream,
    /// `(address, size, kind) -> 1 or 0`: what comes next in symbolic standard input is the text of any number of this size and kind
    /// ([`crate::NumberKind`], in the lowest 8 bits; above them the most characters, or 0), a fresh input; 0 where there is no room any more,
    /// or standard input is none that is symbolic.
    ReadNumber,
    /// `(stream, address, size) -> count`: writes to an open stream; standard output and error are captured.
    WriteStream,
    /// `(path, flags) -> stream`: opens a file of the run (symbolic or given) by its NUL-terminated path.
    OpenFile,
    /// `(stream) -> 0`: closes a stream.
    CloseStream,
    /// `(stream, offset, whence) -> position`: moves in a stream.
    SeekStream,
    /// `(stream) -> size`: the size in bytes of what the stream reads, 0 for output streams.
    StreamSize,
    /// `(stream) -> kind`: 1 regular file, 2 character device (the standard streams).
    StreamKind,
    /// `(address) -> break`: moves the program break; with 0 or an impossible address returns the present one.
    SetBreak,
    /// `(address, size, protection) -> address`: maps fresh zeroed anonymous memory, page-granular.
    MapMemory,
    /// `(address, size) -> 0`: unmaps what [`Service::MapMemory`] mapped.
    UnmapMemory,
    /// `() -> nanoseconds`: a clock that starts at 0 and advances by one microsecond per call, deterministic.
    Clock,
    /// `(address)`: ends the life of the heap block there; nothing for address 0. Violates
    /// [`crate::Property::InvalidFree`] for any other address. No result.
    Free,
    /// `(address) -> size`: the size of the live heap block that starts there, 0 if there is none.
    BlockSize,
    /// `(address) -> size`: the size of the live object of any kind that starts there, 0 if there is none.
    ObjectSize,
    /// `(address) -> address`: where the live object starts that has this address in it or right behind it, 0 if there is none,
    /// or if it is a block of the heap whose address is a term. An object counts as large as it can be, and as there if some of the
    /// merged ways have it, or if its scope may begin again.
    ObjectStart,
    /// `(address) -> address`: the same of the object that is there on this way, its scope not over, for any address: 0 if there is none.
    ObjectThere,
    /// `(address) -> address`: where the live object of that name ([`VARIABLE_ARGUMENTS`]) starts that has this address in it or
    /// right behind it, 0 if there is none.
    VariableArguments,
    /// `(address, size)`: from now on there is an object of so many arbitrary bytes. A cut where something else is. No result.
    DefineObject,
    /// `(address)`: begins the life of a frame's variable anew, its bytes arbitrary. No result.
    BeginScope,
    /// `(address)`: ends the life of a frame's variable, until its scope begins again. No result.
    EndScope,
    /// `(address) -> address`: begins a life of a frame's variable whose address may be kept. If it had one that ended, the life is that
    /// of another variable like it, elsewhere.
    RenewScope,
    /// `() -> mark`: how many variables the frame has by now.
    MarkLocals,
    /// `(mark)`: ends the life of the frame's variables that were made since the mark. No result.
    ReleaseLocals,
    /// `(to, from, size) -> done`: copies bytes between objects, as if all were read first. Gives 0 and does nothing if an
    /// argument is not constant or a range is not accessible as a whole.
    CopyMemory,
    /// `(address, byte, size) -> done`: sets bytes. Gives 0 and does nothing if address or size is not constant, or
    /// the range is not accessible as a whole.
    FillMemory,
    /// `(address, size, read)`: the bytes that were never written get arbitrary values, without being read, and count as written; nothing
    /// where they do not lie in one object, or where one of the bits `read` was never written (of at most eight bytes, as a number in
    /// little endian). No result.
    DefineMemory,
    /// `(address, size) -> bits`: the bits of at most eight bytes that were never written, as a number in little endian; 0 where they do
    /// not lie in one object.
    UnwrittenBits,
    /// `(address, size, bits)`: these bits of at most eight bytes count as never written; nothing where they do not lie in one object, or
    /// the bytes have no values. No result.
    MarkUnwritten,
    /// `(value) -> 0 or 1`: whether the value is not constant on this path.
    IsSymbolic,
    /// `(value) -> 0 or 1`: whether the value is not constant on this path and made of nothing but memory that was never written.
    IsUnwritten,
    /// `(value) -> 0 or 1`: whether the value may be the address of a variable or a block of the heap, one that is no more included, by
    /// what it was calculated from. What the world gave is none, whatever its value.
    MayBeAddress,
    /// `(address, size)`: the program takes these bytes for a number. Where some of them are of an address, the record names that addresses are
    /// assumed ([`crate::Assumption::Addresses`]). They do not change; but what is known of them from the program's text is forgotten, so that only a
    /// run, which names the assumption, says what the number is. No result.
    LooksAt,
    /// `(value) -> value`: the same value, as a constant: several that it can have are followed, each on a path of its own.
    ConstantOf,
    /// `(value) -> 0 or 1`: the same, asked by the program itself. The answer 1 is an input, so that a replay gives it again.
    AskSymbolic,
    /// `(assumption) -> 0 or 1`: whether the run makes the assumption of this number ([`crate::Assumption`]). If it does, the record
    /// names it with the place that asked.
    Assumes,
    /// `(object, condition)`: test cases of this path have inputs for which the condition is not 0, if they can. No result.
    Prefer,
    /// `(condition)`: somebody thinks that the condition is never 0 here, whenever the loop around comes here. It is no assumption and no
    /// check: a prover may try it as an invariant. No result.
    Invariant,
}

/// What a service takes for arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Terms as well as constants.
    Terms,
    /// Constants: all values that a term can have are followed.
    Constants,
    /// Constants: some values of a term are enough.
    Samples,
    /// A constant that is the start of a block of the heap. Of a term it is asked first whether it is one.
    BlockStart,
    /// The same for objects of any kind.
    ObjectStart,
}

/// Which bytes of memory a service may change, those of objects that begin or end included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryEffect {
    /// None.
    Unchanged,
    /// As many bytes as an argument says become inputs, whatever they were.
    Inputs {
        /// The number of the argument that is the address of the first byte.
        start: usize,
        /// The number of the argument that says how many there are.
        size: usize,
    },
    /// At most as many bytes as an argument says change.
    Range {
        /// The number of the argument that is the address of the first byte.
        start: usize,
        /// The number of the argument that says how many there are.
        size: usize,
    },
    /// The arguments do not tell.
    Anywhere,
}

impl MemoryEffect {
    /// The numbers of the arguments that are the address of the first byte and the number of bytes, if arguments tell.
    pub fn range(self) -> Option<(usize, usize)> {
        match self {
            MemoryEffect::Inputs { start, size } | MemoryEffect::Range { start, size } => {
                Some((start, size))
            }
            MemoryEffect::Unchanged | MemoryEffect::Anywhere => None,
        }
    }
}

/// What a service may do to the lives of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeEffect {
    /// Nothing.
    Unchanged,
    /// Begins the life of the frame's variable at the address that is its first argument.
    BeginsVariable,
    /// Ends the life of the frame's variable at the address that is its first argument.
    EndsVariable,
    /// Ends the lives of variables of the frame.
    EndsVariables,
    /// Begins, ends or resizes objects that are no variables of frames.
    Objects,
}

/// Whether a service may end a path once its arguments are what it takes: in a violation, or since something is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It does not.
    Never,
    /// Where the bytes that it changes do not lie in one object that is there.
    OutOfBounds,
    /// The arguments do not tell.
    Possible,
}

/// What a service does where an argument is the address of a block of the heap, or of a place in it, and the address is a term and
/// stays one: the block is no object of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEffect {
    /// What it does with any other argument: it asks nothing of an address, takes none, or does nothing with one that is a term.
    AsEver,
    /// It ends the block's life.
    Ends,
    /// It gives 0: no number says where the block is.
    GivesZero,
    /// It gives the size of the block.
    GivesSize,
    /// Bytes of the block become inputs: as many as the second argument says, named by the third.
    BecomesInputs,
    /// As many bytes of the block as the third argument says go to the stream that is the first.
    Written,
    /// It is not supported for the argument of this number.
    Unsupported(usize),
}

/// What the table says of one service. What it may do is an upper bound: a row may say more than the machine does, never less.
#[derive(Clone, Copy, Debug)]
pub struct ServiceInfo {
    /// Its name in the text form.
    pub name: &'static str,
    /// Number of arguments.
    pub arguments: usize,
    /// Whether it gives a result.
    pub result: bool,
    /// What the arguments may be.
    pub takes: Takes,
    /// Whether all that it does, it does to the object that its first argument is the address of.
    pub of_object: bool,
    /// Whether what it does or gives may depend on more than its arguments.
    pub reads_state: bool,
    /// Which bytes of memory it may change.
    pub memory: MemoryEffect,
    /// Which objects may begin or end.
    pub lives: LifeEffect,
    /// Whether it may change anything else: streams, the clock, where the next object will be, how many variables the frame has.
    pub world: bool,
    /// Whether it may end a path.
    pub failure: Failure,
    /// What it does with a block of the heap whose address is a term.
    pub block: BlockEffect,
}

impl ServiceInfo {
    /// Whether each argument has to be a constant when the service is performed.
    pub fn takes_constants(&self) -> bool {
        match self.takes {
            Takes::Terms => false,
            Takes::Constants | Takes::Samples | Takes::BlockStart | Takes::ObjectStart => true,
        }
    }
}

macro_rules! services {
    ($($service:ident, $name:literal, $arguments:literal, $result:literal, $takes:ident, $of_object:literal,
        $reads_state:literal, $memory:ident $(($start:literal, $size:literal))?, $lives:ident, $world:literal, $failure:ident,
        $block:ident $(($argument:literal))?;)*) => {
        /// All services, in the order of the table.
        const ALL: &[Service] = &[$(Service::$service,)*];

        const fn row(service: Service) -> ServiceInfo {
            match service {
                $(Service::$service => ServiceInfo {
                    name: $name,
                    arguments: $arguments,
                    result: $result,
                    takes: Takes::$takes,
                    of_object: $of_object,
                    reads_state: $reads_state,
                    memory: MemoryEffect::$memory $({ start: $start, size: $size })?,
                    lives: LifeEffect::$lives,
                    world: $world,
                    failure: Failure::$failure,
                    block: BlockEffect::$block $(($argument))?,
                },)*
            }
        }
    };
}

// The columns are those of `ServiceInfo`.
services! {
    //                 name                       result              of_object     memory                        world               block
    //                                         arguments takes               reads_state          lives                  failure
    MakeSymbolic,      "make_symbolic",        2, false, Constants,   true,  true,  Inputs(0, 1), Unchanged,      false, OutOfBounds, BecomesInputs;
    MakeNamedSymbolic, "make_named_symbolic",  3, false, Constants,   true,  true,  Inputs(0, 1), Unchanged,      false, OutOfBounds, BecomesInputs;
    ReadStream,        "read_stream",          3, true,  Constants,   false, true,  Range(1, 2),  Unchanged,      true,  Possible,    Unsupported(1);
    ReadNumber,        "read_number",          3, true,  Constants,   false, true,  Range(0, 1),  Unchanged,      true,  Possible,    Unsupported(0);
    WriteStream,       "write_stream",         3, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Possible,    Written;
    OpenFile,          "open_file",            2, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Possible,    Unsupported(0);
    CloseStream,       "close_stream",         1, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Never,       Unsupported(0);
    SeekStream,        "seek_stream",          3, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Never,       Unsupported(0);
    StreamSize,        "stream_size",          1, true,  Constants,   false, true,  Unchanged,    Unchanged,      false, Never,       Unsupported(0);
    StreamKind,        "stream_kind",          1, true,  Constants,   false, true,  Unchanged,    Unchanged,      false, Never,       Unsupported(0);
    SetBreak,          "set_break",            1, true,  Constants,   false, true,  Anywhere,     Objects,        true,  Never,       Unsupported(0);
    MapMemory,         "map_memory",           3, true,  Constants,   false, true,  Anywhere,     Objects,        true,  Never,       Unsupported(0);
    UnmapMemory,       "unmap_memory",         2, true,  Constants,   false, true,  Anywhere,     Objects,        true,  Never,       Unsupported(0);
    Clock,             "clock",                0, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Never,       AsEver;
    Free,              "free",                 1, false, BlockStart,  false, true,  Anywhere,     Objects,        true,  Possible,    Ends;
    BlockSize,         "block_size",           1, true,  BlockStart,  false, true,  Unchanged,    Unchanged,      false, Never,       GivesSize;
    ObjectSize,        "object_size",          1, true,  ObjectStart, false, true,  Unchanged,    Unchanged,      false, Possible,    GivesSize;
    ObjectStart,       "object_start",         1, true,  Constants,   false, true,  Unchanged,    Unchanged,      false, Never,       GivesZero;
    ObjectThere,       "object_there",         1, true,  Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       Unsupported(0);
    VariableArguments, "variable_arguments",   1, true,  Constants,   false, true,  Unchanged,    Unchanged,      false, Never,       Unsupported(0);
    DefineObject,      "define_object",        2, false, Constants,   false, true,  Range(0, 1),  Objects,        true,  Possible,    Unsupported(0);
    BeginScope,        "begin_scope",          1, false, Constants,   true,  true,  Anywhere,     BeginsVariable, false, Never,       Unsupported(0);
    EndScope,          "end_scope",            1, false, Constants,   true,  true,  Anywhere,     EndsVariable,   false, Never,       Unsupported(0);
    RenewScope,        "renew_scope",          1, true,  Constants,   false, true,  Anywhere,     EndsVariables,  true,  Possible,    Unsupported(0);
    MarkLocals,        "mark_locals",          0, true,  Constants,   false, true,  Unchanged,    Unchanged,      true,  Never,       AsEver;
    ReleaseLocals,     "release_locals",       1, false, Constants,   false, true,  Anywhere,     EndsVariables,  true,  Never,       Unsupported(0);
    CopyMemory,        "copy_memory",          3, true,  Terms,       false, true,  Range(0, 2),  Unchanged,      false, Never,       AsEver;
    FillMemory,        "fill_memory",          3, true,  Terms,       false, true,  Range(0, 2),  Unchanged,      false, Never,       AsEver;
    DefineMemory,      "define_memory",        3, false, Constants,   false, true,  Range(0, 1),  Unchanged,      false, Never,       AsEver;
    UnwrittenBits,     "unwritten_bits",       2, true,  Constants,   false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    MarkUnwritten,     "mark_unwritten",       3, false, Constants,   false, true,  Range(0, 1),  Unchanged,      false, Never,       AsEver;
    IsSymbolic,        "is_symbolic",          1, true,  Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    IsUnwritten,       "is_unwritten",         1, true,  Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    MayBeAddress,      "may_be_address",       1, true,  Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    LooksAt,           "looks_at",             2, false, Terms,       false, true,  Range(0, 1),  Unchanged,      false, Never,       AsEver;
    ConstantOf,        "constant_of",          1, true,  Samples,     false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    AskSymbolic,       "ask_symbolic",         1, true,  Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    Assumes,           "assumes",              1, true,  Constants,   false, false, Unchanged,    Unchanged,      false, Never,       AsEver;
    Prefer,            "prefer",               2, false, Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
    Invariant,         "invariant",            1, false, Terms,       false, true,  Unchanged,    Unchanged,      false, Never,       AsEver;
}

impl Service {
    /// All services.
    pub fn all() -> &'static [Service] {
        ALL
    }

    /// Its row in the table.
    pub fn info(self) -> ServiceInfo {
        row(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_columns_speak_of_arguments_that_there_are() {
        let mut names = std::collections::BTreeSet::new();
        for &service in Service::all() {
            let info = service.info();
            assert!(names.insert(info.name), "{}", info.name);
            let (start, size) = info.memory.range().unwrap_or((0, 0));
            let needed = match info.memory.range() {
                Some(_) => 1 + start.max(size),
                None => usize::from(info.of_object),
            };
            assert!(
                info.arguments >= needed && info.arguments <= 3,
                "{}",
                info.name
            );
            // Who reads these columns takes the bytes from another one.
            if info.failure == Failure::OutOfBounds {
                assert!(info.memory.range().is_some(), "{}", info.name);
            }
            if info.of_object {
                assert!(start == 0 && !info.result, "{}", info.name);
            }
        }
    }
}
