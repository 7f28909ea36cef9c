#!/usr/bin/env bash
# Which files are found to name the folders of the machine that builds.
# usage: test_folders.sh SOURCE_FOLDER
set -euo pipefail
source "$1/packaging/setup/common.sh"
source "$1/packaging/package/folders.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# finds YES_OR_NO ROOT TEXT: whether a file of TEXT names ROOT.
finds() {
    local found
    printf '%b' "$3" >"$work/file"
    HEADROOM_ROOT=$2 HEADROOM_DEPS=$2
    found=$(files_with_folders "$work" 2>/dev/null)
    [[ ${found:+yes} == "${1/no/}" ]] || { echo "FAILED: '$3' and $2: found '$found'"; failures=$((failures + 1)); }
}
finds yes /opt/headroom '/opt/headroom'
finds yes /opt/headroom 'x\0\0377/opt/headroom/core/a.cpp\0y'
finds yes /opt/headroom 'x\0/opt/headroom\0y'
finds yes /opt/headroom 'c++ -I/opt/headroom -O2'
finds yes /opt/headroom 'file:///opt/headroom/x'
finds yes /opt/head+room 'from "/opt/head+room"'
finds no /opt/headroom '.cache/opt/headroom/x'
finds no /opt/headroom 'a/opt/headroom/x'
finds no /opt/headroom '/opt/headroom-2/x'
finds no /opt/head.room '/opt/headXroom/x'
finds no /headroom '/headroom/x'
((failures == 0)) && echo "All expectations hold."
