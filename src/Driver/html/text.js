//===--- Text of programs ------------------------------------------------===//

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
      out.push(classes[from] ? h("span", sign(classes[from]), text) : text);
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
