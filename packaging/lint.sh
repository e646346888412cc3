#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the compiler does not check: clang-format, the licence line of every source file, clang-tidy.
#
#   packaging/lint.sh             everything
#   packaging/lint.sh --quick     without clang-tidy: seconds
#   packaging/lint.sh --tidy      clang-tidy alone
#   packaging/lint.sh --deep      then with the static analyzer, which CI does not wait for
#
# clang-tidy reads many files as one (packaging/lint_units.py): the headers that they share are looked at once. What it
# checks, and why not the rest, is in .clang-tidy. Prints each finding; fails on any.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in -h | --help) sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
. packaging/packages.sh
install_packages "${build_packages[@]}" clang python3 clang-format-14 clang-tidy-14
status=0

if [ "${1:-}" != --tidy ]; then
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
fi

# tidy COMMANDS [OPTION…]: the files on standard input; a log stays where something is found.
tidy() {
  # shellcheck disable=SC2016 # the inner shell's own
  xargs -P "$(nproc)" -I{} bash -c '
    log=build/lint/logs/${1//\//_}
    clang-tidy-14 --quiet -p "${@:2}" "$1" >"$log" 2>&1 && rm "$log"' _ {} "$@" || true
}

if [ "${1:-}" != --quick ]; then
  mkdir -p build
  cmake --preset lint >build/lint.log 2>&1 || { tail -n 30 build/lint.log; exit 1; }
  rm -rf build/lint/units build/lint/logs
  mkdir build/lint/logs
  python3 packaging/lint_units.py build/lint build/lint/units >build/lint/units.txt
  echo "clang-tidy: $(wc -l <build/lint/units.txt) units"
  tidy build/lint/units <build/lint/units.txt
  # Files whose names clash all the same are read one by one.
  mapfile -t clashes < <(grep -ls 'clang-diagnostic-error' build/lint/logs/*)
  for log in "${clashes[@]}"; do
    rm "$log"
    sed 's|^#include "\(.*\)"$|\1|' "build/lint/units/${log##*_}" | tidy build/lint
  done
  # The analyzer passes over what a file includes. A double that counts a loop is a step along an axis.
  if [ "${1:-}" = --deep ]; then
    git ls-files '*.cpp' ':!tests' |
      tidy build/lint --checks='-*,clang-analyzer-*,-clang-analyzer-security.FloatLoopCounter'
  fi
  if [ -n "$(ls build/lint/logs)" ]; then
    status=1
    # A finding in a header comes once for each unit that sees it.
    grep -hE 'warning:|error:' build/lint/logs/* | sed "s|$PWD/||" | sort -u || tail -n 5 build/lint/logs/*
  fi
fi
[ "$status" -eq 0 ] && echo "lint: nothing found"
exit "$status"
