//! The files that the command line of a program names, by their content: a rebuilt program or a network learned anew is
//! another player.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use catena_gtp::client::EngineSpec;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file that decides how a program plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFile {
    /// As it was named, or where the program was found.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// The program itself, every file that a word of its command line names, and those of the commands that it is sent at its
/// start. Words such as `--network=FILE` and `champion,network="FILE"` are taken apart. Folders are not looked into.
pub(crate) fn named_files(spec: &EngineSpec) -> io::Result<Vec<NamedFile>> {
    let (program, arguments) = spec.command.split_first().expect("specs have a command");
    let mut paths: Vec<PathBuf> = program_file(program).into_iter().collect();
    let commands = spec.start.iter().chain(&spec.each).flat_map(|command| command.split_whitespace());
    for word in arguments.iter().map(String::as_str).chain(commands) {
        let parts = word.split(['=', ',', ';', '"', '\'']);
        paths.extend(std::iter::once(word).chain(parts).map(PathBuf::from).filter(|path| path.is_file()));
    }
    let mut files: Vec<NamedFile> = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if files.iter().all(|file| file.path != name) {
            files.push(NamedFile { path: name, sha256: sha256(&path)? });
        }
    }
    Ok(files)
}

/// Where a program is that a shell would start by this name.
fn program_file(program: &str) -> Option<PathBuf> {
    if program.contains(std::path::MAIN_SEPARATOR) || program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn sha256(path: &Path) -> io::Result<String> {
    use std::fmt::Write;
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("reading {}: {error}", path.display()));
    let mut hash = Sha256::new();
    let mut file = File::open(path).map_err(named)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = io::Read::read(&mut file, &mut piece).map_err(named)?;
        if read == 0 {
            break;
        }
        hash.update(&piece[..read]);
    }
    Ok(hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_files_are_known_by_their_content() {
        let folder = std::env::temp_dir().join(format!("catena-named-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let network = folder.join("hex.nn");
        std::fs::write(&network, "abc").unwrap();
        let spec = format!(
            "gtp,start=load {0}:sh -c --net={0} champion,network=\"{0}\" nothing {1}",
            network.display(),
            folder.display()
        );
        let files = named_files(&EngineSpec::parse(&spec).unwrap()).unwrap();
        assert_eq!(files.len(), 2, "{files:?}");
        assert!(files[0].path.ends_with("/sh"), "{files:?}");
        // The example of FIPS 180-4.
        assert_eq!(files[1].sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        std::fs::write(&network, "abd").unwrap();
        assert_ne!(named_files(&EngineSpec::parse(&spec).unwrap()).unwrap(), files);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
