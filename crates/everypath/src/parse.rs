//! The values of options: each function reads one kind of value and says what it expected. What no floor below has a type for stands
//! before the function that reads it.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use everypath_explore::{Engine, Strategy, engine_named, engines};
use everypath_machine::LoopLimit;
use everypath_program::{Property, World};
use everypath_riscv::{Environment, MEMORY_LIMIT};
use everypath_solver::LayerKind;
use everypath_term::{Group, Rule, RuleId, TermTable};

use crate::emission::{Emission, Format};

/// A property that is checked on the way, by name.
pub fn property(text: &str) -> Result<Property, String> {
    let is_checked = |property: &Property| *property != Property::Termination;
    let found = Property::from_name(text);
    if found.is_some_and(|found| !is_checked(&found)) {
        return Err("it is asked for with --property, alone".to_owned());
    }
    found.ok_or_else(|| {
        let all = Property::table().iter();
        let checked = all.filter(|info| is_checked(&info.property));
        let names: Vec<&str> = checked.map(|info| info.name).collect();
        format!("there is no such property; they are: {}", names.join(", "))
    })
}

/// A format of formulas and where they are written.
pub fn emission(text: &str) -> Result<Emission, String> {
    let names: Vec<&str> = Format::TABLE.iter().map(|(name, ..)| *name).collect();
    let expected = || {
        format!(
            "expected FORMAT=PATH, FORMAT is one of {}",
            names.join(", ")
        )
    };
    let (name, path) = text.split_once('=').ok_or_else(expected)?;
    let format = Format::from_name(name).ok_or_else(expected)?;
    if path.is_empty() {
        return Err(expected());
    }
    let path = PathBuf::from(path);
    Ok(Emission { format, path })
}

/// An environment by name.
pub fn environment(text: &str) -> Result<Environment, String> {
    Environment::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Environment::all().map(|kind| kind.name()).collect();
        format!(
            "there is no such environment; they are: {}",
            names.join(", ")
        )
    })
}

/// A solver layer by name; `none` gives no layer.
pub fn layer(text: &str) -> Result<Option<LayerKind>, String> {
    if text == "none" {
        return Ok(None);
    }
    LayerKind::from_name(text)
        .map(Some)
        .ok_or_else(|| format!("there is no such layer; they are: {}, none", layer_names()))
}

/// The names of all layers, in the order in which they are asked.
pub fn layer_names() -> String {
    let names: Vec<&str> = LayerKind::TABLE.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// The rules that simplify terms that a name stands for: a group, or one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleNames {
    /// The name.
    pub name: String,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// Rules by the name of a group or of one of them.
pub fn rules(text: &str) -> Result<RuleNames, String> {
    let named = |rule: &&Rule| rule.name == text || rule.group.name() == text;
    let found = TermTable::rules().iter().filter(named);
    let found: Vec<RuleId> = found.map(|rule| rule.id).collect();
    if !found.is_empty() {
        return Ok(RuleNames {
            name: text.to_owned(),
            rules: found,
        });
    }
    let groups: Vec<&str> = Group::TABLE.iter().map(|&(_, name)| name).collect();
    Err(format!(
        "there is no such group of rules, nor a rule; the groups are: {}; --rule-statistics names rules",
        groups.join(", ")
    ))
}

/// Strategies, separated by commas.
pub fn strategy(text: &str) -> Result<Strategy, String> {
    text.parse::<Strategy>().map_err(|error| error.to_string())
}

/// The engine that follows the paths.
#[derive(Clone, Copy)]
pub struct EngineChoice(pub &'static dyn Engine);

impl std::fmt::Debug for EngineChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl PartialEq for EngineChoice {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

/// An engine of the table.
pub fn engine() -> impl TypedValueParser<Value = EngineChoice> {
    let names = engines();
    let names = names.map(|engine| PossibleValue::new(engine.name()).help(engine.summary()));
    PossibleValuesParser::new(names).try_map(|name| {
        let engine = engine_named(&name).map(EngineChoice);
        engine.ok_or_else(|| format!("there is no engine `{name}`"))
    })
}

/// Bytes: a number, or a number with K, M or G (powers of 1024).
pub fn bytes(text: &str) -> Result<u64, String> {
    let expected = || "expected a number of bytes such as 4096, 512M or 2G".to_owned();
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (text.get(..text.len() - 1), 10),
        Some(b'm' | b'M') => (text.get(..text.len() - 1), 20),
        Some(b'g' | b'G') => (text.get(..text.len() - 1), 30),
        _ => (Some(text), 0),
    };
    let number: u64 = digits.unwrap_or("").parse().map_err(|_| expected())?;
    number.checked_mul(1 << shift).ok_or_else(expected)
}

/// Memory from an address on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryRange {
    /// First address.
    pub start: u64,
    /// Bytes; at least one, and all of them have an address.
    pub size: u64,
}

impl std::fmt::Display for MemoryRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}:{}", self.start, self.size)
    }
}

/// `START:SIZE`: an address, decimal or hexadecimal, and bytes.
pub fn memory_range(text: &str) -> Result<MemoryRange, String> {
    let expected = || "expected START:SIZE such as 0x80000000:64K".to_owned();
    let (start, size) = text.split_once(':').ok_or_else(expected)?;
    let start = match start.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => start.parse(),
    };
    let start = start.map_err(|_| expected())?;
    let size = match size.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).map_err(|_| expected())?,
        None => bytes(size)?,
    };
    if size == 0 || size > MEMORY_LIMIT {
        return Err(format!("{size} bytes; expected from 1 byte to 1G"));
    }
    match start.checked_add(size) {
        Some(_) => Ok(MemoryRange { start, size }),
        None => Err("the memory ends behind the last address".to_owned()),
    }
}

/// `FUNCTION:LOOP:N`, where the loop is a line, or `*` for all loops of the function.
pub fn loop_limit(text: &str) -> Result<LoopLimit, String> {
    let expected = || "expected FUNCTION:LINE:N or FUNCTION:*:N, such as main:12:40".to_owned();
    let mut parts = text.rsplitn(3, ':');
    let (Some(limit), Some(line), Some(function)) = (parts.next(), parts.next(), parts.next())
    else {
        return Err(expected());
    };
    let line = match line {
        "*" => None,
        line => Some(line.parse().map_err(|_| expected())?),
    };
    if function.is_empty() {
        return Err(expected());
    }
    Ok(LoopLimit {
        function: function.to_owned(),
        line,
        limit: limit.parse().map_err(|_| expected())?,
    })
}

/// Seconds, with fractions.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .trim_end_matches('s')
        .parse()
        .map_err(|_| "expected seconds such as 60 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

/// How much symbolic standard input there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdinSize {
    /// So many bytes.
    Bytes(u64),
    /// As many as the program reads.
    Endless,
}

/// A number of bytes, or `endless`.
pub fn stdin_size(text: &str) -> Result<StdinSize, String> {
    if text == "endless" {
        return Ok(StdinSize::Endless);
    }
    match text.parse() {
        Ok(size) => Ok(StdinSize::Bytes(size)),
        Err(_) => Err("expected a number of bytes, or `endless`".to_owned()),
    }
}

fn named(text: &str) -> Result<(&str, &str), String> {
    match text.rsplit_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name, value)),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// `NAME=SIZE`.
pub fn named_size(text: &str) -> Result<(String, u64), String> {
    let (name, size) = named(text)?;
    Ok((name.to_owned(), bytes(size)?))
}

/// `NAME=PATH`.
pub fn named_path(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = named(text)?;
    Ok((name.to_owned(), PathBuf::from(path)))
}

/// A world.
pub fn world(text: &str) -> Result<World, String> {
    let names = World::ALL.map(World::name).join(", ");
    World::from_name(text).ok_or_else(|| format!("expected one of {names}"))
}

/// `NAME=VALUE` as it is; the value may be empty.
pub fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(bytes("12"), Ok(12));
        assert_eq!(bytes("2K"), Ok(2048));
        assert_eq!(bytes("1g"), Ok(1 << 30));
        assert!(bytes("G").is_err() && bytes("").is_err() && bytes("99999999999G").is_err());
        let range = memory_range("0x80000000:64K").unwrap();
        assert_eq!(range.to_string(), "0x80000000:65536");
        assert_eq!(memory_range("0x80000000:0x10000"), Ok(range));
        for wrong in ["0x80000000", "x:4K", "4:0", "4:2G", "0xffffffffffffffff:4"] {
            assert!(memory_range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("x").is_err() && seconds("NaN").is_err());
    }

    #[test]
    fn names_are_told_when_one_is_unknown() {
        assert_eq!(property("assertion"), Ok(Property::Assertion));
        assert!(property("x").unwrap_err().contains("stack-overflow"));
        assert!(layer("x").unwrap_err().contains("independence"));
        assert!(environment("x").unwrap_err().contains("sym-iss"));
        assert!(strategy("x").is_err());
        assert_eq!(layer("none"), Ok(None));
        assert_eq!(stdin_size("endless"), Ok(StdinSize::Endless));
        assert_eq!(named_size("a=b=3"), Ok(("a=b".to_owned(), 3)));
        assert_eq!(loop_limit("f:3:4").unwrap().to_string(), "f:3:4");
        assert_eq!(loop_limit("n::f:*:0").unwrap().to_string(), "n::f:*:0");
        assert!(
            ["f:3", ":3:4", "f:x:4", "f:3:-1"]
                .map(loop_limit)
                .iter()
                .all(Result::is_err)
        );
        assert!(named_size("=3").is_err() && named_path("x").is_err());
    }
}
