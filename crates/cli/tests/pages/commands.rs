//! The commands that pages show: the program understands each of them, and a shell runs the blocks marked `sh`.

use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Commands in blocks without a language or with `sh`, and those that are quoted in the text.
fn commands(text: &str) -> Vec<String> {
    let shown = blocks(text).into_iter().filter(|(language, _)| ["", "sh"].contains(language));
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
        for line in commands(&read(&page)) {
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
        let path = format!("{}:{}", folder.0.join("bin").display(), std::env::var("PATH").unwrap());
        let output = Command::new("sh")
            .args(["-e", "-u", "-c", &script])
            .current_dir(&folder.0)
            .env("PATH", path)
            .env("XDG_DATA_HOME", folder.0.join("data"))
            .env("HOME", &folder.0)
            .output()
            .unwrap();
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}
