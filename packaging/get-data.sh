#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Downloads the published tables that the program can read but does not ship, each against its checksum.
# What is there already is kept; a file cut off in the middle is taken up where it stopped.
#
#   packaging/get-data.sh [FOLDER]          default: ~/.local/share/moe-explorer/tables
#
# MOE_DATA_URL names another server with the same paths; MOE_DATA_LIST another list.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
list=${MOE_DATA_LIST:-$here/../resources/published/tables.txt}
server=${MOE_DATA_URL:-https://github.com}
folder=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/moe-explorer/tables}

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '3,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi
command -v curl >/dev/null || { echo "get-data: curl is needed: apt-get install curl" >&2; exit 2; }
[ -r "$list" ] || { echo "get-data: $list is missing" >&2; exit 2; }

is_whole() { [ -f "$2" ] && [ "$(sha256sum <"$2" | cut -d' ' -f1)" = "$1" ]; }

total=$(grep -vc '^#' "$list")
number=0 failed=0 kept=0
while read -r sum bytes path name <&3; do
  [ "${sum:0:1}" = "#" ] && continue
  number=$((number + 1))
  label="[$number/$total] $name"
  if is_whole "$sum" "$folder/$name"; then
    kept=$((kept + 1))
    echo "$label: already here"
    continue
  fi
  mkdir -p "$(dirname "$folder/$name")"
  part=$folder/$name.part
  # Longer than the whole can only be another file: nothing to go on from.
  if [ -f "$part" ] && [ "$(stat -c %s "$part")" -ge "$bytes" ]; then rm -f "$part"; fi
  from=""
  if [ -f "$part" ]; then from=", from byte $(stat -c %s "$part")"; fi
  echo "$label: $(((bytes + 999) / 1000)) kB$from"
  meter=(--no-progress-meter)
  if [ -t 2 ]; then meter=(--progress-bar); fi
  fetch() {
    status=0
    curl --fail --location "$@" --connect-timeout 20 --retry 2 "${meter[@]}" \
      --output "$part" "$server/$path" || status=$?
  }
  fetch --continue-at -
  # This server cannot begin in the middle.
  if [ "$status" -eq 33 ]; then
    rm -f "$part"
    fetch
  fi
  case $status in
    0) ;;
    5 | 6 | 7 | 28 | 35)
      echo "get-data: no connection to $server (curl $status). What is complete stays in $folder;" >&2
      echo "          run this again with a network, or copy the tables there by hand." >&2
      exit 1
      ;;
    *)
      echo "get-data: $server/$path could not be downloaded (curl $status)" >&2
      failed=$((failed + 1))
      continue
      ;;
  esac
  if ! is_whole "$sum" "$part"; then
    echo "get-data: $name is not the published file: sha256 $(sha256sum <"$part" | cut -d' ' -f1), expected $sum" >&2
    rm -f "$part"
    failed=$((failed + 1))
    continue
  fi
  mv "$part" "$folder/$name"
done 3<"$list"
echo "$((number - failed)) of $total tables in $folder ($kept were there already)"
[ "$failed" -eq 0 ]
