//===- SpreadText.cpp - Arrays and launches on several GPUs, as text ------===//
#include "host/SpreadText.h"
#include "host/HostNames.h"
#include "host/HostPreamble.h"
#include "host/LaunchText.h"
#include "layout/CodeLines.h"
#include "layout/Insertions.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

using Action = TransferAction::Kind;

// In all of these CHECK stands for the macro and @ for one level of
// indentation.
static constexpr llvm::StringLiteral Basis = R"(
// The GPUs: each of them gets consecutive shares of the work.
static const int max_gpus = 16;
static int gpus = 1;

// Those that can reach each other's memory copy without the host.
static void find_gpus() {
@CHECK(cudaGetDeviceCount(&gpus));
@if (gpus > max_gpus)
@@gpus = max_gpus;
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@CHECK(cudaSetDevice(gpu));
@@for (int peer = 0; peer < gpus; ++peer) {
@@@int reachable = 0;
@@@if (peer != gpu)
@@@@CHECK(cudaDeviceCanAccessPeer(&reachable, gpu, peer));
@@@if (reachable && cudaDeviceEnablePeerAccess(peer, 0) != cudaSuccess)
@@@@(void)cudaGetLastError();
@@}
@}
@CHECK(cudaSetDevice(0));
}

// The first one of a GPU, of all blocks or rows in so many shares.
static size_t first_of(int gpu, size_t all, size_t shares, size_t share) {
@const size_t first = shares * gpu / gpus * share;
@return gpu == gpus || first > all ? all : first;
}

// The rows of an array: all, in shares of so many each, and around its own that
// a GPU reads.
struct Rows {
@size_t all, shares, share, before, behind;
@CONSTRUCTOR
};
)";

static constexpr llvm::StringLiteral OwnRows = R"(struct Range {
@size_t begin, end;
};

static Range own_rows(int gpu, const Rows &rows) {
@return {first_of(gpu, rows.all, rows.shares, rows.share),
@        first_of(gpu + 1, rows.all, rows.shares, rows.share)};
}
)";

static constexpr llvm::StringLiteral ReadRows =
    R"(static Range read_rows(int gpu, const Rows &rows) {
@const Range own = own_rows(gpu, rows);
@const size_t left = rows.all - own.end;
@return {own.begin < rows.before ? 0 : own.begin - rows.before,
@        left < rows.behind ? rows.all : own.end + rows.behind};
}
)";

static constexpr llvm::StringLiteral Wait = R"(
static void wait_for_gpus() {
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@CHECK(cudaSetDevice(gpu));
@@CHECK(cudaDeviceSynchronize());
@}
@CHECK(cudaSetDevice(0));
}
)";

static constexpr llvm::StringLiteral Constructor =
    R"(Rows(size_t all, size_t shares, size_t share, size_t before, size_t behind)
@@@: all(all), shares(shares), share(share), before(before), behind(behind) {})";

// Rows of a length that only run time knows: from here on, elements are rows.
static constexpr llvm::StringLiteral ConstructorWithLength =
    R"(Rows(size_t all, size_t shares, size_t share, size_t before, size_t behind,
@     size_t length = 1)
@@@: all(all * length), shares(shares), share(share * length),
@@@  before(before * length), behind(behind * length) {})";

static constexpr llvm::StringLiteral Clear = R"(
template <class T> static void clear_rows(T *const *parts, size_t bytes) {
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@CHECK(cudaSetDevice(gpu));
@@CHECK(cudaMemset(parts[gpu], 0, bytes));
@}
@wait_for_gpus();
}
)";

static constexpr llvm::StringLiteral Upload = R"(
template <class T, class Host>
static void upload_rows(T *const *parts, Host *from, const Rows &rows) {
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@const size_t begin = read_rows(gpu, rows).begin;
@@const size_t bytes = (read_rows(gpu, rows).end - begin) * sizeof(T);
@@CHECK(cudaSetDevice(gpu));
@@CHECK(cudaMemcpyAsync(parts[gpu] + begin, from + begin, bytes,
@@                      cudaMemcpyHostToDevice));
@}
@wait_for_gpus();
}
)";

static constexpr llvm::StringLiteral Readback = R"(
template <class T>
static void read_back_rows(T *to, T *const *parts, const Rows &rows) {
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@const size_t begin = own_rows(gpu, rows).begin;
@@const size_t bytes = (own_rows(gpu, rows).end - begin) * sizeof(T);
@@CHECK(cudaSetDevice(gpu));
@@CHECK(cudaMemcpyAsync(to + begin, parts[gpu] + begin, bytes,
@@                      cudaMemcpyDeviceToHost));
@}
@wait_for_gpus();
}
)";

static constexpr llvm::StringLiteral ReadElement = R"(
// Reads back one element, from the GPU that owns it.
template <class Element, class T>
static void read_back_element(Element *to, const T *host, T *const *parts,
                              const Rows &rows) {
@const size_t offset = (const char *)to - (const char *)host;
@for (int gpu = 0; gpu < gpus; ++gpu) {
@@const Range own = own_rows(gpu, rows);
@@if (offset / sizeof(T) < own.begin || offset / sizeof(T) >= own.end)
@@@continue;
@@CHECK(cudaSetDevice(gpu));
@@CHECK(cudaMemcpy(to, (const char *)parts[gpu] + offset, sizeof(Element),
@@                 cudaMemcpyDeviceToHost));
@}
@CHECK(cudaSetDevice(0));
}
)";

static constexpr llvm::StringLiteral ExchangeRows = R"(
// Each GPU gets the rows that others own and it reads. The copies wait for what
// both GPUs do, and what they do next waits for the copies.
template <class T>
static void exchange_rows(T *const *parts, const Rows &rows) {
@for (int to = 0; to < gpus; ++to)
@@for (int from = 0; from < gpus; ++from) {
@@@const Range read = read_rows(to, rows), own = own_rows(from, rows);
@@@const size_t begin = read.begin > own.begin ? read.begin : own.begin;
@@@const size_t end = read.end < own.end ? read.end : own.end;
@@@if (from != to && begin < end)
@@@@CHECK(cudaMemcpyPeer(parts[to] + begin, to, parts[from] + begin,
@@@@                     from, (end - begin) * sizeof(T)));
@@}
}
)";

/// The names that the text declares at file scope.
static constexpr llvm::StringLiteral Words[] = {
    "max_gpus",      "gpus",
    "find_gpus",     "first_of",
    "Rows",          "Range",
    "own_rows",      "read_rows",
    "wait_for_gpus", "clear_rows",
    "upload_rows",   "read_back_rows",
    "exchange_rows", "read_back_element"};

/// \p Text with those of our names changed that the user has, too.
static std::string withFreshNames(const Program &P, std::string Text) {
  for (llvm::StringRef Word : Words) {
    std::string New = Word.str();
    while (P.Host.Identifiers.count(New))
      New += "_";
    if (New != Word)
      replaceWord(Text, Word, New);
  }
  return Text;
}

static void replaceAll(std::string &Text, llvm::StringRef Old,
                       llvm::StringRef New) {
  for (size_t At = 0; (At = Text.find(Old, At)) != Text.npos; At += New.size())
    Text.replace(At, Old.size(), New);
}

std::string spreadFunctions(const Program &P, const TransferPlan &Plan,
                            llvm::StringRef Unit) {
  auto Has = [&](Action K) {
    return llvm::any_of(Plan.Actions,
                        [&](const TransferAction &A) { return A.K == K; });
  };
  const bool Exchanges =
      llvm::any_of(Plan.Spread->Launches,
                   [](const SpreadLaunch &L) { return !L.Exchanged.empty(); });
  const bool Reads = Has(Action::Upload) || Exchanges;
  std::string Text = Basis.str();
  if (Reads || Has(Action::Readback) || Has(Action::ReadElement))
    Text += OwnRows;
  if (Reads)
    Text += ReadRows;
  Text += Wait;
  if (Has(Action::Clear))
    Text += Clear;
  if (Has(Action::Upload))
    Text += Upload;
  if (Has(Action::Readback))
    Text += Readback;
  if (Has(Action::ReadElement))
    Text += ReadElement;
  if (Exchanges)
    Text += ExchangeRows;
  bool HasLength = llvm::any_of(Plan.Spread->Arrays, [](const SpreadArray &A) {
    return !A.Length.empty();
  });
  replaceAll(Text, "CONSTRUCTOR",
             HasLength ? ConstructorWithLength : Constructor);
  replaceAll(Text, "CHECK(", Plan.CheckMacro + "(");
  replaceAll(Text, "@", Unit);
  return withFreshNames(P, Text);
}

std::string spreadName(const Program &P, llvm::StringRef DeviceName) {
  return withFreshNames(P, DeviceName.str() + "[max_gpus]");
}

/// `Rows(N, 7, 16, 1, 1)`, and the length of a row if that is needed.
static std::string rowsText(const SpreadArray &A) {
  auto Around = [&](int64_t Rows) {
    return A.Whole ? A.Rows : std::to_string(Rows);
  };
  return "Rows(" + A.Rows + ", " + A.Shares + ", " + std::to_string(A.Share) +
         ", " + Around(A.Before) + ", " + Around(A.Behind) +
         (A.Length.empty() ? "" : ", " + A.Length) + ")";
}

static std::string lineText(const Program &P, const TransferPlan &Plan,
                            const TransferAction &A) {
  if (A.K == Action::FindGpus)
    return "find_gpus();";
  const VariablePlan V = namesAt(P, Plan, A.Variable, A.Where.Statement);
  const std::string &Device = V.DeviceSpelling;
  std::string Rows = rowsText(*Plan.Spread->array(A.Variable));
  bool Scalar = P.Host.variable(A.Variable).Extents.empty();
  std::string Host = (Scalar ? "&" : "") + V.HostName;
  if (A.K == Action::Clear)
    return "clear_rows(" + Device + ", " + V.Bytes + ");";
  if (A.K == Action::Upload)
    return "upload_rows(" + Device + ", " + Host + ", " + Rows + ");";
  if (A.K == Action::ReadElement)
    return "read_back_element(&" + A.Text + ", " + Host + ", " + Device + ", " +
           Rows + ");";
  return "read_back_rows(" + Host + ", " + Device + ", " + Rows + ");";
}

std::vector<std::string> spreadLines(const Program &P, const TransferPlan &Plan,
                                     const TransferAction &A,
                                     llvm::StringRef Unit, bool IsFirst,
                                     bool IsLast) {
  bool Allocates = A.K == Action::Allocate;
  if (!Allocates && A.K != Action::Free)
    return {withFreshNames(P, lineText(P, Plan, A))};
  const VariablePlan V = namesAt(P, Plan, A.Variable, A.Where.Statement);
  auto Checked = [&](const std::string &Call) {
    return Plan.CheckMacro + "(" + Call + ");";
  };
  const std::string &Gpu = Plan.Spread->Gpu;
  std::string Device = V.DeviceSpelling + "[" + Gpu + "]";
  std::vector<std::string> Lines;
  if (IsFirst) {
    Lines.push_back("for (int " + Gpu + " = 0; " + Gpu + " < " +
                    withFreshNames(P, "gpus") + "; ++" + Gpu + ") {");
    if (Allocates)
      Lines.push_back(Unit.str() + Checked("cudaSetDevice(" + Gpu + ")"));
  }
  Lines.push_back(Unit.str() + Checked(Allocates
                                           ? Plan.DeviceMalloc + "(&" + Device +
                                                 ", " + V.Bytes + ")"
                                           : "cudaFree(" + Device + ")"));
  if (IsLast) {
    Lines.push_back("}");
    if (Allocates)
      Lines.push_back(Checked("cudaSetDevice(0)"));
  }
  return Lines;
}

static std::string launchText(const Program &P, const TransferPlan &Plan,
                              const SpreadLaunch &L, LaunchText Launch,
                              CodeLines Code) {
  auto Fresh = [&](std::string Name) {
    while (P.Host.Identifiers.count(Name))
      Name += "_";
    return Name;
  };
  auto Ours = [&](std::string Text) { return withFreshNames(P, Text); };
  const std::string &Gpu = Plan.Spread->Gpu;
  std::string Blocks = Fresh("blocks"), First = Fresh("first"),
              Last = Fresh("last"), Grid = Launch.nameGrid(Fresh("grid"));
  Code.line("{");
  Code.line("// Each GPU runs the blocks of its shares.");
  if (!Grid.empty())
    Code.line(Grid);
  Code.line("const unsigned int " + Blocks + " = " + Launch.blocks(L.Axis) +
            ";");
  Code.line("for (int " + Gpu + " = 0; " + Gpu + " < " + Ours("gpus") + "; ++" +
            Gpu + ") {");
  for (auto [Name, End] : {std::pair(First, ""), {Last, " + 1"}})
    Code.line("const unsigned int " + Name + " = " + Ours("first_of") + "(" +
              Gpu + End + ", " + Blocks + ", " + L.Shares + ", " +
              std::to_string(L.Blocks) + ");");
  Code.checked("cudaSetDevice(" + Gpu + ")");
  // The user looks whether a launch of no blocks failed.
  bool Fails = !L.Checks && !P.launch(L.Launch).Grid[L.Axis];
  Code.line("if (" + First + " < " + Last +
            (Fails ? " || " + Blocks + " == 0)" : ")"));
  Code.inner(Launch.part(L.Axis, Last + " - " + First, "",
                         L.PassesAll ? First + ", " + Blocks : First));
  if (L.Checks)
    Code.checked(launchError(Plan, L.MayBeEmpty));
  Code.line("}");
  Code.checked("cudaSetDevice(0)");
  for (SharedVarId Id : L.Exchanged)
    Code.line(Ours("exchange_rows(") +
              namesAt(P, Plan, Id, L.Statement).DeviceSpelling + ", " +
              Ours(rowsText(*Plan.Spread->array(Id))) + ");");
  Code.line("}");
  return std::move(Code.Text);
}

/// \p Statement, done for each GPU.
static std::string onEachGpu(const Program &P, const TransferPlan &Plan,
                             SourceRange Statement, CodeLines Code) {
  const std::string &Gpu = Plan.Spread->Gpu;
  Code.line("{");
  Code.line("// Each GPU has constants of its own.");
  Code.line("for (int " + Gpu + " = 0; " + Gpu + " < " +
            withFreshNames(P, "gpus") + "; ++" + Gpu + ") {");
  Code.checked("cudaSetDevice(" + Gpu + ")");
  Code.line(llvm::StringRef(P.Source).slice(Statement.Begin, Statement.End));
  Code.line("}");
  Code.checked("cudaSetDevice(0)");
  Code.line("}");
  return std::move(Code.Text);
}

void startOnGpus(const Program &P, const TransferPlan &Plan,
                 std::vector<TextEdit> &Edits) {
  if (!Plan.Spread)
    return;
  Insertions Layout(P.Source);
  for (const SpreadLaunch &L : Plan.Spread->Launches) {
    std::string Text =
        launchText(P, Plan, L, {P, P.launch(L.Launch), L.Statement, Edits},
                   {Layout.indentation(L.Statement.Begin), Layout.unit(),
                    Plan.CheckMacro});
    Edits.push_back({L.Statement, Text, "a launch on all GPUs"});
    nameLibrary(P, Edits.back());
  }
  for (SourceRange Copy : Plan.Spread->ConstantCopies)
    Edits.push_back({Copy,
                     onEachGpu(P, Plan, Copy,
                               {Layout.indentation(Copy.Begin), Layout.unit(),
                                Plan.CheckMacro}),
                     "constants of all GPUs"});
}

} // namespace tessera
