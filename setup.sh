#!/bin/bash
# Installs what Everypath's build, tests and demo use, from Debian's packages. Rust itself is not installed.
#
# Each line of the table names something to look for (a command, or a file), the package it comes from and
# what it is for. When nothing is missing, this script only looks and says nothing.
set -euo pipefail

needed='
clang-19                            clang-19                 compiles C programs under check
ld.lld-19                           lld-19                   links them
c++                                 g++                      builds the SAT solver CaDiCaL
/usr/lib/llvm-19/lib/libLLVMCore.a  llvm-19-dev              LLVM, which is linked into Everypath
/usr/lib/llvm-19/lib/libPolly.a     libpolly-19-dev          libraries of LLVM name it
/usr/include/zlib.h                 zlib1g-dev               libraries of LLVM use it
/usr/include/zstd.h                 libzstd-dev              libraries of LLVM use it
/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a libclang-rt-19-dev   sanitizers for native runs of test cases
llvm-objdump-19                     llvm-19                  tests of the decoder and disassembler
qemu-riscv32                        qemu-user                tests of the emulator, RV32
qemu-riscv64                        qemu-user                tests of the emulator, RV64
riscv64-linux-gnu-gcc               gcc-riscv64-linux-gnu    static Linux programs for tests
/usr/riscv64-linux-gnu/lib/libc.a   libc6-dev-riscv64-cross  their C library
z3                                  z3                       tests of the SMT-LIB interface
cvc5                                cvc5                     tests of the SMT-LIB interface
gdb-multiarch                       gdb-multiarch            tests of debugging
'

missing=()
reasons=''
while read -r thing package reason; do
    [ -n "$thing" ] || continue
    case "$thing" in
        /*) [ -e "$thing" ] && continue ;;
        *) command -v "$thing" >/dev/null && continue ;;
    esac
    reasons+="  $package: $reason"$'\n'
    case " ${missing[*]-} " in
        *" $package "*) ;;
        *) missing+=("$package") ;;
    esac
done <<<"$needed"

if ! command -v cargo >/dev/null; then
    echo "setup.sh: cargo was not found; install Rust (https://rustup.rs) and run this again" >&2
    exit 1
fi
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/Cargo.toml")
found=$(rustc --version | cut -d' ' -f2)
if [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "setup.sh: Rust is $found, expected $wanted or newer: update it (rustup update), or install it (https://rustup.rs)" >&2
    exit 1
fi
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

echo "Everypath needs these packages:"
printf '%s' "$reasons"
if ! command -v apt-get >/dev/null; then
    echo "setup.sh: this is not a Debian system (no apt-get); install the programs above in its own way" >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=()
elif command -v sudo >/dev/null; then
    as_root=(sudo)
else
    echo "setup.sh: installing needs root or sudo; as root, run: apt-get install ${missing[*]}" >&2
    exit 1
fi

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 "$@"
}
echo "Installing them with apt-get ..."
apt update
apt install --no-install-recommends "${missing[@]}" || {
    echo "setup.sh: apt-get could not install ${missing[*]}; Debian 12 or newer has all of them" >&2
    exit 1
}
