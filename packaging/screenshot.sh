#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the pictures of the README anew: packaging/screenshot.png and packaging/screenshot-dark.png, 1600 × 1000, off
# screen. `screenshot.sh [FOLDER]` writes them to FOLDER instead. What they show stands in tests/tools/screenshot.cpp;
# the settings of whoever runs this change nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,5s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
folder=${1:-packaging}
install_packages "${build_packages[@]}"
build release screenshot
mkdir -p "$folder"
build/release/bin/screenshot "$folder/screenshot.png" light
build/release/bin/screenshot "$folder/screenshot-dark.png" dark
