//===- CooperativeText.cpp - One launch whose blocks wait for each other --===//
//
//   static void launch_k(dim3 grid, dim3 block, size_t bytes,
//                        cudaStream_t stream, float *x, int n) {
//     ...
//     if (all blocks fit on the device) {
//       void *arguments[] = {(void *)&x, (void *)&n};
//       CUDA_CHECK(cudaLaunchCooperativeKernel((const void *)k, ..));
//       return;
//     }
//     k_phase1<<<grid, block, bytes, stream>>>(x, n);
//     ...
//   }
//
//===----------------------------------------------------------------------===//
#include "host/CooperativeText.h"
#include "host/HostPreamble.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

static std::string freshName(const KernelModel &K, const std::string &Name) {
  std::string Unique = Name;
  for (unsigned I = 2; K.Identifiers.count(Unique); ++I)
    Unique = Name + "_" + std::to_string(I);
  return Unique;
}

std::vector<TextEdit> cooperativePreamble(const Program &P,
                                          const PhasePlan &Plan,
                                          llvm::StringRef Unit,
                                          std::string &Check) {
  auto It = llvm::find_if(Plan.Kernels, [](const SplitKernel &Split) {
    return Split.As != SplitKernel::Form::Launches;
  });
  if (It == Plan.Kernels.end())
    return {};
  TransferPlan Own;
  Own.CheckMacro = Check = freshName(P.kernel(It->Kernel), "CUDA_CHECK");
  std::string Text;
  if (!P.Host.Headers.count("cooperative_groups.h"))
    Text += "#include <cooperative_groups.h>\n";
  Text += hostPreamble(P, Own, Unit);
  unsigned At = P.Host.AfterIncludes.Offset;
  llvm::StringRef Source = P.Source;
  if (At > 0 && Source[At - 1] != '\n')
    Text = "\n" + Text;
  if (At < Source.size() && Source[At] != '\n')
    Text += "\n";
  return {{{At, At}, Text, "cooperative launches"}};
}

std::vector<TextEdit> gridBarriers(const Program &P, const SplitKernel &Split,
                                   const Insertions &Layout) {
  constexpr llvm::StringLiteral Barrier =
      "cooperative_groups::this_grid().sync();";
  std::vector<TextEdit> Result;
  for (const GridBarrier &B : Split.GridBarriers)
    if (B.Where.size() > 0) {
      Result.push_back({B.Where, Barrier.str(), "barrier of the grid"});
    } else {
      unsigned At = Layout.behindComment(B.Where.End);
      Result.push_back({{At, At},
                        "\n" + Layout.indentation(B.Statement) + Barrier.str(),
                        "barrier of the grid"});
    }
  return Result;
}

namespace {

/// Writes the function that starts one kernel.
class LaunchFunction {
public:
  LaunchFunction(const Program &P, const SplitKernel &Split,
                 const Insertions &Layout, const std::string &Check)
      : P(P), K(P.kernel(Split.Kernel)), Split(Split), Source(P.Source),
        Layout(Layout), Check(Check),
        Base(Layout.indentation(K.Definition.Begin)) {
    for (const ParameterInfo &Parameter : K.Parameters)
      Taken.insert(Parameter.Name);
    Name = freshName(K, "launch_" + K.Name);
    for (std::string *Own : {&Grid, &Block, &Bytes, &Stream})
      while (Taken.count(*Own))
        *Own += "_";
  }

  std::vector<TextEdit> edits() {
    bool Either = Split.As == SplitKernel::Form::Either;
    std::string Text;
    if (Either) {
      std::vector<TextEdit> Inside = gridBarriers(P, Split, Layout);
      for (TextEdit &E : Inside)
        E.Where = {E.Where.Begin - K.Definition.Begin,
                   E.Where.End - K.Definition.Begin};
      Text = "\n\n" + Base + "// All phases of '" + K.Name +
             "' in one launch.\n" + Base +
             llvm::cantFail(
                 applyEdits(Source.slice(K.Definition.Begin, K.Definition.End),
                            Inside))
                 .Text;
    }
    unsigned End = K.Definition.End;
    std::vector<TextEdit> Result = {
        {{End, End}, Text + function(Either), "cooperative launch"}};
    for (const LaunchModel *L : P.launchesOf(Split.Kernel))
      Result.push_back(call(*L));
    return Result;
  }

private:
  std::string checked(const std::string &Call) const {
    return Check + "(" + Call + ");";
  }

  std::string parameters() const {
    llvm::StringRef List =
        Source.slice(K.ParameterList.Begin, K.ParameterList.End).trim();
    std::string Text = "dim3 " + Grid + ", dim3 " + Block + ", size_t " +
                       Bytes + ", cudaStream_t " + Stream;
    return List.empty() || List == "void" ? Text : Text + ", " + List.str();
  }

  std::string function(bool Either) const {
    std::string Text = "\n\n" + Base + "// Starts '" + K.Name +
                       "' with all blocks at once, as they wait for each "
                       "other";
    Text += Either ? "; one phase after the\n" + Base +
                         "// other where the device does not hold them all."
                   : ".";
    Text += "\n" + Base + "static void " + Name + "(" + parameters() + ") {";
    std::string Indentation = Base + Layout.unit();
    auto Line = [&](const std::string &More) {
      Text += "\n" + Indentation + More;
    };
    if (Either) {
      Line("int device, possible, processors, blocks;");
      Line(checked("cudaGetDevice(&device)"));
      Line(checked("cudaDeviceGetAttribute(&possible, "
                   "cudaDevAttrCooperativeLaunch, device)"));
      Line(checked("cudaDeviceGetAttribute(&processors, "
                   "cudaDevAttrMultiProcessorCount, device)"));
      Line(checked("cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, " +
                   K.Name + ", " + Block + ".x * " + Block + ".y * " + Block +
                   ".z, " + Bytes + ")"));
      Line("size_t wanted = (size_t)" + Grid + ".x * " + Grid + ".y * " + Grid +
           ".z;");
      Line("if (possible && wanted > 0 && wanted <= (size_t)processors * "
           "blocks) {");
      Indentation += Layout.unit();
    }
    std::string Arguments = "nullptr";
    if (!K.Parameters.empty()) {
      std::string List;
      for (const ParameterInfo &Parameter : K.Parameters)
        if (Parameter.isPassed())
          List += (List.empty() ? "(void *)&" : ", (void *)&") + Parameter.Name;
      Line("void *arguments[] = {" + List + "};");
      Arguments = "arguments";
    }
    Line(checked("cudaLaunchCooperativeKernel((const void *)" + K.Name + ", " +
                 Grid + ", " + Block + ", " + Arguments + ", " + Bytes + ", " +
                 Stream + ")"));
    if (Either) {
      Line("return;");
      Indentation = Base + Layout.unit();
      Line("}");
      phases(Text, Indentation);
    }
    return Text + "\n" + Base + "}";
  }

  /// The launches of the phases, in the loops of the kernel.
  void phases(std::string &Text, std::string Indentation) const {
    std::vector<unsigned> Around;
    auto Close = [&] {
      Indentation.resize(Indentation.size() - Layout.unit().size());
      Text += "\n" + Indentation + "}";
      Around.pop_back();
    };
    for (const KernelPhase &Phase : Split.Phases) {
      while (!Around.empty() &&
             !llvm::is_contained(Phase.Rounds, Around.back()))
        Close();
      for (unsigned R : Phase.Rounds)
        if (!llvm::is_contained(Around, R)) {
          SourceRange Head = Split.Rounds[R].Head;
          Text += "\n" + Indentation + Source.slice(Head.Begin, Head.End).str();
          Indentation += Layout.unit();
          Around.push_back(R);
        }
      std::string List;
      for (const ParameterInfo &Parameter : K.Parameters)
        if (Parameter.isPassed())
          List += (List.empty() ? "" : ", ") + Parameter.Name;
      for (unsigned R : Phase.Counters)
        List += (List.empty() ? "" : ", ") + K.loop(Split.Rounds[R].Loop).Name;
      Text += "\n" + Indentation + Phase.Name + "<<<" + Grid + ", " + Block +
              ", " + Bytes + ", " + Stream + ">>>(" + List + ");";
    }
    while (!Around.empty())
      Close();
  }

  /// `k<<<g, b>>>(x)` becomes `launch_k(g, b, 0, 0, x)`.
  TextEdit call(const LaunchModel &L) const {
    unsigned Begin = L.Callee.End - K.Name.size();
    unsigned Open = Source.find('(', L.Configuration.End) + 1;
    auto Or = [](const std::string &Text) { return Text.empty() ? "0" : Text; };
    std::string Text = Name + "(" + L.GridText + ", " + L.BlockText + ", " +
                       Or(L.SharedBytesText) + ", " + Or(L.StreamText);
    if (!L.Arguments.empty())
      Text += ", ";
    return {{Begin, Open}, Text, "cooperative launch"};
  }

  const Program &P;
  const KernelModel &K;
  const SplitKernel &Split;
  llvm::StringRef Source;
  const Insertions &Layout;
  const std::string Check, Base;
  std::set<std::string> Taken;
  std::string Name, Grid = "grid", Block = "block", Bytes = "bytes",
                    Stream = "stream";
};

} // namespace

std::vector<TextEdit> cooperativeLaunch(const Program &P,
                                        const SplitKernel &Split,
                                        const Insertions &Layout,
                                        const std::string &Check) {
  return LaunchFunction(P, Split, Layout, Check).edits();
}

} // namespace tessera
