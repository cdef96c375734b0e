//! The pages of large runs: how many bytes they are, and how long Chromium takes until the first screen of each stands.
//!
//! One run has 131,072 paths, the other 200 findings. Time is what the page itself measures, from the beginning of its load until everything is read and laid out.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath, is_there, programs, provenance, store, timed};

/// Bytes of all files of a report, at most.
const MOST_BYTES: u64 = 10_000_000;
/// Milliseconds until a page stands, at most.
const MOST_TIME: f64 = 1_000.0;

const BRANCHES: u32 = 17;
const FINDINGS: u32 = 200;

/// Measures; false if a report is too large or a page too slow.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    if !is_there("chromium") {
        return Err("Chromium is not installed (Debian: apt-get install chromium)".to_owned());
    }
    let mut table = Table::new(&[
        ("run", Align::Left),
        ("bytes", Align::Right),
        ("page", Align::Left),
        ("milliseconds", Align::Right),
    ]);
    let mut good = true;
    for (program, paths, findings) in [
        (many_paths(), 1_u64 << BRANCHES, 1),
        (many_findings(), u64::from(FINDINGS) + 1, FINDINGS as usize),
    ] {
        let name = format!("{paths} paths, {findings} findings");
        let file = directory.path().join("program.c");
        std::fs::write(&file, program).map_err(|error| error.to_string())?;
        let pages = directory.path().join(paths.to_string());
        // Else the branches become choices, and there is one path.
        let options = ["--engine", "paths", "--all", "--no-optimise", "--html"];
        let (record, _) = check(
            Command::new(&binary)
                .arg("check")
                .args(options)
                .arg(&pages)
                .arg(&file),
        )?;
        let found = record["findings"].as_array().map_or(0, Vec::len);
        let followed = &record["statistics"]["paths"];
        if *followed != paths || found != findings {
            return Err(format!("{followed} paths and {found} findings, not {name}"));
        }
        let bytes = bytes_in(&pages)?;
        good &= bytes <= MOST_BYTES;
        for page in kinds_of_pages(&pages)? {
            let time = until_it_stands(&pages, &page)?;
            good &= time <= MOST_TIME;
            table.row([name.clone(), bytes.to_string(), page, format!("{time:.0}")]);
        }
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# Pages of large runs\n\n{}* bytes: of all files of the report; milliseconds: from the beginning of its load until the page is read and laid out, in Chromium without a window\n\n{}",
            provenance("cargo xtask bench html --store"),
            table.markdown()
        );
        store("html", &text)?;
    }
    Ok(good)
}

/// Each bit of an input decides a branch; one path fails.
fn many_paths() -> String {
    let mut text = "#include <everypath.h>\nint main(void) {\n    unsigned x = everypath_u32(\"x\"), sum = 0;\n".to_owned();
    for bit in 0..BRANCHES {
        _ = writeln!(text, "    if (x & 1u << {bit})\n        sum += {bit};");
    }
    text + "    everypath_assert(sum != 3 || (x & 7) != 6);\n    return 0;\n}\n"
}

fn many_findings() -> String {
    let mut text =
        "#include <everypath.h>\nint main(void) {\n    unsigned x = everypath_u32(\"x\");\n    switch (x) {\n"
            .to_owned();
    for number in 0..FINDINGS {
        _ = writeln!(
            text,
            "    case {number}:\n        everypath_assert(x == 1000);\n        break;"
        );
    }
    text + "    }\n    return 0;\n}\n"
}

/// The bytes of all files of a report, which has no directories.
fn bytes_in(directory: &Path) -> Result<u64, String> {
    let error = |error: std::io::Error| error.to_string();
    let mut bytes = 0;
    for entry in std::fs::read_dir(directory).map_err(error)? {
        bytes += entry.and_then(|it| it.metadata()).map_err(error)?.len();
    }
    Ok(bytes)
}

/// One page of each kind: those of sources, and those of findings, differ in a number.
fn kinds_of_pages(directory: &Path) -> Result<Vec<String>, String> {
    let names = programs(directory, "html")?.into_iter();
    let names = names.filter_map(|page| Some(page.file_name()?.to_string_lossy().into_owned()));
    let mut pages: Vec<String> = names.collect();
    pages.dedup_by_key(|page| page.replace(|it: char| it.is_ascii_digit(), ""));
    Ok(pages)
}

/// Milliseconds from the beginning of the load of a page until it is laid out.
fn until_it_stands(directory: &Path, page: &str) -> Result<f64, String> {
    let path = directory.join(page);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let measure = "<script>addEventListener('load', () => { document.body.getBoundingClientRect(); const time = performance.now(); document.body.innerHTML = `<pre id=\"time\">${time}</pre>`; });</script></body>";
    let measured = directory.join(format!("measured-{page}"));
    std::fs::write(&measured, text.replace("</body>", measure))
        .map_err(|error| error.to_string())?;
    let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
    let run = timed(
        Command::new("chromium")
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--dump-dom",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("file://{}", measured.display())),
    )?;
    std::fs::remove_file(&measured).map_err(|error| error.to_string())?;
    let dom = String::from_utf8_lossy(&run.output.stdout).into_owned();
    let time = dom.split("<pre id=\"time\">").nth(1);
    let time = time.and_then(|rest| rest.split('<').next()?.trim().parse().ok());
    time.ok_or_else(|| format!("{page} did not say how long it took: {dom}"))
}
