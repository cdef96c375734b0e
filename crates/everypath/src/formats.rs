//! The formats that a run is written in, as options of the command line: the table of formats describes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, FromArgMatches};
use everypath_report::format::{FORMATS, Format, Need, Writer};
use everypath_report::html::File;
use everypath_report::written::Written;

use crate::exit::{CommandError, unreadable};
use crate::files::{directory_of, write_file};

/// The text of a run in a format that is one.
///
/// # Errors
/// If it cannot be written, which would be a fault of ours.
pub fn text(format: &Format, run: &Written<'_>) -> Result<String, CommandError> {
    match format.writer {
        Writer::File(render) | Writer::FileOrOutput(render) => {
            render(run).map_err(|error| fault(format, &error))
        }
        Writer::Folder(_) => Err(fault(format, "it is no text")),
    }
}

/// Writes a run to a file or a folder, which is made.
///
/// # Errors
/// If files cannot be written, or something of ours is wrong.
pub fn write(format: &Format, run: &Written<'_>, path: &Path) -> Result<(), CommandError> {
    match format.writer {
        Writer::File(_) | Writer::FileOrOutput(_) => {
            write_file(path, text(format, run)?.as_bytes()).map_err(unreadable)
        }
        Writer::Folder(render) => {
            let files = render(run).map_err(|error| fault(format, &error))?;
            write_folder(path, &files)
        }
    }
}

/// Writes the files of a folder, which is made.
///
/// # Errors
/// If they cannot be written.
pub fn write_folder(path: &Path, files: &[File]) -> Result<(), CommandError> {
    std::fs::create_dir_all(path)
        .map_err(|error| unreadable(format!("{}: {error}", path.display())))?;
    files.iter().try_for_each(|file| {
        write_file(&path.join(&file.name), file.contents.as_bytes()).map_err(unreadable)
    })
}

fn fault(format: &Format, error: &str) -> CommandError {
    let name = format.name;
    CommandError::Internal(format!("the run cannot be written as {name}: {error}"))
}

/// Where each format that is asked for is written; none: to standard output, instead of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatArguments(BTreeMap<&'static str, Option<PathBuf>>);

impl FormatArguments {
    /// The formats that are written to files.
    pub fn to_files(&self) -> impl Iterator<Item = (&'static Format, &PathBuf)> {
        let formats = FORMATS.iter();
        formats.filter_map(|format| Some((format, self.0.get(format.name)?.as_ref()?)))
    }

    /// The format that is printed instead of the report.
    pub fn printed(&self) -> Option<&'static Format> {
        let mut all = FORMATS.iter();
        all.find(|format| self.0.get(format.name) == Some(&None))
    }

    /// Says how a format gets its file, if one of the files that a command reads is not there and may be meant for it: in
    /// `check a.c --json out.json`, JSON is printed, and two programs are named.
    pub fn refuse_files_behind(&self, files: &[PathBuf]) -> Result<(), CommandError> {
        let Some(format) = self.printed() else {
            return Ok(());
        };
        let Some(file) = files.iter().find(|file| !file.exists()) else {
            return Ok(());
        };
        let (file, name) = (file.display(), format.name);
        Err(unreadable(format!(
            "{file}: no such file; if --{name} is to be written there: --{name}={file}"
        )))
    }

    /// Says before anything is done that a file cannot be written: its directory is not there, or it is a directory.
    ///
    /// # Errors
    /// If so.
    pub fn refuse_places(&self) -> Result<(), CommandError> {
        for (format, path) in self.to_files() {
            let directory = directory_of(path);
            let why = match format.writer {
                Writer::Folder(_) if path.exists() && !path.is_dir() => "it is no directory".into(),
                Writer::File(_) | Writer::FileOrOutput(_) if path.is_dir() => {
                    "it is a directory".into()
                }
                Writer::File(_) | Writer::FileOrOutput(_) if !directory.is_dir() => {
                    format!("there is no directory {}", directory.display())
                }
                Writer::Folder(_) | Writer::File(_) | Writer::FileOrOutput(_) => continue,
            };
            let (path, name) = (path.display(), format.name);
            return Err(unreadable(format!(
                "{path}: cannot be written for --{name}: {why}"
            )));
        }
        Ok(())
    }

    /// What they need.
    pub fn needs(&self) -> impl Iterator<Item = Need> {
        let asked = FORMATS.iter().filter(|it| self.0.contains_key(it.name));
        asked.flat_map(|format| format.needs.iter().copied())
    }
}

impl Args for FormatArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        FORMATS.iter().fold(command, |command, format| {
            let file = Arg::new(format.name)
                .long(format.name)
                .help(format.help)
                .value_name("FILE")
                .value_parser(ValueParser::path_buf());
            command.arg(match format.writer {
                Writer::FileOrOutput(_) => file.num_args(0..=1).require_equals(true),
                Writer::File(_) => file,
                Writer::Folder(_) => file.value_name("DIR"),
            })
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FormatArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut formats = FormatArguments::default();
        formats.update_from_arg_matches(matches)?;
        Ok(formats)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for format in &FORMATS {
            if matches.contains_id(format.name) {
                let file = matches.get_one::<PathBuf>(format.name).cloned();
                self.0.insert(format.name, file);
            }
        }
        let printed = self.0.iter().filter(|(_, file)| file.is_none());
        let printed: Vec<String> = printed.map(|(name, _)| format!("--{name}")).collect();
        match printed.len() {
            0 | 1 => Ok(()),
            _ => Err(clap::Error::raw(
                ErrorKind::ArgumentConflict,
                format!(
                    "{} cannot all be printed: name files, as in {}=FILE\n",
                    printed.join(" and "),
                    printed[0]
                ),
            )),
        }
    }
}
