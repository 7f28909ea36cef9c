# Installs the Debian or Ubuntu packages that building, running, testing and packing Headroom need. Sourced by setup.sh and package.sh.
# shellcheck shell=bash disable=SC2034

# "a|b" means the first of them that the system has or offers (names differ between releases). To build and to run:
HEADROOM_PACKAGES=(
    clang libclang-rt-dev g++ cmake ninja-build ccache mold pkg-config
    python3 python3-pip
    libspdlog-dev libfmt-dev nlohmann-json3-dev libsqlite3-dev zlib1g-dev libyaml-cpp-dev libutf8proc-dev
    "libcurl4-openssl-dev|libcurl4-gnutls-dev" libssl-dev
    "libjpeg62-turbo-dev|libjpeg-turbo8-dev" libpng-dev libwebp-dev libgif-dev libarchive-dev libgloo-dev
    libgtest-dev libgmock-dev
    qt6-base-dev qt6-base-dev-tools "qt6-svg-dev|libqt6svg6-dev" libqcustomplot-dev libgl-dev qt6-wayland
    qt6-l10n-tools qt6-translations-l10n
    fonts-roboto-unhinted xvfb
)
# What tests read files and packages with. "a?" is left out where the release does not have it.
HEADROOM_TEST_PACKAGES=(
    "clang-format-14?"
    python3-jsonschema man-db mandoc fish zsh ffmpeg sqlite3 lintian appstream desktop-file-utils shared-mime-info doxygen
)
HEADROOM_PACKING_PACKAGES=(dpkg-dev file patchelf xz-utils)

# is_installed PACKAGE
is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# is_offered PACKAGE: apt knows a version of it.
is_offered() { apt-cache policy "$1" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null; }

# missing_packages PACKAGE...: the names to install, one a line; of alternatives the one that apt offers, else the first; of "a?" none if it
# does not offer that.
missing_packages() {
    local entry name chosen
    local -a names
    for entry in "$@"; do
        IFS='|' read -ra names <<<"${entry%\?}"
        chosen=
        for name in "${names[@]}"; do
            is_installed "$name" && continue 2
            [[ -z $chosen ]] && is_offered "$name" && chosen=$name
        done
        if [[ -n $chosen || $entry != *\? ]]; then printf '%s\n' "${chosen:-${names[0]}}"; fi
    done
}

# apt_run LOG ARGUMENTS...: apt-get without questions; waits for another apt that holds the lock.
apt_run() {
    local log=$1
    shift
    local name
    local -a settings=(DEBIAN_FRONTEND=noninteractive)
    for name in http_proxy https_proxy no_proxy; do  # which sudo leaves out
        [[ -z ${!name:-} ]] || settings+=("$name=${!name}")
    done
    quietly "$log" "" as_root env "${settings[@]}" apt-get -q -y \
        -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@"
}

# install_packages PACKAGE...: step (a) of the set-up. Exit 4 when root rights or apt are missing.
install_packages() {
    local -a missing
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail 4 "this is not a Debian or Ubuntu system, so packages cannot be installed from here." \
            "Install what these packages hold, then run this with --no-packages:" "${*%\?}"
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        say "Packages: all $# are installed."
        return
    fi
    can_be_root || fail 4 "packages are missing (${#missing[@]}), and installing them needs root or sudo." \
        "Have this run, then start again:" "apt-get update && apt-get install --no-install-recommends ${missing[*]}"

    local log try name
    local -a unknown
    log=$(mktemp)
    for try in 1 2; do
        say "Packages: asking apt for its newest lists."
        apt_run "$log" update || note "apt-get update did not get everything; going on with what is known."
        mapfile -t missing < <(missing_packages "$@")
        say "Packages: installing ${#missing[@]}: ${missing[*]}"
        if apt_run "$log" install --no-install-recommends "${missing[@]}"; then
            rm -f "$log"
            return
        fi
        ((try == 2)) || note "That did not work; trying once more."
    done
    tail -n 12 "$log" >&2
    rm -f "$log"
    unknown=()
    for name in "${missing[@]}"; do is_offered "$name" || unknown+=("$name"); done
    ((${#unknown[@]} == 0)) || fail 4 "apt offers no package called ${unknown[*]}." \
        "Is the release Debian 12, Ubuntu 24.04 or newer, and are all of its sources switched on (Ubuntu: universe)?"
    fail 4 "apt-get could not install the packages (its last lines are above)." \
        "Check the network and the disk, then run this again."
}
