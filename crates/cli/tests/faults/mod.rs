//! A disk that fails when it is told to: `inject.c`, preloaded into the program.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Calls that can fail; the numbers are those of `inject.c`.
pub const ALL: i64 = 31;
/// Calls on files that are no write-ahead log of SQLite.
pub const NOT_IN_LOG: i64 = ALL + 32;

/// Way in which a call fails.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The disk is full.
    Full,
    /// The disk does not answer.
    InputOutput,
    /// Half of the bytes are written before the disk is full.
    Torn,
    /// The disk is full from then on.
    StaysFull,
}

/// All but the one that stays: they take turns, so that a run over all calls meets each of them often.
pub const PASSING: [Fault; 3] = [Fault::Full, Fault::InputOutput, Fault::Torn];

impl Fault {
    /// The error and the mode in `inject.c`.
    const fn words(self) -> (i64, i64) {
        const EIO: i64 = 5;
        const ENOSPC: i64 = 28;
        match self {
            Self::Full => (ENOSPC, 0),
            Self::InputOutput => (EIO, 0),
            Self::Torn => (ENOSPC, 2),
            Self::StaysFull => (ENOSPC, 1),
        }
    }
}

/// The failures of one folder.
pub struct Disk {
    folder: PathBuf,
    control_path: PathBuf,
    control: File,
}

impl Disk {
    /// `folder` is where calls count; the control words lie beside it.
    pub fn new(folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap();
        let control_path = folder.with_extension("control");
        let control =
            File::options().read(true).write(true).create(true).truncate(true).open(&control_path).unwrap();
        control.write_all_at(&[0; 48], 0).unwrap();
        Self { folder, control_path, control }
    }

    /// Lets the program run on this disk.
    pub fn preload<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("LD_PRELOAD", library())
            .env("CATENA_FAULT_CONTROL", &self.control_path)
            .env("CATENA_FAULT_FOLDER", &self.folder)
    }

    /// The `nth` call from now on fails.
    pub fn arm(&self, nth: i64, kinds: i64, fault: Fault) {
        let (error, mode) = fault.words();
        self.disarm();
        self.put(1, &[kinds, error, mode, 0, 0]);
        self.put(0, &[nth]);
    }

    /// Nothing fails any more.
    pub fn disarm(&self) {
        self.put(0, &[0]);
    }

    /// Calls that were counted since the disk was armed.
    pub fn seen(&self) -> i64 {
        self.word(4)
    }

    /// Calls that failed since the disk was armed.
    pub fn failed(&self) -> i64 {
        self.word(5)
    }

    fn put(&self, at: u64, words: &[i64]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.control.write_all_at(&bytes, 8 * at).unwrap();
    }

    fn word(&self, at: u64) -> i64 {
        let mut bytes = [0; 8];
        self.control.read_exact_at(&mut bytes, 8 * at).unwrap();
        i64::from_ne_bytes(bytes)
    }
}

/// Builds the library once; SQLite needs a C compiler anyway.
fn library() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/inject.c");
        let library =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("inject-{}.so", std::process::id()));
        let mut compiler = Command::new("cc");
        let compiler = compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&library);
        assert!(compiler.arg(source).arg("-ldl").status().unwrap().success());
        library
    })
}
