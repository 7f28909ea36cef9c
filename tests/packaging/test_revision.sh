#!/usr/bin/env bash
# The versions of Debian packages by the release that they are made on: each its own, and a later release's is newer.
# usage: test_revision.sh SOURCE_FOLDER
set -euo pipefail
revision=$1/packaging/debian/revision.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# is WANTED LINES: what an os-release of these lines gives.
is() {
    local said
    printf '%b\n' "$2" >"$work/os-release"
    said=$("$revision" "$work/os-release") || said="status $?"
    [[ $said == "$1" ]] || { echo "FAILED: '$2' gives '$said', not '$1'"; failures=$((failures + 1)); }
}
is '1~deb12u1' 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian'
is '1~deb13u1' 'VERSION_ID="13"\nID=debian'
is '1~debforkyu1' 'VERSION_CODENAME=forky\nID=debian'
is '1~ubuntu24.04.1' "ID=ubuntu\nVERSION_ID='24.04'\nID_LIKE=debian"
is '1~linuxmint22.1' 'ID="linuxmint"\nVERSION_ID="22"'
is 'status 1' 'NAME=nothing' 2>/dev/null
order=(1~deb12u1 1~deb13u1 1~ubuntu22.04.1 1~ubuntu24.04.1 1)
for ((i = 1; i < ${#order[@]}; ++i)); do
    dpkg --compare-versions "0.1.0-${order[i - 1]}" lt "0.1.0-${order[i]}" || { echo "FAILED: ${order[i - 1]} is not older than ${order[i]}"; failures=$((failures + 1)); }
done
((failures == 0)) && echo "All expectations hold."
