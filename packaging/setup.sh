#!/usr/bin/env bash
# All between a fresh clone and a built Headroom: packages, LibTorch, configure, build. Quick when nothing is missing.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh
source packaging/setup/packages.sh
source packaging/setup/libtorch.sh
source packaging/setup/python.sh
source packaging/setup/build.sh

usage() {
    cat <<'TEXT'
usage: packaging/setup.sh [--gpu | --cpu] [--preset NAME] [--programs] [--no-build] [--no-packages]

Installs the missing packages (Debian, Ubuntu), fetches the pinned LibTorch, configures and builds. For the presets dev and ci also what tests
need: packages, and Python's (0.3 GB) beside LibTorch.

  --gpu          fetch the NVIDIA libraries (about 2 GiB) even if no GPU is found here
  --cpu          never fetch them
  --preset NAME  what to build: release (default), dev, ci, asan, tsan
  --programs     build headroom and headroom-cli alone, not headroom-lab and tests
  --no-build     stop before configuring
  --no-packages  leave the system's packages alone
  --help         this text

LibTorch is kept in ${HEADROOM_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/headroom/deps}. All of it needs about 6 GB of disk.
Exit status: 0 done, 1 the build failed, 2 bad usage, 4 something is missing, 5 disk full or not writable.
TEXT
}

gpu=auto preset=release build=yes packages=yes targets=()
while (($#)); do
    case $1 in
        --gpu) gpu=yes ;;
        --cpu) gpu=no ;;
        --programs) targets=(headroom headroom-cli) ;;
        --no-build) build=no ;;
        --no-packages) packages=no ;;
        --preset=*) preset=${1#*=} ;;
        --preset)
            [[ $# -ge 2 ]] || fail 2 "--preset needs a name." "Choose from release, dev, ci, asan, tsan."
            preset=$2
            shift
            ;;
        -h | --help) usage; exit 0 ;;
        *) fail 2 "'$1' is not an option of setup.sh." "packaging/setup.sh --help lists them." ;;
    esac
    shift
done
case $preset in
    release | dev | ci | asan | tsan) ;;
    *) fail 2 "there is no preset '$preset'." "Choose from release, dev, ci, asan, tsan." ;;
esac

[[ $(uname -s) == Linux && $(uname -m) == x86_64 ]] ||
    fail 4 "Headroom is built for Linux on x86_64; this is $(uname -s) on $(uname -m)." "Use such a machine."

if [[ $build == yes ]]; then need_space 1024 "$HEADROOM_ROOT" "The build"; fi

wanted=("${HEADROOM_PACKAGES[@]}")
if needs_python "$preset"; then wanted+=("${HEADROOM_TEST_PACKAGES[@]}" "${HEADROOM_PACKING_PACKAGES[@]}"); fi
[[ $packages == no ]] || install_packages "${wanted[@]}"
if needs_torch "$preset"; then install_libtorch "$gpu"; fi
if needs_python "$preset"; then install_python; fi
if [[ $build == yes ]]; then
    build_preset "$preset" "${targets[@]}" ||
        fail 1 "the build of '$preset' failed; the first error is above." "Run this again after mending it."
fi
say "Set-up done in $(elapsed "$HEADROOM_STARTED")."
