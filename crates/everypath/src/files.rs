//! The files that a run leaves behind: whether they are written, how one is written, and how others know it.

use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use everypath_report::hex;
use sha2::{Digest, Sha256};

/// What becomes of the files that a job names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They are written.
    #[default]
    Written,
    /// They are named where the record names them, and not written.
    Named,
}

/// Writes a file; the error names it. Who reads it sees all of it or what was there before, whenever the run ends: it is
/// written beside its place first. What is no plain file (a pipe, a terminal) is written to as it stands.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => std::fs::write(path, bytes),
        // Behind a link, the file that it leads to is replaced.
        Ok(there) => {
            std::fs::canonicalize(path).and_then(|file| replace(&file, bytes, there.permissions()))
        }
        Err(_) if path.is_symlink() => std::fs::write(path, bytes),
        Err(_) => replace(path, bytes, Permissions::from_mode(0o666)),
    };
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The same, and all of it is on disk when this is done: a machine that stops leaves it whole, or what was there before.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = || -> std::io::Result<()> {
        let directory = directory_of(path);
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.as_file()
            .set_permissions(Permissions::from_mode(0o644))?;
        file.persist(path).map_err(|error| error.error)?;
        File::open(directory)?.sync_all()
    };
    written().map_err(|error| format!("{}: {error}", path.display()))
}

/// The directory of a file.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// SHA-256 of what is in a file, hexadecimal; the error names the file.
pub fn sha256(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(hex::encode(&Sha256::digest(bytes)))
}

fn replace(path: &Path, bytes: &[u8], permissions: Permissions) -> std::io::Result<()> {
    let beside = tempfile::Builder::new()
        .permissions(permissions)
        .tempfile_in(directory_of(path));
    // Where no other file can be made, the file itself may still be written, or the system says why not.
    let Ok(mut file) = beside else {
        return std::fs::write(path, bytes);
    };
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
