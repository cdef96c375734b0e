//! The table of services: effects on the environment that the machine models.
//!
//! A front end lifts an environment call or a library function to services; the machine implements each once, for
//! concrete and symbolic values. Arguments and results have the program's address width. A result that stands for an
//! error is a negated Linux error number, as in the Linux system call convention.

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
    /// or if it is a block of the heap whose address is a term.
    ObjectStart,
    /// `(address) -> address`: where the live object of that name ([`VARIABLE_ARGUMENTS`]) starts that has this address in it or
    /// right behind it, 0 if there is none.
    VariableArguments,
    /// `(address, size)`: from now on there is an object of so many arbitrary bytes. A cut where something else is. No result.
    DefineObject,
    /// `(address)`: begins the life of a frame's variable anew, its bytes arbitrary. No result.
    BeginScope,
    /// `(address)`: ends the life of a frame's variable, until its scope begins again. No result.
    EndScope,
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
    /// `(address, size)`: the bytes that were never written get arbitrary values, without being read; nothing where they do not lie
    /// in one object. No result.
    DefineMemory,
    /// `(value) -> 0 or 1`: whether the value is not constant on this path.
    IsSymbolic,
    /// `(value) -> value`: the same value, as a constant: several that it can have are followed, each on a path of its own.
    ConstantOf,
    /// `(value) -> 0 or 1`: the same, asked by the program itself. The answer 1 is an input, so that a replay gives it again.
    AskSymbolic,
    /// `(assumption) -> 0 or 1`: whether the run makes the assumption of this number ([`crate::Assumption`]). If it does, the record
    /// names it with the place that asked.
    Assumes,
    /// `(object, condition)`: test cases of this path have inputs for which the condition is not 0, if they can. No result.
    Prefer,
}

/// What the table says of one service.
#[derive(Clone, Copy, Debug)]
pub struct ServiceInfo {
    /// Its name in the text form.
    pub name: &'static str,
    /// Number of arguments.
    pub arguments: usize,
    /// Whether it gives a result.
    pub result: bool,
}

impl Service {
    /// Its row in the table.
    pub fn info(self) -> ServiceInfo {
        let (name, arguments, result) = match self {
            Service::MakeSymbolic => ("make_symbolic", 2, false),
            Service::MakeNamedSymbolic => ("make_named_symbolic", 3, false),
            Service::ReadStream => ("read_stream", 3, true),
            Service::WriteStream => ("write_stream", 3, true),
            Service::OpenFile => ("open_file", 2, true),
            Service::CloseStream => ("close_stream", 1, true),
            Service::SeekStream => ("seek_stream", 3, true),
            Service::StreamSize => ("stream_size", 1, true),
            Service::StreamKind => ("stream_kind", 1, true),
            Service::SetBreak => ("set_break", 1, true),
            Service::MapMemory => ("map_memory", 3, true),
            Service::UnmapMemory => ("unmap_memory", 2, true),
            Service::Clock => ("clock", 0, true),
            Service::Free => ("free", 1, false),
            Service::BlockSize => ("block_size", 1, true),
            Service::ObjectSize => ("object_size", 1, true),
            Service::ObjectStart => ("object_start", 1, true),
            Service::VariableArguments => ("variable_arguments", 1, true),
            Service::DefineObject => ("define_object", 2, false),
            Service::BeginScope => ("begin_scope", 1, false),
            Service::EndScope => ("end_scope", 1, false),
            Service::MarkLocals => ("mark_locals", 0, true),
            Service::ReleaseLocals => ("release_locals", 1, false),
            Service::CopyMemory => ("copy_memory", 3, true),
            Service::FillMemory => ("fill_memory", 3, true),
            Service::DefineMemory => ("define_memory", 2, false),
            Service::IsSymbolic => ("is_symbolic", 1, true),
            Service::ConstantOf => ("constant_of", 1, true),
            Service::Assumes => ("assumes", 1, true),
            Service::Prefer => ("prefer", 2, false),
            Service::AskSymbolic => ("ask_symbolic", 1, true),
        };
        ServiceInfo {
            name,
            arguments,
            result,
        }
    }
}
