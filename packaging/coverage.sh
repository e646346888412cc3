#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How many lines of data/ and models/engine/ their own tests run: builds the preset `coverage`, runs test_data
# and test_engine, prints the share per folder and the thinnest files. Fails below 90 %.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
install_packages "${build_packages[@]}"
least=90
build coverage
find build/coverage -name '*.gcda' -delete
export QT_QPA_PLATFORM=offscreen
for test in test_data test_engine; do
  "build/coverage/bin/$test" >"build/coverage/$test.log" 2>&1 || { tail -n 40 "build/coverage/$test.log"; exit 1; }
done
# gcov prints "File '…'" and "Lines executed:98.1% of 120" for each source of each object. A header comes once
# per object: its best run counts.
find build/coverage/CMakeFiles/data.dir build/coverage/CMakeFiles/engine.dir -name '*.gcda' -print0 |
  xargs -0 gcov --no-output --source-prefix "$PWD" --relative-only |
  awk -v least="$least" '
    /^File / { file = $2; gsub(/\x27/, "", file) }
    /^Lines executed:/ && file ~ /^(data|models\/engine)\// {
      split($0, part, /[:%]| of /)
      if (!(file in lines) || part[2] > share[file]) { share[file] = part[2]; lines[file] = $NF }
    }
    /^Lines executed:/ { file = "" }
    END {
      for (file in lines) {
        folder = file ~ /^data/ ? "data" : "models/engine"
        all[folder] += lines[file]
        run[folder] += share[file] * lines[file] / 100
        if (share[file] < least) printf "  %5.1f %% of %4d lines: %s\n", share[file], lines[file], file
      }
      for (folder in all) {
        printf "%s: %.1f %% of %d lines\n", folder, 100 * run[folder] / all[folder], all[folder]
        if (100 * run[folder] / all[folder] < least) low = 1
      }
      exit low || !("data" in all)
    }'
