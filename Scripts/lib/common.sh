# Sourced by the scripts: where the project is, and which Python reads it.
#
# SOTTO_ROOT    the project's folder
# SOTTO_PYTHON  a python3 that can `import nacl`, exported; empty while there is none
# shellcheck shell=bash

SOTTO_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
export SOTTO_ROOT

say() { printf '%s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Sets SOTTO_PYTHON. The system's Python comes before the first in PATH: version managers put
# shims there that know nothing of Debian's python3-nacl. The last is the one bootstrap makes.
find_python() {
    local candidate
    for candidate in "${SOTTO_PYTHON:-}" /usr/bin/python3 "$(command -v python3 || true)" \
        "$SOTTO_ROOT/.build/python/bin/python3"; do
        if [[ -n $candidate ]] && "$candidate" -c 'import nacl.bindings' >/dev/null 2>&1 </dev/null; then
            export SOTTO_PYTHON="$candidate"
            return 0
        fi
    done
    export SOTTO_PYTHON=""
    return 1
}

# Runs a command without output; shows what it wrote, on standard error, when it fails.
quietly() {
    local log status=0
    log="$(mktemp)"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if ((status != 0)); then cat "$log" >&2; fi
    rm -f "$log"
    return "$status"
}
