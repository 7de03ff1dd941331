//! The programs of `examples/` do what docs/library.md says of them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod repository;

macro_rules! examples {
    ($($name:ident $path:literal;)*) => {
        $(#[path = $path]
        mod $name;)*

        $(#[test]
        fn $name() {
            $name::main().unwrap();
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

examples! {
    ask_for_a_move "../../../examples/ask_for_a_move.rs";
    play_a_game "../../../examples/play_a_game.rs";
    review_an_sgf "../../../examples/review_an_sgf.rs";
    run_a_match "../../../examples/run_a_match.rs";
    solve "../../../examples/solve.rs";
    write_an_svg "../../../examples/write_an_svg.rs";
}

#[test]
fn every_example_runs_and_is_listed() {
    let page = repository::read("docs/library.md");
    let manifest = repository::read("crates/cli/Cargo.toml");
    let files = repository::files("examples", ".rs");
    let names: Vec<&str> = files.iter().map(|path| &path["examples/".len()..path.len() - 3]).collect();
    assert_eq!(names, NAMES);
    for name in names {
        assert!(page.contains(&format!("examples/{name}.rs")), "docs/library.md lacks {name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "crates/cli/Cargo.toml lacks {name}");
    }
}

/// The page shows the whole of the first example.
#[test]
fn the_page_shows_a_game_against_the_champion() {
    let example = repository::read("examples/play_a_game.rs");
    let code = example.split_once("\n\n").unwrap().1.replace("pub fn main", "fn main");
    assert!(repository::read("docs/library.md").contains(&code), "docs/library.md shows another play_a_game");
}
