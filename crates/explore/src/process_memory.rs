//! Memory that the process uses, as the system tells it: Linux, in `/proc/self/status`.

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
    fn this_process_uses_memory() {
        if cfg!(target_os = "linux") {
            let peak = peak_memory_bytes().unwrap();
            assert!(peak > 100_000 && memory_bytes().unwrap() <= peak_memory_bytes().unwrap());
        }
    }
}
