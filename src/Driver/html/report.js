// Draws the report from the JSON in the page: see schema/report.schema.json.
"use strict";
(() => {
const report = JSON.parse(document.getElementById("data").textContent);
const manual = JSON.parse(document.getElementById("manual").textContent);
const device = report.device;

//===--- Elements --------------------------------------------------------===//

const svgNames = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false)
      node.setAttribute(name, value === true ? "" : value);
  for (const child of children.flat(Infinity))
    if (child !== undefined && child !== null && child !== "")
      node.append(child);
  return node;
}
const h = (name, attributes, ...children) =>
  fill(document.createElement(name), attributes, children);
const s = (name, attributes, ...children) =>
  fill(document.createElementNS(svgNames, name), attributes, children);

let ids = 0;
const freshId = (stem) => `${stem}-${++ids}`;

//===--- Numbers ---------------------------------------------------------===//

function number(value, digits = 3) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  if (Math.abs(value) >= 1000)
    return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(digits)));
}
function bytes(value) {
  for (const [size, unit] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]])
    if (value >= size) return `${number(value / size)} ${unit}`;
  return `${number(value)} B`;
}
const sizes = (all) => {
  const text = all.map((size) => (size === null ? "?" : number(size)));
  while (text.length > 1 && text[text.length - 1] === "1") text.pop();
  return text.join(" × ");
};
const count = (c) =>
  (c.exact ? "" : "≤ ") + (c.value === undefined ? c.text : number(c.value));
const plural = (n, one, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;

//===--- Messages and the pages about them -------------------------------===//

const pill = (text, kind = text) => h("span", { class: `pill ${kind}` }, text);

const reason = (m) => [
  h("p", {}, pill(m.level), " ", m.message, " ",
    h("code", { class: "quiet" }, `[tessera-${m.id}]`)),
];

function messageItem(m, file) {
  return h("li", {}, pill(m.level), m.message, " ",
    h("code", { class: "quiet" }, `[tessera-${m.id}]`),
    m.line ? h("span", { class: "quiet" }, ` line ${m.line}`) : "",
    manual[m.id] ? h("details", { class: "page-of" },
      h("summary", {}, `What ${m.id} means`), h("pre", {}, manual[m.id])) : "");
}

const tip = document.getElementById("tip");
let tipOf = null; // the element that it is about
function hideTip() {
  tip.hidden = true;
  tipOf = null;
}
function showTip(at, content) {
  tip.replaceChildren(...content.flat(Infinity));
  tip.hidden = false;
  tipOf = at;
  placeTip(at);
}
function placeTip(at) {
  const box = at.getBoundingClientRect(), own = tip.getBoundingClientRect();
  const below = box.bottom + 6 + own.height < innerHeight;
  tip.style.top = `${Math.max(4, below ? box.bottom + 6 : box.top - own.height - 6)}px`;
  tip.style.left = `${Math.max(4, Math.min(box.left, innerWidth - own.width - 8))}px`;
}
/// Shows reasons while the element is pointed at or has the focus.
function explain(element, messages) {
  if (!messages.length) return element;
  const content = () => messages.map((m) => [reason(m),
    manual[m.id] ? h("pre", {}, manual[m.id].split("\n").slice(0, 12).join("\n")) : ""]);
  element.tabIndex = 0;
  element.setAttribute("aria-describedby", "tip");
  for (const start of ["mouseenter", "focus"])
    element.addEventListener(start, (event) => {
      event.stopPropagation();
      showTip(element, content());
    });
  for (const end of ["mouseleave", "blur"])
    element.addEventListener(end, hideTip);
  return element;
}
// The focus may have scrolled to its element: then the reason follows.
addEventListener("scroll", () => {
  if (tipOf && tipOf === document.activeElement) placeTip(tipOf);
  else hideTip();
}, { passive: true, capture: true });

//===--- Source beside result --------------------------------------------===//

const keywords = new Set(("alignas auto bool break case char class const constexpr " +
  "continue default delete do double dim3 else enum extern false float for if inline " +
  "int int64_t long namespace new nullptr private public return short signed size_t " +
  "sizeof static struct switch template true typedef typename uint32_t unsigned using " +
  "void volatile while __global__ __device__ __host__ __shared__ __constant__ " +
  "__managed__ __restrict__ __launch_bounds__ __syncthreads threadIdx blockIdx " +
  "blockDim gridDim").split(" "));
const token = new RegExp([
  /\/\/.*/, /\/\*.*?(?:\*\/|$)/, /"(?:[^"\\]|\\.)*"?/, /'(?:[^'\\]|\\.)*'/,
  /\b\d[\w.]*/, /[\p{L}_]\w*/u, /^\s*#\s*\w+/].map((r) => `(${r.source})`).join("|"), "gu");

/// The class of each character; `state.comment` says whether a line begins in
/// a comment.
function highlight(line, state) {
  const classes = new Array(line.length).fill("");
  let from = 0;
  if (state.comment) {
    const end = line.indexOf("*/");
    from = end < 0 ? line.length : end + 2;
    state.comment = end < 0;
    classes.fill("t-c", 0, from);
  }
  token.lastIndex = from;
  for (let m; (m = token.exec(line)); ) {
    if (m[0] === "") { token.lastIndex++; continue; }
    const kind = m[1] || m[2] ? "t-c" : m[3] || m[4] ? "t-s" : m[5] ? "t-n"
      : m[7] ? "t-d" : keywords.has(m[6]) ? "t-k" : "";
    classes.fill(kind, m.index, m.index + m[0].length);
    if (m[2] && !m[2].endsWith("*/")) state.comment = true;
  }
  return classes;
}

/// A line as spans. `marks` are { from, to, make } in order.
function codeLine(line, classes, marks) {
  const out = [];
  const plain = (from, to) => {
    while (from < to) {
      let end = from + 1;
      while (end < to && classes[end] === classes[from]) end++;
      const text = line.slice(from, end);
      out.push(classes[from] ? h("span", { class: classes[from] }, text) : text);
      from = end;
    }
  };
  let at = 0;
  for (const mark of marks) {
    if (mark.from < at) continue;
    plain(at, mark.from);
    const start = out.length;
    plain(mark.from, mark.to);
    out.push(mark.make(out.splice(start)));
    at = mark.to;
  }
  plain(at, line.length);
  return out;
}

/// The index of a column in bytes.
function indexOfColumn(line, column) {
  let used = 1, index = 0;
  for (const c of line) {
    if (used >= column) break;
    const code = c.codePointAt(0);
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += c.length;
  }
  return index;
}

class Text {
  constructor(text) {
    this.lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
    const state = { comment: false };
    this.classes = this.lines.map((line) => highlight(line, state));
  }
}

/// Where two lines differ: the middle between their common ends.
function middle(a, b) {
  let head = 0, tail = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  while (tail < Math.min(a.length, b.length) - head &&
         a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [head, tail];
}

/// Source and result of a file, aligned.
class Alignment {
  constructor(file) {
    this.file = file;
    this.before = new Text(file.source);
    this.after = file.result === undefined ? null : new Text(file.result);
    this.rows = [];
    let a = 0, b = 0;
    const same = (to) => { while (a < to) this.rows.push({ a: a++, b: b++ }); };
    for (const [from, n, , m] of file.line_changes || []) {
      same(from);
      for (let i = 0; i < Math.max(n, m); i++)
        this.rows.push({ a: i < n ? a + i : null, b: i < m ? b + i : null,
          change: [from, n], first: i === 0 });
      a += n;
      b += m;
    }
    same(this.before.lines.length);
    this.messages = new Map();
    for (const m of file.messages)
      if (m.line) {
        if (!this.messages.has(m.line - 1)) this.messages.set(m.line - 1, []);
        this.messages.get(m.line - 1).push(m);
      }
  }

  /// The rows of lines [from, to] of the source, and what is new behind them.
  rowsOf(from, to) {
    let first = this.rows.findIndex((r) => r.a !== null && r.a >= from);
    let last = this.rows.findLastIndex((r) => r.a !== null && r.a <= to);
    if (first > 0 && this.rows[first - 1].a === null) first--; // its comment
    while (last + 1 < this.rows.length && this.rows[last + 1].a === null) last++;
    return this.rows.slice(Math.max(0, first), last + 1);
  }

  /// Only what is near a change or message.
  rowsNearChanges(around = 3) {
    const keep = new Array(this.rows.length).fill(false);
    this.rows.forEach((row, i) => {
      if (row.change || this.messages.has(row.a))
        keep.fill(true, Math.max(0, i - around), i + around + 1);
    });
    const out = [];
    let left = 0;
    this.rows.forEach((row, i) => {
      if (keep[i]) {
        if (left) out.push({ gap: left });
        left = 0;
        out.push(row);
      } else left++;
    });
    if (left) out.push({ gap: left });
    return out;
  }

  squiggles(row) {
    const line = this.before.lines[row.a];
    const places = new Map();
    for (const m of this.messages.get(row.a) || []) {
      const from = indexOfColumn(line, m.column);
      if (!places.has(from)) places.set(from, []);
      places.get(from).push(m);
    }
    return [...places].sort((x, y) => x[0] - y[0]).map(([from, messages]) => {
      const word = /^[\p{L}_]\w*|^\S/u.exec(line.slice(from));
      return { from, to: Math.min(line.length, from + (word ? word[0].length : 1)),
        make: (inner) => explain(h("span", { class: `squiggle ${messages[0].level}` },
          inner), messages) };
    }).filter((mark) => mark.to > mark.from);
  }

  cell(text, index, kind, marks) {
    if (index === null)
      return [h("td", { class: "at filler" }), h("td", { class: "text filler" })];
    return [h("td", { class: `at ${kind}` }, String(index + 1)),
      h("td", { class: `text ${kind}` },
        codeLine(text.lines[index], text.classes[index], marks))];
  }

  row(row, reasons) {
    if (row.gap)
      return h("tr", { class: "gap" }, h("td", { colspan: this.after ? 4 : 2 },
        plural(row.gap, "line") + " alike"));
    const kinds = row.change ? ["removed", "added"] : ["", ""];
    const marks = row.a === null ? [] : this.squiggles(row);
    let words = [];
    if (row.change && row.a !== null && row.b !== null) {
      const a = this.before.lines[row.a], b = this.after.lines[row.b];
      const [head, tail] = middle(a, b);
      const mark = (line) => ({ from: head, to: line.length - tail,
        make: (inner) => h("mark", {}, inner) });
      if (head + tail > 3) {
        if (!marks.length && a.length - tail > head) marks.push(mark(a));
        if (b.length - tail > head) words = [mark(b)];
      }
    }
    const tr = h("tr", { class: row.first ? "change" : "" },
      this.cell(this.before, row.a, kinds[0], marks),
      this.after ? this.cell(this.after, row.b, kinds[1], words) : "");
    if (row.first) {
      const [from, n] = row.change;
      const near = reasons.filter((m) => m.line > from && m.line <= from + n);
      explain(tr, near.length ? near : reasons.filter((m) => m.level === "remark"));
    }
    return tr;
  }

  table(rows, reasons, caption) {
    return h("div", { class: "scroll" }, h("table", { class: "diff" },
      h("caption", {}, caption),
      h("colgroup", {}, h("col", { style: "width:3.4em" }), h("col"),
        this.after ? [h("col", { style: "width:3.4em" }), h("col")] : ""),
      h("thead", {}, h("tr", {}, h("th", { colspan: 2, scope: "col" }, "Source"),
        this.after ? h("th", { colspan: 2, scope: "col" }, "Result") : "")),
      h("tbody", {}, rows.map((row) => this.row(row, reasons)))));
  }
}

//===--- Footprints ------------------------------------------------------===//

const legend = (...items) => h("ul", { class: "legend", "aria-hidden": "true" },
  items.map(([key, text]) => h("li", {}, h("span", { class: `key-${key}` }), text)));

const box = (dimensions) => dimensions.map((d) => d.extent).join(" × ");

function haloText(dimensions) {
  const sides = dimensions.map((d) => d.halo).filter((halo) => halo);
  if (!sides.length) return "";
  return sides.every(([a, b]) => a + b === 0) ? "none"
    : dimensions.map((d) => !d.halo ? "·" : d.halo[0] === d.halo[1]
      ? `±${d.halo[0]}` : `−${d.halo[0]} +${d.halo[1]}`).join(", ");
}

/// The box of a footprint, drawn cell by cell where it is small.
function drawFootprint(f) {
  const dims = f.dimensions;
  const known = dims.every((d) => d.cells !== undefined && d.cells > 0);
  if (!known) return null;
  const columns = dims[dims.length - 1].cells;
  const rows = dims.length > 1 ? dims[dims.length - 2].cells : 1;
  const slices = dims.slice(0, -2).reduce((n, d) => n * d.cells, 1);
  const shown = Math.min(slices, 4);
  const cell = Math.max(1, Math.min(14, Math.floor(Math.min(340 / columns, 300 / rows))));
  const scaled = columns * cell > 420 || rows * cell > 340;
  const dx = scaled ? Math.min(cell, 340 / columns) : cell;
  const dy = scaled ? Math.min(cell, 300 / rows) : Math.max(cell, rows === 1 ? 10 : 1);
  const inHalo = (d, i) => d.halo && (i < d.halo[0] || i >= d.cells - d.halo[1]);
  const kindAt = (slice, y, x) => {
    if (f.cells && f.cells[slice * rows + y][x] !== "#") return "untouched";
    let rest = slice, halo = inHalo(dims[dims.length - 1], x) ||
      (dims.length > 1 && inHalo(dims[dims.length - 2], y));
    for (let d = dims.length - 3; d >= 0; d--) {
      halo = halo || inHalo(dims[d], rest % dims[d].cells);
      rest = Math.floor(rest / dims[d].cells);
    }
    return halo ? "halo" : "own";
  };
  const width = columns * dx, height = rows * dy, gap = 18;
  const parts = [];
  for (let slice = 0; slice < shown; slice++) {
    const group = s("g", { transform: `translate(${slice * (width + gap) + 1} 1)` });
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; ) {
        const kind = kindAt(slice, y, x);
        let end = x + 1;
        while (end < columns && kindAt(slice, y, end) === kind) end++;
        group.append(s("rect", { class: kind, x: x * dx, y: y * dy,
          width: (end - x) * dx, height: dy }));
        x = end;
      }
    if (dx >= 5 && dy >= 5) {
      let lines = "";
      for (let x = 1; x < columns; x++) lines += `M${x * dx} 0v${height}`;
      for (let y = 1; y < rows; y++) lines += `M0 ${y * dy}h${width}`;
      group.append(s("path", { class: "grid", d: lines }));
    }
    group.append(s("rect", { class: "edge", width, height }));
    parts.push(group);
  }
  const total = shown * (width + gap) - gap + 2;
  const halo = haloText(dims);
  const alternative = `A block touches ${count(f.element_count)} elements in a box of ` +
    `${box(dims)}${halo ? `; halo ${halo}` : ""}.`;
  return [
    s("svg", { class: "footprint", viewBox: `0 0 ${total} ${height + 2}`, width: total,
      height: height + 2, role: "img", "aria-label": alternative },
      s("title", {}, alternative), parts),
    slices > shown ? h("p", { class: "quiet" }, `${shown} of ${slices} slices`) : "",
  ];
}

function footprintFigure(array, f) {
  const drawing = drawFootprint(f);
  const dims = f.dimensions;
  const hasHalo = dims.some((d) => d.halo && d.halo[0] + d.halo[1] > 0);
  const where = dims.map((d) => `${d.origin}${d.stride === 1 ? "" : ` step ${d.stride}`}`);
  return h("figure", { class: "of-footprint" },
    h("h4", {}, "Footprint of a block, ", h("span", { class: "quiet" }, `at ${f.at}`)),
    drawing || h("p", { class: "quiet" }, `Box of ${box(dims)}: sizes are known at run time.`),
    drawing && legend(["own", hasHalo ? "the block's own part" : "elements of the block"],
      ...(hasHalo ? [["halo", "halo: neighbours touch them, too"]] : []),
      ...((f.cells || []).some((row) => row.includes(".")) ? [["untouched", "not touched"]] : [])),
    h("figcaption", {},
      h("p", {}, `${count(f.access_count)} accesses to ${count(f.element_count)} elements` +
        (f.frequency !== undefined ? `: ${number(f.frequency)} per element` : "") +
        (f.sharing !== undefined && f.sharing !== f.frequency
          ? `, ${number(f.sharing)} between threads` : "") + "."),
      h("p", { class: "quiet" }, `Box ${box(dims)} from `,
        h("span", { class: "code" }, `[${where.join("][")}]`),
        f.may ? "; some accesses may be skipped" : "")));
}

//===--- Banks -----------------------------------------------------------===//

/// For each bank the words that lanes want at once, in the worst group.
function clashes(tile, use) {
  const banks = device.banks, wordBytes = 4;
  const perLane = use.width * tile.element_bytes;
  const group = Math.max(1, Math.floor(banks * wordBytes / Math.max(wordBytes, perLane)));
  let worst = null, most = 0;
  for (let from = 0; from < use.lanes.length; from += group) {
    const words = Array.from({ length: banks }, () => new Set());
    for (const lane of use.lanes.slice(from, from + group))
      for (let b = 0; b < perLane; b += Math.min(wordBytes, tile.element_bytes)) {
        const word = Math.floor((lane * tile.element_bytes + b) / wordBytes);
        words[word % banks].add(word);
      }
    const degree = Math.max(...words.map((w) => w.size));
    if (degree > most) [worst, most] = [words, degree];
  }
  return worst;
}

function drawBanks(tile, use) {
  const { rows, row_cells: cells, pitch } = tile.memory;
  const shownRows = Math.min(rows, 32), shownColumns = Math.min(pitch, 72);
  const size = Math.max(6, Math.min(13, Math.floor(430 / shownColumns)));
  const bankOf = (cell) =>
    Math.floor(cell * tile.element_bytes / 4) % device.banks;
  const words = use.lanes.length ? clashes(tile, use) : null;
  const isPadding = (x) => tile.memory.skew
    ? x % (tile.memory.skew + 1) === tile.memory.skew || x >= pitch : x >= cells;
  const hatch = freshId("hatch");
  const parts = [s("defs", {}, s("pattern", { id: hatch, width: 4, height: 4,
    patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("path", { class: "hatch-line", d: "M0 0v4" })))];
  for (let y = 0; y < shownRows; y++)
    for (let x = 0; x < shownColumns; x++) {
      const bank = bankOf(y * pitch + x);
      const rect = s("rect", { x: x * size, y: y * size, width: size - 1,
        height: size - 1, class: "bank" }, s("title", {},
        `row ${y}, cell ${x}: ${isPadding(x) ? "padding, " : ""}bank ${bank}`));
      rect.style.fill = isPadding(x) ? `url(#${hatch})`
        : `hsl(${Math.round(bank * 360 / device.banks)} var(--bank-strength) var(--bank-light))`;
      parts.push(rect);
    }
  for (const lane of new Set(use.lanes)) {
    const [y, x] = [Math.floor(lane / pitch), lane % pitch];
    if (y >= shownRows || x >= shownColumns) continue;
    const clash = words && words[bankOf(lane)].size > 1;
    parts.push(s("rect", { class: clash ? "lane clash" : "lane", x: x * size + .5,
      y: y * size + .5, width: Math.min(use.width, pitch - x) * size - 2, height: size - 2 }));
  }
  let height = shownRows * size, width = shownColumns * size;
  if (words) {
    const most = Math.max(...words.map((w) => w.size));
    const step = Math.max(8, Math.min(13, Math.floor(width / words.length)));
    const unit = Math.min(10, 60 / most), top = height + 14;
    parts.push(s("text", { class: "quiet", x: 0, y: top + 2 },
      "Words that the first warp wants at once, by bank"));
    words.forEach((w, bank) => parts.push(s("rect", {
      class: w.size > 1 ? "count clash" : "count", x: bank * step,
      y: top + 10 + (most - w.size) * unit, width: step - 1,
      height: Math.max(1, w.size * unit) },
      s("title", {}, `bank ${bank}: ${plural(w.size, "word")}`))));
    height = top + 12 + most * unit;
    width = Math.max(width, words.length * step, 270);
  }
  const degree = words ? Math.max(...words.map((w) => w.size)) : 0;
  const says = degree > 1 ? `${degree} words of one bank are wanted at once.`
    : degree ? "No bank is wanted twice at once." : "";
  const alternative = `${tile.name}: ${rows} rows of ${cells} cells, ${pitch} cells apart. ${says}`;
  return [says, s("svg", { class: "banks", viewBox: `0 0 ${width} ${height}`, width, height,
    role: "img", "aria-label": alternative }, s("title", {}, alternative), parts),
    shownRows < rows || shownColumns < pitch ? h("p", { class: "quiet" },
      "Shown: the first " + [shownRows < rows && `${shownRows} of ${rows} rows`,
        shownColumns < pitch && `${shownColumns} of ${pitch} cells of a row`]
        .filter(Boolean).join(", ") + ".") : ""];
}

function tileFigure(tile) {
  const uses = tile.uses.filter((use) => use.lanes.length);
  const extra = (use) => (use.wavefronts || 1) / (use.warps || 1);
  const worst = [...uses].sort((a, b) => extra(b) - extra(a))[0] || { lanes: [], width: 1 };
  const holder = h("div");
  const says = h("p");
  const show = (use) => {
    const [firstWarp, ...drawing] = drawBanks(tile, use);
    holder.replaceChildren(...drawing.filter(Boolean));
    says.textContent = use.wavefronts === undefined ? firstWarp
      : `${plural(use.wavefronts, "pass", "passes")} through shared memory for ` +
        `${plural(use.warps, "warp")}` +
        (use.wavefronts > use.warps ? ": lanes wait for each other." : ": no conflict.");
  };
  const facts = [`${tile.bytes === undefined ? tile.bytes_text + " B" : bytes(tile.bytes)}`,
    `at ${tile.at}`, tile.buffers > 1 && `${tile.buffers} buffers`,
    tile.async && "copied asynchronously", tile.transposed && "transposed",
    tile.vector > 1 && `read ${tile.vector} cells at once`,
    tile.copied_out && (tile.copied_in ? "copied in and back" : "copied back"),
  ].filter(Boolean);
  const figure = h("figure", { class: "of-tile" },
    h("h4", {}, "Tile ", h("span", { class: "code" }, tile.name)),
    h("p", { class: "quiet" }, `${tile.dimensions.map((d) => d.extent).join(" × ")} cells: ` +
      facts.join(", ")));
  if (!tile.memory)
    return fill(figure, {}, [h("p", { class: "quiet" }, "Sizes are known at run time.")]);
  if (uses.length > 1) {
    const id = freshId("use");
    const select = h("select", { id, onchange: () => show(uses[select.value]) },
      uses.map((use, i) => h("option", { value: i, selected: use === worst },
        `line ${use.line || "?"}: [${use.index.join("][")}]` +
        (use.wavefronts > use.warps ? " (conflicts)" : ""))));
    figure.append(h("p", {}, h("label", { for: id, class: "quiet" }, "Access "), select));
  } else if (uses.length)
    figure.append(h("p", { class: "code quiet" }, `[${worst.index.join("][")}]`));
  const m = tile.memory;
  fill(figure, {}, [holder,
    legend(["bank", `a colour for each of ${device.banks} banks`], ["lane", "cells of the first warp"],
      ["clash", "a bank wanted more than once"],
      ...(m.pitch > m.row_cells ? [["pad", "hatched: padding"]] : [])),
    h("figcaption", {}, says, h("p", { class: "quiet" },
      `Rows are ${m.pitch} cells of ${tile.element_bytes} B apart` +
      (m.padding ? `, ${m.padding} of them padding` : "") +
      (m.skew ? `, one of padding after every ${m.skew}` : "") + "."))]);
  show(worst);
  return figure;
}

//===--- Parts of a kernel -----------------------------------------------===//

const cell = (text, kind = "") => h("td", { class: kind }, text);
function table(caption, heads, rows, attributes = {}) {
  return h("div", { class: "scroll" }, h("table", attributes, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads.map(([text, kind]) =>
      h("th", { scope: "col", class: kind || "" }, text)))),
    h("tbody", {}, rows)));
}

const chosenOf = (shape) => shape.candidates.findLast((c) => c.verdict === "chosen");

/// Bars of what a block asks for, before and after.
function estimates(shape) {
  const { before, after } = shape;
  if (!before) return "";
  const per = (name) => (e) => e[name] / e.outputs;
  const lines = [
    ["Cycles per thread", (e) => e.cycles, (v) => number(v)],
    ["L2 traffic per thread", per("cache_bytes"), bytes],
    ["Memory traffic per thread", per("memory_bytes"), bytes],
    ["L1 and shared passes per thread", per("wavefronts"), (v) => number(v)],
    ["Occupancy, warps", (e) => e.resident_warps, (v) =>
      `${v} of ${device.warps}`, device.warps],
    ["Shared memory of a block", (e) => e.shared_bytes, bytes],
    ["Registers of a thread", (e) => e.registers, (v) => number(v)],
  ];
  const out = [];
  const chosen = chosenOf(shape);
  const byCost = after && chosen && chosen.estimate && chosen.estimate.unit === "cost" &&
    chosen.estimate.before !== undefined;
  if (byCost)
    lines.unshift(["Cost of a block's accesses",
      (e) => e === before ? chosen.estimate.before : chosen.estimate.after, number]);
  for (const [what, value, text, most] of lines) {
    const drawn = after || most;
    const values = [before, after].filter(Boolean).map(value);
    if (values.includes(undefined)) continue; // it cannot run
    const scale = most || Math.max(...values, 1e-9);
    out.push(h("span", { class: "what" }, what));
    values.forEach((v, i) => out.push(
      !drawn ? h("span", { class: "last" })
        : h("span", { class: `bar ${i ? "after" : "before"} ${i + 1 === values.length ? "last" : ""}`,
        role: "img", "aria-label": `${what} ${i ? "after" : "before"}: ${text(v)}` },
        h("i", { style: `width:${Math.min(100, 100 * v / scale)}%` })),
      h("span", { class: `number ${i + 1 === values.length ? "last" : ""}` }, text(v),
        i && values[0] > 0 && Math.abs(v / values[0] - 1) > .005
          ? h("span", { class: "quiet" }, ` × ${number(v / values[0])}`) : "")));
  }
  return [h("h3", {}, after ? "Before and after, estimated" : "As it stands, estimated"),
    byCost ? h("p", { class: "quiet" }, "The plan was chosen by the cost of accesses.") : "",
    after ? legend(["before", "as it stands"], ["after", "with the plan"]) : "",
    h("div", { class: after ? "bars" : "bars single" }, out),
    h("p", { class: "quiet" }, `A block${after ? " before" : ""}: ${plural(before.threads, "thread")}, ` +
      `${bytes(before.cache_bytes)} of L2 and ${bytes(before.memory_bytes)} of memory traffic, ` +
      `${before.resident_blocks} on a multiprocessor.` +
      (after ? ` After: ${plural(after.threads, "thread")} with the work of ` +
        `${number(after.outputs)}, ${bytes(after.cache_bytes)} and ${bytes(after.memory_bytes)}, ` +
        `${after.resident_blocks} on a multiprocessor.` : ""))];
}

function arrayTable(shape) {
  const rows = shape.arrays.map((a) => {
    const f = a.footprints[0];
    const requests = a.accesses.map((access) => access.requests).filter(Boolean);
    const worst = requests.length
      ? Math.max(...requests.map((r) => r.sectors_per_warp)) : undefined;
    return h("tr", {}, cell(h("code", {}, a.name)), cell(h("code", {}, a.type)),
      cell([a.reads && "read", a.writes && "written", a.atomic && "atomic",
        a.escapes && "escapes"].filter(Boolean).join(", ")),
      cell(f ? count(f.access_count) : "", "number"),
      cell(f ? count(f.element_count) : "", "number"),
      cell(f && f.frequency !== undefined ? number(f.frequency) : "", "number"),
      cell(f ? haloText(f.dimensions) : "", "number"),
      cell(worst === undefined ? "" : number(worst), "number"),
      cell(a.goes.join(", ")));
  });
  return table("One block, at the first place where a tile could be filled. " +
    "Sectors of 32 B: of the worst access.",
    [["Array"], ["Type"], ["Use"], ["Accesses", "number"], ["Elements", "number"],
      ["Frequency", "number"], ["Halo", "number"], ["Sectors / warp", "number"], ["Goes to"]],
    rows, { class: "arrays" });
}

function arrayPart(shape, array) {
  const tiles = (shape.plans[0] || { tiles: [] }).tiles
    .filter((tile) => tile.array === array.name);
  // Where it is staged; else the largest reuse; else the first.
  const staged = array.footprints.find((f) => tiles.some((t) => t.at === f.at));
  const best = staged || [...array.footprints].sort((a, b) =>
    (b.sharing || 0) - (a.sharing || 0))[0];
  const accesses = array.accesses.map((a) => h("tr", {},
    cell(a.line ? `line ${a.line}` : ""), cell(a.kind),
    cell(h("code", {}, a.coordinates ? `(${a.coordinates.join(", ")})` : "not affine"), "wide"),
    cell(a.requests ? number(a.requests.sectors_per_warp) : "", "number"),
    cell(a.requests ? number(a.requests.dense_sectors / a.requests.warps) : "", "number"),
    cell(!a.requests ? "" : a.requests.broadcast ? "broadcast"
      : a.requests.coalesced ? "coalesced" : "scattered")));
  const others = array.footprints.filter((f) => f !== best);
  return h("section", { class: "array" },
    h("h3", {}, h("code", {}, array.name), " ", array.goes.map((g) =>
      pill(g, g === "global" ? "" : "changed"))),
    h("div", { class: "cards" }, best ? footprintFigure(array, best) : "",
      tiles.map(tileFigure)),
    h("details", { class: "page-of more" }, h("summary", {},
      `${plural(array.accesses.length, "access", "accesses")}, ` +
      `${plural(array.footprints.length + array.refusals.length, "place", "places")} for a tile`),
      table("Sectors of a warp, and the least that is possible.",
        [["Where"], ["Kind"], ["Element"], ["Sectors", "number"], ["Least", "number"], [""]],
        accesses),
      array.footprints.length + array.refusals.length ? table("Places where a tile could be filled",
        [["At"], ["Box"], ["Accesses", "number"], ["Elements", "number"],
          ["Between threads", "number"], ["Loads of the grid", "number"]],
        [...[best, ...others].filter(Boolean).map((f) => h("tr", {}, cell(f.at), cell(box(f.dimensions)),
          cell(count(f.access_count), "number"), cell(count(f.element_count), "number"),
          cell(f.sharing === undefined ? "" : number(f.sharing), "number"),
          cell(f.grid_loads_before && f.grid_loads_after ? `${count(f.grid_loads_before)} → ${count(f.grid_loads_after)}`
            : "", "number"))),
        ...array.refusals.map((r) => h("tr", {}, cell(r.at),
          h("td", { colspan: 5 }, r.message, " ", h("code", { class: "quiet" },
            `[tessera-${r.id}]`))))]) : ""));
}

/// All candidates; columns sort when their heads are pressed.
function candidates(shape) {
  if (!shape.candidates.length)
    return h("p", { class: "quiet" }, "No other plan was considered.");
  const columns = [ // without those that have no values
    ["#", "number", (c, i) => i + 1, (v) => String(v)],
    ["Plan", "wide", (c) => c.what, (v) => v],
    ["Verdict", "", (c) => c.verdict, (v) => pill(v, v === "chosen" ? "chosen" : "")],
    ["Before", "number", (c) => c.estimate && c.estimate.before, number],
    ["After", "number", (c) => c.estimate && c.estimate.after, number],
    ["Unit", "", (c) => c.estimate && c.estimate.unit, (v) => v],
    ["Gain", "number", (c) => c.estimate && c.estimate.after > 0 && c.estimate.before
      ? c.estimate.before / c.estimate.after : undefined, (v) => `${v.toFixed(2)} ×`],
    ["Shared memory", "number", (c) => c.shared_bytes, bytes],
    ["Registers", "number", (c) => c.registers, number],
  ].filter(([, , value]) => shape.candidates.some((c) => value(c, 0) !== undefined));
  const rows = shape.candidates.map((c, i) => {
    const values = columns.map(([, , value]) => value(c, i));
    const tr = h("tr", { class: c.verdict === "chosen" ? "chosen" : "" },
      columns.map(([, kind, , text], j) =>
        cell(values[j] === undefined ? "" : text(values[j]), kind)));
    if (c.obstacle) tr.cells[1].append(h("div", { class: "quiet" }, c.obstacle.message));
    return { tr, values };
  });
  const body = h("tbody", {}, rows.map((r) => r.tr));
  const heads = columns.map(([text, kind], j) => {
    const th = h("th", { scope: "col", class: kind === "number" ? kind : "",
      "aria-sort": j ? "none" : "ascending" });
    th.append(h("button", { type: "button", onclick: () => {
      const up = th.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.setAttribute("aria-sort", "none");
      th.setAttribute("aria-sort", up ? "ascending" : "descending");
      rows.sort(({ values: a }, { values: b }) => {
        if (a[j] === undefined || b[j] === undefined)
          return (a[j] === undefined) - (b[j] === undefined);
        return (a[j] < b[j] ? -1 : a[j] > b[j] ? 1 : 0) * (up ? 1 : -1);
      });
      body.append(...rows.map((r) => r.tr));
    } }, text));
    return th;
  });
  return h("div", { class: "scroll" }, h("table", { class: "candidates" },
    h("caption", {}, `${plural(rows.length, "plan")} considered`),
    h("thead", {}, h("tr", {}, heads)), body));
}

function shapePart(kernel, shape) {
  const plans = shape.plans.map((plan, i) => h("li", {},
    i ? "Otherwise: " : "", h("code", {}, plan.kernel), ` in blocks of ${sizes(plan.block)}: `,
    h("strong", {}, plan.what)));
  return h("section", { class: "shape" },
    kernel.shapes.length > 1 ? h("h3", {}, `Blocks of ${sizes(shape.block)}`) : "",
    plans.length ? h("ul", {}, plans) : "",
    estimates(shape),
    h("h3", {}, "Arrays"), arrayTable(shape),
    shape.arrays.map((array) => arrayPart(shape, array)),
    h("h3", {}, "Candidates"), candidates(shape));
}

function kernelBody(file, alignment, kernel) {
  const messages = kernel.messages.map((i) => file.messages[i]);
  return [
    kernel.launches.length ? h("p", {}, kernel.launches.map((l, i) => [i ? h("br") : "",
      `Line ${l.line || "?"}: grid ${sizes(l.grid)}, blocks of ${sizes(l.block)}`,
      l.grid.includes(null) && l.grid_text ? [" from ", h("code", {}, l.grid_text)] : "",
      l.stream ? [" on ", h("code", {}, l.stream)] : ""]))
      : h("p", { class: "quiet" }, "No launch is seen."),
    messages.length ? h("ul", { class: "messages" }, messages.map((m) => messageItem(m, file))) : "",
    kernel.begin_line ? [h("h3", {}, "Source beside result"), alignment.table(
      alignment.rowsOf(kernel.begin_line - 1, kernel.end_line - 1), messages,
      "Point at marked text, or reach it by Tab, for the reason.")] : "",
    kernel.shapes.map((shape) => shapePart(kernel, shape))];
}

//===--- The host --------------------------------------------------------===//

const step = (e) => e.what === "launch" ? e.kernel
  : e.what === "touch" ? [e.writes && "write", e.reads && "read"].filter(Boolean).join(", ")
  : [e.what, e.what !== "exchange" && e.memory].filter(Boolean).join(" ");

const names = (e) => e.variable ? [e.variable, e.other].filter(Boolean).join(", ")
  : e.what === "touch" ? [...new Set([...(e.writes || []), ...(e.reads || [])])].join(", ") : "";

const label = (e) => e.what === "touch"
  ? [e.writes && "write " + e.writes.join(", "), e.reads && "read " + e.reads.join(", ")]
    .filter(Boolean).join("; ")
  : [step(e), names(e)].filter(Boolean).join(" ");

const detail = (e) => [e.bytes !== undefined ? bytes(e.bytes) : e.bytes_text,
  e.stream && `on ${e.stream}`, e.note, e.conditional && "sometimes"].filter(Boolean).join(", ");

function fullText(e) {
  return label(e) +
    (e.what === "launch" ? `: reads ${(e.reads || []).join(", ") || "nothing shared"}, ` +
      `writes ${(e.writes || []).join(", ") || "nothing shared"}` : "") +
    (detail(e) ? ` (${detail(e)})` : "") + (e.line ? `, line ${e.line}` : "");
}

function clip(text, width) {
  const most = Math.floor(width / 6.3);
  return text.length > most ? text.slice(0, Math.max(1, most - 1)) + "…" : text;
}

/// Steps from left to right in lanes; loops are boxes around theirs.
function timeline(host, events, name) {
  const lanes = ["host", "copy", "kernel"], titles = ["Host", "Copies", "Kernels"];
  const left = 62, wide = 128, lane = 46;
  const depth = Math.max(0, ...events.map((e) => e.loops.length));
  const head = 26 + depth * 17, width = left + events.length * wide + 12;
  const height = head + lanes.length * lane + 10 + depth * 4;
  const parts = [];
  // Loops: from the first to the last of the events inside.
  host.loops.forEach((loop, i) => {
    const inside = events.map((e, at) => (e.loops.includes(i) ? at : -1)).filter((at) => at >= 0);
    if (!inside.length) return;
    const level = events[inside[0]].loops.indexOf(i);
    const from = left + inside[0] * wide - 4 + level * 3;
    const to = left + (inside[inside.length - 1] + 1) * wide - 6 - level * 3;
    parts.push([level, s("g", {}, s("rect", { class: "loop", x: from, y: 20 + level * 17,
      width: to - from, height: height - 22 - level * 21, rx: 5 }),
      s("text", { class: "quiet", x: from + 6, y: 33 + level * 17 },
        clip(loop.line ? `loop, line ${loop.line}` : "loop", to - from)))]);
  });
  const drawing = parts.sort((a, b) => a[0] - b[0]).map(([, part]) => part);
  lanes.forEach((_, i) => drawing.push(
    s("path", { class: "lane-line", d: `M${left} ${head + i * lane + lane / 2 - 2}H${width}` }),
    s("text", { x: 0, y: head + i * lane + lane / 2 + 2 }, titles[i])));
  let current;
  events.forEach((e, at) => {
    const x = left + at * wide, y = head + lanes.indexOf(e.lane) * lane;
    if (e.function !== current) {
      current = e.function;
      drawing.push(s("text", { class: "quiet", x, y: 12 }, `${current || ""}()`));
    }
    drawing.push(s("g", {}, s("title", {}, fullText(e)),
      s("rect", { class: `event ${e.lane}${e.conditional ? " maybe" : ""}`, x, y,
        width: wide - 12, height: lane - 8, rx: 4 }),
      s("text", { x: x + 6, y: y + 16 }, clip(step(e), wide - 20)),
      s("text", { x: x + 6, y: y + 30 },
        clip([names(e), detail(e)].filter(Boolean).join(": "), wide - 20))));
  });
  const rows = events.map((e, i) => h("tr", {}, cell(String(i + 1), "number"),
    cell(e.line ? String(e.line) : "", "number"), cell(titles[lanes.indexOf(e.lane)]),
    cell(label(e), "wide"), cell(e.bytes !== undefined ? bytes(e.bytes) : e.bytes_text || "", "number"),
    cell(e.loops.length ? e.loops.map((l) => host.loops[l].line || "?").join(", ") : "", "number"),
    cell([e.stream, e.note, e.conditional && "sometimes"].filter(Boolean).join(", "))));
  return h("figure", { class: "host" }, h("h4", {}, name),
    h("div", { class: "scroll", tabindex: 0, role: "group",
      "aria-label": `${name}: ${plural(events.length, "step")}, a table follows` },
      s("svg", { class: "timeline", viewBox: `0 0 ${width} ${height}`, width, height,
        role: "img", "aria-label": `${name}: ` + events.map(fullText).join("; ") }, drawing)),
    h("details", { class: "page-of" }, h("summary", {}, `${name} as a table`),
      table("Steps in the order of the text", [["#", "number"], ["Line", "number"], ["Lane"],
        ["Step"], ["Bytes", "number"], ["In loops at lines", "number"], [""]], rows)));
}

function hostPart(file) {
  const { host } = file;
  if (!host || !(host.variables.length + host.before.length))
    return "";
  const variables = host.variables.map((v) => h("tr", {}, cell(h("code", {}, v.name)),
    cell(h("code", {}, v.type)), cell(v.bytes === undefined ? "" : bytes(v.bytes), "number"),
    cell(v.dialect), cell([v.placement || "", v.pinned ? ", page-locked" : ""]),
    cell(v.why || "", "wide")));
  return h("section", { class: "host-side" }, h("h3", {}, "Host timeline"),
    variables.length ? table("What host and device share", [["Name"], ["Type"],
      ["Size", "number"], ["Declared"], ["Placed"], ["Why"]], variables) : "",
    host.before.length ? timeline(host, host.before, "As written") : "",
    host.after && host.after.length ? timeline(host, host.after, "Result") : "");
}

//===--- The page --------------------------------------------------------===//

/// A part whose content is drawn when it is opened first.
function part(kind, id, summary, content, open) {
  const node = h("details", { class: kind, id }, h("summary", {}, summary));
  const draw = () => {
    if (node.dataset.drawn) return;
    node.dataset.drawn = "yes";
    node.append(h("div", { class: "body" }, content()));
  };
  node.addEventListener("toggle", () => node.open && draw());
  addEventListener("beforeprint", () => { draw(); node.open = true; });
  node.draw = draw;
  if (open) { draw(); node.open = true; }
  return node;
}

function verdict(kernel) {
  return kernel.changed ? "changed" : "not changed";
}

function whyNot(file, kernel) {
  const own = kernel.messages.map((i) => file.messages[i]);
  return [...new Set(own.filter((m) => m.level === "missed").map((m) => m.id))];
}

/// What the planner expected of its choice.
function gain(kernel) {
  for (const shape of kernel.shapes) {
    const chosen = chosenOf(shape);
    if (chosen && chosen.estimate && chosen.estimate.before && chosen.estimate.after) {
      const { unit, before, after } = chosen.estimate;
      return `${unit} ${number(before)} → ${number(after)}`;
    }
  }
  return "";
}

const kernelName = (k) => k.name + (k.template || "");

function summaryPart(all) {
  const changed = all.filter(({ kernel }) => kernel.changed).length;
  const reasons = new Map();
  for (const { file, kernel } of all)
    if (!kernel.changed)
      for (const id of whyNot(file, kernel).length ? whyNot(file, kernel) : ["no message"])
        reasons.set(id, [...(reasons.get(id) || []), kernel]);
  const warnings = report.files.flatMap((f) => f.messages.filter((m) => m.level === "warning"));
  const tile = (value, text) => h("div", {}, h("dt", {}, text), h("dd", {}, String(value)));
  return h("section", { id: "summary", "aria-labelledby": "summary-title" },
    h("h2", { id: "summary-title" }, "Summary"),
    h("dl", { class: "tiles" },
      tile(report.files.length, report.files.length === 1 ? "file" : "files"),
      tile(all.length, all.length === 1 ? "kernel" : "kernels"),
      tile(changed, "changed"), tile(all.length - changed, "not changed"),
      tile(warnings.length, warnings.length === 1 ? "warning" : "warnings")),
    all.length ? "" : h("p", { class: "empty" }, "There is no kernel in ",
      report.files.length === 1 ? "this file." : "these files."),
    all.length && report.files.every((f) => !f.changed)
      ? h("p", { class: "empty" }, "Nothing was changed.") : "",
    reasons.size ? table("Kernels that are not changed, by reason; one may have several",
      [["Reason"], ["Kernels", "number"], ["Which"]],
      [...reasons].sort((a, b) => b[1].length - a[1].length).map(([id, kernels]) => h("tr", {},
        cell(h("code", {}, id)), cell(String(kernels.length), "number"),
        cell(kernels.map(kernelName).join(", "), "wide")))) : "");
}

function filePart(file, index, all, open) {
  const alignment = new Alignment(file);
  const own = all.filter((x) => x.file === file);
  const other = file.messages.filter((m, i) => !own.some(({ kernel }) =>
    kernel.messages.includes(i)));
  return h("section", { class: "file", "aria-labelledby": `file-${index}` },
    h("h2", { id: `file-${index}` }, file.file, " ",
      pill(file.changed ? "changed" : "not changed", file.changed ? "changed" : "")),
    other.length ? h("ul", { class: "messages" }, other.map((m) => messageItem(m, file))) : "",
    own.map(({ kernel, id }) => part("kernel", id, [
      h("h3", {}, kernelName(kernel)),
      pill(verdict(kernel), kernel.changed ? "changed" : ""),
      h("span", { class: "quiet" }, kernel.line ? `line ${kernel.line}` : "",
        kernel.shapes.length ? `, blocks of ${kernel.shapes.map((x) => sizes(x.block)).join(" and ")}` : ""),
      h("span", { class: "quiet" }, kernel.changed ? gain(kernel) : whyNot(file, kernel).join(", "))],
      () => kernelBody(file, alignment, kernel), open)),
    hostPart(file),
    part("part whole", `whole-${index}`, h("h3", {}, file.changed
      ? "All changes of the file" : "The file"),
      () => alignment.table(file.changed ? alignment.rowsNearChanges() : alignment.rows,
        file.messages, file.file), false));
}

function navigation(all) {
  const list = report.files.map((file) => [h("h2", {}, file.file), h("ul", {},
    all.filter((x) => x.file === file).map(({ kernel, id }) => h("li", {},
      h("a", { href: `#${id}`, onclick: () => {
        document.getElementById(id).open = true;
      } }, h("span", { class: `dot ${kernel.changed ? "changed" : ""}`, role: "img",
        "aria-label": verdict(kernel) }), h("span", { class: "name" }, kernelName(kernel))))))]);
  const filter = h("input", { type: "search", id: "filter", placeholder: "Filter kernels",
    "aria-label": "Filter kernels by name", oninput: () => {
      const text = filter.value.toLowerCase();
      for (const { kernel, id } of all) {
        const hide = !kernelName(kernel).toLowerCase().includes(text);
        document.getElementById(id).hidden = hide;
        document.querySelector(`#nav a[href="#${id}"]`).parentNode.hidden = hide;
      }
    } });
  return [all.length > 5 ? filter : "", h("ul", {}, h("li", {}, h("a", { href: "#summary" }, "Summary"))),
    list];
}

function keyboard() {
  const summaries = () => [...document.querySelectorAll("details.kernel:not([hidden]) > summary")];
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
    if (event.ctrlKey || event.metaKey || event.altKey ||
        /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const all = summaries(), focused = document.activeElement;
    const inKernel = focused.closest && focused.closest("details.kernel");
    const at = inKernel ? all.indexOf(inKernel.querySelector("summary")) : -1;
    const onSummary = all.includes(focused);
    let to = null;
    if (event.key === "j" || (event.key === "ArrowDown" && onSummary))
      to = Math.min(at + 1, all.length - 1);
    if (event.key === "k" || (event.key === "ArrowUp" && onSummary))
      to = at >= 0 && !onSummary ? at : Math.max(at - 1, 0);
    if (to !== null && all[to]) {
      event.preventDefault();
      all[to].focus();
      all[to].scrollIntoView({ block: "nearest" });
    }
    const filter = document.getElementById("filter");
    if (event.key === "/" && filter) {
      event.preventDefault();
      filter.focus();
    }
  });
}

function themes() {
  const root = document.documentElement, button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Change to ${isDark() ? "light" : "dark"} colours`);
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  system.addEventListener("change", name);
  name();
}

const all = report.files.flatMap((file, f) => (file.kernels || []).map((kernel, k) =>
  ({ file, kernel, id: `kernel-${f}-${k}` })));
document.getElementById("about").textContent =
  `${report.files.map((f) => f.file).slice(0, 3).join(", ")}${report.files.length > 3 ? ", …" : ""}` +
  (device ? ` · planned for ${device.name} (${device.architecture})` : "");
document.getElementById("nav").append(...navigation(all).flat(Infinity).filter(Boolean));
document.getElementById("main").replaceChildren(summaryPart(all),
  ...report.files.map((file, i) => filePart(file, i, all, all.length <= 3)));
if (location.hash) {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) target.open = true;
}
for (const key of document.querySelectorAll(".keys > *"))
  key.hidden = all.length < (key.classList.contains("for-many") ? 6 : 1);
keyboard();
themes();
})();
