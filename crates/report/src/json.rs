//! The whole record as JSON. The schema is documented in `docs/json.md`; [`VERSION`] grows whenever a reader of the old
//! form would misread the new one. All that differs between two runs with the same options is in the object `timing`.

use serde::Serialize;

use crate::Report;

/// What the member `format` says.
pub const FORMAT: &str = "everypath-report";
/// The version of the schema.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Envelope<'a> {
    format: &'static str,
    version: u32,
    tool_version: &'static str,
    exit_code: u8,
    #[serde(flatten)]
    report: &'a Report,
}

/// The record as indented JSON with a final line break. `exit_code` is what the process ends with.
pub fn render(report: &Report, exit_code: u8) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(&Envelope {
        format: FORMAT,
        version: VERSION,
        tool_version: env!("CARGO_PKG_VERSION"),
        exit_code,
        report,
    })?;
    text.push('\n');
    Ok(text)
}
