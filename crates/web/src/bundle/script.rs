//! Modules as one script. Each becomes a function that runs once and returns what it exports, in the order in which
//! they need each other. Comments, which are half of the sources, and indentation go.
//!
//! What the page does not use is refused rather than guessed at: cycles, `export let` (an importer would not see it
//! change), `export default`, lists of exports and imports without names.

use std::path::Path;

/// The script that a module and all that it imports make.
pub fn link(root: &Path, entry: &str) -> Result<String, String> {
    let mut linker = Linker { root, linked: Vec::new(), open: Vec::new(), script: String::new() };
    linker.add(entry)?;
    Ok(linker.script)
}

struct Linker<'a> {
    root: &'a Path,
    linked: Vec<String>,
    /// The modules that are waiting for what they import.
    open: Vec<String>,
    script: String,
}

impl Linker<'_> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.linked.iter().any(|known| known == path) {
            return Ok(());
        }
        if self.open.iter().any(|known| known == path) {
            return Err(format!("modules import each other in a circle: {} > {path}", self.open.join(" > ")));
        }
        self.open.push(path.to_owned());
        let source = strip(&super::read(self.root, path)?).map_err(|why| format!("{path}: {why}"))?;
        let module = Module::read(path, &source).map_err(|why| format!("{path}: {why}"))?;
        for import in &module.imports {
            self.add(&import.from)?;
        }
        self.script += &module.write();
        self.open.pop();
        self.linked.push(path.to_owned());
        Ok(())
    }
}

struct Import {
    /// Names between `import` and `from`, as the pattern of a declaration.
    pattern: String,
    from: String,
}

struct Module {
    path: String,
    imports: Vec<Import>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    /// Reads a module without comments and indentation; statements of modules stand at the start of a line.
    fn read(path: &str, source: &str) -> Result<Self, String> {
        let mut module =
            Self { path: path.to_owned(), imports: Vec::new(), exports: Vec::new(), body: String::new() };
        let mut rest = source;
        while !rest.is_empty() {
            if rest.starts_with("import ") {
                let end = rest.find(";\n").ok_or("an import without an end")?;
                module.imports.push(read_import(path, &rest[..end])?);
                rest = &rest[end + 2..];
                continue;
            }
            let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
            let line = &rest[..end];
            rest = &rest[end..];
            let Some(declared) = line.strip_prefix("export ") else {
                module.body += line;
                continue;
            };
            module.exports.push(declared_name(declared)?);
            module.body += declared;
        }
        Ok(module)
    }

    fn write(&self) -> String {
        let imports = self
            .imports
            .iter()
            .map(|Import { pattern, from }| format!("const {pattern} = {};\n", variable(from)))
            .collect::<String>();
        let exports = self.exports.join(", ");
        let name = variable(&self.path);
        format!("const {name} = (() => {{\n{imports}{}return {{ {exports} }};\n}})();\n", self.body)
    }
}

/// The variable that holds what a module exports.
fn variable(path: &str) -> String {
    let name: String =
        path.trim_end_matches(".js").chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!("$_{name}")
}

fn declared_name(declared: &str) -> Result<String, String> {
    for start in ["function ", "async function ", "const ", "class "] {
        let Some(rest) = declared.strip_prefix(start) else { continue };
        let name: String =
            rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == '$').collect();
        if !name.is_empty() {
            return Ok(name);
        }
    }
    Err(format!("only functions, constants and classes can be exported: export {}", declared.trim_end()))
}

fn read_import(path: &str, statement: &str) -> Result<Import, String> {
    let wrong = || format!("an import that cannot be linked: {statement}");
    let (names, from) = statement["import ".len()..].split_once(" from ").ok_or_else(wrong)?;
    let from = resolve(path, from.trim().trim_matches('"')).ok_or_else(wrong)?;
    let pattern = match names.trim().strip_prefix("* as ") {
        Some(name) => name.to_owned(),
        None if names.trim().starts_with('{') => names.replace('\n', " ").replace(" as ", ": "),
        None => return Err(wrong()),
    };
    Ok(Import { pattern, from })
}

/// The path of a module that another one names relative to itself.
fn resolve(path: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    relative.starts_with('.').then(|| parts.join("/"))
}

/// A script without comments, indentation and empty lines; strings, templates and patterns stay as they are.
pub fn strip(source: &str) -> Result<String, String> {
    let bytes = source.as_bytes();
    let mut code: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let next = bytes.get(at + 1);
        let end = match bytes[at] {
            b'/' if next == Some(&b'/') => {
                at += find(bytes, at, b"\n").unwrap_or(bytes.len() - at);
                continue;
            }
            b'/' if next == Some(&b'*') => {
                at += find(bytes, at, b"*/").ok_or("a comment without an end")? + 2;
                continue;
            }
            b'\n' | b' ' => {
                blank(&mut code, bytes[at]);
                at += 1;
                continue;
            }
            quote @ (b'"' | b'\'') => end_of_string(bytes, at, quote)?,
            b'`' => end_of_template(bytes, at)?,
            b'/' if starts_pattern(&code) => end_of_pattern(bytes, at)?,
            _ => at + 1,
        };
        code.extend_from_slice(&bytes[at..end]);
        at = end;
    }
    String::from_utf8(code).map_err(|error| error.to_string())
}

fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    bytes[from..].windows(wanted.len()).position(|window| window == wanted)
}

/// Adds a blank or the end of a line, unless it is indentation or the line is empty.
fn blank(code: &mut Vec<u8>, blank: u8) {
    if blank == b'\n' && code.last() == Some(&b' ') {
        code.pop();
    }
    if !matches!(code.last(), None | Some(b'\n' | b' ')) {
        code.push(blank);
    }
}

fn end_of_string(bytes: &[u8], start: usize, quote: u8) -> Result<usize, String> {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return Ok(at + 1),
            _ => at += 1,
        }
    }
    Err("a string without an end".to_owned())
}

/// A template with all that stands in its `${…}`.
fn end_of_template(bytes: &[u8], start: usize) -> Result<usize, String> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => return Ok(at + 1),
            b'$' if bytes.get(at + 1) == Some(&b'{') => at = end_of_braces(bytes, at + 2)?,
            _ => at += 1,
        }
    }
    Err("a template without an end".to_owned())
}

fn end_of_braces(bytes: &[u8], start: usize) -> Result<usize, String> {
    let (mut at, mut depth) = (start, 1);
    while at < bytes.len() {
        at = match bytes[at] {
            quote @ (b'"' | b'\'') => end_of_string(bytes, at, quote)?,
            b'`' => end_of_template(bytes, at)?,
            byte => {
                depth += i32::from(byte == b'{') - i32::from(byte == b'}');
                at + 1
            }
        };
        if depth == 0 {
            return Ok(at);
        }
    }
    Err("a template without an end".to_owned())
}

/// True if a slash after this code starts a pattern rather than divides.
fn starts_pattern(code: &[u8]) -> bool {
    let before = code.trim_ascii_end();
    match before.last() {
        None => true,
        Some(last) => b"(,=:[!&|?{};+-*%~^<>".contains(last) || before.ends_with(b"return"),
    }
}

fn end_of_pattern(bytes: &[u8], start: usize) -> Result<usize, String> {
    let (mut at, mut in_class) = (start + 1, false);
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return Ok(at + 1),
            _ => {}
        }
        at += 1;
    }
    Err("a pattern without an end".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_comment_stays_where_it_is_none() {
        let kept = "const a = \"// no\" + '/* no */' + `// ${b(\"}\", `/*`)} */`;\nc = /\\/[/*]\\/\\//.test(d / 2 / e);\n";
        assert_eq!(strip(kept).unwrap(), kept);
        let source = "// yes\n\n  /** yes */\n  f(1 /* yes */, 2); // yes\n\n  g();\n";
        assert_eq!(strip(source).unwrap(), "f(1 , 2);\ng();\n");
        assert!(strip("const a = \"b\n\";").is_err());
    }

    #[test]
    fn modules_become_functions() {
        let source = "import { a, b as c } from \"../core/x.js\";\nimport * as y from \"./y.js\";\nexport const d = c;\n";
        let module = Module::read("game/z.js", source).unwrap();
        let from: Vec<_> = module.imports.iter().map(|import| import.from.as_str()).collect();
        assert_eq!(from, ["core/x.js", "game/y.js"]);
        assert_eq!(
            module.write(),
            "const $_game_z = (() => {\nconst { a, b: c } = $_core_x;\nconst y = $_game_y;\nconst d = c;\n\
             return { d };\n})();\n"
        );
    }

    #[test]
    fn what_cannot_be_linked_is_refused() {
        for source in
            ["export let a = 1;\n", "export default a;\n", "export { a };\n", "import \"./a.js\";\n"]
        {
            assert!(Module::read("a.js", source).is_err(), "{source}");
        }
    }
}
