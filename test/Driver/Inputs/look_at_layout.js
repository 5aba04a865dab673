// What is wrong with the page as it is laid out: see look_at_page.py, which runs
// this in the page. \returns sentences.
const problems = [], told = new Map(); // the first of each kind
const root = document.documentElement;
const visible = (e) => e.checkVisibility({ visibilityProperty: true });
const name = (e) => e.tagName.toLowerCase() + (e.id ? `#${e.id}` : "") +
  (typeof e.className === "string" && e.className ? `.${e.className.split(" ").join(".")}` : "");
const tell = (what, e) => {
  const text = `${what}: ${name(e)} '${(e.textContent || "").trim().slice(0, 40)}'`;
  const kind = what.split(" ")[0];
  told.set(kind, (told.get(kind) || 0) + 1);
  if (told.get(kind) <= 3 && !problems.includes(text)) problems.push(text);
};

//===--- Widths ----------------------------------------------------------===//

const style = new Map();
const styleOf = (e) => style.get(e) || style.set(e, getComputedStyle(e)).get(e);
const clips = (e) => styleOf(e).overflowX !== "visible" || styleOf(e).overflowY !== "visible";
const clipsOf = new Map(); // the boxes around an element that scroll
function boxesAround(e) {
  if (!e || e === root) return [];
  if (!clipsOf.has(e)) {
    const outer = boxesAround(e.parentElement);
    clipsOf.set(e, e !== document.body && clips(e) ? [...outer, e.getBoundingClientRect()] : outer);
  }
  return clipsOf.get(e);
}
if (root.scrollWidth > innerWidth)
  problems.push(`the page is ${root.scrollWidth - innerWidth} wider than its window`);
for (const e of document.body.querySelectorAll("*")) {
  if (!visible(e) || e.closest(".skip")) continue;
  const box = e.getBoundingClientRect();
  if (box.width && box.right > innerWidth + 1 && !boxesAround(e.parentElement).length)
    tell("beyond the window", e);
  if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && styleOf(e).overflowX === "hidden")
    tell("cut off", e);
}

// The numbers of estimates are few: nobody has to scroll for them.
for (const table of document.querySelectorAll("table.facts"))
  if (visible(table) && table.offsetWidth > table.parentElement.clientWidth)
    tell("numbers reach beyond their box", table);

//===--- Texts -----------------------------------------------------------===//

function shown(rect, boxes) {
  let { left, right, top, bottom } = rect;
  for (const box of boxes) {
    left = Math.max(left, box.left); right = Math.min(right, box.right);
    top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
  }
  return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null;
}
const texts = []; // lines of text: what can be seen of them
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode()); ) {
  const e = node.parentElement;
  if (!node.data.trim() || !visible(e) || e.closest("script, style, .skip, #tip, option, title"))
    continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const rect of range.getClientRects()) {
    const part = shown(rect, boxesAround(e));
    if (part) texts.push({ e, ...part, floats: !!e.closest(".top, .segment") });
  }
}
// Overlaps, by rows of the page; what floats over others is meant to.
const rows = new Map();
for (const text of texts) {
  if (text.floats) continue;
  for (let y = Math.floor(text.top / 20); y <= Math.floor(text.bottom / 20); y++) {
    if (!rows.has(y)) rows.set(y, []);
    for (const other of rows.get(y)) {
      const wide = Math.min(text.right, other.right) - Math.max(text.left, other.left);
      const high = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
      if (wide > 2 && high > 4 && text.e !== other.e)
        tell(`overlaps '${other.e.textContent.trim().slice(0, 30)}'`, text.e);
    }
    rows.get(y).push(text);
  }
}

//===--- Colours ---------------------------------------------------------===//

const parse = (text) => {
  const [r, g, b, a = 1] = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  return [r, g, b, a];
};
const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a)).concat(1);
const luminance = (color) => {
  const [r, g, b] = color.map((c) => (c / 255 <= .03928 ? c / 255 / 12.92
    : ((c / 255 + .055) / 1.055) ** 2.4));
  return .2126 * r + .7152 * g + .0722 * b;
};
function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + .05) / (y + .05);
}
function behind(e) { // an element's background
  const own = parse(styleOf(e).backgroundColor);
  if (own[3] === 1) return own;
  return over(own, e.parentElement ? behind(e.parentElement) : [255, 255, 255, 1]);
}
function behindText(e) {
  if (!e.ownerSVGElement) return behind(e);
  const box = e.getBoundingClientRect();
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  let color = behind(e.ownerSVGElement);
  for (const shape of e.ownerSVGElement.querySelectorAll("rect")) {
    if (shape.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING) continue;
    const own = shape.getBoundingClientRect(), fill = styleOf(shape).fill;
    if (fill !== "none" && own.left <= x && x <= own.right && own.top <= y && y <= own.bottom)
      color = over(parse(fill), color);
  }
  return color;
}
for (const e of new Set(texts.map((text) => text.e))) {
  const own = parse(e.ownerSVGElement ? styleOf(e).fill : styleOf(e).color);
  const under = behindText(e);
  const found = contrast(over(own, under), under);
  if (found < 4.5) tell(`contrast ${found.toFixed(2)}`, e);
}
// A background for a moment: texts must be legible on it, too.
for (const kind of ["selected", "matching"]) {
  const probe = document.createElement("div");
  probe.className = kind;
  document.getElementById("main").append(probe);
  const under = parse(getComputedStyle(probe).backgroundColor);
  probe.remove();
  const seen = new Set();
  for (const { e } of texts)
    if (e.closest(".line") && !seen.has(styleOf(e).color)) {
      seen.add(styleOf(e).color);
      const found = contrast(parse(styleOf(e).color), under);
      if (found < 4.5) tell(`contrast ${found.toFixed(2)} if ${kind}`, e);
    }
}

//===--- The legend ------------------------------------------------------===//

const legend = document.getElementById("legend");
const explained = new Set([...legend.querySelectorAll("[data-legend]:not([hidden])")]
  .map((e) => e.dataset.legend));
const outside = (e) => !e.closest("#legend, .keys-of, #tip, .top");
const used = new Set([...document.querySelectorAll("[data-sign]")].filter(outside)
  .map((e) => e.dataset.sign));
const all = [...document.querySelectorAll("#main, #nav")].map((e) => {
  const copy = e.cloneNode(true);
  for (const other of copy.querySelectorAll("#legend, .pane, pre, code")) other.remove();
  return copy.textContent;
}).join(" ");
const has = (selector) => !!document.querySelector(selector);
const evidence = { // of signs that are no element
  most: all.includes("≤"), unknown: all.includes("?"), sides: /±|−\d+ \+\d/.test(all),
  apart: all.includes("·"), fold: has("details"), sorted: has("[aria-sort]"),
  selected: has(".panes.two"), matching: has(".panes.two"), maybe: has(".event.maybe"),
};
for (const key of used) if (!explained.has(key)) problems.push(`not in the legend: ${key}`);
for (const key of explained)
  if (!used.has(key) && !evidence[key]) problems.push(`in the legend, and not used: ${key}`);
for (const [key, found] of Object.entries(evidence))
  if (found && !explained.has(key)) problems.push(`not in the legend: ${key}`);
// Whatever has a colour is a sign.
const value = (variable) => {
  const probe = document.createElement("i");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
};
const neutral = new Set(["--page", "--panel", "--line", "--text", "--quiet", "--accent"].map(value));
const plain = (color) => neutral.has(color) || color === "none" || parse(color)[3] === 0;
for (const e of document.querySelectorAll("#main *, #nav *")) {
  if (!outside(e) || !visible(e) || e.closest("button, select, input, [data-sign]")) continue;
  const own = styleOf(e);
  if (!plain(own.backgroundColor) || !plain(own.color)) tell("a colour without a sign", e);
  if (e.ownerSVGElement && !e.closest("defs") && /^(rect|path|circle)$/.test(e.tagName) &&
      (!plain(own.fill) && e.tagName !== "path" || !plain(own.stroke)))
    tell("a colour without a sign", e);
}
return problems;
