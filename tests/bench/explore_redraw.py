#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a page of `board --explore` takes to redraw in a browser: its sliders are moved at random, and layout
is asked for after each move.

  explore_redraw.py PAGE.html [MOVES]

Beside other work a redraw is as long as the browser waits for its turn; `chrt -f 10` before it takes that away.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SCRIPT = """<script>window.addEventListener('load', () => {
  const sliders = [...document.querySelectorAll('input[data-knob]')].filter((one) => !one.disabled), times = [];
  let seed = 1;
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * below); };
  for (let i = 0; i < MOVES; ++i) {
    const slider = sliders[random(sliders.length)];
    slider.value = random(Number(slider.max) + 1);
    const start = performance.now();
    slider.dispatchEvent(new Event('input'));
    document.documentElement.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  document.body.append(Object.assign(document.createElement('p'), {id: 'told', textContent: 'told ' + JSON.stringify(times) + ' end'}));
});</script>"""


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    browser = next((found for found in map(shutil.which, names) if found), None)
    if not browser:
        sys.exit("no Chromium or Chrome is installed")
    moves = int(sys.argv[2]) if len(sys.argv) == 3 else 500
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        moved = pathlib.Path(folder, "moved.html")
        moved.write_text(page.replace("</body>", SCRIPT.replace("MOVES", str(moves)) + "</body>"), encoding="utf-8")
        shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--timeout=60000",
                                f"--user-data-dir={folder}/profile", "--dump-dom", moved.as_uri()],
                               capture_output=True, text=True, check=True).stdout
    told = re.search(r"told (\[.*?\]) end", shown[shown.find('id="told"'):])
    if not told:
        sys.exit("the page's script did not run to its end")
    times = sorted(json.loads(told.group(1)))
    print(f"{len(times)} redraws, ms: median {times[len(times) // 2]:.1f}, "
          f"p95 {times[int(0.95 * len(times))]:.1f}, max {times[-1]:.1f}")


main()
