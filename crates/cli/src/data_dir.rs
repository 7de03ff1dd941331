//! The data directory: games of the app and results of the arena.

use std::path::PathBuf;

/// The data directory of the user's platform; `None` where there is none.
pub fn path() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let in_home = |path: &str| std::env::home_dir().map(|home| home.join(path));
    let base = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        in_home("Library/Application Support")
    } else {
        named("XDG_DATA_HOME").or_else(|| in_home(".local/share"))
    };
    Some(base?.join("catena"))
}
