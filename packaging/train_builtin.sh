#!/usr/bin/env bash
# Makes the built-in text-to-image models (resources/models/builtin) anew: shapes, VQGAN, CLIP, loop pictures, library, figures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
    cat <<'TEXT'
usage: packaging/train_builtin.sh [--work DIR] [--out DIR] [--cli FILE] [--vqgan-minutes N] [--clip-minutes N]
                                  [--tune-minutes N] [--judge-minutes N] [--upscale-minutes N] [--scenes N] [--threads N]

Needs Python with torch 2.11, numpy, safetensors and pillow ($PYTHON, default python3) and a built headroom-cli. A step whose
result lies in the work folder is not repeated: remove the file to have it made again.

  --work DIR          checkpoints and pictures (build/builtin), about 5 GB
  --out DIR           where the models go (resources/models/builtin)
  --cli FILE          headroom-cli (build/release/bin/headroom-cli)
  --vqgan-minutes N   training time of the VQGAN (120)
  --fine-minutes N    of its part for pictures of 128 pixels (48)
  --clip-minutes N    of the CLIP (25)
  --tune-minutes N    of the CLIP once more, with pictures of the VQGAN and out of the loop (8)
  --judge-minutes N   of the classifier that measures (8)
  --upscale-minutes N of the network that enlarges, processor time of each thread (25)
  --scenes N          pictures to train on, five eighths of them centred (64000)
  --threads N         threads of every step (all)

Exit status: 0 done, 1 a step failed, 2 bad usage, 4 something is missing.
TEXT
}

work=build/builtin out=resources/models/builtin cli=build/release/bin/headroom-cli threads=$(nproc)
vqgan=120 fine=48 clip=25 tune=8 judge=8 upscale=25 scenes=64000
while (($#)); do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --work | --out | --cli | --vqgan-minutes | --fine-minutes | --clip-minutes | --tune-minutes | --judge-minutes | --upscale-minutes | --scenes | --threads)
            [[ $# -ge 2 ]] || { echo "train_builtin.sh: $1 needs a value" >&2; exit 2; }
            name=${1#--} && name=${name%-minutes}
            printf -v "$name" '%s' "$2"
            shift
            ;;
        *) echo "train_builtin.sh: '$1' is no option; --help lists them" >&2; exit 2 ;;
    esac
    shift
done
[[ -x $cli ]] || { echo "train_builtin.sh: there is no $cli; build headroom-cli or name it with --cli" >&2; exit 4; }
python=${PYTHON:-python3}
"$python" -c 'import numpy, PIL, safetensors, torch' ||
    { echo "train_builtin.sh: $python lacks a module; pip install torch==2.11.* numpy safetensors pillow" >&2; exit 4; }

mkdir -p "$work" "$out"
py() { "$python" "packaging/builtin/$1.py" "${@:2}" --threads "$threads"; }

# scenes SIZE NAME VARIETY FIRST COUNT: rendered once.
scenes() {
    local to=$work/data$1/$2
    if [[ -e $to.safetensors && -e $to.jsonl ]]; then return; fi
    mkdir -p "$work/data$1"
    "$cli" dataset export shapes --set data.variety="$3" --set data.count="$5" --size "$1" --first "$4" \
        --packed "$to.safetensors" --captions "$to.jsonl"
}
scenes 64 centred centred 0 $((scenes * 5 / 8))
scenes 64 full full 0 $((scenes * 3 / 8))
scenes 64 held_centred centred 1000000 2048
scenes 64 held_full full 1000000 2048
# Of every combination that words can name at least one, none of which was trained on.
every=()
for part in 0 1 2 3 4; do
    scenes 64 "every$part" full $((2000000 + part * 60000)) 60000
    every+=("$work/data64/every$part")
done
scenes 128 centred centred 0 3500
scenes 128 full full 0 3500
scenes 128 held_centred centred 1000000 1024
scenes 128 held_full full 1000000 1024

data=$work/data64 large=$work/data128
[[ -e $work/judge.pt ]] || py judge --data "$data" --out "$work/judge.pt" --minutes "$judge"
[[ -e $work/vqgan.done ]] || { py train_vqgan --data "$data" --out "$work/vqgan.pt" --minutes "$vqgan" && touch "$work/vqgan.done"; }
[[ -e $work/clip.done ]] || { py train_clip --data "$data" --out "$work/clip.pt" --minutes "$clip" && touch "$work/clip.done"; }
[[ -e $work/loop.pt ]] || py loop --vqgan "$work/vqgan.pt" --clip "$work/clip.pt" --out "$work/loop.pt"
[[ -e $work/tuned.done ]] || {
    py train_clip --data "$data" --resume "$work/clip.pt" --vqgan "$work/vqgan.pt" --loop "$work/loop.pt" --out "$work/tuned.pt" \
        --minutes "$tune" --lr 6e-4 --heads 0.15 && touch "$work/tuned.done"
}
[[ -e $work/fine.done ]] || {
    py train_fine --data "$large" --vqgan "$work/vqgan.pt" --out "$work/fine.pt" --minutes "$fine" && touch "$work/fine.done"
}
py export_files --vqgan "$work/fine.pt" --clip "$work/tuned.pt" --out "$out"
py make_starts --models "$out" --judge "$work/judge.pt" "${every[@]}"

# sizes NAME VARIETY FIRST COUNT: the same scenes at 64, 128 and 256 pixels, for the network that enlarges.
sizes() {
    local size to
    for size in 64 128 256; do
        to=$work/sizes/$1_$size.safetensors
        [[ -e $to ]] || "$cli" dataset export shapes --set data.variety="$2" --set data.count="$4" --size "$size" --first "$3" --packed "$to"
    done
}
mkdir -p "$work/sizes"
sizes centred centred 0 1600
sizes full full 0 1600
sizes held_centred centred 1000000 128
sizes held_full full 1000000 128
[[ -e $work/upscale.json ]] || py train_upscale --data "$work/sizes" --models "$out" --out "$out/upscale.safetensors" \
    --figures "$work/upscale.json" --minutes "$upscale"

py evaluate --models "$out" --judge "$work/judge.pt" --data "$data" --large "$large" --upscale "$work/upscale.json"
ls -l "$out"
