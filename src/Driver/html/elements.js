// Elements and numbers. All parts of the script are one function, see
// report.html.
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
  if (all.includes(null)) show("unknown");
  const text = all.map((size) => (size === null ? "?" : number(size)));
  while (text.length > 1 && text[text.length - 1] === "1") text.pop();
  return text.join(" × ");
};
function count(c) {
  if (!c.exact) show("most");
  return (c.exact ? "" : "≤ ") + (c.value === undefined ? c.text : number(c.value));
}
const plural = (n, one, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;
/// "line 3", "lines 3 to 7", "lines 3, 9".
function lineNames(lines) {
  const all = [...lines].sort((a, b) => a - b);
  const runs = [];
  for (const line of all)
    if (runs.length && runs[runs.length - 1][1] + 1 >= line) runs[runs.length - 1][1] = line;
    else runs.push([line, line]);
  return (all.length === 1 ? "line " : "lines ") + runs.map(([a, b]) =>
    a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a} to ${b}`).join(", ");
}

//===--- Tables ----------------------------------------------------------===//

const cell = (text, kind = "") => h("td", { class: kind }, text);
function table(caption, heads, rows, attributes = {}) {
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    h("table", attributes, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map(([text, kind]) =>
        h("th", { scope: "col", class: kind || "" }, text)))),
      h("tbody", {}, rows)));
}
