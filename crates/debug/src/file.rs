//! The one file that GDB may read through the connection: the executable, so that it need not be at hand where GDB is (a C file that was
//! compiled for the case has none).

use gdbstub::target::ext::host_io::{HostIoErrno, HostIoError, HostIoOpenMode, HostIoStat};

/// The number of the file where it is open.
const OPEN: u32 = 1;

/// A file that can be read by its name.
#[derive(Debug)]
pub struct ServedFile<'p> {
    name: String,
    bytes: &'p [u8],
}

impl<'p> ServedFile<'p> {
    /// A file with a name and contents.
    pub fn new(name: String, bytes: &'p [u8]) -> Self {
        ServedFile { name, bytes }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens it, if this is its name.
    pub fn open<E>(&self, name: &[u8]) -> Result<u32, HostIoError<E>> {
        match name == self.name.as_bytes() {
            true => Ok(OPEN),
            false => Err(HostIoError::Errno(HostIoErrno::ENOENT)),
        }
    }

    /// Closes it.
    pub fn close<E>(&self, file: u32) -> Result<(), HostIoError<E>> {
        self.contents(file).map(|_| ())
    }

    /// Copies bytes of it to a buffer; gives how many.
    pub fn read<E>(
        &self,
        file: u32,
        count: usize,
        offset: u64,
        buffer: &mut [u8],
    ) -> Result<usize, HostIoError<E>> {
        let bytes = self.contents(file)?;
        Ok(copy_part(bytes, offset, count, buffer))
    }

    /// What it is.
    pub fn status<E>(&self, file: u32) -> Result<HostIoStat, HostIoError<E>> {
        let bytes = self.contents(file)?;
        Ok(HostIoStat {
            st_dev: 0,
            st_ino: 0,
            st_mode: HostIoOpenMode::S_IFREG | HostIoOpenMode::S_IRUSR,
            st_nlink: 1,
            st_uid: 0,
            st_gid: 0,
            st_rdev: 0,
            st_size: bytes.len() as u64,
            st_blksize: 1,
            st_blocks: bytes.len() as u64,
            st_atime: 0,
            st_mtime: 0,
            st_ctime: 0,
        })
    }

    fn contents<E>(&self, file: u32) -> Result<&'p [u8], HostIoError<E>> {
        match file {
            OPEN => Ok(self.bytes),
            _ => Err(HostIoError::Errno(HostIoErrno::EBADF)),
        }
    }
}

/// Copies at most `count` bytes behind an offset to a buffer; gives how many.
pub fn copy_part(bytes: &[u8], offset: u64, count: usize, buffer: &mut [u8]) -> usize {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    let rest = bytes.get(offset..).unwrap_or_default();
    let count = count.min(rest.len()).min(buffer.len());
    buffer[..count].copy_from_slice(&rest[..count]);
    count
}
