#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the compiler does not check: clang-format, the licence line of every source file, clang-tidy.
#
#   packaging/lint.sh             everything
#   packaging/lint.sh --quick     without clang-tidy: seconds
#
# clang-tidy reads a room (a folder) at a time, as the release build compiles it: the headers that its files share are
# looked at once. What it checks, and why not the rest, is in .clang-tidy. Prints each finding; fails on any.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in -h | --help) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
. packaging/packages.sh
install_packages "${build_packages[@]}" clang-format-14 clang-tidy-14
status=0

mapfile -t sources < <(git ls-files '*.cpp' '*.h')
echo "clang-format: ${#sources[@]} files"
clang-format-14 --dry-run -Werror "${sources[@]}" || status=1

mapfile -t licensed < <(git ls-files '*.cpp' '*.h' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt')
echo "licence line: ${#licensed[@]} files"
for file in "${licensed[@]}"; do
  if ! head -n 2 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later'; then
    echo "$file:1: no line \"SPDX-License-Identifier: GPL-3.0-or-later\""
    status=1
  fi
done

if [ "${1:-}" != --quick ]; then
  mkdir -p build
  cmake --preset lint >build/lint.log 2>&1 || { tail -n 30 build/lint.log; exit 1; }
  # What is compiled together, and the files that are compiled alone; not what Qt's tools wrote.
  mapfile -t units < <(python3 - <<'LIST'
import json
for entry in json.load(open("build/lint/compile_commands.json")):
    if "_autogen/" not in entry["file"] and "/.rcc/" not in entry["file"] and "/tests/" not in entry["file"]:
        print(entry["file"])
LIST
  )
  echo "clang-tidy: ${#units[@]} units"
  printf '%s\n' "${units[@]}" |
    xargs -P "$(nproc)" -I{} sh -c 'clang-tidy-14 -p build/lint --quiet "$1" 2>/dev/null || exit 255' _ {} >build/tidy.log ||
    status=1
  grep -E 'warning:|error:' build/tidy.log | sed "s|$PWD/||" | sort -u || true
fi
[ "$status" -eq 0 ] && echo "lint: nothing found"
exit "$status"
