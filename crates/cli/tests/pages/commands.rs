//! The commands that pages show: the program understands and does each of them, and a shell runs the blocks marked `sh`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::repository::{files, read};

/// The pages, without those that tell what was: dated experiments and the changelog.
fn pages() -> Vec<String> {
    let mut pages = files("docs", ".md");
    pages.retain(|page| !page.starts_with("docs/experiments/"));
    pages.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_owned));
    pages
}

/// The blocks of code of a page with their language.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap_or((block, ""))).collect()
}

/// Commands in blocks of these languages, and those that are quoted in the text.
fn commands(text: &str, languages: &[&str]) -> Vec<String> {
    let shown = blocks(text).into_iter().filter(|(language, _)| languages.contains(language));
    let mut found: Vec<String> = shown
        .flat_map(|(_, code)| code.replace("\\\n", " ").lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let prose: String = text.split("```").step_by(2).collect();
    found.extend(prose.split('`').skip(1).step_by(2).map(|quoted| quoted.replace("\\|", "|")));
    let variables: Vec<(String, String)> = found
        .iter()
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase()))
        // Outputs of commands are files on our pages.
        .map(|(name, value)| {
            (format!("${name}"), if value.starts_with("$(") { "FILE" } else { value }.to_owned())
        })
        .collect();
    found.retain(|line| line.starts_with("catena "));
    let expand = |line: String| variables.iter().fold(line, |line, (name, value)| line.replace(name, value));
    found.into_iter().map(expand).collect()
}

/// The words of a command as a shell splits them, up to a pipe, a redirection or a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '|' | '>' | '<' | '#' | '&' | ';') if word.is_none() => return words,
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The text of a quoted command may break off, or name a command only: `catena match …`.
#[test]
fn the_program_understands_every_command() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for page in pages() {
        for line in commands(&read(&page), &["", "sh"]) {
            let mut args = words(&line);
            args.retain(|word| word != "…");
            // With `--help` nothing runs, but what stands before it is checked; `catena help` does nothing else.
            let help = (args.get(1).map(String::as_str) != Some("help")).then_some("--help");
            let output =
                Command::new(env!("CARGO_BIN_EXE_catena")).args(&args[1..]).args(help).output().unwrap();
            checked += 1;
            if !output.status.success() {
                wrong.push(format!("{page}: {line}\n  {}", String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 50, "the pages show commands; found {checked}");
}

/// Commands that a test cannot do here, by how they begin, and why.
const ELSEWHERE: [(&str, &str); 13] = [
    ("catena serve", "it serves until it is stopped: serve.rs"),
    ("catena worker", "it needs a NATS server: cluster.rs and those beside it"),
    ("catena match --player champion --opponent 'gtp,name=old", "it needs an older program: arena.rs"),
    ("catena match --player champion,NEW=1", "NEW stands for a parameter"),
    ("catena reproduce all", "it takes minutes: arena/tests/experiment.rs"),
    ("catena reproduce koennecke-frames", "as above"),
    ("catena reproduce exploration --file mine.toml --full", "it takes an hour"),
    ("catena bench --record testdata", "commands.rs"),
    ("catena bench --check FILE", "commands.rs"),
    ("catena players --markdown", "docs.rs"),
    ("catena players NAME", "NAME stands for a player: json.rs"),
    ("catena reproduce --file FILE", "FILE stands for mine.toml"),
    ("catena model show FILE", "FILE stands for a network: json.rs"),
];

/// Files that commands name, made in an empty folder by small commands.
const FILES: &str = r#"
catena selfplay --game hex --size 5 --player raiko --playouts 20 --games 60 --opening-moves 0 -o hex5.selfplay
catena selfplay --print hex5.selfplay > games.jsonl
for name in hex.jsonl hex11.selfplay more11.selfplay more13.selfplay FILE FILE…; do cp hex5.selfplay $name; done
catena selfplay --game havannah --size 4 --player joosten --playouts 20 --games 60 --opening-moves 0 -o havannah.jsonl
cp havannah.jsonl havannah5.jsonl
catena selfplay --game y --size 5 --player raiko --playouts 20 --games 60 --opening-moves 0 -o y11.selfplay
catena render --game hex --size 11 > board.txt
echo '(;FF[4]GM[11]SZ[5];B[a1];W[c3];B[b4];W[b3])' > game.sgf
echo 'd4 c4 d3 e3' > games.txt
"#;

/// Smaller boards and new files, so that a command is quick and fits the files above.
const SMALLER: [(&str, &str); 12] = [
    ("--rounds 5 --millis 20", "--rounds 1 --millis 1"),
    ("--size 11,13", "--size 5"),
    ("--size 4,5,6,7,8,9,10", "--size 4"),
    ("--size 5,7,9,11", "--size 5"),
    ("--size 5,7,9", "--size 5"),
    ("--size 11", "--size 5"),
    ("--size 13", "--size 5"),
    ("--cells 18", "--cells 12"),
    ("--opening-moves 3", "--opening-moves 0"),
    ("--opening-moves 4", "--opening-moves 0"),
    ("--games 60", "--games 2"),
    ("-o ", "-o new-"),
];

/// Names and values.
type Options = &'static [(&'static str, &'static str)];

/// Options that a command gets if it does not have them, by a word that it begins with and one that it has.
const ADDED: [(&str, &str, Options); 8] = [
    ("match", "--player", &[("--games", "2"), ("--visits", "8"), ("--openings", "empty")]),
    ("tune", "--param", &[("--games", "2"), ("--visits", "8"), ("--openings", "empty")]),
    ("selfplay", "-o", &[("--games", "2"), ("--visits", "8"), ("--opening-moves", "0")]),
    (
        "train",
        "--dir",
        &[
            ("--generations", "1"),
            ("--games-per-generation", "16"),
            ("--gate-games", "2"),
            ("--evaluations", "4"),
        ],
    ),
    ("bench", "playouts", &[("--rounds", "1"), ("--millis", "1")]),
    ("bench", "network", &[("--rounds", "1"), ("--millis", "1")]),
    ("analyze", "analyze", &[("--solver-time", "10ms")]),
    ("learn", "patterns", &[("--least", "1"), ("--least-local", "1"), ("--epochs", "2")]),
];

/// A command as the test does it: on small boards, with few games and short searches.
fn quick(line: &str) -> String {
    let mut line = SMALLER.iter().fold(small(line), |line, (from, to)| line.replace(from, to));
    for (command, has, options) in ADDED {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let is_meant =
            words.get(1).is_some_and(|word| word == command) && words.iter().any(|word| word == has);
        for (option, value) in
            options.iter().filter(|(option, _)| is_meant && !words.iter().any(|word| word == option))
        {
            line += &format!(" {option} {value}");
        }
    }
    line
}

#[test]
fn the_program_does_every_command() {
    let folder = Folder::new("every-command");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights");
    for file in ["hex.patterns", "hex.network"] {
        std::fs::copy(weights.join(file), folder.0.join(file)).unwrap();
    }
    let experiments = read("docs/experiment-files.md");
    let mine = experiments.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    std::fs::write(folder.0.join("mine.toml"), mine.replace("games = 20", "games = 2")).unwrap();
    assert!(folder.shell(FILES).status.success());
    let (mut done, mut wrong) = (Vec::new(), Vec::new());
    for page in pages() {
        // A shell runs the blocks marked `sh` with the files that they make.
        for line in commands(&read(&page), &[""]) {
            let line = line.replace(" …", "");
            // `catena match` names a command. The papers' experiments have tests of their own.
            let is_name = line == "catena learn patterns"
                || line.split_whitespace().count() < 3 && line != "catena bench playouts";
            // Those that need a NATS server are in cluster.rs and beside it.
            let is_remote = line.contains(" --on ");
            let is_experiment = page == "docs/reproductions.md";
            // What is told of an option in the text, such as `catena frames --json`, is in the test of all schemas.
            let is_option = page == "docs/json.md" || page == "docs/http.md";
            let elsewhere = ELSEWHERE.iter().any(|(start, _)| line.starts_with(start));
            let quick = quick(&words_again(&line));
            if is_name || is_remote || is_experiment || is_option || elsewhere || done.contains(&quick) {
                continue;
            }
            let output = folder.shell(&quick);
            // No proof within so short a time is an answer too.
            if !matches!(output.status.code(), Some(0 | 3)) {
                wrong.push(format!(
                    "{page}: {line}\n  {quick}\n  {}",
                    String::from_utf8_lossy(&output.stderr)
                ));
            }
            done.push(quick);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(done.len() > 30, "the pages show commands; did {done:?}");
}

/// A command without what follows it: a pipe, a redirection, a comment. Words with blanks are quoted again.
fn words_again(line: &str) -> String {
    let quoted = words(line).into_iter().map(|word| match word.contains([' ', '*', '(']) {
        true => format!("'{word}'"),
        false => word,
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// The blocks of each page, one after the other in an empty folder. The requests of docs/http.md have a test of their own.
#[test]
fn a_shell_runs_the_blocks() {
    let mut ran = 0;
    for page in pages().into_iter().filter(|page| page != "docs/http.md") {
        let text = read(&page);
        let shell: Vec<&str> = blocks(&text)
            .into_iter()
            .filter(|(language, _)| *language == "sh")
            .map(|(_, code)| code)
            .collect();
        if shell.is_empty() {
            continue;
        }
        let folder = Folder::new(&page);
        let script = shell.iter().map(|code| small(code)).collect::<Vec<_>>().join("\n");
        let output = folder.shell(&script);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}:\n{script}\n{said}");
        ran += shell.len();
    }
    assert!(ran >= 2, "the pages have blocks to run; found {ran}");
}

/// Shorter searches and fewer games than a reader has: what matters here is that every line works.
fn small(code: &str) -> String {
    let limits = [
        ("--games", "2"),
        ("--time", "10ms"),
        ("--playouts", "20"),
        ("--visits", "8"),
        ("--generations", "1"),
        ("--steps", "4"),
        ("--gate-games", "2"),
        ("--games-per-generation", "16"),
    ];
    let mut lines: Vec<String> = code.replace("\\\n", " ").lines().map(str::to_owned).collect();
    for (option, value) in limits {
        for line in &mut lines {
            let words: Vec<&str> = line.split(' ').collect();
            let shorter = words.iter().enumerate().map(|(i, &word)| {
                let after = i > 0 && words[i - 1] == option;
                let is_number = word.starts_with(|c: char| c.is_ascii_digit());
                // Patterns need more games than anything else.
                let value = if option == "--games" && line.contains("selfplay") { "60" } else { value };
                if after && is_number { value } else { word }
            });
            *line = shorter.collect::<Vec<_>>().join(" ");
        }
    }
    lines.join("\n")
}

/// An empty folder with the program in `bin`, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(page: &str) -> Self {
        let name = page.replace(['/', '.'], "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_catena"), folder.join("bin/catena")).unwrap();
        Self(folder)
    }

    /// Runs a script there; standard input is empty.
    fn shell(&self, script: &str) -> Output {
        let path = format!("{}:{}", self.0.join("bin").display(), std::env::var("PATH").unwrap());
        Command::new("sh")
            .args(["-e", "-u", "-c", script])
            .current_dir(&self.0)
            .env("PATH", path)
            .env("XDG_DATA_HOME", self.0.join("data"))
            .env("HOME", &self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}
