//! The pages of a report: links lead where they say, and in a browser they load without errors, walk and unfold.
//!
//! The browser is Chromium without a window, which runs a page with a script of the test behind it and prints what became of the page.
//! Where it is not installed, what needs it is skipped, with a word about it.

mod common;
#[path = "common/formats.rs"]
mod formats;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::{everypath, temporary, transcript};

/// Makes the pages of a check.
fn pages(arguments: &[&str]) -> tempfile::TempDir {
    let directory = temporary();
    let mut command = everypath();
    let output = command
        .arg("check")
        .args(arguments)
        .arg("--html")
        .arg(directory.path())
        .output()
        .unwrap();
    let said = transcript(&output);
    assert!(
        [Some(0), Some(5), Some(10)].contains(&output.status.code()),
        "{said}"
    );
    // What a terminal makes a link of.
    let address = format!("file://{}/index.html", directory.path().display());
    assert!(said.contains(&address), "{said}");
    directory
}

fn read(directory: &Path, name: &str) -> String {
    formats::page(directory, name).unwrap_or_else(|error| panic!("{error}"))
}

/// Every link of every page leads somewhere.
fn check_links(directory: &Path) {
    let links = formats::pages(directory).unwrap_or_else(|error| panic!("{error}"));
    assert!(links > 10, "{links}");
}

/// Runs a script behind a page; gives what it returned, or none if there is no browser.
fn in_browser(directory: &Path, page: &str, script: &str) -> Option<String> {
    let test = format!("test-{page}");
    let text = read(directory, page).replace(
        "<head>",
        "<head><script>const errors = []; addEventListener('error', event => errors.push(event.message));</script>",
    );
    let script = format!(
        "<script>addEventListener('load', () => setTimeout(() => {{ let said; try {{ said = (() => {{ {script} }})(); }} catch (error) {{ errors.push(error.message); }}\n\
         document.body.innerHTML = '<pre id=\"said\"></pre>'; document.getElementById('said').textContent = 'errors: ' + errors.join('; ') + '\\n' + said; }}, 500));</script></body>"
    );
    std::fs::write(directory.join(&test), text.replace("</body>", &script)).unwrap();
    let profile = temporary();
    let output = Command::new("chromium")
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=10000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", directory.join(&test).display()))
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: Chromium is not installed (Debian: apt-get install chromium)");
        return None;
    };
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = dom
        .split("<pre id=\"said\">")
        .nth(1)
        .and_then(|it| it.split("</pre>").next());
    let said = said.unwrap_or_else(|| panic!("{dom}")).to_owned();
    let said = said
        .strip_prefix("errors: \n")
        .unwrap_or_else(|| panic!("{said}"));
    Some(said.to_owned())
}

#[test]
fn links_lead_where_they_say_and_the_overview_says_what_the_report_says() {
    let pages = pages(&["examples/packet.c", "--all", "--engine", "paths"]);
    check_links(pages.path());
    let index = read(pages.path(), "index.html");
    for part in [
        "<strong>unsafe</strong> ",
        "array-bounds",
        "examples/packet.c:39",
        "everypath check examples/packet.c --engine paths --all",
        "paths:",
    ] {
        assert!(index.contains(part), "{part} is missing in {index}");
    }
    let source = read(pages.path(), "source-0.html");
    assert!(
        source.contains("violation 1: an index is outside an array"),
        "{source}"
    );
    assert!(source.contains("<tr id=\"L39\" class=\"ran\">"), "{source}");
    if let Some(said) = in_browser(
        pages.path(),
        "index.html",
        "return document.querySelectorAll('h2').length + ' ' + getComputedStyle(document.querySelector('.verdict')).borderLeftStyle",
    ) {
        assert!(said.ends_with(" solid"), "the style is not there: {said}");
    }
}

#[test]
fn a_finding_is_walked_with_keys_and_buttons() {
    let pages = pages(&["examples/packet.c"]);
    let script = "const status = () => document.getElementById('step').textContent.split(':')[0];
        const line = () => document.querySelector('#pane .here th')?.textContent;
        const key = key => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
        const all = document.querySelectorAll('#steps li').length;
        const said = [all > 10, status() === `Step ${all} of ${all}`, line()];
        key('ArrowLeft'); said.push(status() === `Step ${all - 1} of ${all}`);
        key('Home'); said.push(status());
        key('j'); key('j'); key('k'); said.push(status() === `Step 2 of ${all}`);
        document.querySelector('[data-go=last]').click(); said.push(line());
        const values = [...document.querySelectorAll('#values tbody tr')].map(row => row.cells[0].textContent + '=' + row.cells[1].textContent);
        said.push(values.includes('i=8'));
        said.push(document.querySelectorAll('aside tr.changed').length);
        return said.join(' ');";
    let Some(said) = in_browser(pages.path(), "finding-1.html", script) else {
        return;
    };
    let words: Vec<&str> = said.split(' ').collect();
    let [
        many,
        last,
        line,
        back,
        ref first @ ..,
        stepped,
        again,
        value,
        inputs,
    ] = words[..]
    else {
        panic!("{said}");
    };
    assert_eq!(
        (many, last, line, back, stepped, again),
        ("true", "true", "39", "true", "true", "39"),
        "{said}"
    );
    assert_eq!(first[..2], ["Step", "1"], "{said}");
    assert_eq!((value, inputs), ("true", "1"), "{said}");
}

#[test]
fn the_tree_unfolds_and_its_counts_add_up() {
    let pages = pages(&["examples/packet_fixed.c", "--engine", "paths"]);
    let script = "document.getElementById('tree').open = true; return 'opened';";
    if in_browser(pages.path(), "index.html", script).is_none() {
        return;
    }
    // Scripts are loaded after the event: the page is asked once more when they are there.
    let script = "const { nodes, root } = everypath.paths;
        const sum = number => nodes[number][2].reduce((all, [, side]) => all + nodes[side][1], 0) + nodes[number][3].reduce((all, end) => all + end[2], 0);
        tree(document.querySelector('.tree'), everypath.paths);
        const shown = () => document.querySelectorAll('.tree li').length;
        const before = shown();
        document.querySelectorAll('.tree ul ul button')[0].click();
        return [nodes[root][1], nodes.every((node, number) => sum(number) === node[1]), before >= 3, shown() > before].join(' ');";
    let index = read(pages.path(), "index.html")
        .replace("</head>", "<script src=\"paths.js\" defer></script></head>");
    std::fs::write(pages.path().join("opened.html"), index).unwrap();
    let said = in_browser(pages.path(), "opened.html", script).unwrap();
    assert_eq!(said, "21 true true true");
}

#[test]
fn the_same_run_makes_the_same_pages() {
    let arguments = ["examples/packet.c", "--all", "--no-timing"];
    let (first, second) = (pages(&arguments), pages(&arguments));
    let names = |directory: &Path| -> BTreeSet<String> {
        let files = std::fs::read_dir(directory).unwrap();
        files
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    };
    assert_eq!(names(first.path()), names(second.path()));
    for name in names(first.path()) {
        assert!(
            read(first.path(), &name) == read(second.path(), &name),
            "{name}"
        );
    }
}

#[test]
fn executables_have_their_instructions_beside_the_source() {
    let pages = pages(&["examples/midpoint.c", "--target", "riscv32"]);
    check_links(pages.path());
    let source = read(pages.path(), "source-0.html");
    assert!(
        source.contains("instructions</summary>") && source.contains("  add"),
        "{source}"
    );
}

#[test]
fn what_no_path_reached_and_what_was_cut_is_in_the_margin() {
    let pages = pages(&["examples/rounds.c", "--engine", "paths", "--unwind", "3"]);
    check_links(pages.path());
    let (index, source) = (
        read(pages.path(), "index.html"),
        read(pages.path(), "source-0.html"),
    );
    assert!(
        index.contains(
            "Try next: <code>everypath check examples/rounds.c --engine paths --unwind 6</code>"
        ),
        "{index}"
    );
    assert!(
        index.contains("What to do: --unwind N allows more iterations"),
        "{index}"
    );
    assert!(source.contains("class=\"note cut\""), "{source}");
}
