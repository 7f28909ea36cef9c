#!/usr/bin/env bash
# From a fresh clone to a DCGAN in training: sets up, builds, starts the studio with the demo (headless: the CLI).
set -euo pipefail
started_in=$PWD
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh

usage() {
    cat <<'TEXT'
usage: packaging/run.sh [--gpu | --cpu] [--no-packages] [--steps N] [--out FOLDER] [-- ARGUMENTS...]

Installs what is missing, builds Headroom, and starts the studio with the demo: a DCGAN on the built-in shapes,
training at once. Without a display the same demo runs through headroom-cli and leaves samples.png and a checkpoint.

  --steps N      without a display: how many steps (default 3000, some minutes on two cores)
  --out FOLDER   without a display: where the run is kept (default ./headroom-demo; an unfinished one is continued)
  -- ARGUMENTS   handed to headroom, or to headroom-cli train
  --gpu, --cpu, --no-packages: as in packaging/setup.sh
TEXT
}

setup_options=() steps=3000 out=
while (($#)); do
    case $1 in
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

packaging/setup.sh "${setup_options[@]}"

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    say "Starting the studio: build/release/bin/headroom --demo $*"
    cd "$started_in"
    exec "$HEADROOM_ROOT/build/release/bin/headroom" --demo "$@"
fi

cli="$HEADROOM_ROOT/build/release/bin/headroom-cli"
cd "$started_in"

# has_checkpoint FOLDER
has_checkpoint() { compgen -G "$1/checkpoints/step-*/manifest.json" >/dev/null; }

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
checkpoint=$(compgen -G "$out/checkpoints/step-*/manifest.json" | sort | tail -n 1) ||
    fail "$((status ? status : 1))" "the run was stopped before its first checkpoint, so there is nothing to show."
"$cli" sample "$out" --rows 8 --cols 8 --out "$out/samples.png"

folder=$(cd "$out" && pwd)
say "Done in $(elapsed "$HEADROOM_STARTED")."
note "Samples:    $folder/samples.png"
note "Checkpoint: $folder/checkpoints/$(basename "$(dirname "$checkpoint")")"
note "Go on:      $cli train dcgan --resume --out $folder --steps $more"
exit "$status"
