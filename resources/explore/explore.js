// SPDX-License-Identifier: GPL-3.0-or-later
// Sliders over a grid of reports that the page holds: nothing is computed here but what is drawn, nothing is
// fetched. DATA and WORDS stand before this script.
"use strict";
(() => {
  const el = (tag, attributes = {}, text = "") => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const esc = (text) => String(text).replace(/[&<>"]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}[c]));
  // A format is dear to make, and a redraw writes some fifty numbers.
  const formats = new Map();
  const formatOf = (count) => {
    if (!formats.has(count)) formats.set(count, new Intl.NumberFormat(WORDS.locale, {maximumSignificantDigits: count}));
    return formats.get(count);
  };
  const digits = (value, count = 3) => {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e15 || size < 1e-4) return value.toExponential(2);
    return formatOf(Math.max(count, Math.floor(Math.log10(size)) + 1)).format(Number(value.toPrecision(count)));
  };
  const scaled = (value, steps) => {
    for (const [size, unit] of steps) if (Math.abs(value) >= size) return digits(value / size) + " " + unit;
    const [size, unit] = steps[steps.length - 1];
    return digits(value / size) + " " + unit;
  };
  const human = (value, unit) => {
    if (value === null || value === undefined) return "–";
    if (unit === "B") return scaled(value, [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [1, "B"]]);
    if (unit === "s") return scaled(value, [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]]);
    if (unit === "share") return digits(100 * value) + " %";
    if (Math.abs(value) >= 1e4) return scaled(value, [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) + (unit ? " " + unit : "");
    return digits(value) + (unit ? " " + unit : "");
  };

  // Round numbers between the ends; of a logarithmic axis 1, 2 and 5.
  const ticks = (low, high, log) => {
    const found = [];
    if (log) {
      for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); ++e)
        for (const m of [1, 2, 5]) { const y = m * 10 ** e; if (y >= low && y <= high) found.push(y); }
      return found;
    }
    const raw = (high - low) / 4;
    // Ends that differ by rounding alone: steps between them are none that a number could count.
    if (!(raw > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) return [low];
    const size = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find((m) => m * size >= raw) * size;
    for (let k = Math.ceil(low / step); k * step <= high; ++k) found.push(k * step);
    return found;
  };

  class Explored {
    constructor(data, root) {
      this.d = data;
      this.root = root;
      this.at = data.knobs.map((knob) => knob.start);
      this.x = Math.max(0, data.knobs.findIndex((knob) => knob.values.length > 1)); // the knob touched last
      this.metric = data.metrics.findIndex((m) => m.main);
      if (this.metric < 0) this.metric = 0;
      this.build();
      this.fromHash();
      this.draw();
    }
    index(at) {
      return at.reduce((sum, value, i) => sum * this.d.knobs[i].values.length + value, 0);
    }
    valueText(at) {
      return this.d.knobs.map((knob, i) => `${knob.key}=${knob.values[at[i]]}`).join(" ");
    }
    build() {
      this.root.append(el("h2", {}, this.d.name));
      this.inputs = this.d.knobs.map((knob, i) => {
        const row = el("div", {class: "knob"});
        const id = `${this.root.id}-${i}`;
        const input = el("input", {type: "range", min: 0, max: knob.values.length - 1, step: 1, id, "data-knob": knob.key});
        input.value = this.at[i];
        input.disabled = knob.values.length < 2;
        const shown = el("output", {for: id});
        row.append(el("label", {for: id, title: knob.key}, knob.label + (knob.unit ? ` (${knob.unit})` : "")), input, shown);
        input.addEventListener("input", () => {
          this.at[i] = Number(input.value);
          this.x = i;
          this.draw();
        });
        this.root.append(row);
        return {input, shown};
      });
      this.verdict = el("div", {class: "verdict", role: "status"});
      this.cards = el("div", {class: "cards"});
      this.bars = el("div");
      const choice = el("p");
      const select = el("select", {"aria-label": WORDS.metric});
      this.d.metrics.forEach((m, i) => select.append(el("option", {value: i}, m.label)));
      select.value = this.metric;
      select.addEventListener("change", () => { this.metric = Number(select.value); this.draw(); });
      const start = el("button", {type: "button"}, WORDS.start);
      start.addEventListener("click", () => this.go(this.d.knobs.map((knob) => knob.start)));
      const best = el("button", {type: "button"}, WORDS.best);
      best.addEventListener("click", () => { const found = this.best(); if (found) this.go(found); });
      choice.append(select, " ", start, " ", best);
      this.curve = el("div");
      this.tip = el("div", {class: "tip", role: "status"});
      this.command = el("code", {class: "command"});
      const copy = el("button", {type: "button"}, WORDS.copy);
      copy.addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(this.command.textContent));
      const line = el("p");
      line.append(this.command, " ", copy);
      const file = el("details");
      file.append(el("summary", {}, WORDS.scenario), el("pre", {}, this.d.file));
      this.root.append(this.verdict, this.cards, this.bars, choice, this.curve, this.tip, line, file);
      this.curve.addEventListener("mousemove", (event) => this.hover(event));
      this.curve.addEventListener("mouseleave", () => { this.tip.textContent = ""; });
      this.curve.addEventListener("click", (event) => { const near = this.near(event); if (near) this.go(near.at); });
    }
    go(at) {
      this.at = at.slice();
      this.draw();
    }
    fromHash() {
      for (const part of decodeURIComponent(location.hash.slice(1)).split(";")) {
        const [key, value] = part.split("=");
        this.d.knobs.forEach((knob, i) => {
          const found = knob.key === key ? knob.values.indexOf(value) : -1;
          if (found >= 0) this.at[i] = found;
        });
      }
    }
    best() {
      const m = this.d.metrics[this.metric], all = this.d.points;
      let found = -1;
      for (let i = 0; i < all.fit.length; ++i) {
        const value = m.values[i];
        if (value === null || all.fit[i] > "1") continue;
        if (found < 0 || (m.better < 0 ? value < m.values[found] : value > m.values[found])) found = i;
      }
      if (found < 0) return null;
      const at = [];
      for (let i = this.d.knobs.length; i-- > 0;) {
        at.unshift(found % this.d.knobs[i].values.length);
        found = Math.floor(found / this.d.knobs[i].values.length);
      }
      return at;
    }
    draw() {
      const i = this.index(this.at), d = this.d, fit = d.points.fit[i];
      this.inputs.forEach(({input, shown}, k) => {
        input.value = this.at[k];
        shown.textContent = d.knobs[k].values[this.at[k]];
        input.setAttribute("aria-valuetext", d.knobs[k].values[this.at[k]]);
      });
      this.verdict.textContent = fit === "9" ? d.rules[d.points.rule[i]] : WORDS.fits[Number(fit)];
      this.verdict.className = "verdict v" + fit;
      const base = this.index(d.knobs.map((knob) => knob.start));
      this.cards.innerHTML = d.metrics.map((m) => {
        const value = m.values[i], from = m.values[base];
        let change = "";
        if (value !== null && from !== null && from !== 0 && i !== base) {
          const share = value / from - 1;
          const good = m.better * share;
          const sign = Math.abs(share) < 5e-4 || !m.better ? "" : good > 0 ? "▲ " : "▼ ";
          change = `${sign}${share >= 0 ? "+" : "−"}${digits(Math.abs(100 * share), 2)} %`;
        }
        return `<div class="card" data-metric="${esc(m.key)}" data-value="${value === null ? "" : value}">${esc(m.label)}<b>${esc(human(value, m.unit))}</b>${change}&nbsp;</div>`;
      }).join("");
      this.bars.innerHTML = this.stack(d.memory, i, d.points.capacity[i], "B", WORDS.memory) + this.stack(d.time, i, 0, "s", WORDS.time);
      this.drawCurve();
      const sets = d.knobs.map((knob, k) => `--set ${knob.key}=${knob.values[this.at[k]]}`).join(" ");
      this.command.textContent = `${d.command} ${sets}`;
    }
    stack(parts, i, capacity, unit, title) {
      const values = parts.map((part) => Math.max(0, part.values[i] || 0)), sum = values.reduce((a, b) => a + b, 0);
      if (!(sum > 0)) return "";
      const width = 900, left = 8, most = Math.max(sum, capacity) * 1.02, per = (width - 2 * left) / most;
      let x = left, svg = `<text x="${left}" y="14" font-size="13" font-weight="bold">${esc(title)}: ${esc(human(sum, unit))}</text>`;
      parts.forEach((part, k) => {
        const w = values[k] * per;
        if (w > 0.2) svg += `<rect x="${x.toFixed(1)}" y="22" width="${w.toFixed(1)}" height="26" fill="${part.colour}"><title>${esc(part.label)}: ${esc(human(values[k], unit))}</title></rect>`;
        if (w > 7 * part.label.length + 6) svg += `<text x="${(x + w / 2).toFixed(1)}" y="39" font-size="11" text-anchor="middle" style="fill:${part.ink}">${esc(part.label)}</text>`;
        x += w;
      });
      if (capacity > 0) {
        const at = left + capacity * per;
        svg += `<path d="M${at} 18V54" stroke="#D55E00" stroke-width="2" stroke-dasharray="7 4"/><text x="${at - 4}" y="14" font-size="12" text-anchor="end">${esc(WORDS.capacity)} ${esc(human(capacity, unit))}</text>`;
      }
      const keys = parts.map((part, k) => ({part, value: values[k]})).filter((one) => one.value > 0.02 * sum).sort((a, b) => b.value - a.value);
      const key = keys.map(({part, value}) => `<span><i style="background:${part.colour}"></i>${esc(part.label)} ${esc(human(value, unit))}</span>`).join("");
      return `<svg viewBox="0 0 ${width} 60" role="img" aria-label="${esc(title)}">${svg}</svg><div class="key">${key}</div>`;
    }
    lines() {
      const d = this.d, other = d.knobs.length > 1 ? (this.x + 1) % d.knobs.length : -1;
      const of = (value) => {
        const points = [];
        d.knobs[this.x].values.forEach((_, k) => {
          const at = this.at.slice();
          at[this.x] = k;
          if (value !== null) at[other] = value;
          const i = this.index(at), y = d.metrics[this.metric].values[i];
          if (y !== null && y !== undefined) points.push({at, k, y, fit: d.points.fit[i]});
        });
        return points;
      };
      if (other < 0) return [{name: "", here: true, points: of(null)}];
      return d.knobs[other].values.map((value, k) => ({name: `${d.knobs[other].label} ${value}`, here: k === this.at[other], points: of(k)}));
    }
    drawCurve() {
      const d = this.d, m = d.metrics[this.metric], knob = d.knobs[this.x];
      const lines = this.lines(), ys = lines.flatMap((line) => line.points.map((p) => p.y));
      const w = 900, h = 320, left = 84, right = 150, top = 16, bottom = 44;
      if (!ys.length) { this.curve.innerHTML = ""; this.shown = null; return; }
      let low = Math.min(...ys), high = Math.max(...ys);
      const log = low > 0 && high / low > 8;
      if (!log) { const pad = 0.06 * (high - low || Math.abs(high) || 1); low -= pad; high += pad; } else { low /= 1.15; high *= 1.15; }
      const ty = (y) => log ? Math.log(y) : y;
      const px = (k) => left + (knob.values.length > 1 ? k / (knob.values.length - 1) : 0.5) * (w - left - right);
      const py = (y) => top + (ty(high) - ty(y)) / (ty(high) - ty(low)) * (h - top - bottom);
      let svg = "";
      const unit = m.unit === "B" ? 2 ** 30 : 1;
      for (const tick of ticks(low / unit, high / unit, log)) {
        const y = tick * unit;
        svg += `<path d="M${left} ${py(y).toFixed(1)}H${w - right}" stroke="var(--line)"/><text x="${left - 6}" y="${(py(y) + 4).toFixed(1)}" font-size="11" text-anchor="end">${esc(human(y, m.unit))}</text>`;
      }
      knob.values.forEach((value, k) => { svg += `<text x="${px(k).toFixed(1)}" y="${h - 24}" font-size="11" text-anchor="middle">${esc(value)}</text>`; });
      svg += `<text x="${(left + w - right) / 2}" y="${h - 6}" font-size="12" text-anchor="middle">${esc(knob.label)}</text>`;
      svg += `<text x="${w - right + 14}" y="${h - 6}" font-size="11">● ${esc(WORDS.fits[0])}  ○ ${esc(WORDS.fits[2])}</text>`;
      const ends = [];
      for (const line of lines) {
        const colour = line.here ? "#0072B2" : "var(--muted)";
        const path = line.points.map((p, n) => (n && line.points[n - 1].k === p.k - 1 ? "L" : "M") + px(p.k).toFixed(1) + " " + py(p.y).toFixed(1)).join("");
        svg += `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${line.here ? 2.5 : 1}"/>`;
        for (const p of line.points)
          svg += `<circle cx="${px(p.k).toFixed(1)}" cy="${py(p.y).toFixed(1)}" r="${line.here ? 4 : 2.5}" fill="${p.fit > "1" ? "var(--background)" : colour}" stroke="${colour}"/>`;
        const end = line.points[line.points.length - 1];
        if (end && line.name) ends.push({x: px(end.k), y: py(end.y), name: line.name, here: line.here});
      }
      // Names of lines that end close together stand one under the other.
      ends.sort((a, b) => a.y - b.y);
      const line = 13, room = Math.floor((h - top - bottom) / line), shownEnds = ends.length <= room ? ends : ends.filter((end) => end.here);
      shownEnds.forEach((end, k) => { end.at = Math.max(end.y, k ? shownEnds[k - 1].at + line : top); });
      for (let k = shownEnds.length, least = h - bottom + 4; k-- > 0; least = shownEnds[k].at - line) shownEnds[k].at = Math.min(shownEnds[k].at, least);
      for (const end of shownEnds)
        svg += `<text x="${w - right + 14}" y="${(end.at + 4).toFixed(1)}" font-size="11"${end.here ? ' font-weight="bold"' : ""}>${esc(end.name)}</text>`;
      const y = m.values[this.index(this.at)];
      if (y !== null && y !== undefined)
        svg += `<circle cx="${px(this.at[this.x]).toFixed(1)}" cy="${py(y).toFixed(1)}" r="8" fill="none" stroke="var(--text)" stroke-width="2"/>`;
      this.curve.innerHTML = `<svg viewBox="0 0 ${w} ${h}" role="img" aria-label="${esc(m.label)} · ${esc(knob.label)}">${svg}</svg>`;
      this.shown = {lines, px, py, w};
    }
    near(event) {
      const svg = this.curve.firstElementChild;
      if (!svg || !this.shown) return null;
      const box = svg.getBoundingClientRect(), scale = this.shown.w / box.width;
      const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
      let found = null, least = 40 * 40;
      for (const line of this.shown.lines)
        for (const p of line.points) {
          const off = (this.shown.px(p.k) - x) ** 2 + (this.shown.py(p.y) - y) ** 2;
          if (off < least) { least = off; found = p; }
        }
      return found;
    }
    hover(event) {
      const p = this.near(event), m = this.d.metrics[this.metric];
      this.tip.textContent = p ? `${this.valueText(p.at)}: ${m.label} ${human(p.y, m.unit)}, ${WORDS.fits[Number(p.fit)]}` : "";
    }
  }
  DATA.forEach((data, i) => new Explored(data, document.getElementById("explore-" + i)));
})();
