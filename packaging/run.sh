#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is needed, builds, opens the window. Without a display: draws the default scenario's figures.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
install_packages "${build_packages[@]}"
build release moe-explorer
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/release/bin/moe-explorer "$@"
fi
echo "No display: drawing the default scenario's figures instead."
build/release/bin/moe-explorer render --all -o build/figures
echo "Figures are in $PWD/build/figures"
