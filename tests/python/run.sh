#!/usr/bin/env bash
# Runs the tests of this folder: run.sh PYTHON, the one that packaging/setup.sh makes beside LibTorch. HEADROOM_CLI names headroom-cli.
set -euo pipefail
python=$1
if [[ ! -x $python ]]; then
    echo "run.sh: error: $python is missing, so nothing was tested." >&2
    echo "    packaging/setup.sh --preset ci --no-build installs it." >&2
    exit 4
fi
cd "$(dirname "${BASH_SOURCE[0]}")"
exec "$python" -m unittest discover --start-directory . -v
