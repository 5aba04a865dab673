//===- PieceText.cpp - A launch that is done piece by piece ---------------===//
#include "host/HostNames.h"
#include "host/HostPreamble.h"
#include "host/LaunchText.h"
#include "layout/CodeLines.h"
#include "layout/Insertions.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera {
namespace {

class PieceWriter {
public:
  PieceWriter(const Program &P, const TransferPlan &Plan, const PieceLoop &Loop,
              LaunchText Launch, std::string Indent, llvm::StringRef Unit)
      : P(P), Plan(Plan), Loop(Loop), Launch(std::move(Launch)),
        Code(std::move(Indent), Unit, Plan.CheckMacro) {}

  std::string run() {
    bool Ups = has(true), Downs = has(false);
    if (Ups)
      Streams.push_back(Upload);
    Streams.push_back(Compute);
    if (Downs)
      Streams.push_back(Readback);
    line("{");
    line("// Pieces of the grid: copies and kernels run at the same time.");
    std::string Grid = Launch.nameGrid(fresh("grid"));
    if (!Grid.empty())
      line(Grid);
    line("const unsigned int " + Blocks + " = " + Launch.blocks(Loop.Axis) +
         ";");
    std::string Step = step();
    start(Step);
    for (const PieceLoop::Copy &C : Loop.Copies)
      if (!find(limitsOf(C))) {
        std::string Number =
            Names.empty() ? "" : std::to_string(Names.size() + 1);
        Names.push_back(
            {limitsOf(C), {fresh("begin" + Number), fresh("end" + Number)}});
        line("size_t " + Names.back().second.first + " = 0;");
      }
    line(llvm::formatv("for (unsigned int {0} = 0; {0} < {1}; {0} += {2}) {{",
                       First, Blocks, Step)
             .str());
    line(llvm::formatv("const unsigned int {0} = {1} - {2} > {3} ? {2} + {3} "
                       ": {1};",
                       Last, Blocks, First, Step)
             .str());
    for (auto &[Limit, Name] : Names)
      line("const size_t " + Name.second + " = " + end(Limit) + ";");
    copies(/*Up=*/true);
    if (Ups)
      wait(Upload, Compute);
    line(Launch.part(Loop.Axis, Last + " - " + First, Compute,
                     Loop.PassesAll ? First + ", " + Blocks : First));
    if (Loop.Checks)
      checked(launchError(Plan, Loop.MayBeEmpty));
    if (Downs) {
      wait(Compute, Readback);
      copies(/*Up=*/false);
    }
    for (auto &[Limit, Name] : Names)
      line(Name.first + " = " + Name.second + ";");
    line("}");
    checked("cudaStreamSynchronize(" + (Downs ? Readback : Compute) + ")");
    checked("cudaEventDestroy(" + Ready + ")");
    if (mayBeOne())
      line("if (" + Step + " < " + Blocks + ") {");
    for (const std::string &Stream : Streams)
      checked("cudaStreamDestroy(" + Stream + ")");
    if (mayBeOne())
      line("}");
    line("}");
    return std::move(Code.Text);
  }

private:
  void line(llvm::StringRef Line) { Code.line(Line); }
  void checked(const std::string &Call) { Code.checked(Call); }
  /// A name that hides nothing of the user's.
  std::string fresh(std::string Name) const {
    while (P.Host.Identifiers.count(Name))
      Name += "_";
    return Name;
  }

  bool has(bool Up) const {
    return llvm::any_of(Loop.Copies,
                        [&](const PieceLoop::Copy &C) { return C.Up == Up; });
  }

  void wait(const std::string &For, const std::string &Stream) {
    checked("cudaEventRecord(" + Ready + ", " + For + ")");
    checked("cudaStreamWaitEvent(" + Stream + ", " + Ready + ", 0)");
  }

  /// Whether only run time knows how many pieces there are.
  bool mayBeOne() const { return Loop.Blocks == 0; }

  /// The number of blocks of a piece, which it declares if need be.
  std::string step() {
    if (!mayBeOne())
      return std::to_string(Loop.Blocks);
    std::string Step = fresh("step"), Pieces = std::to_string(Loop.Pieces);
    if (Loop.Pieces == 0) {
      Pieces = fresh("pieces");
      line(llvm::formatv("const size_t {0} = {1} / ({2} << 20) + 1;", Pieces,
                         parenthesised(Loop.Bytes), PieceBytes >> 20)
               .str());
    }
    line(llvm::formatv("const unsigned int {0} = ({1} + {2} - 1) / {2};", Step,
                       Blocks, Pieces)
             .str());
    return Step;
  }

  /// Makes the streams; for a single piece the default stream is as good.
  void start(const std::string &Step) {
    line("cudaStream_t " + llvm::join(Streams, mayBeOne() ? " = 0, " : ", ") +
         (mayBeOne() ? " = 0;" : ";"));
    line("cudaEvent_t " + Ready + ";");
    if (mayBeOne())
      line("if (" + Step + " < " + Blocks + ") {");
    for (const std::string &Stream : Streams)
      checked("cudaStreamCreate(&" + Stream + ")");
    if (mayBeOne())
      line("}");
    checked("cudaEventCreateWithFlags(&" + Ready + ", cudaEventDisableTiming)");
  }

  /// What the copies of a piece have in common: where it ends.
  struct Limits {
    int64_t Stride, Ahead;
    bool Clamps;
    std::string Row;
    std::string Count; ///< elements of the array
    auto operator<=>(const Limits &) const = default;
  };
  Limits limitsOf(const PieceLoop::Copy &C) const {
    const SharedVariable &V = P.Host.variable(C.Variable);
    std::string Count = countText(C);
    if (!V.Pointer) // arrays of one size
      for (const PieceLoop::Copy &Other : Loop.Copies) {
        const SharedVariable &W = P.Host.variable(Other.Variable);
        if (W.Pointer ||
            W.bytes() / W.ElementBytes != V.bytes() / V.ElementBytes)
          continue;
        Count = countText(Other);
        break;
      }
    return {C.Stride, C.Ahead, C.Clamps, C.Row, Count};
  }

  /// `last < blocks ? (size_t)last * 256 + 2 : n`
  std::string end(const Limits &L) const {
    std::string At = "(size_t)" + Last;
    if (L.Stride != 1)
      At += " * " + std::to_string(L.Stride);
    if (L.Ahead)
      At += " + " + std::to_string(L.Ahead);
    if (!L.Row.empty())
      At = (L.Ahead ? "(" + At + ")" : At) + " * " + L.Row;
    std::string Test = Last + " < " + Blocks;
    if (L.Clamps)
      Test += " && " + At + " < " + L.Count;
    return Test + " ? " + At + " : " + L.Count;
  }

  static std::string parenthesised(const std::string &Text) {
    return isName(Text) || (llvm::StringRef(Text).starts_with("sizeof(") &&
                            Text.find(')') == Text.size() - 1)
               ? Text
               : "(" + Text + ")";
  }

  VariablePlan names(const PieceLoop::Copy &C) const {
    return namesAt(P, Plan, C.Variable, Loop.Statement);
  }

  std::string countText(const PieceLoop::Copy &C) const {
    return elementsText(P.Host.variable(C.Variable), names(C));
  }

  void copies(bool Up) {
    for (const PieceLoop::Copy &C : Loop.Copies) {
      if (C.Up != Up)
        continue;
      const SharedVariable &V = P.Host.variable(C.Variable);
      const VariablePlan Place = names(C);
      auto &[Begin, End] = *find(limitsOf(C));
      std::string Rows; // an array of arrays is one of elements
      for (unsigned D = 1; D < V.Extents.size(); ++D)
        Rows += "[0]";
      std::string Host = Place.HostName + Rows + " + " + Begin;
      std::string Device = Place.DeviceSpelling + Rows + " + " + Begin;
      checked(llvm::formatv("cudaMemcpyAsync({0}, {1}, ({2} - {3}) * "
                            "sizeof({4}), {5}, {6})",
                            Up ? Device : Host, Up ? Host : Device, End, Begin,
                            V.ElementType,
                            Up ? "cudaMemcpyHostToDevice"
                               : "cudaMemcpyDeviceToHost",
                            Up ? Upload : Readback)
                  .str());
    }
  }

  const Program &P;
  const TransferPlan &Plan;
  const PieceLoop &Loop;
  LaunchText Launch;
  std::string Upload = fresh("upload"), Compute = fresh("compute"),
              Readback = fresh("readback"), Ready = fresh("ready"),
              Blocks = fresh("blocks"), First = fresh("first"),
              Last = fresh("last");
  std::vector<std::string> Streams;
  using BeginAndEnd = std::pair<std::string, std::string>;
  const BeginAndEnd *find(const Limits &Limit) const {
    for (auto &[Known, Names] : Names)
      if (Known == Limit)
        return &Names;
    return nullptr;
  }
  std::vector<std::pair<Limits, BeginAndEnd>> Names;
  CodeLines Code;
};

} // namespace

void startInPieces(const Program &P, const TransferPlan &Plan,
                   std::vector<TextEdit> &Edits) {
  Insertions Layout(P.Source);
  for (const PieceLoop &Loop : Plan.Pieces) {
    PieceWriter Writer(P, Plan, Loop,
                       {P, P.launch(Loop.Launch), Loop.Statement, Edits},
                       Layout.indentation(Loop.Statement.Begin), Layout.unit());
    Edits.push_back({Loop.Statement, Writer.run(), "pieces of a launch"});
    nameLibrary(P, Edits.back());
  }
}

} // namespace tessera
