//! The tree of paths as a graph for Graphviz (`dot`, "The DOT Language" of its documentation).
//!
//! A node is a place where paths part, with the number of paths that come there; an edge is a side; boxes are ends, those of one kind and
//! place together. Where no path parts nothing is drawn.

use std::fmt::Write;

use crate::paths::{End, PathTree};
use crate::{Place, place_words};

/// The graph, with a final line break. Only some engines follow the paths one by one; with others there is nothing to draw.
pub fn render(tree: &PathTree, engine: &str) -> String {
    let mut text = String::from(
        "digraph paths {\n  node [shape=ellipse, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n",
    );
    if tree.is_empty() {
        let label = format!(
            "no path by itself: --engine {engine} treats many as one, --engine paths does not"
        );
        text.push_str(&format!("  label={};\n", quoted(&label)));
        text.push_str("}\n");
        return text;
    }
    // Writing to a text does not fail.
    let _ = nodes(tree, &mut text);
    if tree.omitted > 0 {
        let _ = writeln!(
            text,
            "  label=\"{} more paths are not shown\";",
            tree.omitted
        );
    }
    text.push_str("}\n");
    text
}

fn nodes(tree: &PathTree, text: &mut String) -> std::fmt::Result {
    let mut open = vec![tree.skip(0)];
    while let Some(number) = open.pop() {
        let node = &tree.nodes()[number];
        let paths = count(node.paths);
        if let Some(place) = node.place {
            let label = format!("{}\n{paths}", words(tree, place));
            writeln!(text, "  n{number} [label={}];", quoted(&label))?;
        } else {
            writeln!(text, "  n{number} [label={}, shape=point];", quoted(&paths))?;
        }
        for (index, (&(end, place), &paths)) in node.ends.iter().enumerate() {
            let label = format!("{}\n{}\n{}", end.word(), words(tree, place), count(paths));
            let style = match end {
                End::Violation => ", style=bold, color=red",
                End::Cut => ", style=dashed",
                End::Exit | End::Assumption | End::Dead => "",
            };
            writeln!(
                text,
                "  n{number}e{index} [label={}, shape=box{style}];",
                quoted(&label)
            )?;
            writeln!(text, "  n{number} -> n{number}e{index};")?;
        }
        for &(choice, side) in &node.sides {
            let side = tree.skip(side);
            let label = quoted(&choice.words());
            writeln!(text, "  n{number} -> n{side} [label={label}];")?;
        }
        open.extend(node.sides.iter().rev().map(|&(_, side)| tree.skip(side)));
    }
    Ok(())
}

fn count(paths: u64) -> String {
    match paths {
        1 => "1 path".to_owned(),
        _ => format!("{paths} paths"),
    }
}

fn words(tree: &PathTree, address: u64) -> String {
    let known = tree.places.get(&address).cloned();
    place_words(&known.unwrap_or_else(|| Place {
        address,
        ..Place::default()
    }))
}

/// A quoted string of the language.
fn quoted(label: &str) -> String {
    let label = label.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", label.replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::paths::Choice;

    #[test]
    fn places_where_paths_part_are_nodes_and_ends_are_boxes() {
        let mut tree = PathTree::default();
        let choice = |place, taken| (place, Choice::Branch(taken));
        tree.add(&[choice(1, true), choice(2, true)], End::Exit, 9);
        tree.add(&[choice(1, true), choice(2, false)], End::Violation, 8);
        let place = Place {
            address: 2,
            file: Some("a \"b\".c".to_owned()),
            line: Some(3),
            ..Place::default()
        };
        tree.places.insert(2, place);
        expect![[r#"
            digraph paths {
              node [shape=ellipse, fontname="sans-serif"];
              edge [fontname="sans-serif"];
              n1 [label="a \"b\".c:3\n2 paths"];
              n1 -> n2 [label="taken"];
              n1 -> n3 [label="not taken"];
              n2 [label="1 path", shape=point];
              n2e0 [label="exit\n0x9\n1 path", shape=box];
              n2 -> n2e0;
              n3 [label="1 path", shape=point];
              n3e0 [label="violation\n0x8\n1 path", shape=box, style=bold, color=red];
              n3 -> n3e0;
            }
        "#]]
        .assert_eq(&render(&tree, "paths"));
    }
}
