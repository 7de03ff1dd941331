//! Models and descriptions of runs, known by their hash: on the server in an object store, here in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use catena_arena::job::replace_file;
use catena_model::ModelHash;
use tokio::io::AsyncReadExt;

use crate::connection::Connection;
use crate::error::ClusterError;

/// The longest thing that is taken from the server.
const LONGEST: u64 = 1 << 30;
/// Maximum size of the folder; the file unused for longest goes first.
const CACHE_BYTES: u64 = 4 << 30;

/// Puts content on the server, unless it is there.
pub(crate) async fn put(connection: &Connection, content: &[u8]) -> Result<String, ClusterError> {
    let name = ModelHash::of(content).to_string();
    let store = connection.blobs().await?;
    let known = store.info(&name).await;
    if known.is_ok_and(|info| !info.deleted && info.size == content.len()) {
        return Ok(name);
    }
    let put = store.put(name.as_str(), &mut &*content).await;
    put.map_err(|error| ClusterError::server("a model")(error.into()))?;
    Ok(name)
}

/// The file with this hash, from the folder if it is there and whole, else from the server.
pub(crate) async fn fetch(
    connection: &Connection,
    folder: &Path,
    hash: &str,
) -> Result<PathBuf, ClusterError> {
    let path = folder.join(hash);
    if let Ok(content) = fs::read(&path) {
        if ModelHash::of(&content).to_string() == hash {
            touch(&path);
            return Ok(path);
        }
        tracing::warn!("{} is damaged; it is fetched again", path.display());
    }
    let content = get(connection, hash).await?;
    fs::create_dir_all(folder).map_err(|error| ClusterError::File(folder.to_owned(), error))?;
    replace_file(&path, &content).map_err(|error| ClusterError::File(path.clone(), error))?;
    prune(folder, &path);
    Ok(path)
}

/// Content by its hash from the server.
pub(crate) async fn get(connection: &Connection, hash: &str) -> Result<Vec<u8>, ClusterError> {
    let missing = |why: String| ClusterError::Content(format!("{hash} is not on the server: {why}"));
    let store = connection.blobs().await?;
    let object = store.get(hash).await.map_err(|error| missing(error.to_string()))?;
    let mut content = Vec::new();
    let read = object.take(LONGEST).read_to_end(&mut content).await;
    read.map_err(|error| missing(error.to_string()))?;
    if ModelHash::of(&content).to_string() != hash {
        return Err(ClusterError::Content(format!("{hash} on the server has another content")));
    }
    Ok(content)
}

fn touch(path: &Path) {
    // Only the order in which files are removed depends on it.
    drop(fs::File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now())));
}

/// Removes what was not used for longest, except for one file.
fn prune(folder: &Path, keep: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let metadata = entry.metadata().ok()?;
            Some((metadata.modified().ok()?, metadata.len(), entry.path()))
        })
        .collect();
    files.sort();
    let mut sum: u64 = files.iter().map(|(_, length, _)| length).sum();
    for (_, length, path) in files {
        if sum <= CACHE_BYTES {
            return;
        }
        if path != keep && fs::remove_file(&path).is_ok() {
            sum -= length;
        }
    }
}
