# Sourced by the scripts beside it: where the repository is, and what several of them need.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
REPO=$PWD
# Where logs go; a step may be the first to need it.
mkdir -p target
TOOLS=$REPO/target/ci-tools

# Ends the script with a reason.
die() {
    echo "FAILED: $*" >&2
    exit 1
}

# A line nobody overlooks, for a check that cannot be done on this machine.
not_checked() {
    echo "!!! NOT CHECKED: $*"
}

# apt_install COMMAND PACKAGE...: installs Debian packages unless the command is there.
apt_install() {
    local command=$1
    shift
    command -v "$command" > /dev/null && return
    # A third-party list that cannot be fetched is no matter as long as the packages are found.
    apt-get update -q || true
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# pip_tools: the Python environment with the tools of .ci/requirements.txt, made anew when that file changes.
pip_tools() {
    local stamp=$TOOLS/requirements.txt
    PATH=$TOOLS/bin:$PATH
    cmp -s .ci/requirements.txt "$stamp" && return
    python3 -c 'import ensurepip, venv' 2> /dev/null || apt_install /nonexistent python3-venv
    rm -rf "$TOOLS"
    # The shell may have noted that python3 is the one just removed.
    hash -r
    python3 -m venv "$TOOLS"
    "$TOOLS/bin/pip" install -q -r .ci/requirements.txt
    cp .ci/requirements.txt "$stamp"
}

# wait_ready URL PID: waits up to ten seconds for a 200 from a server that runs as PID.
wait_ready() {
    local url=$1 pid=$2
    for _ in $(seq 100); do
        curl -fsS -o /dev/null "$url" 2> /dev/null && return
        kill -0 "$pid" 2> /dev/null || die "the server ended before it was ready"
        sleep 0.1
    done
    die "the server was not ready within 10 s"
}

# stop PID [SIGNAL]: asks a server to stop, by SIGTERM unless told, and expects exit code 0.
stop() {
    local code=0 signal=${2:-TERM}
    kill -s "$signal" "$1"
    wait "$1" || code=$?
    [ "$code" = 0 ] || die "SIG$signal gave exit code $code, expected 0"
}

# free_port: prints a TCP port of the loopback that nobody listens on.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
