#!/bin/bash
# What continuous integration does with Everypath, wherever it runs: the GitHub action and the GitLab template call it.
#
#   everypath-ci.sh install [DEB]    installs a package, or builds this checkout and installs that
#   everypath-ci.sh check [ARG...]   runs what everypath.toml describes, changed checks only, and writes into $EVERYPATH_RESULTS
#                                    (everypath-results): results.sarif, junit.xml, html/, summary.md
#
# Remembered results are in `.everypath` beside everypath.toml: who keeps that folder from run to run checks only what has changed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
results=${EVERYPATH_RESULTS:-everypath-results}

# As root where that is needed and can be had.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_everypath() {
    if [ -n "${1:-}" ]; then
        as_root apt-get update -q
        as_root apt-get install -q -y --no-install-recommends "$(realpath "$1")"
    else
        make -C "$here/../.." setup dist
        as_root make -C "$here/../.." install-files
    fi
    everypath --version
}

check() {
    mkdir -p "$results"
    local code=0
    everypath test --changed --sarif "$results/results.sarif" --junit "$results/junit.xml" --html "$results/html" "$@" \
        >"$results/table.txt" || code=$?
    cat "$results/table.txt"
    {
        echo '### Everypath'
        echo '```'
        cat "$results/table.txt"
        echo '```'
    } >"$results/summary.md"
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
        cat "$results/summary.md" >>"$GITHUB_STEP_SUMMARY"
    fi
    return "$code"
}

command=${1:-}
case $command in
    install) install_everypath "${2:-}" ;;
    check) shift && check "$@" ;;
    *)
        echo "everypath-ci.sh: \`$command\` is neither install nor check" >&2
        exit 1
        ;;
esac
