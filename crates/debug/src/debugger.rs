//! What GDB asks of a run: the protocol's requests, answered by the timeline.
//!
//! The end of the run is a stop, so that everything can still be looked at and one can go back: a violation is a signal (SIGABRT), all
//! else the end of what was recorded. What happened is said on GDB's console.

use std::convert::Infallible;
use std::io;

use everypath_explore::ReplayEnd;
use everypath_riscv::{RegisterGroup, RiscvProgram, architecture_name};
use gdbstub::arch::{Arch, Registers};
use gdbstub::common::{Pid, Signal};
use gdbstub::conn::ConnectionExt;
use gdbstub::stub::run_blocking::{BlockingEventLoop, Event, WaitForStopReasonError};
use gdbstub::stub::{DisconnectReason, GdbStub, SingleThreadStopReason};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::reverse_exec::{
    ReplayLogPosition, ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps,
};
use gdbstub::target::ext::base::singlethread::{
    SingleThreadBase, SingleThreadResume, SingleThreadResumeOps, SingleThreadSingleStep,
    SingleThreadSingleStepOps,
};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint, SwBreakpointOps,
    WatchKind,
};
use gdbstub::target::ext::exec_file::{ExecFile, ExecFileOps};
use gdbstub::target::ext::host_io::{
    HostIo, HostIoClose, HostIoCloseOps, HostIoFstat, HostIoFstatOps, HostIoOpen, HostIoOpenFlags,
    HostIoOpenMode, HostIoOpenOps, HostIoOps, HostIoPread, HostIoPreadOps, HostIoResult,
    HostIoStat,
};
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps, outputln};
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::{Target, TargetError, TargetResult};

use crate::description::target_description;
use crate::file::{ServedFile, copy_part};
use crate::link::Link;
use crate::stops::{Stops, Watch, WatchedAccess};
use crate::timeline::{Stop, Timeline};

/// Source instructions between two looks for an interrupt.
const STRETCH: u64 = 200_000;
/// The size in bytes of the greatest packet.
const PACKET: usize = 1 << 16;

/// Who knows what the run means.
pub trait Storyteller {
    /// How the run ends, in lines.
    fn end(&self, end: &ReplayEnd) -> String;
    /// What the test case is about, in lines.
    fn finding(&self) -> String;
    /// Its inputs, in lines.
    fn inputs(&self) -> String;
    /// GDB asked for what is not done; why, in one line.
    fn refused(&self, why: &str);
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// GDB detached.
    Detached,
    /// GDB killed the program.
    Killed,
    /// The connection was lost.
    Lost,
}

/// What came over the connection is not GDB's protocol, or not a part of it that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError(pub String);

/// A program whose run is debugged, as GDB finds it.
pub struct Guest<'p> {
    /// The program.
    pub program: &'p RiscvProgram,
    /// The absolute path of its file.
    pub path: String,
}

/// A run that GDB looks at.
pub struct Debugger<'p> {
    timeline: Timeline<'p>,
    story: &'p dyn Storyteller,
    registers: Vec<RegisterGroup>,
    description: String,
    file: ServedFile<'p>,
    stops: Stops,
    going: Going,
    /// How many bytes of each stream were shown.
    shown: [usize; 2],
}

/// Which way the run goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Going {
    Forwards,
    OneForwards,
    Backwards,
    OneBackwards,
}

/// The commands of `monitor`, and what they print.
const COMMANDS: [(&str, &str); 5] = [
    ("finding", "what the test case is about"),
    ("inputs", "the inputs of the test case"),
    ("when", "how many instructions were executed"),
    ("output", "what the program wrote so far"),
    ("help", "these commands"),
];

impl<'p> Debugger<'p> {
    /// A run at its start.
    pub fn new(timeline: Timeline<'p>, guest: Guest<'p>, story: &'p dyn Storyteller) -> Self {
        let Guest { program, path } = guest;
        let registers = program.debug_registers();
        Debugger {
            timeline,
            story,
            description: target_description(architecture_name(program.xlen()), &registers),
            registers,
            file: ServedFile::new(path, program.executable().file()),
            stops: Stops::default(),
            going: Going::Forwards,
            shown: [0; 2],
        }
    }

    /// Does what GDB asks until it goes.
    ///
    /// # Errors
    /// If what comes is not GDB's protocol.
    pub fn serve(&mut self, link: Link) -> Result<Ended, SessionError> {
        let stub = GdbStub::builder(link).packet_buffer_size(PACKET).build();
        let stub = stub.map_err(|error| SessionError(error.to_string()))?;
        match stub.run_blocking::<Loop<'p>>(self) {
            Ok(DisconnectReason::Disconnect) => Ok(Ended::Detached),
            Ok(
                DisconnectReason::Kill
                | DisconnectReason::TargetExited(_)
                | DisconnectReason::TargetTerminated(_),
            ) => Ok(Ended::Killed),
            Err(error) if error.is_connection_error() => Ok(Ended::Lost),
            Err(error) => Err(SessionError(error.to_string())),
        }
    }

    /// Lets the run go on for a while; gives why it stopped, if it did.
    fn go(&mut self) -> Option<Stop> {
        let stop = match self.going {
            Going::OneForwards => return Some(self.timeline.forwards(1, &self.stops)),
            Going::OneBackwards => return Some(self.timeline.step_back(&self.stops)),
            Going::Forwards => self.timeline.forwards(STRETCH, &self.stops),
            Going::Backwards => self.timeline.backwards(&self.stops),
        };
        (stop != Stop::Done).then_some(stop)
    }

    /// What the program wrote that was not shown yet.
    fn new_output(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        for (stream, shown) in [1, 2].into_iter().zip(&mut self.shown) {
            let written = self.timeline.output(stream);
            text.extend_from_slice(written.get(*shown..).unwrap_or_default());
            *shown = written.len().max(*shown);
        }
        text
    }

    fn refuse<T>(&self, what: &str) -> TargetResult<T, Self> {
        let why = "the run has to stay the one of the test case, so that it can be gone back";
        self.story.refused(&format!("{what} is not changed: {why}"));
        Err(TargetError::NonFatal)
    }
}

/// The reason of a stop in the protocol's words.
fn reason(stop: &Stop) -> SingleThreadStopReason<u64> {
    let replay_log = |pos| SingleThreadStopReason::ReplayLog { tid: Some(()), pos };
    match stop {
        Stop::Done => SingleThreadStopReason::DoneStep,
        Stop::Place => SingleThreadStopReason::SwBreak(()),
        Stop::Watch(watch) => SingleThreadStopReason::Watch {
            tid: (),
            kind: match watch.access {
                WatchedAccess::Write => WatchKind::Write,
                WatchedAccess::Read => WatchKind::Read,
                WatchedAccess::Any => WatchKind::ReadWrite,
            },
            addr: watch.address,
        },
        Stop::End(ReplayEnd::Violation { .. }) => SingleThreadStopReason::Signal(Signal::SIGABRT),
        Stop::End(
            ReplayEnd::Exit(_)
            | ReplayEnd::AssumeFailed(_)
            | ReplayEnd::Dead(_)
            | ReplayEnd::Cut(..)
            | ReplayEnd::Limit,
        ) => replay_log(ReplayLogPosition::End),
        Stop::Start => replay_log(ReplayLogPosition::Begin),
    }
}

/// What happens while GDB waits for a stop.
struct Loop<'p>(std::marker::PhantomData<Debugger<'p>>);

impl<'p> BlockingEventLoop for Loop<'p> {
    type Target = Debugger<'p>;
    type Connection = Link;
    type StopReason = SingleThreadStopReason<u64>;

    fn wait_for_stop_reason(
        target: &mut Debugger<'p>,
        link: &mut Link,
    ) -> Result<Event<Self::StopReason>, WaitForStopReasonError<Infallible, io::Error>> {
        let lost = WaitForStopReasonError::Connection;
        loop {
            if link.peek().map_err(lost)?.is_some() {
                return Ok(Event::IncomingData(link.read().map_err(lost)?));
            }
            let Some(stop) = target.go() else { continue };
            let mut said = target.new_output();
            if let Stop::End(end) = &stop {
                said.extend_from_slice(target.story.end(end).as_bytes());
            }
            link.console(&said).map_err(lost)?;
            return Ok(Event::TargetStopped(reason(&stop)));
        }
    }

    fn on_interrupt(_: &mut Debugger<'p>) -> Result<Option<Self::StopReason>, Infallible> {
        Ok(Some(SingleThreadStopReason::Signal(Signal::SIGINT)))
    }
}

/// RISC-V of either width: addresses have 64 bits here, and the description says the rest.
pub enum Riscv {}

impl Arch for Riscv {
    type Usize = u64;
    type Registers = RegisterBytes;
    type BreakpointKind = usize;
    type RegId = ();
}

/// The values of all registers, in the order of the description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterBytes {
    pc: u64,
    /// None for bytes of a register that has no value.
    bytes: Vec<Option<u8>>,
}

impl Registers for RegisterBytes {
    type ProgramCounter = u64;

    fn pc(&self) -> u64 {
        self.pc
    }

    fn gdb_serialize(&self, write_byte: impl FnMut(Option<u8>)) {
        self.bytes.iter().copied().for_each(write_byte);
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        self.bytes = bytes.iter().copied().map(Some).collect();
        Ok(())
    }
}

impl Target for Debugger<'_> {
    type Arch = Riscv;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, Riscv, Infallible> {
        BaseOps::SingleThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_target_description_xml_override(
        &mut self,
    ) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }

    fn support_exec_file(&mut self) -> Option<ExecFileOps<'_, Self>> {
        Some(self)
    }

    fn support_host_io(&mut self) -> Option<HostIoOps<'_, Self>> {
        Some(self)
    }
}

impl SingleThreadBase for Debugger<'_> {
    fn read_registers(&mut self, registers: &mut RegisterBytes) -> TargetResult<(), Self> {
        let pc = self.timeline.position().0;
        registers.pc = pc;
        registers.bytes.clear();
        for register in self.registers.iter().flat_map(|group| &group.registers) {
            let value = register.value(pc, &|local| self.timeline.local(local));
            let bytes = (register.width / 8) as usize;
            match value {
                Some(value) => {
                    let value = value.to_le_bytes().map(Some);
                    registers.bytes.extend_from_slice(&value[..bytes]);
                }
                None => registers.bytes.extend(std::iter::repeat_n(None, bytes)),
            }
        }
        Ok(())
    }

    fn write_registers(&mut self, _: &RegisterBytes) -> TargetResult<(), Self> {
        self.refuse("a register")
    }

    fn read_addrs(&mut self, address: u64, data: &mut [u8]) -> TargetResult<usize, Self> {
        match self.timeline.memory(address, data) {
            0 if !data.is_empty() => Err(TargetError::NonFatal),
            count => Ok(count),
        }
    }

    fn write_addrs(&mut self, _: u64, data: &[u8]) -> TargetResult<(), Self> {
        match data.is_empty() {
            // GDB asks so whether it may write at all.
            true => Err(TargetError::NonFatal),
            false => self.refuse("memory"),
        }
    }

    fn support_resume(&mut self) -> Option<SingleThreadResumeOps<'_, Self>> {
        Some(self)
    }
}

impl SingleThreadResume for Debugger<'_> {
    fn resume(&mut self, _: Option<Signal>) -> Result<(), Infallible> {
        self.going = Going::Forwards;
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<SingleThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, (), Self>> {
        Some(self)
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, (), Self>> {
        Some(self)
    }
}

impl SingleThreadSingleStep for Debugger<'_> {
    fn step(&mut self, _: Option<Signal>) -> Result<(), Infallible> {
        self.going = Going::OneForwards;
        Ok(())
    }
}

impl ReverseStep<()> for Debugger<'_> {
    fn reverse_step(&mut self, (): ()) -> Result<(), Infallible> {
        self.going = Going::OneBackwards;
        Ok(())
    }
}

impl ReverseCont<()> for Debugger<'_> {
    fn reverse_cont(&mut self) -> Result<(), Infallible> {
        self.going = Going::Backwards;
        Ok(())
    }
}

impl Breakpoints for Debugger<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Debugger<'_> {
    fn add_sw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        self.stops.places.insert(address);
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        Ok(self.stops.places.remove(&address))
    }
}

fn watch(address: u64, size: u64, kind: WatchKind) -> Watch {
    let access = match kind {
        WatchKind::Write => WatchedAccess::Write,
        WatchKind::Read => WatchedAccess::Read,
        WatchKind::ReadWrite => WatchedAccess::Any,
    };
    Watch {
        address,
        size,
        access,
    }
}

impl HwWatchpoint for Debugger<'_> {
    fn add_hw_watchpoint(
        &mut self,
        address: u64,
        size: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        self.stops.watches.push(watch(address, size, kind));
        Ok(true)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u64,
        size: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let gone = watch(address, size, kind);
        let place = self.stops.watches.iter().position(|known| *known == gone);
        Ok(place
            .map(|place| self.stops.watches.remove(place))
            .is_some())
    }
}

impl MonitorCmd for Debugger<'_> {
    fn handle_monitor_cmd(
        &mut self,
        command: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), Infallible> {
        match command {
            b"finding" => out.write_raw(self.story.finding().as_bytes()),
            b"inputs" => out.write_raw(self.story.inputs().as_bytes()),
            b"when" => {
                let time = self.timeline.time();
                match self.timeline.length() {
                    Some(length) => outputln!(out, "{time} of {length} instructions"),
                    None => outputln!(out, "{time} instructions"),
                }
            }
            b"output" => {
                out.write_raw(&self.timeline.output(1));
                out.write_raw(&self.timeline.output(2));
            }
            _ => {
                for (name, prints) in COMMANDS {
                    outputln!(out, "monitor {name:<8} {prints}");
                }
            }
        }
        Ok(())
    }
}

impl TargetDescriptionXmlOverride for Debugger<'_> {
    fn target_description_xml(
        &self,
        annex: &[u8],
        offset: u64,
        length: usize,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        match annex {
            b"target.xml" => Ok(copy_part(
                self.description.as_bytes(),
                offset,
                length,
                buffer,
            )),
            _ => Err(TargetError::NonFatal),
        }
    }
}

impl ExecFile for Debugger<'_> {
    fn get_exec_file(
        &self,
        _: Option<Pid>,
        offset: u64,
        length: usize,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        Ok(copy_part(
            self.file.name().as_bytes(),
            offset,
            length,
            buffer,
        ))
    }
}

impl HostIo for Debugger<'_> {
    fn support_open(&mut self) -> Option<HostIoOpenOps<'_, Self>> {
        Some(self)
    }

    fn support_close(&mut self) -> Option<HostIoCloseOps<'_, Self>> {
        Some(self)
    }

    fn support_pread(&mut self) -> Option<HostIoPreadOps<'_, Self>> {
        Some(self)
    }

    fn support_fstat(&mut self) -> Option<HostIoFstatOps<'_, Self>> {
        Some(self)
    }
}

impl HostIoOpen for Debugger<'_> {
    fn open(
        &mut self,
        name: &[u8],
        _: HostIoOpenFlags,
        _: HostIoOpenMode,
    ) -> HostIoResult<u32, Self> {
        self.file.open(name)
    }
}

impl HostIoClose for Debugger<'_> {
    fn close(&mut self, file: u32) -> HostIoResult<(), Self> {
        self.file.close(file)
    }
}

impl HostIoPread for Debugger<'_> {
    fn pread(
        &mut self,
        file: u32,
        count: usize,
        offset: u64,
        buffer: &mut [u8],
    ) -> HostIoResult<usize, Self> {
        self.file.read(file, count, offset, buffer)
    }
}

impl HostIoFstat for Debugger<'_> {
    fn fstat(&mut self, file: u32) -> HostIoResult<HostIoStat, Self> {
        self.file.status(file)
    }
}
