//===- LaunchMistakes.cpp - Launches that fail or leave elements out ------===//
#include "launches/LaunchValues.h"
#include "mistakes/MistakeFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::optional<Polynomial> atLaunch(const Polynomial &P, const KernelModel &K,
                                   const LaunchModel &L) {
  bool Known = true;
  Polynomial Result =
      P.substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        for (unsigned I = 0; I < K.Parameters.size(); ++I) {
          if (K.Parameters[I].Symbol != Symbol)
            continue;
          const LaunchArgument *A =
              I < L.Arguments.size() ? &L.Arguments[I] : nullptr;
          if (A && A->IsInteger && A->Value && A->Value->Divisor == 1)
            return A->Value->Numerator;
          Known = false;
        }
        for (unsigned Axis = 0; Axis < 3; ++Axis)
          if (Symbol == std::string("B") + "xyz"[Axis] && L.Block[Axis])
            return Polynomial(*L.Block[Axis]);
        return std::nullopt;
      });
  return Known ? std::optional(Result) : std::nullopt;
}

namespace {

/// Adds the polynomials that are not negative where \p C holds, or where it
/// does not.
///
/// \returns whether they are all of its meaning.
bool addBounds(const Condition &C, bool Negated,
               std::vector<Polynomial> &Bounds) {
  using Kind = Condition::Kind;
  switch (C.K) {
  case Kind::True:
    return !Negated;
  case Kind::NonNegative:
    Bounds.push_back(Negated ? Polynomial(-1) - C.Value : C.Value);
    return true;
  case Kind::Not:
    return addBounds(C.Operands.front(), !Negated, Bounds);
  case Kind::And:
  case Kind::Or:
    return (C.K == Kind::And) != Negated &&
           llvm::all_of(C.Operands, [&](const Condition &Each) {
             return addBounds(Each, Negated, Bounds);
           });
  default:
    return false;
  }
}

class LaunchMistakes {
public:
  LaunchMistakes(const Program &P, const DeviceModel &Device,
                 const LaunchModel &L, std::vector<Diagnostic> &Into)
      : P(P), Device(Device), L(L), K(P.kernel(L.Kernel)), Into(Into) {}

  void find() {
    if (std::string Why = whyItFails(); !Why.empty())
      Into.push_back({DiagKind::LaunchFails, {L.Source.Begin}, {Why}});
    else
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        findRemainder(Axis);
  }

private:
  std::string whyItFails() const {
    auto Exceeds = [&](std::string What, int64_t Limit) {
      return What + ", and " + Device.Name + " allows " + std::to_string(Limit);
    };
    int64_t Threads = 1;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      if (L.Grid[Axis] == 0)
        return "its grid has no blocks";
      if (L.Block[Axis] == 0)
        return "its blocks have no threads";
      Threads *= L.Block[Axis].value_or(1);
      if (Axis > 0 && L.Grid[Axis].value_or(1) > 65535)
        return Exceeds("its grid has " + std::to_string(*L.Grid[Axis]) +
                           " blocks along " + "xyz"[Axis],
                       65535);
    }
    if (Threads > Device.ThreadsPerBlock)
      return Exceeds("its blocks have " + std::to_string(Threads) + " threads",
                     Device.ThreadsPerBlock);
    if (L.Block[2].value_or(1) > 64)
      return Exceeds("its blocks have " + std::to_string(*L.Block[2]) +
                         " threads along z",
                     64);
    int64_t Shared = L.DynamicBytes.value_or(0);
    if (Shared > Device.SharedOptIn)
      return Exceeds("it asks for " + std::to_string(Shared) +
                         " bytes of shared memory",
                     Device.SharedOptIn);
    // What the driver's interface or another file may allow, too.
    bool Allowed = P.Host.Identifiers.count("cudaFuncSetAttribute") ||
                   P.Host.Identifiers.count("cuFuncSetAttribute");
    if (Shared > Device.SharedPerBlock && !Allowed)
      return Exceeds("it asks for " + std::to_string(Shared) +
                         " bytes of shared memory",
                     Device.SharedPerBlock) +
             " without cudaFuncSetAttribute";
    return "";
  }

  /// The number of elements along \p Axis that the kernel's guards admit, if
  /// each thread has one and all that the kernel writes depends on that.
  std::optional<Polynomial> admitted(unsigned Axis) const {
    std::string Id = std::string("xyz").substr(Axis, 1);
    if (!hasCompleteAccesses(K) || !L.Block[Axis] ||
        K.GridSymbols.count("G" + Id))
      return std::nullopt;
    std::optional<Polynomial> Count;
    for (const AccessInfo &Access : K.Accesses) {
      ArrayInfo::Kind Where = K.array(Access.Array).K;
      if (!Access.writes() || Where == ArrayInfo::Kind::Shared ||
          Where == ArrayInfo::Kind::Local)
        continue;
      std::optional<Polynomial> Mine = admittedAt(Access, Id, *L.Block[Axis]);
      if (!Mine || (Count && !(*Count == *Mine)))
        return std::nullopt;
      Count = Mine;
    }
    return Count;
  }

  std::optional<Polynomial> admittedAt(const AccessInfo &Access,
                                       const std::string &Id,
                                       int64_t Threads) const {
    std::string Thread = "t" + Id, Block = "b" + Id;
    for (LoopId Loop : Access.Loops) {
      const LoopInfo &Info = K.loop(Loop);
      // It may go on to elements of other threads.
      if (Info.Opaque)
        return std::nullopt;
      for (const Polynomial &Bound : {Info.Lower, Info.Upper})
        if (Bound.mentions(Thread) || Bound.mentions(Block))
          return std::nullopt;
    }
    std::vector<Polynomial> Bounds;
    for (const GuardUse &Use : Access.Guards)
      if (!addBounds(K.guard(Use.Guard).When, Use.Negated, Bounds))
        return std::nullopt;
    std::optional<Polynomial> Count;
    for (const Polynomial &Each : Bounds) {
      std::optional<Polynomial> Bound = atLaunch(Each, K, L);
      if (!Bound)
        return std::nullopt;
      if (!Bound->mentions(Thread) && !Bound->mentions(Block))
        continue;
      Polynomial Rest = *Bound + Polynomial::symbol(Thread) +
                        Polynomial(Threads) * Polynomial::symbol(Block);
      if (Bound->coefficient({Thread}) > 0)
        continue; // from below
      for (llvm::StringRef Symbol : {"tx", "ty", "tz", "bx", "by", "bz"})
        if (Rest.mentions(Symbol))
          return std::nullopt;
      if (Count || llvm::any_of(K.Loops, [&](const LoopInfo &Loop) {
            return Rest.mentions(Loop.Symbol);
          }))
        return std::nullopt;
      Count = Rest + Polynomial(1);
    }
    return Count;
  }

  /// Another launch may do the rest, with pointers behind what this one does.
  bool mayBeOneOfSeveral() const {
    if (L.Around && llvm::any_of(L.Around->Arguments,
                                 [](const auto &A) { return A.Varies; }))
      return true;
    return llvm::any_of(P.Launches, [](const LaunchModel &Other) {
      return llvm::any_of(Other.Arguments, [](const LaunchArgument &A) {
        return A.IsPointer && !A.AtRoot;
      });
    });
  }

  /// Whether each value of \p Count may be no multiple of the block's size.
  bool isAnyNumber(const Polynomial &Count) const {
    const HostModel &H = P.Host;
    std::set<std::string> Given; ///< by calls that are seen
    for (const HostFunction &F : H.Functions)
      for (unsigned Callee : calledBy(F))
        Given.insert(H.Functions[Callee].Parameters.begin(),
                     H.Functions[Callee].Parameters.end());
    return llvm::none_of(Count.symbols(), [&](const std::string &S) {
      return H.Remainders.count(S) || Given.count(S);
    });
  }

  static std::set<unsigned> calledBy(const HostFunction &F) {
    std::set<unsigned> Called;
    forEachStatement(F.Body, [&](const HostStatement &S) {
      Called.insert(S.Calls.begin(), S.Calls.end());
    });
    return Called;
  }

  void findRemainder(unsigned Axis) {
    std::optional<Polynomial> Count = admitted(Axis);
    if (!Count || mayBeOneOfSeveral())
      return;
    int64_t Threads = *L.Block[Axis];
    std::string Blocks;
    if (std::optional<int64_t> Known = Count->constant()) {
      if (!L.Grid[Axis] || *L.Grid[Axis] != *Known / Threads ||
          *Known % Threads == 0)
        return;
    } else {
      const std::optional<HostValue> &Grid = L.GridValues[Axis];
      if (!Grid || Grid->Divisor != Threads || !(Grid->Numerator == *Count) ||
          Count->dividedBy(Threads) || !isAnyNumber(*Count) ||
          isMultipleAt(*Count, Threads, K, L))
        return;
    }
    std::string Name = spelled(*Count), Size = std::to_string(Threads);
    Into.push_back({DiagKind::RemainderNotCovered,
                    {L.Source.Begin},
                    {K.Name, Name, Size, std::string(1, "xyz"[Axis])}});
  }

  /// The host's names without what tells two of them apart.
  static std::string spelled(const Polynomial &Count) {
    Polynomial Named = Count.substitute([](llvm::StringRef Symbol) {
      return std::optional(Polynomial::symbol(Symbol.split('@').first));
    });
    return toString(Named);
  }

  const Program &P;
  const DeviceModel &Device;
  const LaunchModel &L;
  const KernelModel &K;
  std::vector<Diagnostic> &Into;
};

} // namespace

void findLaunchMistakes(const Program &P, const DeviceModel &Device,
                        std::vector<Diagnostic> &Into) {
  for (const LaunchModel &L : P.Launches)
    if (!L.staysAsIs())
      LaunchMistakes(P, Device, L, Into).find();
}

} // namespace tessera
