//===- StreamText.cpp - Work on streams as statements ---------------------===//
#include "host/StreamText.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera {
namespace {

using Call = StreamCall::Kind;
using Lines = std::vector<std::string>;

class StreamWriter {
public:
  StreamWriter(const TransferPlan &Plan, const std::string &Unit)
      : Plan(Plan), Unit(Unit) {}

  Lines run(const StreamCall &C) {
    switch (C.K) {
    case Call::Open:
      open(Plan.Streams[C.Block]);
      break;
    case Call::Wait:
      checked("cudaStreamWaitEvent(" + stream(C) + ", " + event(C) + ", 0)");
      break;
    case Call::Record:
      checked("cudaEventRecord(" + event(C) + ", " + stream(C) + ")");
      break;
    case Call::Finish:
      checked("cudaStreamSynchronize(" + stream(C) + ")");
      break;
    case Call::FinishAll: {
      const StreamBlock &B = Plan.Streams[C.Block];
      forEach("cudaStream_t", B.Streams, B.Count, "cudaStreamSynchronize(");
      break;
    }
    case Call::Close:
      close(Plan.Streams[C.Block]);
      break;
    case Call::OpenGraph:
      openGraph(Plan.Graphs[C.Block]);
      break;
    case Call::StartRound:
      startRound(Plan.Graphs[C.Block]);
      break;
    case Call::EndRound:
      endRound(Plan.Graphs[C.Block]);
      break;
    case Call::DestroyGraph:
      destroyGraph(Plan.Graphs[C.Block]);
      break;
    case Call::Upload:
    case Call::Clear:
    case Call::Readback:
      break; // the caller's
    }
    return std::move(Text);
  }

private:
  std::string stream(const StreamCall &C) const {
    return Plan.Streams[C.Block].stream(C.Stream);
  }
  std::string event(const StreamCall &C) const {
    return Plan.Streams[C.Block].event(C.Event);
  }

  void line(const std::string &Line) {
    if (Line.front() == '}')
      Indent.resize(Indent.size() - Unit.size());
    Text.push_back(Indent + Line);
    if (Line.back() == '{')
      Indent += Unit;
  }
  void checked(const std::string &Call) {
    line(Plan.CheckMacro + "(" + Call + ");");
  }

  /// One variable, or an array of them.
  void declare(const std::string &Type, const std::string &Name,
               unsigned Count) {
    line(Type + " " + Name +
         (Count > 1 ? "[" + std::to_string(Count) + "]" : std::string()) + ";");
  }
  /// Does \p Function, with what follows the argument, to each of them.
  void forEach(const std::string &Type, const std::string &Name, unsigned Count,
               const std::string &Function, const std::string &More = ")") {
    if (Count == 1)
      return checked(Function + Name + More);
    std::string One = Type == "cudaStream_t" ? "stream" : "event";
    while (One == Name)
      One += "_";
    line("for (" + Type + " &" + One + " : " + Name + ")");
    Indent += Unit;
    checked(Function + One + More);
    Indent.resize(Indent.size() - Unit.size());
  }

  void open(const StreamBlock &B) {
    if (B.Count > 1) {
      line("// Independent work runs at the same time. These streams and the");
      line("// default one still wait for each other.");
    } else {
      line("// For a graph of several rounds of the loop.");
    }
    declare("cudaStream_t", B.Streams, B.Count);
    forEach("cudaStream_t", B.Streams, B.Count, "cudaStreamCreate(&");
    if (B.EventCount == 0)
      return;
    declare("cudaEvent_t", B.Events, B.EventCount);
    forEach("cudaEvent_t", B.Events, B.EventCount, "cudaEventCreateWithFlags(&",
            ", cudaEventDisableTiming)");
  }

  void close(const StreamBlock &B) {
    if (B.EventCount)
      forEach("cudaEvent_t", B.Events, B.EventCount, "cudaEventDestroy(");
    forEach("cudaStream_t", B.Streams, B.Count, "cudaStreamDestroy(");
  }

  void openGraph(const GraphLoop &G) {
    line("cudaGraph_t " + G.Graph + ";");
    line("cudaGraphExec_t " + G.Rounds + " = nullptr;");
    line("int " + G.Uncaptured + " = 0;");
  }

  void startRound(const GraphLoop &G) {
    const std::string &Stream = Plan.Streams[G.Block].Streams;
    line(llvm::formatv("// {0} rounds at a time: captured once, then replayed.",
                       G.Number)
             .str());
    line("if (" + G.Test + ") {");
    line("if (" + G.Rounds + ") {");
    checked("cudaGraphLaunch(" + G.Rounds + ", " + Stream + ")");
    line(G.Skip);
    line("continue;");
    line("}");
    line("if (" + G.Uncaptured + " == 0) {");
    checked("cudaStreamBeginCapture(" + Stream +
            ", cudaStreamCaptureModeThreadLocal)");
    line(G.Uncaptured + " = " + std::to_string(G.Number) + ";");
    line("}");
    line("}");
  }

  void endRound(const GraphLoop &G) {
    const std::string &Stream = Plan.Streams[G.Block].Streams;
    line("if (" + G.Uncaptured + " > 0 && --" + G.Uncaptured + " == 0) {");
    checked("cudaStreamEndCapture(" + Stream + ", &" + G.Graph + ")");
    checked("cudaGraphInstantiate(&" + G.Rounds + ", " + G.Graph + ", 0)");
    checked("cudaGraphDestroy(" + G.Graph + ")");
    checked("cudaGraphLaunch(" + G.Rounds + ", " + Stream + ")");
    line("}");
  }

  void destroyGraph(const GraphLoop &G) {
    line("if (" + G.Rounds + ") {");
    checked("cudaGraphExecDestroy(" + G.Rounds + ")");
    line("}");
  }

  const TransferPlan &Plan;
  const std::string &Unit;
  std::string Indent;
  Lines Text;
};

} // namespace

std::vector<std::string> streamLines(const TransferPlan &Plan,
                                     const StreamCall &Call,
                                     const std::string &Unit) {
  return StreamWriter(Plan, Unit).run(Call);
}

} // namespace tessera
