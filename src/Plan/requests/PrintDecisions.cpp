//===- PrintDecisions.cpp - The planner's reasoning as text ---------------===//
#include "tessera/Plan/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace tessera {

KernelRequest toRequest(const KernelModel &Kernel, const KernelPlan &Plan) {
  KernelRequest Request;
  Request.Kernel = Kernel.Name;
  for (std::optional<int64_t> Size : Plan.Block)
    if (Size)
      Request.Block.push_back(*Size);
  if (Request.Block.size() != 3)
    Request.Block.clear();
  if (Plan.Threads != UsersOrder)
    Request.Threads = toString(Plan.Threads);
  if (Plan.Relaunch)
    Request.Relaunch.assign(Plan.Relaunch->begin(), Plan.Relaunch->end());
  Request.Resident = Plan.Resident;
  for (const PrivateElement &E : Plan.Registers)
    Request.Registers.push_back(spell(E.Element));
  for (const RestrictedPointer &R : Plan.Restricted)
    Request.Restrict.push_back(Kernel.Parameters[R.Parameter].Name);
  for (const PrivateCopy &C : Plan.Copies)
    Request.Privatise.push_back(Kernel.array(C.Array).Name);
  for (const Coarsening &C : Plan.Coarsen)
    Request.Coarsen.push_back(
        {std::string(1, "xyz"[C.Axis]), C.Factor, C.Width, C.Exchange});
  Request.Interior = Plan.Interior.has_value();
  Request.Vectors = !Plan.Interior || Plan.Interior->Vectors;
  if (Plan.Warp)
    Request.Warp.assign(Plan.Warp->begin(), Plan.Warp->end());
  Request.Least = Plan.Least;
  if (Plan.Persistent)
    Request.Persistent = {std::string(1, "xyz"[Plan.Persistent->Axis]),
                          Plan.Persistent->Most};
  for (const StagePoint &Point : Plan.Points) {
    StageRequest Stage;
    if (Point.Loop) {
      Stage.Loop = Kernel.loop(*Point.Loop).Symbol;
      Stage.Steps = Point.Steps;
    }
    Stage.Buffers = Point.Buffers;
    Stage.Async = Point.Async;
    Stage.Unroll = Point.Unroll;
    for (const TileStage &T : Point.Tiles) {
      const ArrayInfo &A = Kernel.array(T.Array);
      Stage.Tiles.push_back(
          {A.Name, T.Group, T.Dimensions[T.memoryOrder().back()].Padding,
           T.Transposed, T.Vector, T.Skew, T.Window, T.together(A)});
    }
    Request.Stages.push_back(std::move(Stage));
  }
  return Request;
}

std::string describe(const KernelRequest &Request) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (!Request.Threads.empty())
    OS << " threads " << Request.Threads;
  if (!Request.Relaunch.empty()) {
    OS << " blocks ";
    llvm::interleave(Request.Relaunch, OS, "x");
  }
  if (!Request.Warp.empty()) {
    OS << " warps ";
    llvm::interleave(Request.Warp, OS, "x");
  }
  for (const CoarsenRequest &R : Request.Coarsen)
    OS << " " << R.Factor << R.Axis;
  if (Request.Interior)
    OS << (Request.Vectors ? " interior" : " interior of elements");
  if (Request.Persistent)
    OS << " persistent " << Request.Persistent->Blocks << " "
       << Request.Persistent->Axis;
  for (const StageRequest &S : Request.Stages) {
    if (S.Loop.empty())
      OS << " start:";
    else
      OS << " " << S.Loop << "/" << S.Steps << ":";
    llvm::interleave(
        S.Tiles, OS,
        [&](const TileRequest &T) {
          OS << T.Array;
          if (T.Copied > 1)
            OS << "*" << T.Copied;
        },
        ",");
  }
  return llvm::StringRef(Text).ltrim().str();
}

static void print(llvm::raw_ostream &OS, const Candidate &C) {
  const KernelRequest &R = C.Request;
  std::string What = describe(R);
  if (What.empty())
    What = R.Registers.empty() && R.Restrict.empty() && R.Privatise.empty()
               ? "as it is"
               : "no tiles";
  OS << "#   " << What;
  auto Places = [](double Cycles) { return Cycles < 10 ? 4 : 2; };
  if (C.Cycles)
    OS << llvm::format("  cycles %.*f -> %.*f, ", Places(C.Cycles->first),
                       C.Cycles->first, Places(C.Cycles->second),
                       C.Cycles->second)
       << C.SharedBytes << " bytes";
  else if (C.Before > 0 || C.Verdict.empty())
    OS << llvm::format("  cost %.0f -> %.0f, ", C.Before, C.After)
       << C.SharedBytes << " bytes";
  if (C.Registers > 0)
    OS << ", " << C.Registers << " registers";
  OS << "  " << (C.Verdict.empty() ? "chosen" : C.Verdict) << "\n";
}

/// Prints \p All, but of those that only cycles speak against the fastest.
static void print(llvm::raw_ostream &OS, llvm::ArrayRef<Candidate> All) {
  constexpr size_t Most = 8;
  auto IsSlower = [](const Candidate &C) {
    return C.Cycles && (C.Verdict == "dominated" ||
                        C.Verdict == identity(DiagKind::DoesNotPay));
  };
  std::vector<double> Slower;
  for (const Candidate &C : All)
    if (IsSlower(C))
      Slower.push_back(C.Cycles->second);
  llvm::sort(Slower);
  const double Bound = Slower.size() > Most ? Slower[Most - 1] : INFINITY;
  size_t Left = 0;
  for (const Candidate &C : All)
    if (IsSlower(C) && C.Cycles->second > Bound)
      ++Left;
    else
      print(OS, C);
  if (Left)
    OS << "#   and " << Left << " slower ones\n";
}

void printDecisions(llvm::raw_ostream &OS, const Program &P,
                    const std::vector<PlanDecision> &Decisions) {
  PlanRequest Requests;
  for (const PlanDecision &D : Decisions) {
    const KernelModel &K = P.kernel(D.Kernel);
    for (const ShapeDecision &S : D.Shapes) {
      OS << "# " << K.Name << " ";
      llvm::interleave(
          S.Block, OS,
          [&](std::optional<int64_t> Size) {
            if (Size)
              OS << *Size;
            else
              OS << "?";
          },
          "x");
      OS << "\n";
      if (D.As)
        OS << "#   as '" << P.kernel(*D.As).Name << "', an equal kernel\n";
      print(OS, S.Considered);
      for (const KernelPlan *Plan : S.plans())
        Requests.push_back(toRequest(K, *Plan));
    }
    if (!D.Constants.empty()) {
      KernelRequest Constants;
      Constants.Kernel = K.Name;
      Constants.Constant = D.Constants;
      Requests.push_back(std::move(Constants));
    }
    for (const Diagnostic &M : D.Messages)
      OS << "#   " << M.message() << " [" << identity(M.Kind) << "]\n";
  }
  writePlan(OS, Requests);
}

} // namespace tessera
