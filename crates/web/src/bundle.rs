//! The page as few files: its modules linked to one script, its style sheets to one sheet, and names that hold the
//! hash of the content, so that browsers may keep them for ever.
//!
//! The build script uses it, and so does each request of a build with debug assertions: there a reload shows a change.

#[path = "bundle/hash.rs"]
mod hash;
#[path = "bundle/script.rs"]
mod script;
#[path = "bundle/style.rs"]
mod style;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Where the modules start, and the style sheets.
const SCRIPT: &str = "main.js";
const STYLE: &str = "style/main.css";
const INDEX: &str = "index.html";
/// Files that are served as they are. All others are parts of the script or the style sheet.
const MEDIA: [&str; 3] = ["svg", "json", "png"];

/// A file of the page.
pub struct Asset {
    /// Its address without the first `/`; empty for the page itself.
    pub path: String,
    /// Its media type.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
    /// The same, compressed.
    pub gzip: Vec<u8>,
    /// Returns true if the path changes with the content.
    pub is_hashed: bool,
    pub tag: String,
}

/// All files of the page.
pub struct Page {
    pub assets: Vec<Asset>,
    /// The hash of the script inside the page, as content security policies write it.
    pub inline_script: String,
}

/// Reads the folder of the page and links it.
pub fn bundle(root: &Path) -> Result<Page, String> {
    let mut assets = Vec::new();
    // By address in the sources, the address under which it is served.
    let mut addresses = BTreeMap::new();
    let mut media = Vec::new();
    list(root, root, &mut media)?;
    media.sort();
    for path in media {
        let bytes = fs::read(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
        add(&mut assets, &mut addresses, &path, bytes);
    }
    let style = replace(&style::link(root, STYLE)?, &addresses);
    add(&mut assets, &mut addresses, STYLE, style.into_bytes());
    let script = replace(&script::link(root, SCRIPT)?, &addresses);
    add(&mut assets, &mut addresses, SCRIPT, script.into_bytes());

    let (index, inline_script) = inline(root, &replace(&read(root, INDEX)?, &addresses), &addresses)?;
    assets.push(asset(String::new(), index.into_bytes(), "text/html; charset=utf-8", false));
    Ok(Page { assets, inline_script })
}

fn add(assets: &mut Vec<Asset>, addresses: &mut BTreeMap<String, String>, path: &str, bytes: Vec<u8>) {
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, ""));
    let served = format!("{stem}.{}.{ending}", &hash::hex(&bytes)[..12]);
    addresses.insert(format!("\"/{path}\""), format!("\"/{served}\""));
    assets.push(asset(served, bytes, kind(ending), true));
}

fn asset(path: String, bytes: Vec<u8>, kind: &'static str, is_hashed: bool) -> Asset {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let gzip = encoder.write_all(&bytes).and_then(|()| encoder.finish()).unwrap_or_default();
    let tag = format!("\"{}\"", &hash::hex(&bytes)[..32]);
    Asset { path, kind, bytes, gzip, is_hashed, tag }
}

fn kind(ending: &str) -> &'static str {
    match ending {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The media below a folder, by paths relative to the root.
fn list(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            list(root, &path, found)?;
        } else if path.extension().is_some_and(|ending| MEDIA.iter().any(|known| ending == *known)) {
            let below = path.strip_prefix(root).map_err(|error| error.to_string())?;
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            found.push(parts.join("/"));
        }
    }
    Ok(())
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Puts the addresses under which things are served in the place of their names, which stand in double quotes.
fn replace(text: &str, addresses: &BTreeMap<String, String>) -> String {
    addresses.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Puts the script that runs before the first paint into the page: it must not wait for a request of its own.
fn inline(root: &Path, page: &str, addresses: &BTreeMap<String, String>) -> Result<(String, String), String> {
    const BEFORE: &str = "<script data-inline src=\"/";
    const AFTER: &str = "\"></script>";
    let missing = || format!("{INDEX} has no {BEFORE}…{AFTER}");
    let (head, rest) = page.split_once(BEFORE).ok_or_else(missing)?;
    let (path, tail) = rest.split_once(AFTER).ok_or_else(missing)?;
    let script = replace(&script::strip(&read(root, path)?)?, addresses);
    let hash = format!("sha256-{}", hash::base64(&script));
    Ok((format!("{head}<script>{script}</script>{tail}"), hash))
}
