# Folders of the machine that builds, which have no place in packages. Sourced by package.sh and the packages' test.
# shellcheck shell=bash

# files_with_folders FOLDER...: those of their files that name where sources, build or LibTorch lay, as a path of its own and no part of another:
# "/opt/headroom" is none in "~/opt/headroom" or "/opt/headroom-2". A folder right below / is too common a name to be looked for.
files_with_folders() {
    local root any=''
    for root in "$HEADROOM_ROOT" "$HEADROOM_DEPS"; do
        if [[ $root == /*/?* ]]; then
            # shellcheck disable=SC2001 # more than one character is looked for
            any+=${any:+|}$(sed 's/[][\\.*^$+?(){}|]/\\&/g' <<<"$root")
        else
            note "Files are not searched for $root: it is too short a path." >&2
        fi
    done
    [[ -n $any ]] || return 0
    # In the bytes of programs, too; -I and -L of recorded commands touch the path.
    LC_ALL=C grep -rlE -e "(^|[^[:alnum:]_./~+-]|-[IL]|://)($any)(/|[^[:alnum:]_.~+-]|\$)" "$@" || [[ $? -eq 1 ]]
}

# check_folders BUILD FOLDER...: fails where a build that is to name no folders (HEADROOM_PLAIN_PATHS: release) did.
check_folders() {
    local files
    grep -q '^HEADROOM_PLAIN_PATHS:BOOL=ON$' "$1/CMakeCache.txt" || return 0
    files=$(files_with_folders "${@:2}")
    [[ -z $files ]] || fail 1 "these name folders of this machine, so that packages made elsewhere are others: $files" "Report it: HEADROOM_PLAIN_PATHS is there against it."
}
