//! A first harness for a function: inputs for its parameters, by their types.
//!
//! clang tells the types (`-ast-dump=json`). Numbers are inputs, those of enumerations one of their values; a pointer that a number follows
//! whose name says that it is a length is a buffer of so many elements, which ends where its memory ends, so that what reads behind it is
//! found; a pointer to constant characters alone is a text; another pointer is one object. What cannot be made so is null, with a comment. The
//! harness includes the source, so that static functions and types are there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use everypath_llvm::find_compiler;
use serde_json::Value;

use crate::compile::CompileError;
use crate::exit::{CommandError, unreadable};

/// The most elements of a buffer of a new harness.
const MOST_ELEMENTS: u32 = 8;

/// The functions of `everypath.h` that give a number, by its type.
#[rustfmt::skip]
const NUMBERS: [(&str, &str); 20] = [
    ("_Bool", "bool"), ("bool", "bool"), ("char", "char"), ("signed char", "i8"), ("unsigned char", "u8"), ("short", "i16"), ("unsigned short", "u16"),
    ("int", "int"), ("unsigned int", "unsigned"), ("long", "long"), ("unsigned long", "size"), ("long long", "i64"),
    ("unsigned long long", "u64"), ("float", "float"), ("double", "double"), ("int8_t", "i8"), ("uint8_t", "u8"),
    ("int16_t", "i16"), ("uint16_t", "u16"), ("size_t", "size"),
];

/// What names of lengths have in them.
const LENGTHS: [&str; 7] = [
    "len", "size", "count", "num", "bytes", "capacity", "elements",
];

/// A function as clang describes it, with the types of its file.
#[derive(Debug)]
pub struct Function {
    name: String,
    returns: String,
    parameters: Vec<(String, String)>,
    types: Types,
    has_main: bool,
}

/// The types of a file.
#[derive(Debug, Default)]
struct Types {
    /// What names of types stand for.
    names: BTreeMap<String, String>,
    /// The values of enumerations, by `enum NAME`.
    enumerations: BTreeMap<String, Vec<String>>,
    /// The fields of complete structures and unions, by `struct NAME`.
    records: BTreeMap<String, Vec<(String, String)>>,
}

impl Function {
    /// Asks clang for a function of a file; `flags` are those that the file is compiled with.
    ///
    /// # Errors
    /// If there is no clang, the file does not compile, or it has no such function.
    pub fn of(source: &Path, name: &str, flags: &[String]) -> Result<Self, CommandError> {
        let shown = source.display();
        let compiler = find_compiler().ok_or(CompileError::NoCompiler);
        let compiler = compiler.map_err(unreadable)?;
        let headers = tempfile::tempdir().map_err(unreadable)?;
        everypath_llvm::write_headers(headers.path()).map_err(unreadable)?;
        let output = Command::new(&compiler)
            .args(["-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"])
            .args(flags)
            .arg("-isystem")
            .arg(headers.path())
            .arg(source)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| unreadable(format!("{}: {error}", compiler.display())))?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(unreadable(format!("{messages}{shown} was not compiled")));
        }
        let tree: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| unreadable(format!("{shown}: what clang says of it: {error}")))?;
        Self::in_tree(&tree, name).ok_or_else(|| {
            let known = defined(&tree).join(", ");
            unreadable(format!(
                "{shown}: there is no function `{name}` with a body; there are: {known}"
            ))
        })
    }

    fn in_tree(tree: &Value, name: &str) -> Option<Self> {
        let declarations = children(tree);
        let function = declarations
            .iter()
            .find(|it| is_defined(it) && it["name"] == name)?;
        let of_function = type_of(function);
        let parameters = children(function)
            .iter()
            .filter(|it| it["kind"] == "ParmVarDecl");
        let parameters = (1..).zip(parameters).map(|(number, parameter)| {
            let name = parameter["name"].as_str().map(str::to_owned);
            (
                name.unwrap_or_else(|| format!("parameter_{number}")),
                type_of(parameter),
            )
        });
        Some(Function {
            name: name.to_owned(),
            returns: of_function
                .split('(')
                .next()
                .unwrap_or("void")
                .trim()
                .to_owned(),
            parameters: parameters.collect(),
            types: types(declarations),
            has_main: declarations
                .iter()
                .any(|it| is_defined(it) && it["name"] == "main"),
        })
    }

    /// The harness, which includes the source by this path.
    pub fn harness(&self, include: &str) -> String {
        let mut text = format!(
            "/*\n * Checks {} on all inputs that main() makes. Every access and every operation of it is checked; what it must do\n * besides is yours to say, at the end.\n */\n#include <everypath.h>\n",
            self.name
        );
        if self.has_main {
            text.push_str("#define main main_of_the_program\n");
        }
        // Writing to a text does not fail.
        let _ = writeln!(text, "#include \"{include}\"");
        if self.has_main {
            text.push_str("#undef main\n");
        }
        let mut body = Body::default();
        let mut parameters = self.parameters.iter().peekable();
        let mut arguments = Vec::new();
        while let Some((name, kind)) = parameters.next() {
            let length = parameters.next_if(|(name, kind)| self.types.is_length(name, kind));
            match (self.types.pointee(kind), length) {
                (Some(element), Some((of, number))) if self.types.is_complete(&element) => {
                    body.buffer(&self.types, name, &element, of, number);
                    arguments.extend([name.clone(), of.clone()]);
                }
                (_, length) => {
                    arguments.push(body.argument(&self.types, name, kind));
                    if let Some((name, kind)) = length {
                        arguments.push(body.argument(&self.types, name, kind));
                    }
                }
            }
        }
        if body.has_buffers {
            let _ = write!(
                text,
                "\n/* The most elements of a buffer. More take longer, and may show more. */\nenum {{ MOST = {MOST_ELEMENTS} }};\n"
            );
        }
        let _ = write!(text, "\nint main(void) {{\n{}", body.text);
        let call = format!("{}({})", self.name, arguments.join(", "));
        let _ = match self.returns.as_str() {
            "void" => write!(text, "\n    {call};\n"),
            kind => write!(text, "\n    {kind} result = {call};\n    (void)result;\n"),
        };
        text.push_str("    /* What must hold now? For example: everypath_assert(result >= 0); */\n    return 0;\n}\n");
        text
    }
}

/// The statements that make arguments.
#[derive(Default)]
struct Body {
    text: String,
    has_buffers: bool,
}

impl Body {
    fn line(&mut self, line: &str) {
        self.text.push_str("    ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A buffer with its length.
    fn buffer(&mut self, types: &Types, name: &str, element: &str, length: &str, number: &str) {
        self.has_buffers = true;
        let element = match element {
            "void" => "unsigned char",
            other => other,
        };
        let memory = format!("{name}_memory");
        self.line(&declaration("static ", element, &format!("{memory}[MOST]")));
        self.line(&format!("EVERYPATH_SYMBOLIC({memory});"));
        let function = types.number(number).unwrap_or("size");
        let least = match types.is_unsigned(number) {
            true => String::new(),
            false => format!("({length} >= 0) & "),
        };
        self.line(&format!(
            "{number} {length} = everypath_{function}(\"{length}\");"
        ));
        self.line(&format!("everypath_assume({least}({length} <= MOST));"));
        self.line("/* It ends where its memory ends: what lies behind it is not there. */");
        self.line(&format!("{element} *{name} = {memory} + MOST - {length};"));
    }

    /// Makes an argument; gives it as an expression.
    fn argument(&mut self, types: &Types, name: &str, kind: &str) -> String {
        if let Some(element) = types.pointee(kind) {
            return self.pointer(types, name, kind, &element);
        }
        if let Some(function) = types.number(kind) {
            self.line(&format!(
                "{kind} {name} = everypath_{function}(\"{name}\");"
            ));
        } else if let Some(values) = types.enumeration(kind) {
            self.line(&format!(
                "{kind} {name} = ({kind})everypath_int(\"{name}\");"
            ));
            let is_one = values.iter().map(|value| format!("({name} == {value})"));
            self.line(&format!(
                "everypath_assume({});",
                Vec::from_iter(is_one).join(" | ")
            ));
        } else {
            self.line(&declaration("", kind, name));
            self.line(&format!("EVERYPATH_SYMBOLIC({name});"));
            self.fields(types, name, kind);
        }
        name.to_owned()
    }

    fn pointer(&mut self, types: &Types, name: &str, kind: &str, element: &str) -> String {
        if element == "char" && kind.contains("const") {
            self.has_buffers = true;
            self.line(&format!("char {name}[MOST + 1];"));
            self.line(&format!("EVERYPATH_SYMBOLIC({name});"));
            self.line(&format!(
                "{name}[MOST] = 0; /* a text ends at the latest here */"
            ));
            return name.to_owned();
        }
        if !types.is_complete(element) || types.pointee(element).is_some() || element == "void" {
            self.line(&format!(
                "/* {name} is `{kind}`: give it what it points to. */"
            ));
            return "0".to_owned();
        }
        self.line(&declaration("", element, name));
        self.line(&format!("EVERYPATH_SYMBOLIC({name});"));
        self.fields(types, name, element);
        format!("&{name}")
    }

    /// The pointers in an object: any bytes are no pointer.
    fn fields(&mut self, types: &Types, name: &str, kind: &str) {
        let fields = types.record(kind).cloned().unwrap_or_default();
        for (field, kind) in fields.iter().filter(|(_, kind)| kind.contains('*')) {
            if field.is_empty() || kind.contains('[') {
                continue;
            }
            self.line(&format!(
                "{name}.{field} = 0; /* {kind}: any bytes are no pointer; give it an object */"
            ));
        }
    }
}

/// `int x[3];` of `int[3]` and `x`.
fn declaration(storage: &str, kind: &str, name: &str) -> String {
    match kind.split_once('[') {
        Some((element, lengths)) => format!("{storage}{} {name}[{lengths};", element.trim_end()),
        None => format!("{storage}{kind} {name};"),
    }
}

impl Types {
    /// What a type is, behind its names.
    fn resolve<'t>(&'t self, kind: &'t str) -> &'t str {
        let mut kind = without_qualifiers(kind);
        // A chain of names is short; one that does not end would be no C.
        for _ in 0..16 {
            match self.names.get(kind) {
                Some(next) if next != kind => kind = without_qualifiers(next),
                _ => break,
            }
        }
        kind
    }

    /// What a pointer points to, without qualifiers; none if it is no pointer to data.
    fn pointee(&self, kind: &str) -> Option<String> {
        let resolved = if kind.contains('*') {
            kind
        } else {
            self.resolve(kind)
        };
        let kind = resolved
            .trim_end_matches("restrict")
            .trim_end_matches("const")
            .trim_end();
        if kind.contains('(') {
            // A function: its pointer is null.
            return Some("void".to_owned());
        }
        let element = kind.strip_suffix('*')?.trim_end();
        Some(without_qualifiers(element).to_owned())
    }

    fn number(&self, kind: &str) -> Option<&'static str> {
        let of = |kind: &str| {
            NUMBERS
                .iter()
                .find(|(name, _)| *name == kind)
                .map(|(_, function)| *function)
        };
        of(without_qualifiers(kind)).or_else(|| of(self.resolve(kind)))
    }

    fn enumeration(&self, kind: &str) -> Option<&Vec<String>> {
        self.enumerations.get(self.resolve(kind))
    }

    fn record(&self, kind: &str) -> Option<&Vec<(String, String)>> {
        self.records.get(self.resolve(kind))
    }

    fn is_unsigned(&self, kind: &str) -> bool {
        let kind = self.resolve(kind);
        kind.starts_with("unsigned") || kind == "_Bool"
    }

    /// Whether objects of a type can be made.
    fn is_complete(&self, kind: &str) -> bool {
        let kind = self.resolve(kind);
        let is_record = kind.starts_with("struct ") || kind.starts_with("union ");
        !is_record || self.records.contains_key(kind)
    }

    /// Whether a parameter says how many elements the one before it has.
    fn is_length(&self, name: &str, kind: &str) -> bool {
        let number = self
            .number(kind)
            .is_some_and(|it| !["bool", "float", "double"].contains(&it));
        let name = name.to_lowercase();
        number && (name == "n" || LENGTHS.iter().any(|part| name.contains(part)))
    }
}

fn without_qualifiers(kind: &str) -> &str {
    let mut kind = kind.trim();
    while let Some(rest) = kind
        .strip_prefix("const ")
        .or(kind.strip_prefix("volatile "))
    {
        kind = rest.trim_start();
    }
    kind.trim_end_matches(" const")
        .trim_end_matches(" volatile")
}

fn children(node: &Value) -> &[Value] {
    node["inner"].as_array().map_or(&[], Vec::as_slice)
}

fn type_of(node: &Value) -> String {
    node["type"]["qualType"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Whether a declaration is a function with a body.
fn is_defined(node: &Value) -> bool {
    node["kind"] == "FunctionDecl" && children(node).iter().any(|it| it["kind"] == "CompoundStmt")
}

/// The functions with a body.
fn defined(tree: &Value) -> Vec<String> {
    let functions = children(tree).iter().filter(|it| is_defined(it));
    functions
        .filter_map(|it| it["name"].as_str().map(str::to_owned))
        .collect()
}

fn types(declarations: &[Value]) -> Types {
    let mut types = Types::default();
    for node in declarations {
        let name = node["name"].as_str().unwrap_or_default();
        match node["kind"].as_str() {
            Some("TypedefDecl") => {
                let kind = node["type"]["desugaredQualType"].as_str();
                let kind = kind.map_or_else(|| type_of(node), str::to_owned);
                types.names.insert(name.to_owned(), kind);
            }
            Some("EnumDecl") => {
                let values = children(node).iter();
                let values = values.filter_map(|it| it["name"].as_str().map(str::to_owned));
                types
                    .enumerations
                    .insert(format!("enum {name}"), values.collect());
            }
            Some("RecordDecl") if node["completeDefinition"] == true => {
                let tag = node["tagUsed"].as_str().unwrap_or("struct");
                let fields = children(node).iter().filter(|it| it["kind"] == "FieldDecl");
                let fields = fields.map(|it| {
                    (
                        it["name"].as_str().unwrap_or_default().to_owned(),
                        type_of(it),
                    )
                });
                types
                    .records
                    .insert(format!("{tag} {name}"), fields.collect());
            }
            _ => {}
        }
    }
    types
}

/// How a file in the directory of `from` includes `file`: relative, if both are.
pub fn relative(from: &Path, file: &Path) -> PathBuf {
    let directory = from.parent().unwrap_or(Path::new(""));
    let plain = |path: &Path| -> Vec<PathBuf> {
        let parts = path.components().filter(|part| *part != Component::CurDir);
        parts.map(|part| PathBuf::from(part.as_os_str())).collect()
    };
    let (directory, parts) = (plain(directory), plain(file));
    let leads_up = directory.iter().any(|part| part == Path::new(".."));
    if file.is_absolute() != from.is_absolute() || leads_up {
        return file.to_owned();
    }
    let common = directory
        .iter()
        .zip(&parts)
        .take_while(|(a, b)| a == b)
        .count();
    let up = directory.iter().skip(common).map(|_| PathBuf::from(".."));
    up.chain(parts.into_iter().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harness_includes_the_source_relative_to_itself() {
        for (from, file, expected) in [
            ("harness.c", "src/a.c", "src/a.c"),
            ("tests/harness.c", "src/a.c", "../src/a.c"),
            ("./src/x/harness.c", "src/a.c", "../a.c"),
            ("/t/harness.c", "/t/a.c", "a.c"),
            ("/t/harness.c", "src/a.c", "src/a.c"),
        ] {
            assert_eq!(
                relative(Path::new(from), Path::new(file)),
                Path::new(expected),
                "{from}"
            );
        }
    }
}
