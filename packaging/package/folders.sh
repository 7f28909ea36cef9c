# Folders of the machine that builds, which have no place in packages. Sourced by package.sh and the packages' test.
# shellcheck shell=bash

# files_with_folders FOLDER...: those of their files that name where sources, build or LibTorch lay.
files_with_folders() { grep -rlF -e "$HEADROOM_ROOT" -e "$HEADROOM_DEPS" "$@" || [[ $? -eq 1 ]]; }

# check_folders BUILD FOLDER...: fails where a build that is to name no folders (HEADROOM_PLAIN_PATHS: release) did.
check_folders() {
    local files
    grep -q '^HEADROOM_PLAIN_PATHS:BOOL=ON$' "$1/CMakeCache.txt" || return 0
    files=$(files_with_folders "${@:2}")
    [[ -z $files ]] || fail 1 "these name folders of this machine, so that packages made elsewhere are others: $files" "Report it: HEADROOM_PLAIN_PATHS is there against it."
}
