//! `everypath gdb`: a test case under a debugger.

use std::net::{Ipv4Addr, TcpListener};

use everypath_debug::{Ended, Link};

use super::print::print;
use crate::cli::GdbArguments;
use crate::exit::{CommandError, unreadable};
use crate::replay::{CaseFile, Replay};
use crate::say_line;

/// Runs the command.
pub fn gdb(arguments: &GdbArguments) -> Result<u8, CommandError> {
    let GdbArguments {
        file,
        case,
        port,
        stdio,
        changed_program,
    } = arguments;
    let replay = Replay::new(file, CaseFile::read(case, file)?, &Default::default())?;
    let debugging = replay.debugging()?;
    if replay.program_changed() && !changed_program {
        if debugging.is_executable() {
            return Err(unreadable(format!(
                "{}: made with another program than {}; give the one that was checked, or --changed-program if it was built anew",
                case.display(),
                file.display()
            )));
        }
        // What is compiled depends on the directory where that is done, too.
        say_line!("everypath: warning: the program is not the one that the case was made with");
    }
    if *stdio {
        // An interrupt from the terminal is meant for GDB, which passes it on in its protocol.
        let _ = rustix::process::setpgid(None, None);
        let link = Link::standard().map_err(unreadable)?;
        debugging.serve(link).map_err(not_understood)?;
        return Ok(0);
    }
    let address = (Ipv4Addr::LOCALHOST, port.unwrap_or(0));
    let listener = TcpListener::bind(address).map_err(|error| {
        let number = address.1;
        unreadable(format!(
            "port {number} of localhost: {error}; choose another with --port, or leave it out for a free one"
        ))
    })?;
    let port = listener.local_addr().map_err(unreadable)?.port();
    let path = debugging.path();
    let program = match debugging.is_executable() {
        // A program that was compiled for the case has no file: GDB gets it from here.
        false => String::new(),
        true => match shlex::try_quote(&path) {
            Ok(quoted) => format!(" {quoted}"),
            Err(_) => String::new(),
        },
    };
    print(&format!(
        "everypath: waiting for GDB on port {port} of localhost:\n  gdb-multiarch{program} -ex 'target remote localhost:{port}'\n"
    ))?;
    let (stream, _) = listener.accept().map_err(unreadable)?;
    let link = Link::tcp(stream).map_err(unreadable)?;
    let ended = debugging.serve(link).map_err(not_understood)?;
    print(match ended {
        Ended::Detached => "everypath: GDB detached\n",
        Ended::Killed => "everypath: GDB killed the program\n",
        Ended::Lost => "everypath: GDB is gone\n",
    })?;
    Ok(0)
}

fn not_understood(error: everypath_debug::SessionError) -> CommandError {
    unreadable(format!(
        "what came over the connection is not understood: {}",
        error.0
    ))
}
