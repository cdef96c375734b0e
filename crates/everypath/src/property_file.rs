//! The properties of SV-COMP: their names, and the `.prp` files that ask for them.
//!
//! A file holds lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`. Each is a property that holds everywhere
//! (`G`), or termination (`F end`), which is not decided here.

use everypath_program::Property;

/// What `--property` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// These properties.
    Properties(Vec<Property>),
    /// That the program ends, which is answered `incomplete`.
    Termination,
}

/// The word for termination, in options and records.
const TERMINATION: &str = "termination";

/// The form in records: the names of the properties with commas between them.
impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Asked::Properties(properties) => {
                let names: Vec<&str> = properties.iter().map(|it| it.name()).collect();
                f.write_str(&names.join(","))
            }
            Asked::Termination => f.write_str(TERMINATION),
        }
    }
}

impl Asked {
    /// What a record says.
    pub fn of_record(text: &str) -> Result<Self, String> {
        if text == TERMINATION {
            return Ok(Asked::Termination);
        }
        let names = text.split(',');
        names
            .map(crate::parse::property)
            .collect::<Result<_, _>>()
            .map(Asked::Properties)
    }

    /// What the text of a `.prp` file says; errors name the line.
    pub fn of_text(text: &str) -> Result<Self, String> {
        let mut properties = Vec::new();
        for (index, found) in text.lines().enumerate() {
            let line: String = found.chars().filter(|c| !c.is_whitespace()).collect();
            if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
                continue;
            }
            let fault = |expected: &str| {
                let (number, found) = (index + 1, found.trim());
                format!("line {number}: expected {expected}, found `{found}`")
            };
            let formula = line
                .strip_prefix("CHECK(init(main()),LTL(")
                .and_then(|rest| rest.strip_suffix("))"))
                .ok_or_else(|| fault("CHECK( init(main()), LTL(FORMULA) )"))?;
            match formula {
                "Fend" => return Ok(Asked::Termination),
                "G!call(reach_error())" | "G!call(__VERIFIER_error())" | "Gassert" => {
                    properties.push(Property::Assertion);
                }
                "G!overflow" => properties.extend(named("no-overflow").unwrap_or_default()),
                _ => {
                    let name = formula.strip_prefix('G').unwrap_or(formula);
                    let known = named(name).ok_or_else(|| {
                        fault(
                            "a formula of SV-COMP, such as G ! call(reach_error()) or G valid-free",
                        )
                    })?;
                    properties.extend(known);
                }
            }
        }
        if properties.is_empty() {
            return Err("the file has no line CHECK( init(main()), LTL(FORMULA) )".to_owned());
        }
        Ok(Asked::Properties(properties))
    }
}

/// The names of SV-COMP, and what they are here. The name and its formula in `.prp` files are equal, but for the first.
const TABLE: [(&str, &[&[Property]]); 8] = [
    ("unreach-call", &[&[Property::Assertion]]),
    ("no-overflow", &[OVERFLOW]),
    ("valid-deref", &[DEREF]),
    ("valid-free", &[FREE]),
    ("valid-memtrack", &[TRACK]),
    ("valid-memcleanup", &[&[Property::MemoryLeak]]),
    ("valid-memsafety", &[DEREF, FREE, TRACK]),
    ("def-behavior", &[DEREF, FREE, OVERFLOW, DEFINED]),
];

/// A signed number that is shifted to the left must fit, too, as SV-COMP's programs are labelled.
const OVERFLOW: &[Property] = &[
    Property::SignedOverflow,
    Property::SignedDivisionOverflow,
    Property::InvalidShift,
];
const DEREF: &[Property] = &[
    Property::InvalidLoad,
    Property::InvalidStore,
    Property::WriteToReadOnly,
    Property::InvalidCall,
    Property::ArrayBounds,
    Property::OverlappingCopy,
];
const FREE: &[Property] = &[Property::InvalidFree];
const TRACK: &[Property] = &[Property::LostMemory];
/// What else is undefined in C.
const DEFINED: &[Property] = &[
    Property::DivisionByZero,
    Property::InvalidConversion,
    Property::InvalidValue,
    Property::Unreachable,
    Property::NullArgument,
];

/// The formula of SV-COMP that a violation of this property breaks; none if there is no such formula.
pub fn formula(property: &str) -> Option<String> {
    let is_of = |(_, properties): &&(&str, &[&[Property]])| {
        let mut all = properties.iter().flat_map(|some| some.iter());
        all.any(|it| it.name() == property)
    };
    // A table's later rows are unions of earlier ones.
    let (name, _) = TABLE.iter().find(is_of)?;
    let what = match *name {
        "unreach-call" => "! call(reach_error())",
        "no-overflow" => "! overflow",
        name => name,
    };
    Some(format!("CHECK( init(main()), LTL(G {what}) )"))
}

/// What a name (ours or SV-COMP's) or a `.prp` file asks for.
pub fn asked(text: &str) -> Result<Asked, String> {
    if text.ends_with(".prp") {
        let text = std::fs::read_to_string(text).map_err(|error| error.to_string())?;
        return Asked::of_text(&text);
    }
    if text == TERMINATION {
        return Ok(Asked::Termination);
    }
    if let Some(properties) = named(text) {
        return Ok(Asked::Properties(properties));
    }
    let names: Vec<&str> = TABLE.iter().map(|row| row.0).collect();
    Asked::of_record(text).map_err(|error| {
        format!(
            "{error}; or one of SV-COMP's: {}, termination; or a .prp file",
            names.join(", ")
        )
    })
}

fn named(name: &str) -> Option<Vec<Property>> {
    let row = TABLE.iter().find(|row| row.0 == name)?;
    Some(row.1.concat())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(text: &str) -> Result<Asked, String> {
        let mut file = tempfile::Builder::new().suffix(".prp").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        asked(file.path().to_str().unwrap())
    }

    #[test]
    fn the_files_of_the_competition_are_understood() {
        let one = |property| Ok(Asked::Properties(vec![property]));
        assert_eq!(
            file("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n"),
            one(Property::Assertion)
        );
        let memory = "CHECK( init(main()), LTL(G valid-free) )\n\
            CHECK( init(main()), LTL(G valid-deref) )\n\
            CHECK( init(main()), LTL(G valid-memtrack) )\n";
        let Ok(Asked::Properties(found)) = file(memory) else {
            panic!("not understood");
        };
        assert!(found.contains(&Property::InvalidFree) && found.contains(&Property::LostMemory));
        assert_eq!(
            file("CHECK( init(main()), LTL(G valid-memcleanup) )"),
            one(Property::MemoryLeak)
        );
        assert_eq!(
            file("CHECK( init(main()), LTL(F end) )"),
            Ok(Asked::Termination)
        );
    }

    #[test]
    fn faults_are_told_with_their_line_and_what_is_there() {
        assert_eq!(
            file("\nCHECK( init(main()), LTL(G nonsense) )"),
            Err("line 2: expected a formula of SV-COMP, such as G ! call(reach_error()) or G valid-free, \
                found `CHECK( init(main()), LTL(G nonsense) )`"
                .to_owned())
        );
        assert!(file("").is_err());
        assert!(
            asked("no-such-property")
                .unwrap_err()
                .contains("valid-memsafety")
        );
    }
}
