//===- OrderMistakes.cpp - Work and accesses that nothing orders ----------===//
//
// Follows each function, and the functions that it calls, with the work that is
// certainly not waited for. What is not understood counts as a wait: a message
// means that every run which comes there has the mistake.
//
//===----------------------------------------------------------------------===//
#include "mistakes/MistakeFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {
namespace {

using Kind = HostOperation::Kind;
using StreamKind = HostStream::Kind;

/// How work on the device uses a memory.
struct Use {
  unsigned Memory = 0;
  bool Reads = false, Writes = false;
  bool AtStart = false; ///< of a launch: it gets the memory's first element
  bool Whole = false;   ///< of a copy: every element

  bool operator==(const Use &) const = default;
  bool conflicts(const Use &Other) const {
    return Memory == Other.Memory && (Writes || Other.Writes);
  }
};

/// Work that was started and is not waited for.
struct Pending {
  const HostOperation *Op = nullptr;
  std::vector<Use> Uses;
  bool BetweenClocks = false; ///< one was read before, in the same function
  /// It is followed by whatever comes later in these streams.
  std::set<HostStream> Before;
  bool BeforeBlocking = false; ///< in all streams but the non-blocking ones
  bool Unclear = false;        ///< perhaps in others, too
  std::set<std::string> Events;

  bool operator==(const Pending &) const = default;
  bool isBefore(const HostStream &S) const {
    if (Unclear || S.K == StreamKind::Unknown || Before.count(S))
      return true;
    if (S.K == StreamKind::NonBlocking)
      return false;
    return BeforeBlocking || (S.K == StreamKind::Default &&
                              llvm::any_of(Before, [](const HostStream &Each) {
                                return Each.K == StreamKind::Blocking;
                              }));
  }
};

/// By operation.
using State = std::map<const HostOperation *, Pending>;

/// What is certain on both of two paths; one that is not taken is absent.
std::optional<State> meet(const std::optional<State> &A,
                          const std::optional<State> &B) {
  if (!A || !B)
    return A ? A : B;
  State Both;
  for (const auto &[Op, Mine] : *A) {
    auto Found = B->find(Op);
    if (Found == B->end())
      continue;
    const Pending &Theirs = Found->second;
    Pending &Sum = Both[Op] = Mine;
    Sum.BetweenClocks &= Theirs.BetweenClocks;
    Sum.Before.insert(Theirs.Before.begin(), Theirs.Before.end());
    Sum.BeforeBlocking |= Theirs.BeforeBlocking;
    Sum.Unclear |= Theirs.Unclear;
    Sum.Events.insert(Theirs.Events.begin(), Theirs.Events.end());
  }
  return Both;
}

class Walk {
public:
  Walk(const Program &P, std::vector<Diagnostic> &Into) : P(P), Into(Into) {}

  void function(unsigned Index) {
    Clocks = 0;
    Early.clear();
    Calls = {Index};
    const HostFunction &F = P.Host.Functions[Index];
    statement(F.Body, State());
    // A clock that is read again later also has the whole.
    for (const EarlyClock &E : Early)
      if (E.Number == Clocks)
        Into.push_back(
            {DiagKind::LaunchNotTimed, E.Where, {nameOf(*E.Launch)}});
  }

private:
  using Maybe = std::optional<State>;

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  Maybe statement(const HostStatement &S, Maybe In) {
    if (!In)
      return In;
    using SK = HostStatement::Kind;
    switch (S.K) {
    case SK::Sequence:
      for (const HostStatement &Child : S.Children)
        In = statement(Child, std::move(In));
      return operations(S, std::move(In));
    case SK::Leaf: {
      Maybe Out = operations(S, std::move(In));
      if (S.MayJump)
        jump(Out);
      if (S.MayReturn)
        leave(Out);
      return Out;
    }
    case SK::Return:
      leave(operations(S, std::move(In)));
      return std::nullopt;
    case SK::Jump:
      jump(In);
      return std::nullopt;
    case SK::If: {
      Maybe Condition = statement(S.Children[0], std::move(In));
      Maybe Then = statement(S.Children[1], Condition);
      Maybe Else = S.Children.size() > 2 ? statement(S.Children[2], Condition)
                                         : Condition;
      return meet(Then, Else);
    }
    case SK::Loop:
      return loop(S, std::move(In));
    default: {
      // Control may come from anywhere.
      for (const HostStatement &Child : S.Children)
        statement(Child, State());
      return State();
    }
    }
  }

  Maybe loop(const HostStatement &S, Maybe In) {
    Maybe Head = In, Out;
    bool Saved = std::exchange(Reporting, false);
    for (int Round = 0; Round < 8; ++Round) {
      Out = round(S, Head);
      Maybe Next = meet(Head, Out);
      bool Same = Next == Head;
      Head = std::move(Next);
      if (Same)
        break;
    }
    Reporting = Saved;
    Maybe Left;
    Jumps.push_back(&Left);
    Maybe First = round(S, Head);
    // What a round leaves is there in the next.
    if (First)
      round(S, First);
    Jumps.pop_back();
    Maybe Header = statement(S.Children[0], Head);
    return meet(meet(Header, First), Left);
  }

  Maybe round(const HostStatement &S, Maybe In) {
    Maybe Body = statement(S.Children[0], std::move(In));
    return S.Children.size() > 1 ? statement(S.Children[1], std::move(Body))
                                 : Body;
  }

  void jump(const Maybe &From) {
    if (!Jumps.empty())
      *Jumps.back() = meet(*Jumps.back(), From);
  }
  void leave(const Maybe &From) {
    if (Returns)
      *Returns = meet(*Returns, From);
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  Maybe operations(const HostStatement &S, Maybe In) {
    for (const HostOperation &Op : S.Operations)
      if (In)
        operation(Op, In);
    return In;
  }

  void operation(const HostOperation &Op, Maybe &At) {
    State &Now = *At;
    switch (Op.K) {
    case Kind::Touch:
      return touch(Op, Now);
    case Kind::Copy:
    case Kind::Launch:
      return start(Op, Now);
    case Kind::WaitAll:
    case Kind::Unknown:
      return Now.clear();
    case Kind::WaitStream:
      return wait(Now, [&](const Pending &X) {
        return X.isBefore(Op.Stream) || Op.Stream.K == StreamKind::Unknown;
      });
    case Kind::WaitEvent:
      return wait(Now, [&](const Pending &X) {
        return Op.Event.empty() || X.Events.count(Op.Event);
      });
    case Kind::RecordEvent:
      for (auto &[Each, X] : Now)
        if (Op.Event.empty())
          X.Unclear = true;
        else if (X.isBefore(Op.Stream))
          X.Events.insert(Op.Event);
      return;
    case Kind::StreamWaits:
      for (auto &[Each, X] : Now)
        if (Op.Event.empty())
          X.Unclear = true;
        else if (X.Events.count(Op.Event))
          X.Before.insert(Op.Stream);
      return;
    case Kind::Clock:
      return clock(Op, Now);
    case Kind::Call:
      return call(Op, At);
    }
  }

  template <typename Done> void wait(State &Now, Done IsDone) {
    std::erase_if(Now, [&](const auto &Each) { return IsDone(Each.second); });
  }

  void clock(const HostOperation &Op, State &Now) {
    ++Clocks;
    for (auto &[Each, X] : Now)
      if (Reporting && X.BetweenClocks && Each->K == Kind::Launch)
        Early.push_back({Clocks, Site.value_or(Op.Where), Each});
  }

  void call(const HostOperation &Op, Maybe &At) {
    // A destructor may wait wherever it is left.
    if (llvm::is_contained(Calls, Op.Function) || Calls.size() > 8 ||
        hasDestructors(Op.Function)) {
      At->clear();
      return;
    }
    bool Outermost = !Site;
    if (Outermost)
      Site = Op.Where;
    Calls.push_back(Op.Function);
    std::vector<Maybe *> OuterJumps = std::exchange(Jumps, {});
    Maybe Returned;
    Maybe *OuterReturns = std::exchange(Returns, &Returned);
    Maybe Out = statement(P.Host.Functions[Op.Function].Body, At);
    Returns = OuterReturns;
    Jumps = std::move(OuterJumps);
    Calls.pop_back();
    if (Outermost)
      Site.reset();
    Out = meet(Out, Returned);
    At = Op.Sometimes ? meet(At, Out) : Out;
    if (!At)
      At = State(); // it does not return, as far as that is seen
  }

  bool hasDestructors(unsigned Function) const {
    bool Found = false;
    forEachStatement(P.Host.Functions[Function].Body,
                     [&](const HostStatement &S) {
                       Found |= S.K == HostStatement::Kind::Sequence &&
                                !S.Operations.empty();
                     });
    return Found;
  }

  /// Whether \p Function has anything in it that waits, or may.
  bool waits(unsigned Function) const {
    bool Found = false;
    forEachStatement(P.Host.Functions[Function].Body,
                     [&](const HostStatement &S) {
                       for (const HostOperation &Op : S.Operations)
                         Found |= Op.K != Kind::Touch && Op.K != Kind::Clock &&
                                  Op.K != Kind::Launch;
                     });
    return Found;
  }

  //===--------------------------------------------------------------------===//
  // The host's accesses
  //===--------------------------------------------------------------------===//

  const HostMemory &memory(unsigned Index) const {
    return P.Host.Memories[Index];
  }

  void touch(const HostOperation &Op, const State &Now) {
    if (!Reporting || !memory(Op.To->Memory).Single)
      return;
    using MK = HostMemory::Kind;
    MK K = memory(Op.To->Memory).K;
    if (K != MK::Managed && K != MK::PageLocked && K != MK::WriteCombined)
      return;
    if (Op.InCallee && waits(Op.Function))
      return;
    Use Mine = {Op.To->Memory, Op.Reads, Op.Writes};
    for (const auto &[Each, X] : Now)
      for (const Use &Theirs : X.Uses)
        if (Mine.conflicts(Theirs) && (Theirs.Whole || Theirs.AtStart)) {
          Into.push_back({DiagKind::MissingWait,
                          Op.Where,
                          {Op.Writes ? "writes" : "reads",
                           memory(Op.To->Memory).Name, nameOf(*Each, true)}});
          return;
        }
  }

  /// \p Op in a sentence.
  std::string nameOf(const HostOperation &Op, bool Quoted = false) const {
    if (Op.K == Kind::Copy)
      return "a copy";
    std::string Name = P.kernel(P.launch(*Op.Launch).Kernel).Name;
    return Quoted ? "'" + Name + "'" : Name;
  }

  //===--------------------------------------------------------------------===//
  // Work
  //===--------------------------------------------------------------------===//

  std::vector<Use> usesOf(const HostOperation &Op) const {
    std::vector<Use> Uses;
    auto Add = [&](std::optional<HostPlace> Place, bool Reads, bool Writes,
                   bool Whole) {
      if (Place && memory(Place->Memory).Single)
        Uses.push_back({Place->Memory, Reads, Writes, Place->AtStart, Whole});
    };
    if (Op.K == Kind::Copy) {
      auto IsWhole = [&](std::optional<HostPlace> Place) {
        const std::optional<HostValue> &All =
            Place ? memory(Place->Memory).Bytes : std::nullopt;
        return All && Op.Bytes && Place->AtStart && All->Divisor == 1 &&
               Op.Bytes->Divisor == 1 && All->Numerator == Op.Bytes->Numerator;
      };
      Add(Op.To, false, true, IsWhole(Op.To));
      Add(Op.From, true, false, IsWhole(Op.From));
      // The library waits, or has read all, before it returns.
      std::erase_if(Uses, [&](const Use &U) {
        return memory(U.Memory).K == HostMemory::Kind::Pageable;
      });
      for (Use &U : Uses)
        U.AtStart = false;
      return Uses;
    }
    const LaunchModel &L = P.launch(*Op.Launch);
    const KernelModel &K = P.kernel(L.Kernel);
    for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
      bool Reads = false, Writes = false;
      for (const AccessInfo *A : accessesThrough(K, I)) {
        Reads |= A->reads();
        Writes |= A->writes();
      }
      if (Reads || Writes)
        Add(Op.Arguments[I], Reads, Writes, false);
    }
    if (L.Kernel.Index < P.Host.Kernels.size())
      for (const SharedAccess &A : P.Host.Kernels[L.Kernel.Index].ByName)
        for (unsigned I = 0; I < P.Host.Memories.size(); ++I)
          if (memory(I).Shared == A.Variable)
            Add(HostPlace{I, true}, A.Reads, A.Writes, false);
    return Uses;
  }

  void start(const HostOperation &Op, State &Now) {
    Pending New;
    New.Op = &Op;
    New.Uses = usesOf(Op);
    New.BetweenClocks = Clocks > 0 && Calls.size() == 1;
    for (auto &[Each, X] : Now)
      if (Reporting && Each != &Op && !X.isBefore(Op.Stream))
        compare(X, New);
    if (Op.K == Kind::Copy && !Op.Asynchronous)
      return Now.clear();
    bool Default = Op.Stream.K == StreamKind::Default;
    for (auto &[Each, X] : Now)
      if (Op.Stream.K == StreamKind::Unknown)
        X.Unclear = true;
      else if (Default && X.isBefore(Op.Stream))
        X.BeforeBlocking = true;
    New.Before.insert(Op.Stream);
    New.BeforeBlocking = Default;
    New.Unclear = Op.Stream.K == StreamKind::Unknown;
    if (Op.Sometimes)
      Now.erase(&Op);
    else
      Now[&Op] = std::move(New);
  }

  void compare(const Pending &X, const Pending &New) {
    for (const Use &Mine : New.Uses)
      for (const Use &Theirs : X.Uses)
        if (Mine.conflicts(Theirs) &&
            (Mine.Whole || Theirs.Whole ||
             haveCommonElement(P, *X.Op, *New.Op, Mine.Memory))) {
          std::string What = New.Op->K == Kind::Copy
                                 ? "the copy"
                                 : "'" + nameOf(*New.Op) + "'";
          Into.push_back(
              {DiagKind::UnorderedStreams,
               New.Op->Where,
               {What, memory(Mine.Memory).Name, nameOf(*X.Op, true)}});
          return;
        }
  }

  const Program &P;
  std::vector<Diagnostic> &Into;
  bool Reporting = true;
  std::vector<Maybe *> Jumps;      ///< by loop around: what leaves it early
  Maybe *Returns = nullptr;        ///< what leaves the called function early
  std::vector<unsigned> Calls;     ///< of functions that are being followed
  std::optional<SourcePlace> Site; ///< of the outermost of these calls
  /// A clock that was read while \ref Launch was not waited for.
  struct EarlyClock {
    unsigned Number;
    SourcePlace Where;
    const HostOperation *Launch;
  };
  unsigned Clocks = 0; ///< how many were read
  std::vector<EarlyClock> Early;
};

} // namespace

void findOrderMistakes(const Program &P, std::vector<Diagnostic> &Into) {
  Walk Follow(P, Into);
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
    Follow.function(I);
}

} // namespace tessera
