//===--- Source beside result --------------------------------------------===//

/// Where two lines differ: the middle between their common ends.
function middle(a, b) {
  let head = 0, tail = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  while (tail < Math.min(a.length, b.length) - head &&
         a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [head, tail];
}

/// Both texts of a file, and which lines of them belong together. Lines count
/// from 1.
class FileLines {
  constructor(file) {
    this.file = file;
    this.source = new Text(file.source);
    this.result = file.changed && file.result !== undefined ? new Text(file.result) : null;
    this.origins = [0]; // of a line of the result
    this.results = new Map(); // of a line of the source
    for (const [n, line, step] of file.result_lines || [])
      for (let i = 0; i < n; i++) {
        const from = line + i * step;
        if (!this.results.has(from)) this.results.set(from, []);
        this.results.get(from).push(this.origins.length);
        this.origins.push(from);
      }
    this.removed = new Set();
    this.added = new Map(); // with the first line of its change in the source
    for (const [from, n, to, m] of file.line_changes || []) {
      for (let i = 1; i <= n; i++) this.removed.add(from + i);
      for (let i = 1; i <= m; i++) this.added.set(to + i, from);
    }
    this.messages = new Map();
    for (const m of file.messages)
      if (m.line) {
        if (!this.messages.has(m.line)) this.messages.set(m.line, []);
        this.messages.get(m.line).push(m);
      }
  }

  /// The lines of the other side that belong to \p line of \p side.
  partners(side, line) {
    if (side === "source") return this.results.get(line) || [];
    return this.origins[line] ? [this.origins[line]] : [];
  }

  /// The lines of the launch at \p line, as far as they change.
  launch(line) {
    const next = Math.min(...(this.file.kernels || []).flatMap((k) => k.launches)
      .map((l) => l.line).filter((other) => other > line));
    for (const [from, n] of this.file.line_changes || [])
      if (line > from && line <= from + n) return [line, Math.min(from + n, next - 1)];
    return [line, line];
  }

  /// Underlined places of a line of the source, with messages about them.
  waves(line) {
    const text = this.source.lines[line - 1];
    const places = new Map();
    for (const m of this.messages.get(line) || []) {
      const from = indexOfColumn(text, m.column);
      if (!places.has(from)) places.set(from, []);
      places.get(from).push(m);
    }
    return [...places].sort((x, y) => x[0] - y[0]).map(([from, messages]) => {
      const word = /^[\p{L}_]\w*|^\S/u.exec(text.slice(from));
      const { level } = messages[0];
      const key = { error: "warning", note: "analysis" }[level] || level;
      return { from, to: Math.min(text.length, from + (word ? word[0].length : 1)),
        make: (inner) => explain(h("span", sign(`wave-${key}`, "wave"), inner), messages) };
    }).filter((mark) => mark.to > mark.from);
  }

  /// Where a changed line differs from the one that it becomes, or comes from.
  words(side, line) {
    const changed = side === "source" ? this.removed.has(line) : this.added.has(line);
    const [other] = this.partners(side, line);
    if (!changed || !other || !this.result) return [];
    const [from, to] = side === "source" ? [line, other] : [other, line];
    if (!this.removed.has(from) || !this.added.has(to)) return [];
    const a = this.source.lines[from - 1], b = this.result.lines[to - 1];
    const [head, tail] = middle(a, b);
    const own = side === "source" ? a : b;
    const alike = (head + tail) / Math.max(1, Math.min(a.length, b.length));
    if (alike < .5 || own.length - tail <= head) return []; // or it is another line
    const key = side === "source" ? "word-removed" : "word-added";
    return [{ from: head, to: own.length - tail, make: (inner) => h("mark", sign(key), inner) }];
  }
}

/// Panes with lines of the source and of the result. A line that is pointed at,
/// pressed or reached by keys shows what belongs to it on the other side.
class Panes {
  /// \param parts by side: { title, lines }, in order
  constructor(lines, parts, name) {
    this.lines = lines;
    this.rows = { source: new Map(), result: new Map() };
    this.panes = {};
    this.marked = [];
    this.status = h("p", { class: "status quiet", role: "status" });
    for (const key of ["selected", "matching"]) if (lines.result) show(key);
    for (const side of lines.result ? ["source", "result"] : ["source"])
      this.panes[side] = this.pane(side, parts[side], name);
    this.node = h("div", { class: `panes ${lines.result ? "two" : "one"}` },
      Object.entries(this.panes).map(([side, pane]) => h("div", { class: "side" },
        h("h4", {}, side === "source" ? "Source" : "Result"), pane)),
      lines.result ? this.status : "");
    this.say();
  }

  pane(side, parts, name) {
    const linked = this.lines.result;
    const pane = h("div", { class: `pane ${side}`, tabindex: 0, role: "listbox",
      "aria-label": `${side === "source" ? "Source" : "Result"} of ${name}`,
      "data-side": side }, parts.map((part) => [
      part.title ? h("div", { class: "segment", role: "presentation" }, part.title) : "",
      part.lines.map((line) => this.row(side, line))]));
    if (!linked) return pane;
    const at = (event) => event.target.closest && event.target.closest(".line");
    pane.addEventListener("mouseover", (event) => {
      const row = at(event);
      if (row && !this.kept) this.mark(side, Number(row.dataset.line));
    });
    pane.addEventListener("mouseleave", () => { if (!this.kept) this.clear(); });
    pane.addEventListener("click", (event) => {
      const row = at(event);
      if (!row) return;
      const line = Number(row.dataset.line);
      const again = this.kept && this.at.side === side && this.at.line === line;
      this.kept = !again;
      if (again) this.clear();
      else this.mark(side, line);
    });
    pane.addEventListener("keydown", (event) => this.key(side, event));
    pane.addEventListener("focus", () => {
      if (!this.at) this.go(side, this.numbers(side)[0]);
    });
    return pane;
  }

  row(side, line) {
    const text = this.lines[side];
    const waves = side === "source" ? this.lines.waves(line) : [];
    const marks = waves.length ? waves : this.lines.words(side, line);
    const changed = side === "source" ? this.lines.removed.has(line) : this.lines.added.has(line);
    const key = side === "source" ? "removed" : "added";
    const row = h("div", { ...(changed && this.lines.result ? sign(key, "line") : { class: "line" }),
      role: "option", id: freshId("line"), "data-line": line, "aria-selected": "false" },
      h("span", { class: "at" }, String(line)),
      h("span", { class: "text" }, codeLine(text.lines[line - 1], text.classes[line - 1], marks)));
    this.rows[side].set(line, row);
    return row;
  }

  numbers(side) { return [...this.rows[side].keys()]; }

  clear() {
    for (const row of this.marked) {
      row.classList.remove("selected", "matching");
      row.setAttribute("aria-selected", "false");
    }
    this.marked = [];
    this.at = null;
    this.kept = false;
    this.say();
  }

  /// Marks \p line, and what belongs to it.
  mark(side, line) {
    const kept = this.kept;
    this.clear();
    this.kept = kept;
    this.at = { side, line };
    const own = this.rows[side].get(line);
    own.classList.add("selected");
    own.setAttribute("aria-selected", "true");
    this.panes[side].setAttribute("aria-activedescendant", own.id);
    const other = side === "source" ? "result" : "source";
    const partners = this.lines.partners(side, line);
    const rows = partners.map((p) => this.rows[other].get(p)).filter(Boolean);
    for (const row of rows) row.classList.add("matching");
    this.marked = [own, ...rows];
    this.bring(other, rows);
    this.say(side, line, partners);
  }

  /// Scrolls to the row that is nearest to what is shown.
  bring(side, rows) {
    const pane = this.panes[side];
    const top = (row) => row.offsetTop, end = (row) => row.offsetTop + row.offsetHeight;
    const first = pane.scrollTop + 34, last = pane.scrollTop + pane.clientHeight;
    if (!rows.length || rows.some((row) => top(row) >= first && end(row) <= last)) return;
    const middle = (first + last) / 2;
    const [best] = [...rows].sort((a, b) => Math.abs(top(a) - middle) - Math.abs(top(b) - middle));
    pane.scrollTop = top(best) - pane.clientHeight / 3;
  }

  /// Marks \p line by keyboard: it is brought into view, too.
  go(side, line) {
    this.kept = true;
    this.mark(side, line);
    this.bring(side, [this.rows[side].get(line)]);
  }

  key(side, event) {
    if (event.target !== this.panes[side] || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.numbers(side);
    const at = this.at && this.at.side === side ? all.indexOf(this.at.line) : 0;
    const other = side === "source" ? "result" : "source";
    const crosses = event.key === (side === "source" ? "ArrowRight" : "ArrowLeft") ||
      event.key === "Enter";
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -all.length,
      End: all.length };
    if (event.key in steps)
      this.go(side, all[Math.min(all.length - 1, Math.max(0, at + steps[event.key]))]);
    else if (crosses && this.at) {
      const shown = this.marked.slice(1);
      if (!shown.length) return;
      const pane = this.panes[other];
      const [row] = shown.filter((r) => r.offsetTop >= pane.scrollTop).concat(shown);
      this.go(other, Number(row.dataset.line));
      pane.focus({ preventScroll: true });
      pane.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Escape") this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  say(side, line, partners) {
    if (!side) {
      this.status.textContent = "Point at a line, or reach a pane by Tab and a line by arrows, " +
        "for what belongs to it on the other side; Enter goes there.";
      return;
    }
    const here = `Line ${number(line)} of the ${side}`;
    this.status.textContent = !partners.length
      ? `${here}: nothing on the other side.`
      : side === "source" ? `${here} becomes ${lineNames(partners)} of the result.`
      : `${here} comes from line ${partners[0]} of the source.`;
  }
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/// All of a file.
function filePanes(lines) {
  const all = (text) => [{ lines: range(1, text.lines.length) }];
  return new Panes(lines, { source: all(lines.source),
    result: lines.result && all(lines.result) }, lines.file.file).node;
}

/// The definition of a kernel and its launches; what becomes of them, each
/// version once.
function kernelPanes(lines, kernel, titles) {
  const launches = kernel.launches.filter((l) => l.line && !(l.line >= kernel.begin_line &&
    l.line <= kernel.end_line)).map((l) => lines.launch(l.line));
  const source = [{ title: launches.length && lines.result ? "Kernel" : "",
    lines: range(kernel.begin_line, kernel.end_line) }];
  const taken = new Set(source[0].lines);
  for (const [from, to] of launches) {
    const own = range(from, to).filter((l) => !taken.has(l));
    own.forEach((l) => taken.add(l));
    if (own.length && lines.result) source.push({ title: "Launch", lines: own });
  }
  const name = kernelName(kernel);
  if (!lines.result) return new Panes(lines, { source }, name).node;

  // New lines right before a version, as its marker, are shown with it.
  const versions = new Map((lines.file.versions || []).map((v) => [v, []]));
  const rest = [], launched = [];
  const before = [];
  lines.origins.forEach((origin, line) => {
    if (!line || !taken.has(origin)) return;
    if (origin < kernel.begin_line || origin > kernel.end_line) {
      launched.push(line);
      return;
    }
    const version = [...versions.keys()].find((v) => line >= v.begin_line && line <= v.end_line);
    if (before.length && before[before.length - 1] + 1 !== line) rest.push(...before.splice(0));
    if (version) versions.get(version).push(...before.splice(0), line);
    else if (lines.added.has(line)) before.push(line);
    else rest.push(...before.splice(0), line);
  });
  const result = [];
  for (const [version, own] of versions)
    if (own.length) result.push({ title: titles.get(version.kernel) || version.kernel, lines: own });
  rest.push(...before);
  if (rest.length)
    result.push({ title: titles.get(null) || name, lines: rest.sort((a, b) => a - b) });
  if (launched.length)
    result.push({ title: launches.length > 1 ? "Launches" : "Launch", lines: launched });
  result.sort((a, b) => (titles.order(a.title) - titles.order(b.title)));
  return new Panes(lines, { source, result }, name).node;
}
