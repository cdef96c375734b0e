//! Options that only one engine has: described by it, known by name to all others.

use std::collections::BTreeMap;

/// An option that only one engine has. On the command line it is `--NAME`.
#[derive(Clone, Copy, Debug)]
pub struct OwnOption {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the help.
    pub help: &'static str,
    /// What stands behind it.
    pub takes: Takes,
    /// Why other engines refuse it, and what to do.
    pub elsewhere: &'static str,
}

/// What stands behind an option.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// One of these words, each with what it means.
    OneOf(&'static str, &'static [(&'static str, &'static str)]),
    /// A text, with its name in the help and what says whether it can be read, or else what was expected.
    Text(&'static str, fn(&str) -> Result<(), String>),
}

/// Why an option of an engine cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongOption {
    /// No engine has an option of this name.
    #[error("no engine has an option `{0}`")]
    Unknown(String),
    /// What stands behind it cannot be read.
    #[error("option `{name}`: `{found}`: {expected}")]
    Value {
        /// The option.
        name: String,
        /// What stands behind it.
        found: String,
        /// What was expected.
        expected: String,
    },
}

impl OwnOption {
    /// Whether something can stand behind it; else says what was expected.
    ///
    /// # Errors
    /// What was expected.
    pub fn check(&self, value: Option<&str>) -> Result<(), String> {
        match (self.takes, value) {
            (Takes::Nothing, None) => Ok(()),
            (Takes::Nothing, Some(_)) => Err("nothing stands behind it".to_owned()),
            (Takes::OneOf(_, words), found) => {
                if words.iter().any(|(word, _)| Some(*word) == found) {
                    return Ok(());
                }
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                Err(format!("expected one of {}", words.join(", ")))
            }
            (Takes::Text(_, check), Some(found)) => check(found),
            (Takes::Text(name, _), None) => Err(format!("expected {name}")),
        }
    }
}

/// The options of single engines that are set, by name; what stands behind each was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnOptions(BTreeMap<&'static str, Option<String>>);

impl OwnOptions {
    /// Sets this option.
    ///
    /// # Errors
    /// If what stands behind it cannot be read.
    pub(crate) fn insert(
        &mut self,
        option: &'static OwnOption,
        value: Option<&str>,
    ) -> Result<(), WrongOption> {
        option.check(value).map_err(|expected| WrongOption::Value {
            name: option.name.to_owned(),
            found: value.unwrap_or_default().to_owned(),
            expected,
        })?;
        self.0.insert(option.name, value.map(str::to_owned));
        Ok(())
    }

    /// Whether an option is set.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// What stands behind an option that is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_deref()
    }

    /// All that are set, with what stands behind each.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let all = self.0.iter();
        all.map(|(&name, value)| (name, value.as_deref()))
    }
}
