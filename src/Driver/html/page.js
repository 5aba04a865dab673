//===--- The page --------------------------------------------------------===//

/// A part whose content is drawn when it is opened first.
function part(kind, id, summary, content, open) {
  const node = h("details", { class: kind, id }, h("summary", {}, summary));
  const draw = () => {
    if (node.dataset.drawn) return;
    node.dataset.drawn = "yes";
    node.append(h("div", { class: "body" }, content()));
  };
  show("fold");
  node.addEventListener("toggle", () => node.open && draw());
  addEventListener("beforeprint", () => { draw(); node.open = true; });
  node.draw = draw;
  if (open) { draw(); node.open = true; }
  return node;
}

const verdict = (kernel) => (kernel.changed ? "changed" : "not changed");

function whyNot(file, kernel) {
  const own = kernel.messages.map((i) => file.messages[i]);
  return [...new Set(own.filter((m) => m.level === "missed").map((m) => m.id))];
}

/// What is expected of the first version.
function gain(kernel) {
  for (const { before, plans: [first] } of kernel.shapes)
    if (before && before.cycles && first && first.estimate && first.estimate.cycles)
      return `${(before.cycles / first.estimate.cycles).toFixed(2)} × as fast, estimated`;
  for (const shape of kernel.shapes) {
    const { estimate } = chosenOf(shape) || {};
    if (estimate && estimate.before && estimate.after)
      return `${estimate.unit} ${number(estimate.before)} → ${number(estimate.after)}, estimated`;
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
  const lines = new FileLines(file);
  const own = all.filter((x) => x.file === file);
  const other = file.messages.filter((m, i) => !own.some(({ kernel }) =>
    kernel.messages.includes(i)));
  return h("section", { class: "file", "aria-labelledby": `file-${index}` },
    h("h2", { id: `file-${index}` }, file.file, " ",
      changedPill(file.changed)),
    other.length ? messageList(other) : "",
    own.map(({ kernel, id }) => part("kernel", id, [
      h("h3", {}, kernelName(kernel)),
      changedPill(kernel.changed),
      h("span", { class: "quiet" }, kernel.line ? `line ${kernel.line}` : "",
        kernel.shapes.length ? `, blocks of ${kernel.shapes.map((x) => sizes(x.block)).join(" and ")}` : ""),
      h("span", { class: "quiet" }, kernel.changed ? gain(kernel) : whyNot(file, kernel).join(", "))],
      () => kernelBody(file, lines, kernel), open)),
    hostPart(file),
    part("part whole", `whole-${index}`, h("h3", {}, "The whole file"),
      () => filePanes(lines), false));
}

function navigation(all) {
  const list = report.files.map((file) => [h("h2", {}, file.file), h("ul", {},
    all.filter((x) => x.file === file).map(({ kernel, id }) => h("li", {},
      h("a", { href: `#${id}`, onclick: () => {
        document.getElementById(id).open = true;
      } }, h("span", { ...sign(kernel.changed ? "dot-changed" : "dot-same", "dot"), role: "img",
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
  return [all.length > 5 ? filter : "", h("ul", {},
    h("li", {}, h("a", { href: "#summary" }, "Summary")),
    h("li", {}, h("a", { href: "#legend", onclick: () => {
      document.getElementById("legend").open = true;
    } }, "Legend"))),
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
document.getElementById("main").replaceChildren(summaryPart(all), legendPart(),
  ...report.files.map((file, i) => filePart(file, i, all, all.length <= 3)));
if (location.hash) {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) target.open = true;
}
for (const key of document.querySelectorAll(".keys > *"))
  key.hidden = all.length < (key.classList.contains("for-many") ? 6 : 1);
keyboard();
themes();
