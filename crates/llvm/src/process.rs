//! Other programs (the compiler, LLVM's tools), run until they are done or nobody waits for them any more.

use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// How often it is asked whether somebody still waits.
const LOOK: Duration = Duration::from_millis(20);

/// Whether nobody waits any more for what is being made: an interrupt, the end of a time limit.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<Asked>>);

struct Asked {
    is_wanted: Box<dyn Fn() -> bool + Send + Sync>,
    has_killed: AtomicBool,
}

impl Stop {
    /// Asks a function, many times a second while another program runs. `Stop::default()` waits for ever.
    pub fn when(is_wanted: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(Asked {
            is_wanted: Box::new(is_wanted),
            has_killed: AtomicBool::new(false),
        })))
    }

    /// Whether nobody waits any more.
    pub fn is_wanted(&self) -> bool {
        self.0.as_ref().is_some_and(|asked| (asked.is_wanted)())
    }

    /// Whether a program was killed since nobody waited any more.
    pub fn has_killed(&self) -> bool {
        let asked = self.0.as_ref();
        asked.is_some_and(|asked| asked.has_killed.load(Ordering::Relaxed))
    }

    fn killed(&self) {
        if let Some(asked) = &self.0 {
            asked.has_killed.store(true, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop" } else { "never" })
    }
}

/// Runs a program without input to its end and gives what it printed. It and what it started are killed where nobody waits any more.
///
/// # Errors
///
/// If the program cannot be run; of the kind [`ErrorKind::TimedOut`] if it was killed.
pub fn output(command: &mut Command, stop: &Stop) -> io::Result<Output> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if stop.0.is_none() {
        return command.output();
    }
    // A compiler may run others, which have the same pipes.
    let mut child = command.process_group(0).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // Says that both have come to their end: nobody is left who could send.
        let (reading, ended) = mpsc::channel::<()>();
        let stdout = scope.spawn(reader(stdout, reading.clone()));
        let stderr = scope.spawn(reader(stderr, reading));
        let mut is_killed = false;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(LOOK) {
            if !is_killed && stop.is_wanted() {
                is_killed = true;
                stop.killed();
                kill(&mut child);
            }
        }
        let status = child.wait()?;
        if is_killed {
            return Err(ErrorKind::TimedOut.into());
        }
        let read = |bytes: thread::Result<io::Result<Vec<u8>>>| {
            bytes.unwrap_or_else(|_| Err(io::Error::other("a thread that reads failed")))
        };
        Ok(Output {
            status,
            stdout: read(stdout.join())?,
            stderr: read(stderr.join())?,
        })
    })
}

/// Reads a pipe to its end, and drops what says that it is still read.
fn reader(
    pipe: Option<impl Read>,
    reading: mpsc::Sender<()>,
) -> impl FnOnce() -> io::Result<Vec<u8>> {
    move || {
        let mut bytes = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
        drop(reading);
        read.map(|_| bytes)
    }
}

/// Kills a program and what it started: the group that it leads.
fn kill(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let killed = group.map(|group| kill_process_group(group, Signal::KILL));
    if killed.is_none_or(|killed| killed.is_err()) {
        // It may be gone already.
        let _ = child.kill();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_program_prints_is_given_with_how_it_ended() {
        for stop in [Stop::default(), Stop::when(|| false)] {
            let output = output(&mut shell("echo out; echo err >&2; exit 3"), &stop).unwrap();
            assert_eq!(output.stdout, b"out\n");
            assert_eq!(output.stderr, b"err\n");
            assert_eq!(output.status.code(), Some(3));
        }
    }

    #[test]
    fn a_program_ends_with_what_it_started_when_nobody_waits() {
        // The sleeping process has the pipes of the shell, and is none of its own.
        let start = Instant::now();
        let stop = Stop::when(|| true);
        let ended = output(&mut shell("sleep 100 & sleep 100; wait"), &stop);
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::TimedOut);
        assert!(stop.has_killed());
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_program_that_is_not_there_is_told() {
        let ended = output(
            &mut Command::new("/nowhere/compiler"),
            &Stop::when(|| false),
        );
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::NotFound);
    }
}
