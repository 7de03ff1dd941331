//! The app's functions know nothing of the transport of requests, so that they can become a crate of their
//! own.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

const TRANSPORT: [&str; 4] = ["axum", "hyper", "crate::server", "crate::routes"];

fn check(folder: &Path) -> usize {
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files += check(&path);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for word in TRANSPORT {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
        files += 1;
    }
    files
}

#[test]
fn the_app_knows_no_transport() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    assert!(check(&folder) > 10);
}
