//! How values of options stand in records: by the names and texts by which the command line knows them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use everypath_explore::{OwnOptions, Strategy, engine_named};
use everypath_machine::LoopLimit;
use everypath_program::{Property, World};
use everypath_riscv::Environment;
use everypath_solver::LayerKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::engine::EngineArguments;
use crate::emission::Emission;
use crate::parse::{self, EngineChoice, MemoryRange, RuleNames, StdinSize};
use crate::property_file::Asked;

/// A value of an option that has a form in records.
pub(crate) trait Stored: Sized {
    /// Its form.
    fn write(&self) -> Value;

    /// Reads it; else says what was expected.
    fn read(value: Value) -> Result<Self, String>;
}

/// For `#[serde(with = "stored")]`.
pub(crate) fn serialize<T: Stored, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.write().serialize(to)
}

/// For `#[serde(with = "stored")]`.
pub(crate) fn deserialize<'d, T: Stored, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
    T::read(Value::deserialize(from)?).map_err(D::Error::custom)
}

impl<T: Stored> Stored for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }

    fn read(value: Value) -> Result<Self, String> {
        match value {
            Value::Null => Ok(None),
            some => T::read(some).map(Some),
        }
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn write(&self) -> Value {
        self.iter().map(T::write).collect()
    }

    fn read(value: Value) -> Result<Self, String> {
        match value {
            Value::Array(items) => items.into_iter().map(T::read).collect(),
            other => Err(format!("found {other}, expected a list")),
        }
    }
}

/// Types that have a text.
macro_rules! texts {
    ($($type:ty: $write:expr, $read:expr;)*) => {
        $(impl Stored for $type {
            fn write(&self) -> Value {
                let write: fn(&$type) -> String = $write;
                Value::String(write(self))
            }

            fn read(value: Value) -> Result<Self, String> {
                let read: fn(&str) -> Result<$type, String> = $read;
                match value {
                    Value::String(text) => read(&text).map_err(|error| format!("`{text}`: {error}")),
                    other => Err(format!("found {other}, expected a text")),
                }
            }
        })*
    };
}

texts! {
    // What is no UTF-8 cannot stand in a record; the file is then not found, which is told.
    PathBuf: |path| path.display().to_string(), |text| Ok(PathBuf::from(text));
    Environment: |environment| environment.name().to_owned(), parse::environment;
    World: |world| world.name().to_owned(), parse::world;
    MemoryRange: ToString::to_string, parse::memory_range;
    StdinSize: |size| match size {
        StdinSize::Bytes(bytes) => bytes.to_string(),
        StdinSize::Endless => "endless".to_owned(),
    }, parse::stdin_size;
    Property: |property| property.name().to_owned(), parse::property;
    Asked: ToString::to_string, Asked::of_record;
    Strategy: ToString::to_string, parse::strategy;
    LoopLimit: ToString::to_string, parse::loop_limit;
    RuleNames: |named| named.name.clone(), parse::rules;
    Emission: ToString::to_string, parse::emission;
    EngineChoice: |engine| engine.0.name().to_owned(), |text| {
        let engine = engine_named(text).map(EngineChoice);
        engine.ok_or_else(|| "there is no such engine".to_owned())
    };
}

/// One of the layers; `none` stands for none.
impl Stored for LayerKind {
    fn write(&self) -> Value {
        Value::String(self.name().to_owned())
    }

    fn read(value: Value) -> Result<Self, String> {
        let name = value.as_str().unwrap_or_default();
        parse::layer(name)?.ok_or_else(|| format!("found {value}, expected a layer"))
    }
}

/// The options that are set, by name; `null` where nothing stands behind one.
impl Stored for EngineArguments {
    fn write(&self) -> Value {
        let all = self.0.iter();
        let all = all.map(|(name, value)| (name.to_owned(), Value::from(value)));
        Value::Object(all.collect())
    }

    fn read(value: Value) -> Result<Self, String> {
        let all: BTreeMap<String, Option<String>> =
            serde_json::from_value(value).map_err(|error| error.to_string())?;
        let mut own = OwnOptions::default();
        for (name, value) in all {
            let set = own.set(&name, value.as_deref());
            set.map_err(|error| error.to_string())?;
        }
        Ok(EngineArguments(own))
    }
}
