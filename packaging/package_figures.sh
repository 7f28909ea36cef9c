#!/usr/bin/env bash
# Measures packages for the table of the README: what is downloaded, what lies on the disk, seconds to the window and to the first step.
# As they are: what --fast packed is a larger download than what releases have (packaging/package.sh deb tarball --no-build packs the build that is there).
# usage: packaging/package_figures.sh [PACKAGES]   (build/packages; LibTorch of this user, or of HEADROOM_WHEELS, a folder made by setup --save)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh
packages=$(cd "${1:-build/packages}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mib() { echo $((($1 + (1 << 19)) >> 20)); }
bytes_of() { du --bytes --total --dereference-args "$@" | tail -n 1 | cut -f1; }

# seconds_until FILE COMMAND...: starts COMMAND and tells when FILE is there; ends it then. Best of three.
seconds_until() {
    local file=$1 best=999 began now pid
    shift
    for _ in 1 2 3; do
        rm -rf "$file"
        began=$(date +%s%N)
        "$@" >/dev/null 2>&1 &
        pid=$!
        while [[ ! -e $file ]] && kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
        now=$(date +%s%N)
        [[ -e $file ]] || fail 1 "'$*' ended before $file was there." "Run it alone to see why."
        wait "$pid" || true
        best=$(awk -v a="$best" -v b=$(((now - began) / 1000000)) 'BEGIN { b /= 1000; print (b < a ? b : a) }')
    done
    echo "$best"
}

# first_step PROGRAM: best of three runs of one step, from the start of the process to its end.
first_step() {
    local best=999 began
    for _ in 1 2 3; do
        rm -rf "$work/run"
        began=$(date +%s%N)
        "$1" train dcgan --preset demo --steps 1 --out "$work/run" --quiet
        best=$(awk -v a="$best" -v b=$((($(date +%s%N) - began) / 1000000)) 'BEGIN { b /= 1000; print (b < a ? b : a) }')
    done
    echo "$best"
}

# row NAME DOWNLOAD INSTALLED WINDOW_PROGRAM CLI
row() {
    local window step
    # The picture is taken 0.4 s after the window is there.
    window=$(seconds_until "$work/shots/start.png" "$4" --safe-mode --screenshot "$work/shots" --quit-after 1)
    step=$(first_step "$5")
    printf '| %s | %s MiB | %s MiB | %.1f | %.1f |\n' "$1" "$2" "$3" "$(awk -v w="$window" 'BEGIN { print w - 0.4 }')" "$step"
}

export QT_QPA_PLATFORM=offscreen HOME=$work/home XDG_DATA_HOME=$work/home/.local/share XDG_CACHE_HOME=$work/home/.cache
mkdir -p "$HOME" "$work/deb"
debs=("$packages"/*"-$(packaging/debian/revision.sh)_amd64.deb")
for deb in "${debs[@]}"; do dpkg-deb --extract "$deb" "$work/deb"; done
"$work/deb/usr/bin/headroom-cli" setup ${HEADROOM_WHEELS:+--from "$HEADROOM_WHEELS"} --yes --quiet >/dev/null
tar --directory "$work" -xf "$packages"/headroom-*-x86_64.tar.xz
folder=$(echo "$work"/headroom-*-x86_64)

echo "Load of the machine: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
echo '| Package | Download | Installed | Seconds to the window | Seconds to the end of the first step |'
echo '|---|---|---|---|---|'
fetched=$((544000000 + $(bytes_of "${debs[@]}")))
row ".deb, LibTorch included" "$(mib "$fetched")" "$(mib $(($(bytes_of "$work/deb") + $(bytes_of "$XDG_DATA_HOME/headroom/libtorch"))))" \
    "$work/deb/usr/bin/headroom" "$work/deb/usr/bin/headroom-cli"
row "Tarball" "$(mib "$(bytes_of "$packages"/headroom-*.tar.xz)")" "$(mib "$(bytes_of "$folder")")" "$folder/headroom" "$folder/headroom-cli"
