//! Links the page of `ui/` and puts it where the server includes it.

#![allow(dead_code, reason = "the server uses what this script does not")]

#[path = "src/bundle.rs"]
mod bundle;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=../../ui");
    println!("cargo::rerun-if-changed=src/bundle.rs");
    println!("cargo::rerun-if-changed=src/bundle");
    let page = bundle::bundle(Path::new("../../ui"))?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo says no OUT_DIR")?);
    let mut table = String::from("static ASSETS: &[Stored] = &[\n");
    for (number, asset) in page.assets.iter().enumerate() {
        for (bytes, ending) in [(&asset.bytes, "bin"), (&asset.gzip, "gz")] {
            let file = folder.join(format!("{number}.{ending}"));
            fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "Stored {{ path: {:?}, kind: {:?}, bytes: include_bytes!(\"{number}.bin\"), \
             gzip: include_bytes!(\"{number}.gz\"), is_hashed: {}, tag: {:?} }},",
            asset.path, asset.kind, asset.is_hashed, asset.tag
        );
    }
    let _ = writeln!(table, "];\nstatic INLINE_SCRIPT: &str = {:?};", page.inline_script);
    let file = folder.join("page.rs");
    fs::write(&file, table).map_err(|error| format!("{}: {error}", file.display()))
}
