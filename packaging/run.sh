#!/usr/bin/env bash
# From a fresh clone to a DCGAN in training: sets up, builds, starts the studio with the demo (headless: the CLI).
set -euo pipefail
started_in=$PWD
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh

usage() {
    cat <<'TEXT'
usage: packaging/run.sh [--packaged | --build] [--gpu | --cpu] [--no-packages] [--steps N] [--out FOLDER] [-- ARGUMENTS...]

Installs what is missing, builds Headroom, and starts the studio with the demo: a DCGAN on the built-in shapes,
training at once. Without a display the same demo runs through headroom-cli and leaves samples.png and a checkpoint.

  --packaged     start a package that is here instead of building: headroom-VERSION-x86_64 or its .tar.xz in this
                 folder, beside it or in build/packages, or one that is installed; --build: never. Otherwise a terminal is asked
  --steps N      without a display: how many steps (default 3000, some minutes on two cores)
  --out FOLDER   without a display: where the run is kept (default ./headroom-demo; an unfinished one is continued)
  -- ARGUMENTS   handed to headroom, or to headroom-cli train
  --gpu, --cpu, --no-packages: as in packaging/setup.sh
TEXT
}

setup_options=() steps=3000 out='' packaged=ask
while (($#)); do
    case $1 in
        --packaged) packaged=yes ;;
        --build) packaged=no ;;
        --gpu | --cpu | --no-packages) setup_options+=("$1") ;;
        --steps=*) steps=${1#*=} ;;
        --out=*) out=${1#*=} ;;
        --steps | --out)
            [[ $# -ge 2 ]] || fail 2 "$1 needs a value." "packaging/run.sh --help explains it."
            if [[ $1 == --steps ]]; then steps=$2; else out=$2; fi
            shift
            ;;
        -h | --help) usage; exit 0 ;;
        --) shift; break ;;
        *) fail 2 "'$1' is not an option of run.sh." "packaging/run.sh --help lists them; the studio's come after --." ;;
    esac
    shift
done
[[ $steps =~ ^[1-9][0-9]*$ ]] || fail 2 "--steps: '$steps' is not a whole number above 0."

# find_package: the folder with the programs of a package that is here, or a tarball, still packed. Empty: there is none.
find_package() {
    local place found
    for place in "$HEADROOM_ROOT" "$HEADROOM_ROOT/.." "$HEADROOM_ROOT/build/packages"; do
        # Of the newest version the folder before the tarball: "…x86_64/AppRun" sorts behind "…x86_64.tar.xz".
        found=$(shopt -s nullglob; printf '%s\n' "$place"/headroom-*-x86_64.tar.xz "$place"/headroom-*-x86_64/AppRun | sort -V | tail -n 1)
        if [[ -n $found ]]; then echo "${found%/AppRun}"; return; fi
    done
    if found=$(command -v headroom) && [[ -x $(dirname "$found")/headroom-cli ]]; then dirname "$found"; fi
}

programs=$HEADROOM_ROOT/build/release/bin
package=
if [[ $packaged != no ]]; then package=$(find_package); fi
if [[ $packaged == yes && -z $package ]]; then
    fail 4 "there is no package of Headroom in or beside this folder, and none is installed." "Leave --packaged out to build it."
fi
if [[ $packaged == ask && -n $package ]]; then
    packaged=no
    if [[ -t 0 && -t 1 ]]; then
        read -r -p "==> Start $package instead of building? [Y/n] " answer
        if [[ -z $answer || $answer == [yYjJ]* ]]; then packaged=yes; fi
    else
        note "$package is here; --packaged starts it instead of building."
    fi
fi
if [[ $packaged == yes ]]; then
    if [[ $package == *.tar.xz ]]; then
        say "Unpacking $package."
        # Beside its place and moved there: half a folder would be started ever after.
        half=$(mktemp -d "$(dirname "$package")/.unpacking-XXXXXX") || fail 5 "nothing can be written beside $package." "Move it to a folder of your own."
        trap 'rm -rf "$half"' EXIT
        tar --directory "$half" -xf "$package" || fail 5 "$package could not be unpacked." "Is the disk full?"
        package=${package%.tar.xz}
        mv "$half/$(basename "$package")" "$package"
        rm -rf "$half"
        trap - EXIT
    fi
    programs=$package
else
    packaging/setup.sh --programs "${setup_options[@]}"
fi

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    say "Starting the studio: $programs/headroom --demo $*"
    cd "$started_in"
    exec "$programs/headroom" --demo "$@"
fi

cli=$programs/headroom-cli
cd "$started_in"

# newest_checkpoint FOLDER: its manifest; false: there is none. Not by compgen: the folder's own name is no pattern.
newest_checkpoint() (
    shopt -s nullglob
    set -- "$1"/checkpoints/step-*/manifest.json
    (($#)) && printf '%s\n' "${!#}"
)
has_checkpoint() { newest_checkpoint "$1" >/dev/null; }

# A finished demo is kept and the next one gets a folder of its own; one that was cut short goes on where it was.
if [[ -z $out ]]; then
    out=headroom-demo number=2
    while [[ -e $out ]] && { [[ -e $out/samples.png ]] || ! has_checkpoint "$out"; }; do
        out=headroom-demo-$number
        number=$((number + 1))
    done
fi
say "There is no display (DISPLAY and WAYLAND_DISPLAY are empty), so the demo trains without its window."
settings=(--preset demo)
if has_checkpoint "$out"; then
    settings=(--resume)
    note "$out holds a run already; it goes on from its last checkpoint."
fi
say "Training a DCGAN on the built-in shapes up to step $steps. Ctrl-C stops it cleanly; what it learned is kept."
status=0
"$cli" train dcgan "${settings[@]}" --out "$out" --steps "$steps" "$@" || status=$?
case $status in
    0) more=$((steps * 2)) ;;
    130 | 143) more=$steps ;;
    *) fail "$status" "the demo run ended with status $status; headroom-cli's message is above." ;;
esac
checkpoint=$(newest_checkpoint "$out") ||
    fail "$((status ? status : 1))" "the run was stopped before its first checkpoint, so there is nothing to show."
"$cli" sample "$out" --rows 8 --cols 8 --out "$out/samples.png"

folder=$(cd "$out" && pwd)
say "Done in $(elapsed "$HEADROOM_STARTED")."
note "Samples:    $folder/samples.png"
note "Checkpoint: $folder/checkpoints/$(basename "$(dirname "$checkpoint")")"
note "Go on:      $(printf '%q train dcgan --resume --out %q --steps %s' "$cli" "$folder" "$more")"
exit "$status"
