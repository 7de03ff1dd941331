//! Style sheets as one: what `@import "name.css";` names is put in its place, comments and indentation go.

use std::path::Path;

pub fn link(root: &Path, path: &str) -> Result<String, String> {
    let text = super::read(root, path)?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut linked = String::new();
    for line in strip(&text).lines() {
        match line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            Some(name) => linked += &link(root, &format!("{folder}/{name}"))?,
            None => {
                linked += line;
                linked.push('\n');
            }
        }
    }
    Ok(linked)
}

/// Without comments, indentation and empty lines. No string of ours holds the start of a comment.
fn strip(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_and_indentation_go() {
        assert_eq!(super::strip("/* a\n b */\n.x { }\n\n  .y /* c */ { }\n"), ".x { }\n.y  { }\n");
    }
}
