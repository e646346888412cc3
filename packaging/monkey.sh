#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Uses the window at random: clicks, keys, drags, menus, files. `monkey.sh [ACTIONS] [SEED] [PRESET]`: 100000
# actions, seed 1 and the release build by default. Prints actions per second, the longest blocks of the GUI
# thread with what caused them, and the memory after each tenth; fails after a crash, a block of
# more than 200 ms of processor time, or growth. The last line of build/PRESET/monkey.log names the action
# that a crash followed. MOE_MONKEY_LANGUAGE=de uses it in German, QT_SCALE_FACTOR=2 at twice the size,
# MOE_MONKEY_THEME=dark in the dark; themes change else while it runs.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
preset=${3:-release}
install_packages "${build_packages[@]}"
build "$preset" test_app
export MOE_MONKEY_ACTIONS=${1:-100000} MOE_MONKEY_SEED=${2:-1} MOE_MONKEY_LOG=$PWD/build/$preset/monkey.log
# Large pictures come in huge pages, as they do by themselves where transparent_hugepage is "always" (Debian's own
# kernels): with small ones a virtual machine takes longer to hand over the memory of a window than to paint it.
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1
export QTEST_FUNCTION_TIMEOUT=86400000 QT_QPA_PLATFORM=offscreen LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp
status=0
"build/$preset/bin/test_app" MonkeyTest -maxwarnings 0 || status=$?
[ "$status" -eq 0 ] || tail -n 3 "$MOE_MONKEY_LOG"
exit "$status"
