//===- PieceText.cpp - A launch that is done piece by piece ---------------===//
#include "CodeLines.h"
#include "Insertions.h"
#include "LaunchText.h"
#include "tessera/Emit/HostEdits.h"
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
    std::vector<std::string> Streams;
    if (Ups)
      Streams.push_back(Upload);
    Streams.push_back(Compute);
    if (Downs)
      Streams.push_back(Readback);
    line("{");
    line("// Pieces of the grid: copies and kernels run at the same time.");
    line("cudaStream_t " + llvm::join(Streams, ", ") + ";");
    line("cudaEvent_t " + Ready + ";");
    for (const std::string &Stream : Streams)
      checked("cudaStreamCreate(&" + Stream + ")");
    checked("cudaEventCreateWithFlags(&" + Ready + ", cudaEventDisableTiming)");
    std::string Grid = Launch.nameGrid(fresh("grid"));
    if (!Grid.empty())
      line(Grid);
    line("const unsigned int " + Blocks + " = " + Launch.blocks(Loop.Axis) +
         ";");
    line(llvm::formatv("for (unsigned int {0} = 0; {0} < {1}; {0} += {2}) {{",
                       First, Blocks, Loop.Blocks)
             .str());
    line(llvm::formatv(
             "const unsigned int {0} = {1} + {2} < {3} ? {1} + {2} : {3};",
             Last, First, Loop.Blocks, Blocks)
             .str());
    limits();
    copies(/*Up=*/true);
    if (Ups)
      wait(Upload, Compute);
    line(Launch.part(Loop.Axis, Last + " - " + First, Compute,
                     Loop.PassesAll ? First + ", " + Blocks : First));
    if (Loop.Checks)
      checked("cudaGetLastError()");
    if (Downs) {
      wait(Compute, Readback);
      copies(/*Up=*/false);
    }
    line("}");
    checked("cudaStreamSynchronize(" + (Downs ? Readback : Compute) + ")");
    checked("cudaEventDestroy(" + Ready + ")");
    for (const std::string &Stream : Streams)
      checked("cudaStreamDestroy(" + Stream + ")");
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

  /// The elements of a copy that belong to the current piece.
  struct Limits {
    int64_t Stride, Ahead, Count;
    auto operator<=>(const Limits &) const = default;
  };
  Limits limitsOf(const PieceLoop::Copy &C) const {
    const SharedVariable &V = P.Host.variable(C.Variable);
    return {C.Stride, C.Ahead, V.bytes() / V.ElementBytes};
  }

  /// Declares `begin` and `end` once for all copies that have the same.
  void limits() {
    for (const PieceLoop::Copy &C : Loop.Copies) {
      auto [Known, New] = Names.try_emplace(limitsOf(C));
      if (!New)
        continue;
      std::string Number =
          Names.size() > 1 ? std::to_string(Names.size()) : std::string();
      Known->second = {fresh("begin" + Number), fresh("end" + Number)};
      auto &[Begin, End] = Known->second;
      std::string From = element(First, C);
      if (C.Ahead)
        From = First + " == 0 ? 0 : " + From;
      line("const size_t " + Begin + " = " + From + ";");
      line(llvm::formatv("const size_t {0} = {1} < {2} ? {3} : {4};", End, Last,
                         Blocks, element(Last, C), countText(C))
               .str());
    }
  }

  /// `(size_t)first * 256 + 2`
  static std::string element(const std::string &Block,
                             const PieceLoop::Copy &C) {
    std::string At = "(size_t)" + Block;
    if (C.Stride != 1)
      At += " * " + std::to_string(C.Stride);
    return C.Ahead ? At + " + " + std::to_string(C.Ahead) : At;
  }

  /// The number of elements of the array.
  std::string countText(const PieceLoop::Copy &C) const {
    const SharedVariable &V = P.Host.variable(C.Variable);
    const std::string &Name = Plan.Variables[C.Variable.Index].HostName;
    return "sizeof(" + Name + ") / sizeof(" + V.ElementType + ")";
  }

  void copies(bool Up) {
    for (const PieceLoop::Copy &C : Loop.Copies) {
      if (C.Up != Up)
        continue;
      const SharedVariable &V = P.Host.variable(C.Variable);
      const VariablePlan &Place = Plan.Variables[C.Variable.Index];
      auto &[Begin, End] = Names.at(limitsOf(C));
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
  std::map<Limits, std::pair<std::string, std::string>> Names;
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
  }
}

} // namespace tessera
