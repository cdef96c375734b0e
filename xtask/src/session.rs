//! A solver that lives on: one process that answers one script after another through a pipe.
//!
//! A mark after each question shows where its answer ends. What comes through the pipe is read by a thread, so that a solver that hangs is
//! noticed. It is killed, and so is one after an error: nobody knows what it still remembers. The next script starts it again.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How scripts are told apart.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// Commands, and `(echo ...)` after what is asked.
    Commands {
        /// Before the first script of a process.
        first: &'static str,
        /// Before each other one, so that nothing is left of the one before.
        next: &'static str,
    },
    /// The number of bytes and the mark before each.
    Sized,
}

/// What a solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The lines up to the mark.
    Text(String),
    /// It tells an error, or ended.
    Failed(String),
    /// Nothing for too long.
    Late,
}

/// A solver and its process, if that runs.
#[derive(Debug)]
pub struct Session {
    words: Vec<String>,
    frame: Frame,
    patience: Duration,
    process: Option<Process>,
    /// Questions so far, the mark of the last.
    asked: u64,
    /// When the last was asked.
    since: Instant,
}

#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    said: Option<JoinHandle<String>>,
}

impl Session {
    /// The command is started by the first script.
    pub fn new(words: Vec<String>, frame: Frame, patience: Duration) -> Self {
        Self {
            words,
            frame,
            patience,
            process: None,
            asked: 0,
            since: Instant::now(),
        }
    }

    /// How its scripts are told apart.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Asks a script; what was said before it is forgotten.
    pub fn begin(&mut self, script: &str) {
        self.asked += 1;
        let text = match (self.frame, &self.process) {
            (Frame::Commands { first, .. }, None) => format!("{first}{script}{}", self.mark()),
            (Frame::Commands { next, .. }, Some(_)) => format!("{next}{script}{}", self.mark()),
            (Frame::Sized, _) => format!("{} m{}\n{script}", script.len(), self.asked),
        };
        self.send(&text);
    }

    /// Asks further commands of the same script.
    pub fn ask(&mut self, commands: &str) -> Reply {
        self.asked += 1;
        let text = format!("{commands}{}", self.mark());
        match self.process {
            Some(_) => self.send(&text),
            None => return Reply::Failed("it is not there any more".to_owned()),
        }
        self.answer()
    }

    /// The answer to what was asked last.
    pub fn answer(&mut self) -> Reply {
        let reply = self.read();
        if !matches!(reply, Reply::Text(_)) {
            self.end();
        }
        reply
    }

    fn mark(&self) -> String {
        format!("\n(echo \"m{}\")\n", self.asked)
    }

    /// Writes to the process. That it is not there or does not read shows when it is to answer.
    fn send(&mut self, text: &str) {
        self.since = Instant::now();
        if self.process.is_none() {
            self.process = Process::start(&self.words).ok();
        }
        if let Some(process) = &mut self.process {
            let written = process.input.write_all(text.as_bytes());
            let _ = written.and_then(|()| process.input.flush());
        }
    }

    fn read(&mut self) -> Reply {
        let Some(process) = &mut self.process else {
            return Reply::Failed(format!("{} does not start", self.words[0]));
        };
        let mark = format!("m{}", self.asked);
        let mut text = String::new();
        loop {
            let left = self.patience.saturating_sub(self.since.elapsed());
            match process.lines.recv_timeout(left) {
                Ok(line) if line.trim_matches('"') == mark => break,
                Ok(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Err(RecvTimeoutError::Timeout) => return Reply::Late,
                Err(RecvTimeoutError::Disconnected) => {
                    let said = process.said.take().and_then(|it| it.join().ok());
                    text.push_str(&said.unwrap_or_default());
                    return Reply::Failed(format!("ended: {}", text.trim()));
                }
            }
        }
        match text.contains("(error") {
            true => Reply::Failed(text),
            false => Reply::Text(text),
        }
    }

    fn end(&mut self) {
        if let Some(mut process) = self.process.take() {
            // That it ended on its own is no error.
            let _ = process.child.kill();
            let _ = process.child.wait();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end();
    }
}

impl Process {
    fn start(words: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("no pipe");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let said = thread::spawn(move || {
            let mut said = Vec::new();
            // What could be read is what there is.
            let _ = errors.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        });
        Ok(Self {
            child,
            input,
            lines,
            said: Some(said),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(program: &str) -> Session {
        let words = ["sh", "-c", program].map(str::to_owned).to_vec();
        let (first, next) = ("(first)\n", "(next)\n");
        Session::new(
            words,
            Frame::Commands { first, next },
            Duration::from_millis(500),
        )
    }

    #[test]
    fn each_answer_ends_with_its_mark() {
        // `(echo "m1")` is a line of its own, and answered by its second word.
        let mut session =
            shell("while read a b; do case $a in '(echo') echo ${b%)};; *) echo $a;; esac; done");
        session.begin("(one)");
        assert_eq!(session.answer(), Reply::Text("(first)\n(one)\n".to_owned()));
        assert_eq!(session.ask("(two)"), Reply::Text("(two)\n".to_owned()));
        session.begin("(three)");
        assert_eq!(
            session.answer(),
            Reply::Text("(next)\n(three)\n".to_owned())
        );
    }

    #[test]
    fn who_ends_or_hangs_or_errs_is_started_again() {
        let mut session = shell("echo no >&2; exit 3");
        for _ in 0..2 {
            session.begin("(one)");
            assert_eq!(session.answer(), Reply::Failed("ended: no".to_owned()));
        }
        let mut session = shell("sleep 5");
        session.begin("(one)");
        assert_eq!(session.answer(), Reply::Late);
        assert!(session.process.is_none());
        let mut session = shell("echo '(error \"no\")'; echo m1; sleep 5");
        session.begin("(one)");
        assert!(matches!(session.answer(), Reply::Failed(_)));
        assert!(matches!(session.ask("(two)"), Reply::Failed(_)));
    }
}
