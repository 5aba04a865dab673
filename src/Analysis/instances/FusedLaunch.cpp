//===- FusedLaunch.cpp - The rounds of a launch loop as one launch --------===//
#include "tessera/Analysis/FusedLaunch.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

using Replacement =
    llvm::function_ref<std::optional<Polynomial>(llvm::StringRef)>;

static void substitute(Condition &C, Replacement Value) {
  C.Value = C.Value.substitute(Value);
  for (Condition &Operand : C.Operands)
    substitute(Operand, Value);
}

static void substitute(KernelModel &K, Replacement Value) {
  for (AccessInfo &A : K.Accesses)
    for (Polynomial &Subscript : A.Subscripts)
      Subscript = Subscript.substitute(Value);
  for (LoopInfo &L : K.Loops) {
    L.Lower = L.Lower.substitute(Value);
    L.Upper = L.Upper.substitute(Value);
  }
  for (GuardInfo &G : K.Guards)
    substitute(G.When, Value);
  for (Polynomial &P : K.MustNotBeNegative)
    P = P.substitute(Value);
  // What is said of a parameter is said of its values in single rounds.
  auto Varies = [&](const Polynomial &P) {
    return llvm::any_of(P.symbols(), [&](const auto &S) { return Value(S); });
  };
  llvm::erase_if(K.Assumed.NotNegative, Varies);
  llvm::erase_if(K.Assumed.Multiples,
                 [&](const auto &M) { return Varies(M.first); });
}

/// Subscripts of the arrays of parameter \p Index count from \p Start, or are
/// not known.
static void moveArrays(KernelModel &K, unsigned Index,
                       const std::optional<Polynomial> &Start) {
  for (AccessInfo &A : K.Accesses) {
    const ArrayInfo &Array = K.array(A.Array);
    if (Array.K != ArrayInfo::Kind::Parameter || Array.Parameter != Index)
      continue;
    if (!Start)
      A.Subscripts.clear();
    else if (!A.Subscripts.empty())
      A.Subscripts.front() += *Start;
  }
}

std::optional<unsigned> freeAxis(const KernelModel &K, const LaunchModel &L) {
  for (unsigned Axis : {1, 2}) {
    std::string Letter(1, "xyz"[Axis]);
    if (L.Grid[Axis] == 1 && L.Grid[2] == 1 &&
        !K.GridSymbols.count("b" + Letter) &&
        !K.GridSymbols.count("G" + Letter))
      return Axis;
  }
  return std::nullopt;
}

std::optional<FusedLaunch> fuseRounds(const KernelModel &Kernel,
                                      const LaunchModel &Launch,
                                      unsigned Axis) {
  const LaunchLoop &Loop = *Launch.Loop;
  FusedLaunch Result{Kernel, Launch, Axis, {}};
  LaunchModel &L = Result.Launch;
  L.Loop.reset();
  L.Around.reset();
  L.Grid[Axis] = Loop.rounds();
  L.GridValues[Axis].reset();
  if (Loop.End && (Loop.End->Divisor == 1 || Loop.First.isZero()))
    L.GridValues[Axis] =
        HostValue{Loop.End->Numerator - Loop.First +
                      Polynomial((Loop.Step - 1) * Loop.End->Divisor),
                  Loop.End->Divisor * Loop.Step};
  Polynomial Counter =
      Loop.First + Polynomial::symbol(BlockDims[Axis]) * Loop.Step;
  std::map<std::string, Polynomial> Scalars;
  for (unsigned I = 0; I < L.Arguments.size(); ++I) {
    const LaunchLoop::Argument &A = Loop.Arguments[I];
    std::optional<LinearForm> Form =
        A.Position ? linearIn(*A.Position, Loop.Symbol) : std::nullopt;
    if (A.Varies && !Form)
      return std::nullopt;
    Result.Growth.push_back(Form ? Form->Coefficient * Loop.Step : 0);
    std::optional<Polynomial> Value;
    if (Form)
      Value = Form->Coefficient * Counter + Form->Rest;
    if (L.Arguments[I].IsPointer) {
      moveArrays(Result.Kernel, I, Value);
      L.Arguments[I].AtRoot = Value.has_value();
    } else if (A.Varies && I < Kernel.Parameters.size()) {
      Scalars[Kernel.Parameters[I].Symbol] = *Value;
    } else if (Value) {
      L.Arguments[I].Value = HostValue{*Value};
      L.Arguments[I].Constant = Value->constant();
    }
  }
  substitute(Result.Kernel,
             [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
               auto Found = Scalars.find(Symbol.str());
               return Found == Scalars.end() ? std::nullopt
                                             : std::optional(Found->second);
             });
  return Result;
}

//===----------------------------------------------------------------------===//
// Independence
//===----------------------------------------------------------------------===//

namespace {

class RoundChecker {
public:
  explicit RoundChecker(isl::ctx Context, const FusedLaunch &Fused)
      : K(Fused.Kernel), L(Fused.Launch), Round(BlockDims[Fused.Axis]),
        Facts(Context, K, L, {}) {
    Facts.addLaunch();
  }

  bool run(std::string &Obstacle) const {
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      if (isPrivate(K.Arrays[I]) || accessesOf({I}, /*Writes=*/true).empty())
        continue;
      Obstacle = K.Arrays[I].Name;
      if (!Facts.provesKernel() || !isApart({I}))
        return false;
    }
    return true;
  }

private:
  static bool isPrivate(const ArrayInfo &A) {
    return A.K == ArrayInfo::Kind::Shared || A.K == ArrayInfo::Kind::Local;
  }

  PointerRoot rootOf(const ArrayInfo &A) const {
    if (A.K == ArrayInfo::Kind::Parameter)
      return A.Parameter < L.Arguments.size() ? L.Arguments[A.Parameter].Root
                                              : PointerRoot();
    if (A.Loaded)
      return {};
    return {A.Variable ? PointerRoot::Kind::SharedVariable
                       : PointerRoot::Kind::Allocation,
            A.Name, A.Variable};
  }

  std::vector<AccessId> accessesOf(ArrayId Array, bool Writes) const {
    std::vector<AccessId> Found;
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (K.Accesses[I].Array == Array && (!Writes || K.Accesses[I].writes()))
        Found.push_back({I});
    return Found;
  }

  /// Whether what the rounds write of \p Written is theirs alone.
  bool isApart(ArrayId Written) const {
    PointerRoot Root = rootOf(K.array(Written));
    if (Root.K == PointerRoot::Kind::Unknown || isOdd(K.array(Written)))
      return false;
    std::vector<AccessId> Same;
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      const ArrayInfo &A = K.Arrays[I];
      std::vector<AccessId> All = accessesOf({I}, /*Writes=*/false);
      if (isPrivate(A) || All.empty())
        continue;
      PointerRoot Other = rootOf(A);
      if (Other.K == PointerRoot::Kind::Unknown)
        return false;
      bool SameVariable = Root.Variable && Root.Variable == Other.Variable;
      if (!SameVariable && !(Root == Other))
        continue;
      if (isOdd(A) || A.ElementBytes != K.array(Written).ElementBytes)
        return false;
      Same.insert(Same.end(), All.begin(), All.end());
    }
    return haveStripes(Same) ||
           llvm::all_of(accessesOf(Written, /*Writes=*/true), [&](AccessId W) {
             return llvm::all_of(Same,
                                 [&](AccessId A) { return isApart(W, A); });
           });
  }

  static bool isOdd(const ArrayInfo &A) {
    return A.Volatile || A.Reassigned || A.ElementBytes == 0;
  }

  /// Whether each round stays in a stripe of its own: elements `round * n` up
  /// to `round * n + n - 1`. The length may be known at run time only.
  bool haveStripes(const std::vector<AccessId> &All) const {
    std::optional<Polynomial> Length;
    for (AccessId Id : All) {
      std::optional<Polynomial> Address = Facts.address(Id);
      std::optional<LinearForm> Form =
          Address ? linearIn(*Address, Round) : std::nullopt;
      if (!Form || (Length && !(*Length == Form->Coefficient)))
        return false;
      Length = Form->Coefficient;
      DimNames Dims = instanceDims(K, K.access(Id).Loops);
      std::optional<AccessDomain> Domain = domainOf(Facts.space(), Id, Dims);
      if (!Domain)
        return false;
      isl::set Where = Domain->Set.intersect_params(Facts.known().params());
      for (const Polynomial &P : {Form->Rest, *Length - Form->Rest - 1})
        if (!isAffineOver(P, Dims) ||
            !Where.is_subset(nonNegative(Facts.space().Context, P, Dims)))
          return false;
    }
    return true;
  }

  /// Whether \p A and \p B touch different elements in different rounds.
  bool isApart(AccessId A, AccessId B) const {
    isl::ctx Context = Facts.space().Context;
    std::optional<Polynomial> First = Facts.address(A),
                              Second = Facts.address(B);
    DimNames Dims = instanceDims(K, K.access(A).Loops);
    DimNames Others = instanceDims(K, K.access(B).Loops);
    std::optional<AccessDomain> FirstDomain = domainOf(Facts.space(), A, Dims),
                                SecondDomain =
                                    domainOf(Facts.space(), B, Others);
    if (!First || !Second || !FirstDomain || !SecondDomain)
      return false;
    auto Primed = [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
      if (!llvm::is_contained(Others, Symbol))
        return std::nullopt;
      return Polynomial::symbol(Symbol.str() + "'");
    };
    Polynomial Distance = *First - Second->substitute(Primed);
    for (const std::string &Dim : Others)
      Dims.push_back(Dim + "'");
    if (!isAffineOver(Distance, Dims))
      return false;
    Polynomial Later =
        Polynomial::symbol(Round) - Polynomial::symbol(Round + "'") - 1;
    Polynomial Earlier = Polynomial(-2) - Later;
    isl::set Both = FirstDomain->Set.product(SecondDomain->Set)
                        .flatten()
                        .intersect_params(Facts.known().params())
                        .intersect(zero(Context, Distance, Dims));
    return Both
        .intersect(nonNegative(Context, Later, Dims)
                       .unite(nonNegative(Context, Earlier, Dims)))
        .is_empty();
  }

  const KernelModel &K;
  const LaunchModel &L;
  std::string Round; ///< the id of the blocks that counts them
  LaunchContext Facts;
};

} // namespace

bool roundsAreIndependent(isl::ctx Context, const FusedLaunch &Fused,
                          std::string &Obstacle) {
  llvm::Expected<bool> Proved = guarded(
      Context, [&] { return RoundChecker(Context, Fused).run(Obstacle); },
      /*Operations=*/200'000);
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

} // namespace tessera
