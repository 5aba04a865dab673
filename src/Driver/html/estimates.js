//===--- What bounds a kernel --------------------------------------------===//

const units = [ // as the JSON names them; what they are; what that is a case of
  ["memory", "Memory: bandwidth of DRAM"],
  ["L2", "Memory: bandwidth of the L2 cache"],
  ["issue", "Issue: instructions of all kinds"],
  ["float", "Issue: single precision"],
  ["double", "Issue: double precision"],
  ["integer", "Issue: integers"],
  ["special", "Issue: roots and functions"],
  ["shared", "Issue: passes through L1 and shared memory"],
  ["latency", "Latency: waiting, too little in flight"],
];
const unitName = new Map(units);

/// The part of the time that a resource is busy, from 0 to 1.
const share = (e, unit) => e.units[unit] / (e.cycles * (e.busy === undefined ? 1 : e.busy));
const percent = (part) => (part < .01 && part > 0 ? "< 1 %" : `${Math.round(part * 100)} %`);

/// Why there is no estimate of what stands there.
function notEstimated(kernel, shape) {
  if (!shape) return "no launch is seen";
  if (device && !device.rates) return `the profile of ${device.name} has no bandwidths`;
  if (shape.block.includes(null)) return "only run time knows the size of its blocks";
  if (shape.before && !shape.before.units) return "the device has no room for such blocks";
  return "it was not planned";
}

const limitName = { blocks: "the number of blocks", warps: "the number of warps",
  registers: "registers", "shared memory": "shared memory" };

/// What keeps warps from being on a multiprocessor.
function occupancyLimit(e) {
  if (e.running_warps < e.resident_warps)
    return `the launch, of ${number(Math.round(e.blocks))} blocks`;
  if (e.resident_warps >= device.warps) return "nothing: it is full";
  return e.limits.map((l) => limitName[l]).join(" and ");
}

const boundSentence = (e) => e && e.units
  ? `${unitName.get(e.bound)}, ${percent(share(e, e.bound))} of the time` : null;

/// Bars of what each resource takes, before and after.
function boundBars(before, after) {
  const both = [["before", before], ["after", after]].filter(([, e]) => e && e.units);
  const most = Math.max(...both.flatMap(([, e]) => Object.values(e.units)));
  const out = [];
  for (const [unit, name] of units) {
    if (both.every(([, e]) => !e.units[unit])) continue;
    out.push(h("span", { class: "what" }, name));
    both.forEach(([side, e], i) => {
      const value = e.units[unit], isBound = e.bound === unit;
      const text = `${number(value)} (${percent(share(e, unit))})`;
      const last = i + 1 === both.length ? "last" : "";
      out.push(h("span", { class: `bar ${last}`, role: "img",
        "aria-label": `${name}, ${side}: ${text}${isBound ? ", the bound" : ""}` },
        h("i", { ...sign(side), "data-unit": unit,
          style: `width:${Math.min(100, 100 * value / most)}%` })),
      h("span", { class: `value ${last}` }, text,
        isBound ? [" ", h("b", { ...sign("bound"), "data-side": side, "data-unit": unit }, "◀ bound")] : ""));
    });
  }
  return h("div", { class: `bars ${both.length > 1 ? "" : "single"}` }, out);
}

/// The numbers beside the bars.
function boundTable(before, after, name) {
  const per = (key) => (e) => e[key] / e.outputs;
  const rows = [
    ["Cycles for each of the user's threads", (e) => e.cycles, number],
    ["Warps on a multiprocessor", (e) => e.running_warps, (v) => `${v} of ${device.warps}`],
    ["Held down by", occupancyLimit, null],
    ["Multiprocessors' time that the launch fills", (e) => e.busy, percent],
    ["Registers of a thread", (e) => e.registers, number],
    ["Shared memory of a block", (e) => e.shared_bytes, bytes],
    ["Threads of a block", (e) => e.threads, number],
    ["Threads' work that a block does", (e) => e.outputs, number],
    ["DRAM traffic per thread", per("memory_bytes"), bytes],
    ["L2 traffic per thread", per("cache_bytes"), bytes],
    ["Passes through L1 and shared memory per thread", per("wavefronts"), number],
  ];
  const sides = [before, after].filter(Boolean);
  const text = (v, as) => {
    if (v === undefined) show("unknown");
    return v === undefined ? "?" : as ? as(v) : v;
  };
  return table("Numbers of the estimate; a thread is one of the user's",
    [["", "wide"], ["As it stands", "number"], ...(after ? [[name, "number code"], ["", "number"]] : [])],
    rows.map(([what, value, as]) => {
      const [a, b] = sides.map(value);
      const ratio = as && as !== percent && a > 0 && b !== undefined ? b / a : undefined;
      return h("tr", {}, cell(what, "wide"), cell(text(a, as), as ? "number" : ""),
        after ? [cell(text(b, as), as ? "number" : ""),
          cell(ratio && Math.abs(ratio - 1) > .005 ? `× ${number(ratio)}` : "", "number quiet")] : "");
    }), { class: "facts" });
}

/// What bounds the kernel in launches of one shape, as it stands and with each
/// version.
function boundsPart(kernel, shape) {
  const before = shape.before && shape.before.units ? shape.before : null;
  const versions = shape.plans.filter((plan) => plan.estimate && plan.estimate.units);
  const lost = shape.plans.length > versions.length && kernel.changed;
  const holder = h("div");
  const draw = (plan) => {
    const after = plan ? plan.estimate : null;
    const sentence = (what, e) => h("p", {}, what, ": ",
      h("b", { class: "bound-of" }, boundSentence(e)), ".");
    holder.replaceChildren(
      sentence("As it stands", before),
      ...(after ? [sentence(["With ", h("code", {}, plan.kernel)], after)] : []),
      keysOf("before", ...(after ? ["after"] : [])),
      boundBars(before, after), boundTable(before, after, plan && plan.kernel));
  };
  const out = [h("h3", {}, "What bounds it, estimated")];
  if (!before)
    out.push(h("p", { class: "not-estimated" },
      `Not estimated: ${notEstimated(kernel, shape)}.`));
  else {
    if (versions.length > 1) {
      const id = freshId("version");
      const select = h("select", { id, onchange: () => draw(versions[select.value]) },
        versions.map((plan, i) => h("option", { value: i },
          `${plan.kernel}: ${plan.what || "as it is"}`)));
      out.push(h("p", { class: "choice" }, h("label", { for: id, class: "quiet" },
        "Compare with "), select));
    }
    draw(versions[0]);
    out.push(holder);
    if (lost)
      out.push(h("p", { class: "not-estimated" }, "Not estimated: the version " +
        shape.plans.filter((p) => !versions.includes(p)).map((p) => p.kernel).join(", ") + "."));
    const leftOut = kernel.uses.filter((use) => use !== "constant memory");
    if (leftOut.length)
      out.push(h("p", { class: "left-out" }, "Not estimated, and so left out, what the kernel " +
        `itself does with ${leftOut.join(", ")}.`));
    out.push(h("p", { class: "quiet" }, "Bars: cycles of a multiprocessor that each resource " +
      "alone would take for one of the user's threads, and the part of the time that it is busy. " +
      `A typical launch on ${device.name}.`));
  }
  const chosen = chosenOf(shape);
  if (chosen && chosen.estimate && chosen.estimate.unit === "cost" &&
      chosen.estimate.before !== undefined && shape.plans.length)
    out.push(h("p", { class: "quiet" }, "The plan was chosen by the cost of a block's accesses: " +
      `${number(chosen.estimate.before)} → ${number(chosen.estimate.after)}.`));
  return h("section", { class: "bounds" }, out);
}

//===--- Versions --------------------------------------------------------===//

/// The parts of a condition that && joins at its top level.
function conjuncts(test) {
  const out = [];
  let depth = 0, from = 0;
  for (let i = 0; i < test.length; i++) {
    if ("([{".includes(test[i])) depth++;
    else if (")]}".includes(test[i])) depth--;
    else if (!depth && test.startsWith("||", i)) return [test]; // binds less
    else if (!depth && test.startsWith("&&", i)) {
      out.push(test.slice(from, i).trim());
      from = i += 2;
    }
  }
  return [...out, test.slice(from).trim()];
}

/// The versions of a kernel, each once, in the order in which launches try
/// them: { plan, blocks, starts }.
function versionsOf(kernel) {
  const all = new Map();
  for (const shape of kernel.shapes)
    for (const plan of shape.plans) {
      const key = `${plan.kernel} ${plan.what}`;
      if (!all.has(key)) all.set(key, { plan, blocks: [], starts: [] });
      const version = all.get(key);
      const block = sizes(shape.block);
      if (!version.blocks.includes(block)) version.blocks.push(block);
      version.starts.push(...plan.starts);
    }
  return [...all.values()];
}

/// When a version runs: what is tested, and the launches that test it.
function conditionOf(version, common) {
  const tests = new Map();
  for (const start of version.starts) {
    const test = start.test || "";
    if (!tests.has(test)) tests.set(test, []);
    if (start.line) tests.get(test).push(start.line);
  }
  if (!tests.size) return "always";
  return [...tests].map(([test, lines]) => {
    const own = test ? conjuncts(test).filter((c) => !common.includes(c)) : [];
    return h("div", {},
      tests.size > 1 && lines.length ? h("span", { class: "quiet" },
        `${lines.length > 1 ? "Launches" : "Launch"} of ${lineNames(lines)}: `) : "",
      !test ? "always" : own.length
        ? h("ul", { class: "tests" }, own.map((c) => h("li", {}, h("code", {}, c))))
        : common.length ? "nothing more" : "always");
  });
}

/// Whether a launch with blocks of \p shape may start the kernel as it stands.
function mayStay({ plans }) {
  const starts = plans.flatMap((plan) => plan.starts);
  return plans.every((plan) => plan.starts.length) &&
    (!starts.length || starts.some(({ line }) =>
      starts.every((s) => s.line !== line || s.test)));
}

/// The versions with their conditions, and titles for their texts.
function versionsPart(kernel) {
  const versions = versionsOf(kernel);
  const titles = new Map(), orders = new Map();
  titles.order = (title) => orders.has(title) ? orders.get(title) : orders.size;
  const add = (name, title) => {
    titles.set(name, title);
    orders.set(title, orders.size);
  };
  versions.forEach((v, i) => titles.has(v.plan.kernel) ||
    add(v.plan.kernel, versions.length > 1 ? `${i + 1}. ${v.plan.kernel}` : v.plan.kernel));
  if (!titles.has(kernel.name)) add(null, `${kernelName(kernel)}, as it stands`);
  if (!versions.length) return { titles, part: "" };
  const tests = versions.flatMap((v) => v.starts.map((s) => conjuncts(s.test || "")));
  const common = versions.length > 1 && tests.length
    ? tests[0].filter((c) => c && tests.every((t) => t.includes(c))) : [];
  const staying = kernel.shapes.filter(mayStay), otherwise = staying.length > 0;
  const called = versions.some((v) => v.plan.called);
  const heads = [["", "number"], ["Version"], ["Plan"], ["Blocks", "number"],
    [common.length ? "When, beside that" : "When"], ["Cycles", "number"], ["Bound"]];
  const numbers = (e) => [e && e.cycles !== undefined ? number(e.cycles) : "not estimated",
    e && e.bound ? unitName.get(e.bound) : "not estimated"];
  const row = (e, ...texts) => h("tr", {}, [...texts,
    ...(e === "below" ? ["", "by blocks, below"] : numbers(e))].map((text, i) => h("td", {
    class: `${heads[i][1] || "wide"}${i === 4 ? " when" : ""}`, "data-label": heads[i][0] }, text)));
  const rows = versions.map((v, i) => row(v.plan.estimate, String(i + 1),
    h("code", {}, v.plan.kernel), h("code", {}, v.plan.what), v.blocks.join(" and "),
    conditionOf(v, common)));
  if (otherwise)
    rows.push(row(staying.length > 1 ? "below" : staying[0].before, "",
      [h("code", {}, kernelName(kernel)), ", as it stands"], "",
      staying.map((shape) => sizes(shape.block)).join(" and "), "otherwise"));
  return { titles, part: h("section", {}, h("h3", {}, versions.length > 1 || otherwise
    ? "Versions, and when each runs" : "What runs"),
    common.length ? h("div", {}, "All versions need:", h("ul", { class: "tests" },
      common.map((c) => h("li", {}, h("code", {}, c))))) : "",
    table((called ? "The kernel tries them in this order" : "A launch starts the first that it may") +
      "; cycles are for each of the user's threads",
    heads, rows, { class: "versions" })) };
}
