#!/usr/bin/env bash
# A release: checks that all places name the same version, and writes its notes. CONTRIBUTING.md says how a release is cut.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh

usage() {
    cat <<'TEXT'
usage: packaging/release.sh check [TAG] | notes [TAG]

  check   the version of CMakeLists.txt is the first one of CHANGELOG.md and the metainfo, and that of CITATION.cff, and TAG is v and it
  notes   the part of CHANGELOG.md about it; TAG likewise
TEXT
}

version=$(sed -n 's/^project(headroom VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)

# same WHERE FOUND: fails unless FOUND is the version.
same() { [[ $2 == "$version" ]] || fail 2 "$1 says '$2', CMakeLists.txt says '$version'." "Write the same version in both."; }

# same_tag [TAG]
same_tag() { [[ -z ${1:-} ]] || same "the tag" "${1#v}"; }

check() {
    same CHANGELOG.md "$(awk '/^## [0-9]/ { print $2; exit }' CHANGELOG.md)"
    same "the metainfo" "$(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' packaging/linux/*.metainfo.in.xml | head -n 1)"
    same CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
    same_tag "$@"
    say "Version $version, everywhere the same."
}

notes() {
    same_tag "$@"
    awk -v version="$version" '/^## / { on = $2 == version; next } on' CHANGELOG.md
}

case ${1:-} in
    check | notes) "$@" ;;
    -h | --help) usage ;;
    *) fail 2 "'${1:-}' is neither check nor notes." "packaging/release.sh --help" ;;
esac
