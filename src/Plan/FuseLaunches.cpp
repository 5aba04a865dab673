//===- FuseLaunches.cpp - Launch loops that become one launch -------------===//
#include "tessera/Plan/FuseLaunches.h"
#include "tessera/Analysis/FusedLaunch.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// Blocks along y or z that a grid may have.
static constexpr int64_t MaxRounds = 65535;

//===----------------------------------------------------------------------===//
// Where a loop stands
//===----------------------------------------------------------------------===//

/// The statement of \p Launch's loop, with the function it stands in.
template <typename Statement>
static Statement *findLoop(Statement &S, LaunchId Launch, SourceRange Loop) {
  if (S.K == HostStatement::Kind::Loop && S.Source == Loop)
    return &S;
  for (auto &Child : S.Children)
    if (Child.Source.contains(Loop))
      if (Statement *Found = findLoop(Child, Launch, Loop))
        return Found;
  return nullptr;
}

static bool onlyLaunches(const HostStatement &S) {
  return S.Accesses.empty() && S.Events.empty() && S.Calls.empty() &&
         llvm::all_of(S.Children, onlyLaunches);
}

static bool isPlaced(const Program &P, LaunchId Launch) {
  SourceRange Loop = P.launch(Launch).Loop->Source;
  for (const HostFunction &F : P.Host.Functions)
    if (F.Source.contains(Loop)) {
      const HostStatement *S = findLoop(F.Body, Launch, Loop);
      return F.Editable && S && onlyLaunches(*S);
    }
  return false;
}

/// Whether \p D lets the launch start with other grids and arguments.
static bool leavesLaunchAlone(const PlanDecision &D, const LaunchLoop &Loop) {
  bool ScalarVaries = llvm::any_of(Loop.Arguments, [](const auto &A) {
    return A.Varies; // pointers are in no test
  });
  for (const ShapeDecision &Shape : D.Shapes)
    for (const KernelPlan *Plan : Shape.plans())
      for (const LaunchChoice &Choice : Plan->Launches)
        if (!Choice.Grid.empty() ||
            (ScalarVaries && !(Choice.Test + Choice.DynamicBytes).empty()))
          return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

namespace {

class Writer {
public:
  Writer(const Program &P, const FusedLaunch &Fused, FusedLoop &Into)
      : P(P), K(P.kernel(P.launch(Into.Launch).Kernel)),
        L(P.launch(Into.Launch)), Loop(*L.Loop), Fused(Fused), Into(Into) {}

  /// \returns false if a parameter cannot be changed as needed.
  bool run() {
    for (unsigned I = 0; I < K.Parameters.size(); ++I)
      if (!Fused.Growth[I].isZero() && !grow(I))
        return false;
    std::string Count = rounds();
    std::string Whole =
        isIdentifier(L.GridText) ? L.GridText : "(" + L.GridText + ")";
    std::string X = L.GridIsScalar ? L.GridText : Whole + ".x";
    std::string Y = L.GridIsScalar || L.Grid[1] == 1 ? "1" : Whole + ".y";
    Into.Grid =
        "dim3(" + X + ", " + (Fused.Axis == 2 ? Y + ", " : "") + Count + ")";
    return true;
  }

private:
  std::string block() const {
    return std::string("blockIdx.") + "xyz"[Fused.Axis];
  }

  static bool isConst(const ParameterInfo &P) {
    llvm::StringRef Type = P.Type;
    return Type.drop_front(P.IsPointer ? Type.rfind('*') : 0).contains("const");
  }

  /// The parameter that gets the host's variable \p Symbol; empty if none does.
  std::string nameInKernel(llvm::StringRef Symbol) const {
    for (unsigned I = 0; I < K.Parameters.size(); ++I)
      if (!Loop.Arguments[I].Varies && Loop.Arguments[I].Position &&
          *Loop.Arguments[I].Position == Polynomial::symbol(Symbol))
        return K.Parameters[I].Name;
    return "";
  }

  /// The text of \p Size in the kernel: its own name for it, or that of the
  /// array that argument \p Index points to.
  std::string sizeText(int64_t Size, unsigned Index) const {
    std::string Name = K.sizeName(Size);
    std::optional<SharedVarId> Root = L.Arguments[Index].Root.Variable;
    if (Name.empty() && Root) {
      const SharedVariable &V = P.Host.variable(*Root);
      for (unsigned D = 0; D < V.ExtentTexts.size(); ++D)
        if (V.Extents[D] == Size && isIdentifier(V.ExtentTexts[D]) &&
            V.Declaration.End <= K.Definition.Begin)
          return V.ExtentTexts[D];
    }
    return Name.empty() ? std::to_string(Size) : Name;
  }

  static bool isIdentifier(llvm::StringRef Text) {
    return llvm::all_of(Text,
                        [](char C) { return llvm::isAlnum(C) || C == '_'; });
  }

  /// `a += (size_t)blockIdx.y * N;`
  bool grow(unsigned Index) {
    const ParameterInfo &Parameter = K.Parameters[Index];
    const Polynomial &By = Fused.Growth[Index];
    if (isConst(Parameter) || Parameter.Name.empty())
      return false;
    bool Known = true, Falls = false;
    for (auto &[M, Coefficient] : By.terms())
      Falls |= Coefficient < 0;
    auto Spell = [&](llvm::StringRef Symbol) {
      std::string Name = nameInKernel(Symbol);
      Known &= !Name.empty();
      return Name;
    };
    std::optional<int64_t> Constant = By.constant();
    std::string Each =
        Constant ? sizeText(*Constant, Index) : toCExpression(By, Spell);
    bool Single = By.terms().size() == 1 && !Falls;
    std::string Count = block();
    if (Parameter.IsPointer || Falls)
      Count = (Falls ? "(long long)" : "(size_t)") + Count;
    if (Each != "1")
      Count += " * " + (Single ? Each : "(" + Each + ")");
    Into.Prologue.push_back(Parameter.Name + " += " + Count + ";");
    return Known;
  }

  /// The number of rounds that the launch does; sets the increment.
  std::string rounds() {
    std::string Counts =
        " blockIdx." + std::string(1, "xyz"[Fused.Axis]) + " counts them.";
    std::optional<int64_t> Known = Loop.rounds();
    if (Known && *Known <= MaxRounds) {
      bool AsWritten = Loop.First.isZero() && Loop.Step == 1 && !Loop.Inclusive;
      Into.Note = "// All rounds in one launch:" + Counts;
      Into.Increment =
          Loop.Counter + " += " +
          (AsWritten ? Loop.EndText : std::to_string(*Known * Loop.Step));
      return AsWritten ? Loop.EndText : std::to_string(*Known);
    }
    Into.Note = "// Up to " + std::to_string(MaxRounds) +
                " rounds in one launch:" + Counts;
    bool Simple = Loop.EndText.find_first_of("?<>&|^=,") == std::string::npos;
    std::string Left = (Simple ? Loop.EndText : "(" + Loop.EndText + ")") +
                       " - " + Loop.Counter;
    int64_t More = Loop.Step - 1 + Loop.Inclusive;
    if (More)
      Left += " + " + std::to_string(More);
    if (Loop.Step != 1)
      Left = "(" + Left + ") / " + std::to_string(Loop.Step);
    std::string Most = std::to_string(MaxRounds);
    const std::string Count = Left + " < " + Most + " ? " + Left + " : " + Most;
    // Only `<` lets it end behind the last one.
    Into.Increment =
        Loop.Counter + " += " +
        (Loop.NotEqual ? Count : std::to_string(MaxRounds * Loop.Step));
    return Count;
  }

  const Program &P;
  const KernelModel &K;
  const LaunchModel &L;
  const LaunchLoop &Loop;
  const FusedLaunch &Fused;
  FusedLoop &Into;
};

/// Decides for one loop.
class Decider {
public:
  Decider(const Program &P, LaunchId Launch,
          const std::vector<PlanDecision> &Decisions)
      : P(P), L(P.launch(Launch)), K(P.kernel(L.Kernel)), Decisions(Decisions) {
    Result.Launch = Launch;
  }

  /// \returns why not, or nothing.
  std::string run() {
    const LaunchLoop &Loop = *L.Loop;
    if (!hasCompleteAccesses(K) || !K.Refusals.empty() || K.HasHiddenIds)
      return "not all that the kernel does is known";
    if (L.SwitchedOff)
      return "a directive asks for it";
    if (!K.TemplateArguments.empty())
      return "the kernel is a template";
    if (!L.Effect.empty())
      return "'" + L.Effect + "' is evaluated in each round";
    if (!Loop.EndRepeatable)
      return "'" + Loop.EndText + "' is evaluated in each round";
    if (!isPlaced(P, Result.Launch))
      return "the loop does not only launch";
    if (Loop.ConfigurationVaries)
      return "the grid, the block or the stream depends on the round";
    std::optional<unsigned> Axis = freeAxis(K, L);
    if (!Axis || !L.GridRepeatable)
      return "the grid has no free axis";
    std::optional<FusedLaunch> Fused = fuseRounds(K, L, *Axis);
    if (!Fused)
      return "an argument does not grow evenly";
    std::string Array;
    IslContext Context;
    if (!roundsAreIndependent(Context, *Fused, Array))
      return "one round may need what another one writes to '" + Array + "'";
    Independent = true;
    if (P.launchesOf(L.Kernel).size() != 1 || K.MayStartElsewhere)
      return "other launches start the kernel, too";
    if (Loop.CounterLivesOn && !(Loop.rounds() && *Loop.rounds() <= MaxRounds))
      return "the counter is used behind the loop";
    for (const PlanDecision &D : Decisions)
      if (D.Kernel == L.Kernel && !leavesLaunchAlone(D, Loop))
        return "the version with tiles depends on the round";
    if (!Writer(P, *Fused, Result).run())
      return "a parameter cannot be changed in the kernel";
    return "";
  }

  FusedLoop Result;
  bool Independent = false; ///< what one round touches no other one writes

private:
  const Program &P;
  const LaunchModel &L;
  const KernelModel &K;
  const std::vector<PlanDecision> &Decisions;
};

} // namespace

FusePlan planFusion(const Program &P,
                    const std::vector<PlanDecision> &Decisions) {
  FusePlan Plan;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (!L.Loop || L.Statement.size() == 0 || L.Loop->rounds().value_or(2) < 2)
      continue;
    Decider Decide(P, {I}, Decisions);
    std::string Why = Decide.run();
    SourcePlace Where = {L.Loop->Source.Begin};
    const std::string &Kernel = P.kernel(L.Kernel).Name;
    if (!Why.empty() && Decide.Independent)
      Plan.Independent.insert({I});
    if (!Why.empty()) {
      Plan.Messages.push_back(
          {DiagKind::LaunchesNotFused, Where, {L.Loop->Counter, Kernel, Why}});
      continue;
    }
    std::optional<int64_t> Rounds = L.Loop->rounds();
    std::string Times =
        Rounds ? std::to_string(*Rounds) + " times" : "once for each round";
    Plan.Messages.push_back(
        {DiagKind::LaunchesFused, Where, {L.Loop->Counter, Kernel, Times}});
    Plan.Loops.push_back(std::move(Decide.Result));
  }
  return Plan;
}

Program withFusedLoops(Program P, const FusePlan &Plan) {
  for (const FusedLoop &F : Plan.Loops) {
    LaunchModel &L = P.Launches[F.Launch.Index];
    KernelModel &K = P.Kernels[L.Kernel.Index];
    SourceRange Loop = L.Loop->Source;
    for (HostFunction &Function : P.Host.Functions)
      if (HostStatement *S = findLoop(Function.Body, F.Launch, Loop)) {
        S->K = HostStatement::Kind::Leaf;
        S->Children.clear();
        S->Launches = {F.Launch};
      }
    const bool NamesCounter =
        L.Loop->rounds().value_or(MaxRounds + 1) > MaxRounds;
    std::optional<FusedLaunch> Fused = fuseRounds(K, L, *freeAxis(K, L));
    K = std::move(Fused->Kernel);
    L = std::move(Fused->Launch);
    L.Statement = Loop;
    L.GridRepeatable &= !NamesCounter; // the loop alone can spell it
  }
  return P;
}

void addFusion(const Program &P, const FusePlan &Plan, TransferPlan &Into) {
  for (const FusedLoop &F : Plan.Loops) {
    const LaunchModel &L = P.launch(F.Launch);
    Into.Replacements.push_back({L.Loop->Increment, F.Increment});
    Into.Replacements.push_back({L.GridSource, F.Grid});
    for (const HostFunction &Function : P.Host.Functions)
      if (const HostStatement *S =
              findLoop(Function.Body, F.Launch, L.Loop->Source))
        Into.Notes.push_back(
            {{CodePosition::Side::Before, S->Source, S->Unbraced}, F.Note});
    auto Kernel = llvm::find_if(Into.Kernels, [&](const KernelTransfers &K) {
      return K.Kernel == L.Kernel;
    });
    if (Kernel == Into.Kernels.end())
      Kernel = Into.Kernels.insert(Kernel, {L.Kernel, {}, {}});
    llvm::append_range(Kernel->Prologue, F.Prologue);
  }
}

} // namespace tessera
