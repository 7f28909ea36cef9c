#!/usr/bin/env bash
# Builds packages of the last commit once more, in another folder and with nothing of the compiler's cache, and compares their bytes with those of
# PACKAGES, which were made on this system. The test `packages` packs one build twice; this one holds the build itself.
# usage: built_twice.sh PACKAGES [WHAT AND OPTIONS OF package.sh, as for PACKAGES]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/setup/common.sh"
packages=$(cd "${1:?usage: built_twice.sh PACKAGES [WHAT AND OPTIONS OF package.sh]}" && pwd)
shift
git -C "$HEADROOM_ROOT" diff --quiet HEAD || fail 2 "the sources are not those of the last commit, which is what is built again." "Commit or stash first."
work=$(mktemp -d "${TMPDIR:-/var/tmp}/headroom-twice-XXXXXX")
trap 'rm -rf "$work"' EXIT
git clone --quiet "$HEADROOM_ROOT" "$work/sources"
CCACHE_DISABLE=1 "$work/sources/packaging/package.sh" "$@" --out "$work/packages"
[[ -s $work/packages/SHA256SUMS ]] || fail 1 "no packages were made."
(cd "$packages" && sha256sum --check "$work/packages/SHA256SUMS") ||
    fail 1 "packages differ when the same commit is built again." "diffoscope tells where; --fast, --preset and SOURCE_DATE_EPOCH have to be those of the first time."
say "Built twice, with the same bytes."
