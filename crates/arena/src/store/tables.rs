//! The tables of a store.

/// Those of version 1.
pub(super) const TABLES: &str = "
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    info TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    winner TEXT,
    how TEXT NOT NULL,
    fault TEXT,
    plies INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    moves TEXT NOT NULL,
    black_seconds REAL NOT NULL,
    white_seconds REAL NOT NULL,
    finished INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
";

/// New in version 2.
pub(super) const BLOCKS: &str = "
CREATE TABLE blocks (
    match INTEGER NOT NULL REFERENCES matches (id),
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    games BLOB NOT NULL,
    finished INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, first)
);
";

/// New in version 3.
pub(super) const TRIALS: &str = "
CREATE TABLE trials (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    changes TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
";

/// New in version 4.
pub(super) const FAULTS: &str = "
CREATE TABLE faults (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    reason TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
";

/// New in version 5.
pub(super) const CPU_AND_SPRT: &str = "
ALTER TABLE games ADD COLUMN black_cpu REAL;
ALTER TABLE games ADD COLUMN white_cpu REAL;
ALTER TABLE matches ADD COLUMN sprt TEXT;
";
