#!/usr/bin/env bash
# The Debian revision of packages that are made on this release, so that those of two releases have names and versions of their own:
# 1~deb12u1, 1~ubuntu24.04.1. A later release's is newer, which upgrades the package with the distribution.
# usage: revision.sh [OS_RELEASE_FILE]
set -euo pipefail
file=${1:-/etc/os-release}
# value NAME: of the file, without quotes; it is read, not run.
value() { sed -n "s/^$1=[\"']\{0,1\}\([^\"']*\).*/\1/p" "$file" | head -n 1; }
id=$(value ID) number=$(value VERSION_ID)
case $id in
    '') echo "$file names no distribution" >&2; exit 1 ;;
    debian) echo "1~deb${number:-$(value VERSION_CODENAME)}u1" ;;
    *) echo "1~${id//[^a-z0-9]/}${number:-$(value VERSION_CODENAME)}.1" ;;
esac
