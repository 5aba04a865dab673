//===--- Messages and the pages about them -------------------------------===//

const pill = (kind, text) => h("span", sign(`pill-${kind}`, "pill"), text || kind);
const changedPill = (changed) => changed ? pill("changed") : pill("same", "not changed");

const reason = (m) => [
  h("p", {}, pill(m.level), " ", m.message, " ",
    h("code", { class: "quiet" }, `[tessera-${m.id}]`)),
];

/// Messages, each text once, with the lines that it is about.
function messageList(messages) {
  const all = new Map();
  for (const m of messages) {
    const key = `${m.level} ${m.id} ${m.message}`;
    if (!all.has(key)) all.set(key, { m, lines: [] });
    if (m.line && !all.get(key).lines.includes(m.line)) all.get(key).lines.push(m.line);
  }
  const told = new Set(); // each page of the manual once, too
  return h("ul", { class: "messages" }, [...all.values()].map(({ m, lines }) => {
    const page = !told.has(m.id) && manual[m.id];
    told.add(m.id);
    return h("li", {}, pill(m.level), m.message, " ",
      h("code", { class: "quiet" }, `[tessera-${m.id}]`),
      lines.length ? h("span", { class: "quiet" }, ` ${lineNames(lines)}`) : "",
      page ? h("details", { class: "page-of" },
        h("summary", {}, `What ${m.id} means`), h("pre", {}, page)) : "");
  }));
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
