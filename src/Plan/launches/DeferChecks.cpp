//===- DeferChecks.cpp - Tests of the host that the device makes ----------===//
#include "tessera/Plan/DeferChecks.h"
#include "tessera/Analysis/InBounds.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

using Kind = HostStatement::Kind;

/// The statement of kind \p K at \p Source, if its control flow is followed.
const HostStatement *find(const HostStatement &S, Kind K, SourceRange Source) {
  if (S.K == Kind::Opaque)
    return nullptr;
  if (S.K == K && S.Source == Source)
    return &S;
  for (const HostStatement &Child : S.Children)
    if (Child.Source.contains(Source))
      if (const HostStatement *Found = find(Child, K, Source))
        return Found;
  return nullptr;
}

/// Decides for one test.
class CheckDeferrer {
public:
  /// \param Names that new variables must not have.
  CheckDeferrer(const Program &P, unsigned Check,
                const std::set<std::string> &Names)
      : P(P), C(P.Host.Checks[Check]), Names(Names) {
    Result.Check = Check;
  }

  /// Whether a round less to wait for is worth a copy behind the loop.
  bool pays() const {
    const std::optional<LaunchLoop> &Around =
        P.launch(C.Launches.front()).Around;
    return !Around || Around->rounds().value_or(2) >= 2;
  }

  /// \returns why not, or nothing.
  std::string run() {
    if (!C.Obstacle.empty())
      return C.Obstacle;
    std::string Why;
    for (auto Step : {&CheckDeferrer::loop, &CheckDeferrer::variable,
                      &CheckDeferrer::launches, &CheckDeferrer::readers,
                      &CheckDeferrer::tester, &CheckDeferrer::exit})
      if (Why.empty())
        Why = (this->*Step)();
    return Why;
  }

  DeferredCheck Result;

private:
  const SharedVariable &array() const { return P.Host.variable(C.Array); }
  const LaunchLoop &around() const {
    return *P.launch(C.Launches.front()).Around;
  }

  std::string loop() {
    const std::optional<LaunchLoop> &L = P.launch(C.Launches.front()).Around;
    std::optional<int64_t> First = L ? L->First.constant() : std::nullopt;
    if (!First || *First < 0 || !L->End)
      return "how far it counts is not known, or it starts below 0";
    for (const HostFunction &F : P.Host.Functions)
      if (F.Source.contains(C.Loop) && F.Body.K != Kind::Opaque)
        if (const HostStatement *S = find(F.Body, Kind::Loop, C.Loop))
          Loop = S;
    Branch = Loop ? find(*Loop, Kind::If, C.Branch) : nullptr;
    if (!Branch)
      return "the control flow around it is not followed";
    const HostStatement &Header = Loop->Children.front();
    if (!Header.Accesses.empty() || !Header.Calls.empty() ||
        !Header.Events.empty() || Header.CallsAway)
      return "the loop's header does more than count";
    Result.Behind = {CodePosition::Side::After, Loop->Source, Loop->Unbraced};
    return "";
  }

  std::string variable() {
    const SharedVariable &V = array();
    if (V.D != SharedVariable::Dialect::SimpleModel || V.Pointer)
      return "'" + V.Name + "' is managed memory, for which CUDA's rules hold";
    if (!V.Obstacle.empty())
      return "not all uses of '" + V.Name + "' are followed: " + V.Obstacle;
    IslContext Context;
    if (!staysInBounds(Context, around(), C.Subscripts, V.Extents))
      return "rounds that the program would not have done may look behind the "
             "end of '" +
             V.Name + "'";
    return "";
  }

  /// Rounds that the program would not have done must end well.
  std::string launches() {
    if (P.Host.UnseenLaunch)
      return "a launch in a template may start the same kernels";
    for (LaunchId Id : C.Launches) {
      const LaunchModel &L = P.launch(Id);
      const KernelModel &K = P.kernel(L.Kernel);
      if (!isPlain(L))
        return "the launch of '" + K.Name +
               "' has a size that is not constant, shared memory, a stream, or "
               "an argument with an effect";
      if (!K.Refusals.empty())
        return "it is not known what '" + K.Name + "' does";
      if (!K.TemplateArguments.empty())
        return "'" + K.Name + "' is a template";
      if (!K.NoticedCall.empty())
        return "'" + K.Name + "' would call '" + K.NoticedCall +
               "' in rounds that the program would not have done";
      if (!ends(K))
        return "how long '" + K.Name + "' runs may depend on data";
      IslContext Context;
      std::string Array;
      if (!staysInBounds(Context, P, L, Array))
        return "rounds that the program would not have done may access '" +
               K.Name + "'s '" + Array + "' out of bounds";
      for (const AccessInfo &A : K.Accesses) {
        const ArrayInfo &Array = K.array(A.Array);
        bool Own = Array.K == ArrayInfo::Kind::Global && !Array.Variable;
        if (Array.Volatile || (Own && A.writes()))
          return "'" + K.Name + "' changes '" + Array.Name +
                 "', which is not followed";
      }
      for (const SharedAccess &A : launchEffects(P, Id))
        if (A.Writes)
          Written.insert(A.Variable);
    }
    return "";
  }

  bool isPlain(const LaunchModel &L) const {
    int64_t Threads = 1;
    for (unsigned D = 0; D < 3; ++D) {
      if (L.Grid[D].value_or(0) < 1 || L.Block[D].value_or(0) < 1 ||
          *L.Grid[D] > (D ? 65535 : INT32_MAX))
        return false;
      Threads *= *L.Block[D];
    }
    return Threads <= 1024 && L.Block[2] <= 64 && L.SharedBytes.size() == 0 &&
           (L.StreamText.empty() || L.StreamText == "0") && L.GridRepeatable &&
           L.BlockIsRepeatable && L.Statement.size() > 0 && L.Around &&
           L.Around->Source == around().Source &&
           !L.Around->ConfigurationVaries && L.Around->EndRepeatable &&
           L.Effect.empty() &&
           llvm::all_of(llvm::enumerate(L.Arguments), [&](const auto &At) {
             const LaunchArgument &A = At.value();
             const bool IsDerived =
                 !P.kernel(L.Kernel).Parameters[At.index()].Derived.empty();
             return A.Repeatable && (A.Source.size() > 0 || IsDerived);
           });
  }

  /// Whether all threads come to their end, whatever the arrays hold.
  static bool ends(const KernelModel &K) {
    return llvm::none_of(K.Loops, [](const LoopInfo &L) { return L.Opaque; }) &&
           llvm::all_of(K.Barriers, [](const BarrierInfo &B) {
             return B.Guards.empty() && B.Loops.empty();
           });
  }

  /// The kernels that get the value, or else the first one, must find it
  /// unchanged.
  std::string readers() {
    if (C.Behind == C.Launches.size())
      return "no launch follows it in the round: no kernel can make the test";
    Result.Tester =
        C.Uses.empty() ? C.Launches[C.Behind] : C.Uses.front().Launch;
    LaunchId Last = C.Uses.empty() ? Result.Tester : C.Uses.back().Launch;
    for (unsigned I = C.Behind; I < C.Launches.size(); ++I) {
      for (const SharedAccess &A : launchEffects(P, C.Launches[I]))
        if (A.Variable == C.Array && A.Writes)
          return "'" + P.kernel(P.launch(C.Launches[I]).Kernel).Name +
                 "' changes '" + array().Name +
                 "' before, or while, it is "
                 "needed";
      if (C.Launches[I] == Last)
        break;
    }
    for (const LoopCheck::Use &Use : C.Uses)
      if (std::string Why = reader(Use); !Why.empty())
        return Why;
    return "";
  }

  static bool isInOnePlace(const KernelModel &K) {
    return !K.DeclaredEarlier && K.ParameterList.size() > 0;
  }
  static std::string cannotChange(const KernelModel &K) {
    return "the parameters of '" + K.Name + "' cannot be changed in one place";
  }

  /// Whether the test has the identifier \p Name for something else than the
  /// variable.
  bool namesInTest(llvm::StringRef Name) const {
    auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    for (unsigned At = 0; At < C.Test.size();) {
      llvm::StringRef Word =
          llvm::StringRef(C.Test).drop_front(At).take_while(IsPart);
      bool Variable =
          llvm::any_of(C.Named, [&](SourceRange R) { return R.Begin == At; });
      if (!Word.empty() && Word == Name && !Variable)
        return true;
      At += std::max<size_t>(Word.size(), 1);
    }
    return false;
  }

  std::string reader(const LoopCheck::Use &Use) {
    KernelId Id = P.launch(Use.Launch).Kernel;
    const KernelModel &K = P.kernel(Id);
    const ParameterInfo &Parameter = K.Parameters[Use.Argument];
    llvm::StringRef Text = llvm::StringRef(P.Source).slice(
        Parameter.Source.Begin, Parameter.Source.End);
    if (!isInOnePlace(K) || !P.Host.Kernels[Id.Index].FixedParameters.empty() ||
        Parameter.Name.empty() || Text.contains('=') || Text.contains('&') ||
        !Text.ends_with(Parameter.Name) ||
        !K.ParameterList.contains(Parameter.Source))
      return cannotChange(K);
    for (unsigned I = 0; I < P.Launches.size(); ++I)
      if (P.Launches[I].Kernel == Id &&
          llvm::count_if(C.Uses, [&](const LoopCheck::Use &Other) {
            return Other.Launch == LaunchId{I} &&
                   Other.Argument == Use.Argument;
          }) != 1)
        return "another launch of '" + K.Name + "' passes something else";
    bool Known = llvm::any_of(Result.Readers, [&](const auto &Other) {
      return Other.Kernel == Id && Other.Parameter == Use.Argument;
    });
    if (!Known)
      Result.Readers.push_back(
          {Id, Use.Argument, fresh(Parameter.Name + "_dev", K)});
    return "";
  }

  /// A name that is new to the program.
  std::string fresh(const std::string &Name, const KernelModel &K) const {
    std::string Unique = Name;
    for (unsigned I = 2; Names.count(Unique) || K.Identifiers.count(Unique);
         ++I)
      Unique = Name + "_" + std::to_string(I);
    return Unique;
  }

  std::string tester() {
    const LaunchModel &L = P.launch(Result.Tester);
    const KernelModel &K = P.kernel(L.Kernel);
    if (C.TestKnownFrom > K.Definition.Begin)
      return "what its test names is defined behind '" + K.Name + "'";
    for (const ParameterInfo &Parameter : K.Parameters)
      if (namesInTest(Parameter.Name))
        return "its test names '" + Parameter.Name +
               "', which is something else in '" + K.Name + "'";
    if (C.Uses.empty()) {
      if (P.launchesOf(L.Kernel).size() != 1)
        return "other launches start '" + K.Name + "', too";
      if (!isInOnePlace(K))
        return cannotChange(K);
      Result.Pointer = fresh(C.Name + "_dev", K);
    }
    Result.Stop = fresh(C.Name + "_stop", K);
    Polynomial Round = Polynomial::symbol(L.Around->Symbol);
    for (unsigned I = 0; I < K.Parameters.size(); ++I)
      if (L.Around->Arguments[I].Position == Round &&
          llvm::is_contained({"int", "const int"}, K.Parameters[I].Type))
        Result.Round = K.Parameters[I].Name;
    Result.AddsRound = Result.Round.empty();
    if (Result.AddsRound)
      Result.Round = fresh(C.Counter + "_now", K);
    return "";
  }

  /// What is done in vain must not be seen where the host leaves.
  std::string exit() {
    std::set<SharedVarId> Seen;
    std::set<unsigned> Followed;
    if (!follow(Branch->Children[1], Seen, Followed))
      return "the device is used where the loop is left";
    for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
      if (const HostFunction &F = P.Host.Functions[I];
          F.CalledUnseen || (Away && F.External && !F.IsMain))
        if (!follow(F.Body, Seen, Followed))
          return "'" + F.Name + "' may use the device when the program ends";
    for (SharedVarId Id : Written)
      if (const SharedVariable &V = P.Host.variable(Id);
          Seen.count(Id) || !V.Obstacle.empty())
        return "'" + V.Name +
               "' is used where the loop is left, and later rounds change it";
    return "";
  }

  /// Adds what \p S uses, with what it calls. \returns false if it launches.
  bool follow(const HostStatement &S, std::set<SharedVarId> &Seen,
              std::set<unsigned> &Followed) {
    Away |= S.CallsAway;
    for (const SharedAccess &A : S.Accesses)
      Seen.insert(A.Variable);
    for (const MemoryEvent &E : S.Events)
      Seen.insert(E.Variable);
    for (unsigned Callee : S.Calls)
      if (Followed.insert(Callee).second &&
          !follow(P.Host.Functions[Callee].Body, Seen, Followed))
        return false;
    return S.Launches.empty() &&
           llvm::all_of(S.Children, [&](const HostStatement &Child) {
             return follow(Child, Seen, Followed);
           });
  }

  const Program &P;
  const LoopCheck &C;
  const std::set<std::string> &Names;
  const HostStatement *Loop = nullptr, *Branch = nullptr;
  std::set<SharedVarId> Written; ///< by the launches
  /// Functions of other files are called where the loop is left.
  bool Away = false;
};

} // namespace

CheckPlan planChecks(const Program &P) {
  CheckPlan Plan;
  std::set<std::string> Names = P.Host.Identifiers;
  for (unsigned I = 0; I < P.Host.Checks.size(); ++I) {
    const LoopCheck &C = P.Host.Checks[I];
    CheckDeferrer Decide(P, I, Names);
    if (!Decide.pays())
      continue;
    SourcePlace Where = {C.Value.Begin};
    std::string Why = Decide.run();
    if (!Why.empty()) {
      Plan.Messages.push_back(
          {DiagKind::CheckNotDeferred, Where, {C.Counter, C.Name, Why}});
      continue;
    }
    Plan.Messages.push_back(
        {DiagKind::CheckDeferred,
         Where,
         {C.Counter, C.Name,
          P.kernel(P.launch(Decide.Result.Tester).Kernel).Name}});
    Names.insert(Decide.Result.Stop);
    Plan.Checks.push_back(std::move(Decide.Result));
  }
  return Plan;
}

void print(llvm::raw_ostream &OS, const CheckPlan &Plan, const Program &P) {
  for (const DeferredCheck &D : Plan.Checks) {
    const LoopCheck &C = P.Host.Checks[D.Check];
    OS << "test of " << C.Element << " in "
       << P.kernel(P.launch(D.Tester).Kernel).Name << ", its round in "
       << D.Stop << "\n";
  }
}

} // namespace tessera
