# Sourced by the other scripts here: paths, and functions that several of them need.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
REPO=$PWD
# Logs go there, even when nothing has been built yet.
mkdir -p target
TOOLS=$REPO/target/ci-tools
# The packages outside the workspace, each with a lock file of its own.
# shellcheck disable=SC2034
OUTSIDE=(benches/hunt benches/peers crates/engine/fuzz fuzz)

# die REASON: ends the script.
die() {
    echo "FAILED: $*" >&2
    exit 1
}

# not_checked WHAT: a conspicuous line for a check that this machine cannot do.
not_checked() {
    echo "!!! NOT CHECKED: $*"
}

# apt_install COMMAND PACKAGE...: installs Debian packages unless the command exists.
apt_install() {
    local command=$1
    shift
    command -v "$command" > /dev/null && return
    # A third-party list that cannot be fetched does not matter as long as the packages are found.
    apt-get update -q || true
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# pip_tools: the Python environment with the tools of .ci/requirements.txt; rebuilt when that file changes.
pip_tools() {
    local stamp=$TOOLS/requirements.txt
    PATH=$TOOLS/bin:$PATH
    cmp -s .ci/requirements.txt "$stamp" && return
    python3 -c 'import ensurepip, venv' 2> /dev/null || apt_install /nonexistent python3-venv
    rm -rf "$TOOLS"
    # The shell may have cached the path of the python3 just removed.
    hash -r
    python3 -m venv "$TOOLS"
    # From here on python3 is that of the environment.
    hash -r
    "$TOOLS/bin/pip" install -q -r .ci/requirements.txt
    cp .ci/requirements.txt "$stamp"
}

# wait_ready URL PID: waits up to ten seconds for a 200 from the server with this process id.
wait_ready() {
    local url=$1 pid=$2
    for _ in $(seq 100); do
        curl -fsS -o /dev/null "$url" 2> /dev/null && return
        kill -0 "$pid" 2> /dev/null || die "the server ended before it was ready"
        sleep 0.1
    done
    die "the server was not ready within 10 s"
}

# stop PID [SIGNAL]: stops a server, by SIGTERM unless another signal is given, and expects exit code 0.
stop() {
    local code=0 signal=${2:-TERM}
    kill -s "$signal" "$1"
    wait "$1" || code=$?
    [ "$code" = 0 ] || die "SIG$signal gave exit code $code, expected 0"
}

# start_server NAME: starts the binary that SERVER names, by default the release build, on a free port; sets url, and log
# to the path of its log. The server is killed if the script ends without stop_server.
start_server() {
    if [ -z "${SERVER:-}" ]; then
        cargo build --release --locked --bin sudoku-server
        SERVER=target/release/sudoku-server
    fi
    local port
    port=$(free_port)
    url=http://127.0.0.1:$port
    log=target/$1-server.log
    SUDOKU_LISTEN=127.0.0.1:$port "$SERVER" > "$log" 2>&1 &
    server=$!
    trap 'kill -KILL "$server" 2> /dev/null || true' EXIT
    wait_ready "$url/readyz" "$server"
}

# stop_server: stops the server of start_server, and expects exit code 0.
stop_server() {
    stop "$server"
    trap - EXIT
}

# free_port: prints an unused TCP port of the loopback interface.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
