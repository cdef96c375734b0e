//! Memory that the process uses, and what the system has left: Linux, in `/proc` and in the files of control groups (both versions).

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Memory in bytes that the process uses now, from `/proc/self/status`; none on systems without it.
pub(crate) fn memory_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

/// The greatest memory use of the process so far, in bytes; none on systems that do not tell.
pub fn peak_memory_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

fn status_bytes(name: &str) -> Option<u64> {
    field(&std::fs::read_to_string("/proc/self/status").ok()?, name)
}

/// The value of a line such as `VmRSS:     1234 kB`, in bytes.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Memory that processes share, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shared {
    all: u64,
    left: u64,
}

impl Shared {
    /// So much is to be left: this part of all, or so many bytes if that is more.
    const PART: u64 = 16;
    const MOST: u64 = 512 << 20;

    /// Whether less is left, and a process that has so many bytes has as many as are to be left: ending another one would not help.
    fn is_short(self, own: u64) -> bool {
        let least = (self.all / Self::PART).min(Self::MOST);
        self.left < least && own >= least
    }
}

/// Whether the system, or a control group that the process is in, has little memory left, and the process, which has so many bytes, is to blame. False where neither tells.
pub(crate) fn is_system_short(own: u64) -> bool {
    static GROUPS: OnceLock<Vec<(PathBuf, Names)>> = OnceLock::new();
    let groups = GROUPS.get_or_init(groups).iter();
    let of_groups = groups.filter_map(|(directory, names)| of_files(directory, names));
    let mut shared = of_system().into_iter().chain(of_groups);
    shared.any(|shared| shared.is_short(own))
}

fn of_system() -> Option<Shared> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    Some(Shared {
        all: field(&info, "MemTotal:")?,
        left: field(&info, "MemAvailable:")?,
    })
}

/// The names of a control group's files: its limit, what it uses, and, in a file of statistics, what of that the system takes back before it kills.
#[derive(Clone, Copy)]
struct Names {
    directory: &'static str,
    limit: &'static str,
    used: &'static str,
    reclaimable: &'static [&'static str],
}

const VERSION_1: Names = Names {
    directory: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    reclaimable: &["total_inactive_file", "total_active_file"],
};
const VERSION_2: Names = Names {
    directory: "/sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    reclaimable: &["inactive_file", "active_file", "slab_reclaimable"],
};

/// The directories of the control groups of memory that the process is in: its own and those around it. In a container the files of its own are where those of the
/// root would be.
fn groups() -> Vec<(PathBuf, Names)> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let found = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let names = match controllers {
            "" => VERSION_2,
            _ if controllers.split(',').any(|it| it == "memory") => VERSION_1,
            _ => return None,
        };
        let own = Path::new(names.directory).join(path.trim_start_matches('/'));
        let around = own.ancestors().map(Path::to_owned);
        let within = around.take_while(|it| it.starts_with(names.directory));
        Some(within.map(|it| (it, names)).collect::<Vec<_>>())
    });
    found.flatten().collect()
}

/// The memory of a control group, if it has a limit.
fn of_files(directory: &Path, names: &Names) -> Option<Shared> {
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let (all, used) = (number(names.limit)?, number(names.used)?);
    let statistics = read("memory.stat").unwrap_or_default();
    let reclaimable = statistics.lines().filter_map(|line| {
        let (name, bytes) = line.split_once(' ')?;
        let counts = names.reclaimable.contains(&name);
        counts.then(|| bytes.trim().parse::<u64>().ok())?
    });
    let reclaimable: u64 = reclaimable.sum();
    Some(Shared {
        all,
        left: all.saturating_sub(used.saturating_sub(reclaimable)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_bytes() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t1024 kB\n";
        assert_eq!(field(status, "VmRSS:"), Some(1 << 20));
        assert_eq!(field(status, "VmHWM:"), Some(2 << 20));
        assert_eq!(field(status, "VmSwap:"), None);
        assert_eq!(field("VmRSS: many kB", "VmRSS:"), None);
    }

    #[test]
    fn memory_is_short_below_a_sixteenth_or_half_a_gibibyte_for_who_has_as_much() {
        let is_short = |all, left, own| Shared { all, left }.is_short(own);
        assert!(is_short(1 << 30, (64 << 20) - 1, 64 << 20));
        assert!(!is_short(1 << 30, 64 << 20, 1 << 29));
        assert!(!is_short(1 << 30, 1 << 20, (64 << 20) - 1));
        assert!(is_short(1 << 40, (512 << 20) - 1, 512 << 20));
        assert!(!is_short(1 << 40, 512 << 20, 1 << 39));
    }

    #[test]
    fn a_control_group_has_what_its_files_say() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text);
        let found = || of_files(directory.path(), &VERSION_2);
        assert_eq!(found(), None);
        write("memory.current", "900\n").unwrap();
        write("memory.max", "max\n").unwrap();
        assert_eq!(found(), None);
        write("memory.max", "1000\n").unwrap();
        assert_eq!(
            found(),
            Some(Shared {
                all: 1000,
                left: 100
            })
        );
        let statistics = "anon 7\ninactive_file 300\nactive_file 5\nslab_reclaimable 2\n";
        write("memory.stat", statistics).unwrap();
        let left = 407;
        assert_eq!(found(), Some(Shared { all: 1000, left }));
    }

    #[test]
    fn this_process_uses_memory() {
        if cfg!(target_os = "linux") {
            let peak = peak_memory_bytes().unwrap();
            assert!(peak > 100_000 && memory_bytes().unwrap() <= peak_memory_bytes().unwrap());
        }
    }
}
