//! A job as the command that asks for it: what a person can run, for a job of a library user, a record or a file of many.
//!
//! The definition of the options says how each is written, and the form of a job in records what its value is; a test runs all options
//! there and back.

use clap::{Arg, ArgAction, CommandFactory};
use serde_json::Value;

use super::{Alone, Job};

impl Job {
    /// The words of the command, `everypath check` with files and with every option that is not at its default.
    pub fn command(&self) -> Vec<String> {
        let files = self.files.iter().map(|file| match file.display() {
            // A word that begins with a dash would be an option.
            name if name.to_string().starts_with('-') => format!("./{name}"),
            name => name.to_string(),
        });
        let head = ["everypath", "check"].map(str::to_owned);
        head.into_iter()
            .chain(files)
            .chain(self.options())
            .collect()
    }

    /// The same as one line, quoted for a shell.
    pub fn command_line(&self) -> String {
        line(&self.command())
    }

    /// The options that are not at their defaults, in the order of the help; those of the program's arguments are the last.
    fn options(&self) -> Vec<String> {
        let (now, before) = (values(self), values(&Job::default()));
        let command = Alone::command();
        let (last, others): (Vec<&Arg>, Vec<&Arg>) = command
            .get_arguments()
            .partition(|option| takes_all_that_follows(option));
        let mut words = Vec::new();
        for option in others.into_iter().chain(last) {
            let name = option.get_id().as_str();
            let Some(value) = now.get(name) else { continue };
            if Some(value) != before.get(name) {
                write(option, value, &mut words);
            }
        }
        words
    }
}

/// Words as one line for a shell.
pub fn line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    // What holds a zero byte cannot stand in a command at all.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

/// The values of all options, by the names of their fields.
fn values(job: &Job) -> serde_json::Map<String, Value> {
    let groups = match serde_json::to_value(job) {
        Ok(Value::Object(groups)) => groups,
        _ => serde_json::Map::new(),
    };
    let fields = groups.into_values().filter_map(|group| match group {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect()
}

fn takes_all_that_follows(option: &Arg) -> bool {
    let counts = option.get_num_args();
    counts.is_some_and(|counts| counts.max_values() > 1)
}

/// Adds an option with its value.
fn write(option: &Arg, value: &Value, words: &mut Vec<String>) {
    let name = match (option.get_long(), option.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => return,
    };
    let texts: Vec<String> = match value {
        Value::Array(items) => items.iter().map(text).collect(),
        Value::Bool(false) => return,
        other => vec![text(other)],
    };
    if matches!(option.get_action(), ArgAction::SetTrue) {
        words.push(name);
    } else if takes_all_that_follows(option) {
        words.push(name);
        words.extend(texts);
    } else {
        let joins = |text: &str| option.is_require_equals_set() || text.starts_with('-');
        for text in texts {
            match option.get_long() {
                Some(_) if joins(&text) || text.is_empty() => words.push(format!("{name}={text}")),
                _ => words.extend([name.clone(), text]),
            }
        }
    }
}

/// A value as it stands behind an option.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // No layer at all.
        Value::Null => "none".to_owned(),
        // A name with what belongs to it.
        Value::Array(pair) => Vec::from_iter(pair.iter().map(text)).join("="),
        // A time.
        Value::Object(time) => {
            let part = |name| time.get(name).and_then(Value::as_u64).unwrap_or(0);
            let text = format!("{}.{:09}", part("secs"), part("nanos"));
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
