//! The files that a run leaves behind: whether they are written, how one is written, and how others know it.

use std::fs::{File, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use everypath_report::hex;
use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, PersistError, TempPath};

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
    durably(path, bytes, |file| file.persist(path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The same for a file that is not there yet; false if it is, then nothing is written.
pub fn write_new_durably(path: &Path, bytes: &[u8]) -> Result<bool, String> {
    match durably(path, bytes, |file| file.persist_noclobber(path)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn durably(
    path: &Path,
    bytes: &[u8],
    name: impl FnOnce(NamedTempFile) -> Result<File, PersistError>,
) -> std::io::Result<()> {
    let directory = directory_of(path);
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.as_file()
        .set_permissions(Permissions::from_mode(0o644))?;
    name(file).map_err(|error| error.error)?;
    File::open(directory)?.sync_all()
}

/// The directory of a file.
pub fn directory_of(path: &Path) -> &Path {
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
    let Ok(mut file) = beside(directory_of(path), permissions) else {
        // Where no other file can be made, the file itself may still be written, or the system says why not.
        return std::fs::write(path, bytes);
    };
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file that nobody knows of yet.
fn beside(directory: &Path, permissions: Permissions) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .permissions(permissions)
        .tempfile_in(directory)
}

/// What is written in a directory, and no file of it before it has its name. Without one it goes away when this does.
#[derive(Debug)]
pub struct Unnamed(TempPath);

impl Unnamed {
    /// Writes these bytes.
    ///
    /// # Errors
    /// If no file can be made in the directory, or not all of it be written.
    pub fn new(directory: &Path, bytes: &[u8]) -> std::io::Result<Self> {
        let mut file = beside(directory, Permissions::from_mode(0o666))?;
        file.write_all(bytes)?;
        Ok(Unnamed(file.into_temp_path()))
    }

    /// Gives it its name, with the same outcome as if it were written now by [`write_file`].
    ///
    /// # Errors
    /// If that is not possible; the error names the file.
    pub fn name(self, path: &Path) -> Result<(), String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.symlink_metadata().is_ok() {
            return write_file(path, &std::fs::read(&self.0).map_err(told)?);
        }
        self.0.persist(path).map_err(|error| told(error.error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_before_it_had_a_name_is_as_if_it_were_written_then() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let put = |name: &str, bytes: &[u8]| {
            let file = Unnamed::new(folder.path(), bytes).unwrap();
            file.name(&path(name))
        };
        put("new", b"1").unwrap();
        assert_eq!(fs::read(path("new")).unwrap(), b"1");
        // What is there keeps who may read it.
        fs::set_permissions(path("new"), Permissions::from_mode(0o600)).unwrap();
        put("new", b"2").unwrap();
        let mode = fs::metadata(path("new")).unwrap().permissions().mode();
        assert_eq!(
            (fs::read(path("new")).unwrap(), mode & 0o777),
            (b"2".to_vec(), 0o600)
        );
        // A link stays one.
        std::os::unix::fs::symlink("new", path("link")).unwrap();
        put("link", b"3").unwrap();
        assert!(path("link").is_symlink());
        assert_eq!(fs::read(path("new")).unwrap(), b"3");
        let error = put("no/such/folder", b"4").unwrap_err();
        assert!(error.contains("no/such/folder: "), "{error}");
    }

    #[test]
    fn what_never_gets_a_name_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = Unnamed::new(folder.path(), b"1").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
