//===- FuseLaunches.cpp - Launch loops that become one launch -------------===//
#include "tessera/Plan/FuseLaunches.h"
#include "tessera/Analysis/FusedLaunch.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Polyhedral/Guarded.h"
#include "transfers/UnusedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>

namespace tessera {

/// Blocks along y or z that a grid may have.
static constexpr int64_t MaxRounds = 65535;

//===----------------------------------------------------------------------===//
// Where a loop stands
//===----------------------------------------------------------------------===//

/// The outermost statement in \p S that has \p Source: headers of loops have
/// that of the whole, too.
static const HostStatement *find(const HostStatement &S, SourceRange Source) {
  if (S.Source == Source)
    return &S;
  for (const HostStatement &Child : S.Children)
    if (Child.Source.contains(Source))
      if (const HostStatement *Found = find(Child, Source))
        return Found;
  return nullptr;
}

/// The statement of \p P, in a function that may change, that has \p Source.
static const HostStatement *find(const Program &P, SourceRange Source) {
  for (const HostFunction &F : P.Host.Functions)
    if (F.Editable && F.Source.contains(Source))
      return find(F.Body, Source);
  return nullptr;
}

/// Whether a block in \p S has the statement \p Source itself, so that others
/// may stand beside it.
static bool isInBlock(const Program &P, const HostStatement &S,
                      SourceRange Source) {
  return llvm::any_of(S.Children, [&](const HostStatement &Child) {
    return Child.Source == Source ? S.K == HostStatement::Kind::Sequence &&
                                        P.Source[S.Source.Begin] == '{'
                                  : isInBlock(P, Child, Source);
  });
}

static bool onlyLaunches(const HostStatement &S) {
  return S.Accesses.empty() && S.Events.empty() && S.Calls.empty() &&
         llvm::all_of(S.Children, onlyLaunches);
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
    if (K.Parameters.size() != Fused.Growth.size())
      return false; // members of objects
    Row = fresh("row");
    for (unsigned I = 0; I < K.Parameters.size(); ++I)
      if (!Fused.Growth[I].isZero() && !grow(I))
        return false;
    if (!Into.Prologue.empty())
      Into.Prologue.insert(Into.Prologue.begin(),
                           "const int " + Row + " = " + number() + ";");
    const std::string Count = rounds();
    std::string Whole =
        isIdentifier(L.GridText) ? L.GridText : "(" + L.GridText + ")";
    std::string X = L.GridIsScalar ? L.GridText : Whole + ".x";
    std::string Y = L.GridIsScalar || L.Grid[1] == 1 ? "1" : Whole + ".y";
    Into.Grid =
        "dim3(" + X + ", " + (Fused.Axis == 2 ? Y + ", " : "") + Count + ")";
    const HostStatement *S = find(P, L.Statement);
    if (!Into.ReplacesLoop && S && !Loop.rounds()) {
      Into.GridName = fresh("grid");
      Into.Unbraced = S->Unbraced;
    }
    return true;
  }

private:
  //===--- The kernel -----------------------------------------------------===//

  /// The number of the round: `blockIdx.y * blockDim.y + threadIdx.y` where the
  /// block has no other threads there, as in kernels with rows.
  std::string number() const {
    const std::string Axis(1, "xyz"[Fused.Axis]);
    const std::string Block = "blockIdx." + Axis;
    return L.Block[Fused.Axis] == 1
               ? Block + " * blockDim." + Axis + " + threadIdx." + Axis
               : Block;
  }

  /// A name that is new to the program.
  std::string fresh(const std::string &Name) const {
    std::string Unique = Name;
    for (unsigned I = 2;
         P.Host.Identifiers.count(Unique) || K.Identifiers.count(Unique); ++I)
      Unique = Name + "_" + std::to_string(I);
    return Unique;
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

  /// `(size_t)row * N`; empty if the kernel has no name for a part of \p By.
  std::string distance(const Polynomial &By, unsigned Index) const {
    bool Known = true;
    auto Spell = [&](llvm::StringRef Symbol) {
      std::string Name = nameInKernel(Symbol);
      Known &= !Name.empty();
      return Name;
    };
    const bool Falls = llvm::any_of(
        By.terms(), [](const auto &Term) { return Term.second < 0; });
    const std::optional<int64_t> Constant = By.constant();
    const std::string Each =
        Constant ? sizeText(*Constant, Index) : toCExpression(By, Spell);
    if (Each == "1")
      return Row;
    const bool FitsInt = !K.Parameters[Index].IsPointer && Constant &&
                         std::abs(*Constant) <= INT_MAX / MaxRounds;
    const bool Single = By.terms().size() == 1 && !Falls;
    const std::string Count = FitsInt
                                  ? Row
                                  : (Falls || !K.Parameters[Index].IsPointer
                                         ? "(long long)"
                                         : "(" + typeName(K, "size_t") + ")") +
                                        Row;
    return Known ? Count + " * " + (Single ? Each : "(" + Each + ")") : "";
  }

  /// Where \p Text, a declaration, has \p Name; npos if it does not.
  static size_t nameIn(llvm::StringRef Text, llvm::StringRef Name) {
    const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    for (size_t At = Text.rfind(Name);
         At != llvm::StringRef::npos && !Name.empty();
         At = Text.take_front(At + Name.size() - 1).rfind(Name))
      if ((At == 0 || !IsPart(Text[At - 1])) &&
          (At + Name.size() == Text.size() || !IsPart(Text[At + Name.size()])))
        return At;
    return llvm::StringRef::npos;
  }

  /// `float *a_first`, and `float *a = a_first + (size_t)row * N;`
  bool grow(unsigned Index) {
    const ParameterInfo &Parameter = K.Parameters[Index];
    const llvm::StringRef Text = llvm::StringRef(P.Source).slice(
        Parameter.Source.Begin, Parameter.Source.End);
    const size_t At = nameIn(Text, Parameter.Name);
    const std::string By = distance(Fused.Growth[Index], Index);
    if (At == llvm::StringRef::npos || Text.contains('=') || By.empty())
      return false;
    std::string Local = Text.str();
    if (Text.ends_with("]")) { // an array is no local pointer
      if (llvm::StringRef(Parameter.Type).contains('('))
        return false;
      Local = Parameter.Type +
              (llvm::StringRef(Parameter.Type).ends_with("*") ? "" : " ") +
              Parameter.Name;
    }
    const std::string First = fresh(Parameter.Name + "_first");
    Into.Parameters.push_back(
        {Parameter.Source, (Text.take_front(At) + First +
                            Text.drop_front(At + Parameter.Name.size()))
                               .str()});
    Into.Prologue.push_back(Local + " = " + First + " + " + By + ";");
    return true;
  }

  //===--- The host -------------------------------------------------------===//

  /// The number of rounds that the launch does; says what becomes of the loop.
  std::string rounds() {
    std::string Counts =
        " blockIdx." + std::string(1, "xyz"[Fused.Axis]) + " counts them.";
    std::optional<int64_t> Known = Loop.rounds();
    if (Known && *Known <= MaxRounds) {
      bool AsWritten = Loop.First.isZero() && Loop.Step == 1 && !Loop.Inclusive;
      Into.Note = "// All rounds in one launch:" + Counts;
      const std::string End =
          AsWritten ? Loop.EndText : std::to_string(*Known * Loop.Step);
      Into.Increment = Loop.Counter + " += " + End;
      replaceLoop(AsWritten, *Known);
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

  /// Lets the launch take the loop's place, if all of the loop can go.
  void replaceLoop(bool AsWritten, int64_t Rounds) {
    const llvm::StringRef Source = P.Source;
    for (llvm::StringRef Around :
         {Source.slice(Loop.Source.Begin, L.Statement.Begin),
          Source.slice(L.Statement.End, Loop.Source.End)})
      if (Around.contains("//") || Around.contains("/*") ||
          Around.contains('#'))
        return;
    for (const LaunchLoop::Argument &A : Loop.Arguments) {
      if (A.Varies && A.AtFirst.empty())
        return;
      Into.Arguments.push_back(A.Varies ? A.AtFirst : "");
    }
    if (Loop.CounterLivesOn) {
      const std::optional<int64_t> First = Loop.First.constant();
      const bool InBlock =
          llvm::any_of(P.Host.Functions, [&](const HostFunction &F) {
            return F.Source.contains(Loop.Source) &&
                   isInBlock(P, F.Body, Loop.Source);
          });
      if (!First || !InBlock)
        return;
      Into.Behind = Loop.Counter + " = " +
                    (AsWritten ? Loop.EndText
                               : std::to_string(*First + Rounds * Loop.Step)) +
                    ";";
    }
    Into.ReplacesLoop = true;
  }

  const Program &P;
  const KernelModel &K;
  const LaunchModel &L;
  const LaunchLoop &Loop;
  const FusedLaunch &Fused;
  FusedLoop &Into;
  std::string Row;
};

/// Decides for one loop.
class LaunchFuser {
public:
  LaunchFuser(const Program &P, LaunchId Launch)
      : P(P), L(P.launch(Launch)), K(P.kernel(L.Kernel)) {
    Result.Launch = Launch;
  }

  /// \returns why not, or nothing.
  std::string run() {
    const LaunchLoop &Loop = *L.Loop;
    if (!hasCompleteAccesses(K) || !K.Refusals.empty() || K.HasHiddenIds ||
        K.AsksGroups)
      return "not all that the kernel does is known";
    if (L.SwitchedOff)
      return "a directive asks for it";
    if (L.Numbered)
      return "its threads are numbered through";
    if (L.OneMore)
      return "its threads begin behind the first element";
    if (!K.TemplateArguments.empty())
      return "the kernel is a template";
    if (!L.Effect.empty())
      return "'" + L.Effect + "' is evaluated in each round";
    if (!Loop.EndRepeatable)
      return "'" + Loop.EndText + "' is evaluated in each round";
    const HostStatement *Stands = find(P, Loop.Source);
    if (!Stands || !onlyLaunches(*Stands))
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
};

} // namespace

/// Takes loops from around their launches, but for what the launches need.
static void replaceLoops(const Program &P, FusePlan &Plan) {
  std::vector<RemovedText> Removed;
  std::string Code;
  auto Replace = [&](SourceRange Source, std::string Text, Gone K) {
    Removed.push_back({Source, Plan.Replacements.size(), K});
    Plan.Replacements.push_back({Source, std::move(Text)});
  };
  for (const FusedLoop &F : Plan.Loops) {
    Code += F.Grid + " " + F.Behind + " ";
    if (!F.ReplacesLoop)
      continue;
    const LaunchModel &L = P.launch(F.Launch);
    const SourceRange Loop = L.Loop->Source;
    const std::string NewLine =
        "\n" + llvm::StringRef(P.Source)
                   .drop_front(P.Source.rfind('\n', Loop.Begin) + 1)
                   .take_while([](char C) { return C == ' ' || C == '\t'; })
                   .str();
    Replace({Loop.Begin, L.Statement.Begin}, F.Note + NewLine, Gone::Statement);
    for (unsigned I = 0; I < F.Arguments.size(); ++I)
      if (!F.Arguments[I].empty()) {
        Replace(L.Arguments[I].Source, F.Arguments[I], Gone::Part);
        Code += F.Arguments[I] + " ";
      }
    Replace({L.Statement.End, Loop.End},
            F.Behind.empty() ? "" : NewLine + F.Behind, Gone::Part);
  }
  dropUnusedNames(P, Removed, Plan.Replacements, Code);
}

FusePlan planFusion(const Program &P) {
  FusePlan Plan;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (!L.Loop || L.Statement.size() == 0 || L.Loop->rounds().value_or(2) < 2)
      continue;
    LaunchFuser Decide(P, {I});
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
  replaceLoops(P, Plan);
  return Plan;
}

void print(llvm::raw_ostream &OS, const FusePlan &Plan, const Program &P) {
  for (const FusedLoop &F : Plan.Loops) {
    const LaunchModel &L = P.launch(F.Launch);
    OS << "rounds of " << L.Loop->Counter << " that launch "
       << P.kernel(L.Kernel).Name << " by a grid of " << F.Grid << "\n";
  }
}

} // namespace tessera
