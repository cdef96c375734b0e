//! Test suites of Test-Comp: a folder with `metadata.xml` and one XML file per test ("Software Testing: 5th Comparative Evaluation:
//! Test-Comp 2023", section on the exchange format; version 1.1).
//!
//! A test has the values that the program's calls of `__VERIFIER_nondet_...` return, in the order of the calls. A value is written as a
//! signed decimal number, which harnesses read into numbers of either sign.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::case::{CaseInput, Outcome, TestCase};
use crate::{hex, values};

/// What is said of a suite as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// What the tests are for, as a formula of the competition.
    pub specification: String,
    /// The program's file.
    pub program: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub hash: String,
    /// The function that the program starts with.
    pub entry: String,
    /// The width of pointers, 32 or 64.
    pub bits: u32,
    /// Seconds since 1970 (UTC).
    pub created: u64,
}

/// The name of the file with the metadata.
pub const METADATA_FILE: &str = "metadata.xml";

/// The formula for tests that find errors; coverage of branches is what tests of all paths are for.
pub const COVER_ERROR: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
/// The formula for tests of all paths.
pub const COVER_BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

impl Metadata {
    /// The text of [`METADATA_FILE`].
    pub fn render(&self) -> String {
        let created = crate::utc::date_time(self.created);
        let bits = format!("{}bit", self.bits);
        let elements = [
            ("sourcecodelang", "C"),
            ("producer", "Everypath"),
            ("specification", &self.specification),
            ("programfile", &self.program),
            ("programhash", &self.hash),
            ("entryfunction", &self.entry),
            ("architecture", &bits),
            ("creationtime", &created),
        ];
        document("test-metadata", None, |writer| {
            for (name, text) in elements {
                let element = writer.create_element(name);
                element.write_text_content(BytesText::new(text))?;
            }
            Ok(())
        })
    }
}

/// The text of a test.
pub fn render(case: &TestCase) -> String {
    let covers = matches!(case.outcome, Outcome::Violation { .. });
    let covers = covers.then_some(("coversError", "true"));
    document("testcase", covers, |writer| {
        for input in case.inputs.iter().filter(|input| is_asked_for(input)) {
            let name = input.name.as_str();
            let bytes = hex::decode(&input.bytes).unwrap_or_default();
            let (elements, size) = values::elements(&bytes, input.element_size);
            for element in elements {
                let value = values::signed(element, size).to_string();
                let element = writer
                    .create_element("input")
                    .with_attribute(("variable", name));
                element.write_text_content(BytesText::new(&value))?;
            }
        }
        Ok(())
    })
}

/// Whether the program asks for an input itself.
fn is_asked_for(input: &CaseInput) -> bool {
    ["register", "memory"].contains(&input.origin.as_str())
}

/// A document with its declaration, its type and its root.
fn document(
    root: &str,
    attribute: Option<(&str, &str)>,
    content: impl FnOnce(&mut Writer<Vec<u8>>) -> std::io::Result<()>,
) -> String {
    let doctype = format!(
        "{root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \"https://sosy-lab.org/test-format/{root}-1.1.dtd\""
    );
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let declaration = BytesDecl::new("1.0", Some("UTF-8"), Some("no"));
    let written = writer
        .write_event(Event::Decl(declaration))
        .and_then(|()| writer.write_event(Event::DocType(BytesText::from_escaped(doctype))))
        .and_then(|()| {
            let element = writer.create_element(root).with_attributes(attribute);
            element.write_inner_content(content).map(|_| ())
        });
    // Writing to memory does not fail.
    debug_assert!(written.is_ok());
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn a_test_has_the_values_in_the_order_of_the_calls() {
        let input = |name: &str, bytes: &str, element_size, origin: &str| CaseInput {
            name: name.to_owned(),
            bytes: bytes.to_owned(),
            element_size,
            origin: origin.to_owned(),
            stream_offset: None,
            text_width: None,
        };
        let case = TestCase {
            format: crate::case::FORMAT.to_owned(),
            version: crate::case::VERSION,
            program: "x.c".to_owned(),
            program_digest: None,
            job: None,
            given: Vec::new(),
            outcome: Outcome::Violation {
                property: "assertion".to_owned(),
                address: "0x1".to_owned(),
                detail: String::new(),
                place: String::new(),
            },
            inputs: vec![
                input("x<&\"", "feffffff", 4, "register"),
                input("stdin", "00", 1, "stream"),
                input("pair", "0100ffff", 2, "memory"),
            ],
        };
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
            <testcase coversError="true">
              <input variable="x&lt;&amp;&quot;">-2</input>
              <input variable="pair">1</input>
              <input variable="pair">-1</input>
            </testcase>
        "#]]
        .assert_eq(&render(&case));
    }

    #[test]
    fn metadata_says_what_was_tested() {
        let metadata = Metadata {
            specification: COVER_ERROR.to_owned(),
            program: "a & b.c".to_owned(),
            hash: "00".to_owned(),
            entry: "main".to_owned(),
            bits: 32,
            created: 951_782_400,
        };
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
            <test-metadata>
              <sourcecodelang>C</sourcecodelang>
              <producer>Everypath</producer>
              <specification>COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )</specification>
              <programfile>a &amp; b.c</programfile>
              <programhash>00</programhash>
              <entryfunction>main</entryfunction>
              <architecture>32bit</architecture>
              <creationtime>2000-02-29T00:00:00Z</creationtime>
            </test-metadata>
        "#]]
        .assert_eq(&metadata.render());
    }
}
