#!/usr/bin/env bash
# Fetches what the Flatpak is built from into sources/: libraries as Debian 12 keeps their sources, by apt, and LibTorch's wheels, by pip. What is
# there with the right SHA-256 is not fetched again.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/../..
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source packaging/setup/common.sh
source packaging/setup/libtorch.sh
manifest=packaging/flatpak/org.headroom.Headroom.yml
sources=$HEADROOM_ROOT/packaging/flatpak/sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_folder "$sources"

# wanted: "NAME SHA256" of each file in sources/ that the manifest lists.
wanted() { sed -n 's|.*path: sources/\([^,]*\),.* sha256: \([0-9a-f]*\)}.*|\1 \2|p' "$manifest"; }

# What is to be fetched: hashes by name, the packages of Debian, and whether wheels are among it.
declare -A missing=()
packages=() wheels=no
while read -r name hash; do
    if [[ -f $sources/$name && $(sha256sum <"$sources/$name") == "$hash"* ]]; then continue; fi
    missing[$name]=$hash
    if [[ $name == *.whl ]]; then wheels=yes; else packages+=("${name%.tar.*}"); fi
done < <(wanted)
if ((${#packages[@]})); then
    say "Sources of Debian 12: ${packages[*]}"
    # What apt knows on a distribution made from Debian has other packages.
    grep -qx 'ID="\?debian"\?' /etc/os-release || fail 4 "their sources can be fetched on Debian alone." "Run it on Debian 12, or in a root made by debootstrap."
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/parts"
    printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s bookworm main\n' "$(debian_mirror)" >"$work/apt/sources.list"
    options=(-q -o "Dir::Etc::sourcelist=$work/apt/sources.list" -o "Dir::Etc::sourceparts=$work/apt/parts" -o "Dir::State::lists=$work/apt/lists"
        -o "Dir::Cache=$work/apt/cache" -o APT::Sandbox::User=root)
    (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only "${packages[@]}") >"$work/log" 2>&1 ||
        { tail -n 6 "$work/log" >&2; fail 4 "apt could not fetch the sources; its last lines are above." "Check the network."; }
fi
if [[ $wheels == yes ]]; then
    say "Wheels of LibTorch"
    find_pip
    mkdir "$work/wheels"
    for list in cpu headers; do
        download "packaging/setup/requirements-$list.txt" "$work/wheels" "$work/log" ||
            { tail -n 6 "$work/log" >&2; fail 4 "pip could not fetch the wheels; its last lines are above." "Check the network."; }
    done
fi

# Files are known by their hashes.
find "$work" -maxdepth 2 -type f \( -name '*.orig.tar.*' -o -name '*.whl' \) -exec sha256sum {} + >"$work/found"
for name in "${!missing[@]}"; do
    hash=${missing[$name]}
    file=$(awk -v hash="$hash" '$1 == hash { print $2; exit }' "$work/found")
    [[ -n $file ]] || fail 4 "$name with SHA-256 $hash was not found." "Debian may have a newer version; mend $manifest."
    mv "$file" "$sources/$name"
done
say "All of the manifest's sources are in $sources."
