//! What a fork costs with 10 and with 1,000 states waiting, per strategy:
//! `cargo run --release -p everypath-explore --example fork_cost [STRATEGY..]`.
//!
//! The program forks without end, each time on a fresh input of 8 bits, so that every fork asks the solver the same kind of
//! question. The budget of waiting states holds their number at the wanted one: behind it the last successor of each fork is
//! given up. A depth-first run with so many waiting states also has a path of so many forks and inputs.

use std::time::{Duration, Instant};

use everypath_explore::{
    ExploreOptions, Observer, Progress, StopAt, Strategy, StrategyKind, explore_paths,
};
use everypath_machine::{Machine, MachineOptions};
use everypath_program::{
    BinaryOp, Block, BlockBuilder, BlockKey, CodeBytes, Image, Instruction, Local, LocalInfo,
    Location, Operand, Position, Program, Terminator,
};
use everypath_solver::{Solver, SolverOptions};

/// The allocator of the program `everypath`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Forks on one bit after the other of a fresh input, without end.
struct Tree {
    locals: Vec<LocalInfo>,
    image: Image,
}

impl Program for Tree {
    fn address_width(&self) -> u32 {
        64
    }

    fn locals(&self, _block: BlockKey) -> &[LocalInfo] {
        &self.locals
    }

    fn image(&self) -> &Image {
        &self.image
    }

    fn entry(&self) -> BlockKey {
        BlockKey::at(0)
    }

    fn block(&self, key: BlockKey, _code: &dyn CodeBytes) -> Block {
        let mut block = BlockBuilder::new(key);
        block.begin_source(Position(key.code));
        block.push(Instruction::Input {
            to: Local(0),
            width: 8,
            name: "x".into(),
        });
        let (a, b) = (Operand::Local(Local(0)), Operand::Constant(100));
        block.push(Instruction::Binary {
            op: BinaryOp::Ult,
            width: 8,
            to: Local(1),
            a,
            b,
        });
        block.begin_source(Position(key.code + 1));
        block.finish(Terminator::branch(
            Operand::Local(Local(1)),
            BlockKey::at(0),
            BlockKey::at(0),
        ))
    }

    fn locations(&self, _position: Position) -> Vec<Location> {
        Vec::new()
    }

    fn instruction_text(&self, _position: Position, _code: &dyn CodeBytes) -> String {
        String::new()
    }

    fn function_name(&self, _position: Position) -> Option<String> {
        None
    }

    fn code_positions(&self) -> Vec<Position> {
        Vec::new()
    }
}

/// Explores until so many forks were made; the time per fork.
fn time_per_fork(kind: StrategyKind, waiting: u64, instructions: u64) -> Duration {
    struct Quiet;
    impl Observer for Quiet {
        fn progress(&mut self, _progress: &Progress) {}
    }
    let local = |name: &str, width| LocalInfo {
        name: name.into(),
        width,
    };
    let program = Tree {
        locals: vec![local("x", 8), local("c", 1)],
        image: Image::default(),
    };
    let mut machine = Machine::new(&program, MachineOptions::default());
    let Ok(mut solver) = Solver::new(SolverOptions::default()) else {
        return Duration::ZERO;
    };
    let mut options = ExploreOptions {
        strategy: Strategy::single(kind),
        stop: StopAt::AllFindings,
        ..ExploreOptions::default()
    };
    options.budgets.states = Some(waiting);
    options.budgets.instructions = Some(instructions);
    let (start, start_wall) = (processor_time(), Instant::now());
    let Ok(record) = explore_paths(&mut machine, &mut solver, &options, &mut Quiet) else {
        return Duration::ZERO;
    };
    let spent = match (start, processor_time()) {
        (Some(start), Some(end)) => end.saturating_sub(start),
        _ => start_wall.elapsed(),
    };
    let forks = record.statistics.forks.max(1);
    if std::env::var_os("FORK_COST_ONCE").is_some() {
        println!("{forks} forks");
    }
    spent / (forks as u32)
}

/// What this thread has spent on a processor, where Linux tells it: other work on the computer counts less than in wall time.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// How often each time is taken; the least counts, since whatever disturbs only adds.
const ROUNDS: usize = 11;
/// Numbers of waiting states.
const WAITING: [u64; 3] = [10, 1_000, 10_000];

/// `FORK_COST_ONCE=N` explores once with N waiting states and tells the forks: under `valgrind --tool=callgrind` or
/// `perf stat`, instructions divided by forks is what a fork costs whatever the caches hold.
fn once() -> Option<u64> {
    std::env::var("FORK_COST_ONCE").ok()?.parse().ok()
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    if let Some(waiting) = once() {
        let kinds = StrategyKind::table().iter();
        for info in kinds.filter(|info| only.iter().any(|name| name == info.name)) {
            time_per_fork(info.kind, waiting, 100_000);
        }
        return;
    }
    println!(
        "{:<22} {:>12} {:>18} {:>18}",
        "strategy", "10 waiting", "1,000", "10,000"
    );
    for info in StrategyKind::table() {
        if !only.is_empty() && !only.iter().any(|name| name == info.name) {
            continue;
        }
        // The numbers take turns, so that whatever else the computer does meets all of them.
        let mut times = WAITING.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            for (times, waiting) in times.iter_mut().zip(WAITING) {
                times.push(time_per_fork(info.kind, waiting, 100_000));
            }
        }
        print!("{:<22}", info.name);
        let mut first = None;
        for times in &times {
            let least: Duration = times.iter().min().copied().unwrap_or_default();
            match first {
                None => print!(" {:>12}", format!("{least:.2?}")),
                Some(first) => {
                    let ratio = least.as_secs_f64() / first;
                    print!(" {:>18}", format!("{least:.2?} ({ratio:.2}x)"));
                }
            }
            first = first.or(Some(least.as_secs_f64()));
        }
        println!();
    }
}
