//===- ImproveCopies.cpp - Fewer of the program's own copies --------------===//
#include "tessera/Plan/ImproveCopies.h"
#include "copies/CopyReasons.h"
#include "copies/CopyStreams.h"
#include "copies/PageLocks.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

using Kind = HostStatement::Kind;

/// The way from the root to a node.
using Path = std::vector<unsigned>;

CopyNode &at(CopyNode &Root, llvm::ArrayRef<unsigned> Way) {
  CopyNode *N = &Root;
  for (unsigned I : Way)
    N = &N->Children[I];
  return *N;
}

/// Collects the ways to the nodes below \p Way that \p Test holds of, inner
/// ones first; what is opaque is left out.
void collect(const CopyNode &N, Path &Way,
             llvm::function_ref<bool(const CopyNode &)> Test,
             std::vector<Path> &Into) {
  if (N.K == Kind::Opaque)
    return;
  for (unsigned I = 0; I < N.Children.size(); ++I) {
    Way.push_back(I);
    collect(N.Children[I], Way, Test, Into);
    Way.pop_back();
  }
  if (Test(N))
    Into.push_back(Way);
}

std::vector<Path> collect(const CopyNode &Root,
                          llvm::function_ref<bool(const CopyNode &)> Test) {
  std::vector<Path> All;
  Path Way;
  collect(Root, Way, Test, All);
  return All;
}

class Improver {
public:
  Improver(const Program &P, const CopyTrees &Trees, const HostFunction &F,
           const std::vector<OwnConstant> &Constants, CopyPlan &Plan)
      : P(P), Trees(Trees), F(F), Constants(Constants), Plan(Plan),
        Root(Trees.build(F, Copies, Sources)), Places(Copies.size()) {}

  /// \returns the function as it is then.
  FunctionCopies run() &&;

private:
  /// What became of a copy.
  struct Place {
    std::optional<Diagnostic> Message;
    CodePosition To;
    std::string OnlyIf;
  };

  bool removeOne();
  bool hoistOne();
  bool sinkOne();
  bool hoist(const CopyFlow &Flow, const Path &Loop, const Path &Copy);
  bool sink(const CopyFlow &Flow, const Path &Loop, const Path &Copy);
  Wanted wanted(const CopyNode &In, const CopyOfBytes &C, bool AtEnd) const;
  bool isSizeKnown(unsigned Variable, const CopyOfBytes &C,
                   const CopyFacts &Facts) const;
  bool mayMove(unsigned Copy, const HostStatement &Loop) const;
  void say(unsigned Copy, DiagKind K, std::vector<std::string> More = {});
  void moveTo(unsigned Copy, DiagKind K, CodePosition To, std::string OnlyIf);
  static CopyNode removed(CopyNode N);
  static void insert(CopyNode &Root, const Path &Loop, bool Behind, CopyNode N);
  static void addTest(CopyNode &Root, unsigned Copy, llvm::StringRef Test);

  void placeWaits();
  void emit(const CopyNode &N, bool InBraces);
  void emitCopy(const CopyNode &N);
  void explain();

  const Program &P;
  const CopyTrees &Trees;
  const HostFunction &F;
  const std::vector<OwnConstant> &Constants;
  CopyPlan &Plan;
  std::vector<CopyOfBytes> Copies;
  std::vector<const HostCopy *> Sources;
  CopyNode Root;
  std::vector<Place> Places;
  std::map<unsigned, const HostStatement *> Statements; ///< of copies
};

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// Whether what \p C writes is wanted before it is written again. At the end
/// of its memory it may count as wanted, too.
Wanted Improver::wanted(const CopyNode &In, const CopyOfBytes &C,
                        bool AtEnd) const {
  auto Uses = [=, this](const CopyNode &N) {
    return N.Reads.count(C.To) || (N.Copy && Copies[*N.Copy].From == C.To) ||
           (AtEnd && N.Renews.count(C.To));
  };
  auto Makes = [=, this](const CopyNode &N) {
    bool Overwrites = N.Copy && Copies[*N.Copy].To == C.To &&
                      covers(Copies[*N.Copy].Bytes, C.Bytes);
    return Overwrites || N.Discards.count(C.To);
  };
  // What destructors and the like see is not followed: see obstacle().
  bool Outlives = P.Host.Variables[C.To].Outlives && !F.IsMain;
  return Wanted(In, Uses, Makes, AtEnd || Outlives);
}

bool Improver::isSizeKnown(unsigned Variable, const CopyOfBytes &C,
                           const CopyFacts &Facts) const {
  const SharedVariable &V = P.Host.Variables[Variable];
  return V.Pointer ? Facts.holds(Variable, C.Bytes)
                   : covers(V.bytes(), C.Bytes);
}

/// Whether the text of a copy means the same right outside of \p Loop.
bool Improver::mayMove(unsigned Copy, const HostStatement &Loop) const {
  const HostStatement &S = *Statements.at(Copy);
  return mayJoinLines(P, S) && !Sources[Copy]->Fixed &&
         Sources[Copy]->DeclaredBefore <= Loop.Source.Begin &&
         Loop.Source.contains(S.Source);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void Improver::say(unsigned Copy, DiagKind K, std::vector<std::string> More) {
  std::vector<std::string> Arguments = {Sources[Copy]->FromText,
                                        Sources[Copy]->ToText};
  llvm::append_range(Arguments, More);
  Places[Copy].Message =
      Diagnostic{K, {Sources[Copy]->Call.Begin}, std::move(Arguments)};
}

CopyNode Improver::removed(CopyNode N) {
  if (N.S)
    N.Removed = N.Copy;
  N.Copy.reset();
  return N;
}

/// Puts \p N next to the statement at \p Loop.
void Improver::insert(CopyNode &Root, const Path &Loop, bool Behind,
                      CopyNode N) {
  Path Outer(Loop.begin(), std::prev(Loop.end()));
  CopyNode &Parent = at(Root, Outer);
  if (Parent.K == Kind::Sequence) {
    Parent.Children.insert(Parent.Children.begin() + Loop.back() + Behind,
                           std::move(N));
    return;
  }
  CopyNode Both;
  Both.K = Kind::Sequence;
  Both.Children = {std::move(N), std::move(Parent.Children[Loop.back()])};
  if (Behind)
    std::swap(Both.Children[0], Both.Children[1]);
  Parent.Children[Loop.back()] = std::move(Both);
}

void Improver::moveTo(unsigned Copy, DiagKind K, CodePosition To,
                      std::string OnlyIf) {
  say(Copy, K);
  Places[Copy].To = To;
  Places[Copy].OnlyIf = std::move(OnlyIf);
}

static bool isCopy(const CopyNode &N) { return N.Copy.has_value(); }
static bool isLoop(const CopyNode &N) { return N.isLoop() && N.S; }

bool Improver::removeOne() {
  CopyFlow Flow(Root, Copies);
  for (const Path &Way : collect(Root, isCopy)) {
    CopyNode &N = at(Root, Way);
    unsigned Copy = *N.Copy;
    const CopyOfBytes &C = Copies[Copy];
    if (Flow.before(N).equal(C))
      say(Copy, DiagKind::CopyRemoved, {"both hold the same already"});
    else if (!wanted(Root, C, /*AtEnd=*/true).behind(N))
      say(Copy, DiagKind::CopyRemoved,
          {"another copy overwrites it before it is read"});
    else
      continue;
    N = removed(N);
    return true;
  }
  return false;
}

/// Whether \p Way, from a loop on, leads through its body without a choice.
static bool isUnconditional(const CopyNode &Loop,
                            llvm::ArrayRef<unsigned> Way) {
  const CopyNode *N = &Loop;
  for (unsigned I : Way) {
    if (N != &Loop && N->K != Kind::Sequence)
      return false;
    N = &N->Children[I];
  }
  return true;
}

static bool mayLeave(const CopyNode &N) {
  return N.K == Kind::Return || N.K == Kind::Jump || N.K == Kind::Opaque ||
         mayReturn(N) || mayJump(N) || llvm::any_of(N.Children, mayLeave);
}

/// Whether a body of \p Loop that runs reaches \p Way, an unconditional one.
static bool isCertain(const CopyNode &Loop, llvm::ArrayRef<unsigned> Way) {
  const CopyNode *N = &Loop;
  for (unsigned I : Way) {
    for (const CopyNode &Before : llvm::ArrayRef(N->Children).take_front(I))
      if (mayLeave(Before))
        return false;
    N = &N->Children[I];
  }
  return true;
}

/// Puts \p Test, if there is one, before the moved \p Copy: where it fails the
/// loop made none.
void Improver::addTest(CopyNode &Root, unsigned Copy, llvm::StringRef Test) {
  if (Test.empty())
    return;
  for (const Path &Way : collect(Root, [&](const CopyNode &Each) {
         return !Each.S && Each.Copy == Copy;
       })) {
    CopyNode Tested;
    Tested.K = Kind::If;
    Tested.Children = {CopyNode(), at(Root, Way)};
    at(Root, Way) = std::move(Tested);
  }
}

bool Improver::hoist(const CopyFlow &Flow, const Path &Loop, const Path &Copy) {
  const CopyNode &L = at(Root, Loop);
  const CopyNode N = at(Root, Copy);
  const CopyOfBytes &C = Copies[*N.Copy];
  llvm::ArrayRef<unsigned> Way = llvm::ArrayRef(Copy).drop_front(Loop.size());
  if (!isUnconditional(L, Way) || !mayMove(*N.Copy, *L.S))
    return false;
  // In vain before the loop, and possible; at least if the loop runs.
  CopyFacts Entry = Flow.before(L);
  Wanted Needs = wanted(Root, C, /*AtEnd=*/false);
  bool Always = isSizeKnown(C.To, C, Entry) && isSizeKnown(C.From, C, Entry) &&
                !Needs.before(L);
  bool IfRun = isCertain(L, Way) && !Needs.before(L.Children[1]) &&
               !L.Children[0].Reads.count(C.To) &&
               (L.S->RunsOnce || !L.S->EntryTest.empty());
  if (!Always && !IfRun)
    return false;
  std::string Test = Always || L.S->RunsOnce ? "" : L.S->EntryTest;
  // Then in vain in the loop.
  CopyNode Trial = Root;
  CopyNode Moved;
  Moved.Copy = N.Copy;
  Moved.Changes = N.Changes;
  Moved.Reads = N.Reads;
  at(Trial, Copy).Waits = true; // found again by this
  insert(Trial, Loop, /*Behind=*/false, Moved);
  for (const Path &There :
       collect(Trial, [](const CopyNode &Each) { return Each.Waits; })) {
    CopyNode &Old = at(Trial, There);
    if (!CopyFlow(Trial, Copies).before(Old).equal(C))
      return false;
    Old.Waits = false;
    Old = removed(Old);
  }
  addTest(Trial, *N.Copy, Test);
  moveTo(*N.Copy, DiagKind::CopyHoisted,
         {CodePosition::Side::Before, L.S->Source, L.S->Unbraced}, Test);
  Root = std::move(Trial);
  return true;
}

bool Improver::sink(const CopyFlow &Flow, const Path &Loop, const Path &Copy) {
  const CopyNode &L = at(Root, Loop);
  const CopyNode N = at(Root, Copy);
  const CopyOfBytes &C = Copies[*N.Copy];
  if (!mayMove(*N.Copy, *L.S))
    return false;
  // In vain behind the loop, at least if the loop has run.
  CopyFacts Then = Flow.behind(L, /*Ran=*/false);
  bool Unread = isSizeKnown(C.To, C, Then) && isSizeKnown(C.From, C, Then) &&
                !wanted(Root, C, /*AtEnd=*/false).behind(L);
  bool Always = Unread || Then.equal(C);
  if (!Always &&
      (L.S->EntryTest.empty() || !Flow.behind(L, /*Ran=*/true).equal(C)))
    return false;
  // Then in vain in the loop.
  CopyNode Trial = Root;
  CopyNode Moved;
  Moved.Copy = N.Copy;
  Moved.Changes = N.Changes;
  Moved.Reads = N.Reads;
  at(Trial, Copy).Waits = true;
  insert(Trial, Loop, /*Behind=*/true, Moved);
  for (const Path &Way :
       collect(Trial, [](const CopyNode &Each) { return Each.Waits; })) {
    CopyNode &Old = at(Trial, Way);
    if (wanted(Trial, C, /*AtEnd=*/false).behind(Old))
      return false;
    Old.Waits = false;
    Old = removed(Old);
  }
  addTest(Trial, *N.Copy, Always ? "" : L.S->EntryTest);
  moveTo(*N.Copy, DiagKind::CopySunk,
         {CodePosition::Side::After, L.S->Source, L.S->Unbraced},
         Always ? "" : L.S->EntryTest);
  Root = std::move(Trial);
  return true;
}

bool Improver::hoistOne() {
  CopyFlow Flow(Root, Copies);
  std::vector<Path> All = collect(Root, isCopy);
  for (const Path &Loop : collect(Root, isLoop))
    for (const Path &Copy : All)
      if (Copy.size() > Loop.size() &&
          std::equal(Loop.begin(), Loop.end(), Copy.begin()) &&
          hoist(Flow, Loop, Copy))
        return true;
  return false;
}

bool Improver::sinkOne() {
  CopyFlow Flow(Root, Copies);
  // The last one first: each comes right behind the loop.
  std::vector<Path> All = collect(Root, isCopy);
  for (const Path &Loop : collect(Root, isLoop))
    for (const Path &Copy : llvm::reverse(All))
      if (Copy.size() > Loop.size() &&
          std::equal(Loop.begin(), Loop.end(), Copy.begin()) &&
          sink(Flow, Loop, Copy))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The outcome
//===----------------------------------------------------------------------===//

/// Leaves waits where the host might notice that there is none.
void Improver::placeWaits() {
  auto IsRemoved = [](const CopyNode &N) { return N.Removed.has_value(); };
  std::vector<Path> All = collect(Root, IsRemoved);
  const bool Prints =
      llvm::any_of(P.Kernels, [](const KernelModel &K) { return K.MayPrint; });
  for (const Path &Way : llvm::reverse(All)) {
    CopyNode &N = at(Root, Way);
    Wanted Wait(
        Root, [](const CopyNode &Each) { return Each.Observes; },
        [](const CopyNode &Each) { return Each.Copy || Each.Waits; },
        /*AtExit=*/!F.IsMain && Trees.everObserved());
    N.Waits = Prints || Wait.behind(N);
  }
}

/// Adds the copy \p N, if it has moved, and the same to constant memory.
void Improver::emitCopy(const CopyNode &N) {
  const HostStatement &S = N.S ? *N.S : *Statements.at(*N.Copy);
  const HostCopy *C = N.Removed ? nullptr : onlyCopy(S);
  if (!C)
    return;
  CodePosition To = {CodePosition::Side::After, S.Source, S.Unbraced};
  std::string OnlyIf;
  if (!N.S) {
    To = Places[*N.Copy].To;
    OnlyIf = Places[*N.Copy].OnlyIf;
    Plan.Moves.push_back({S.Source, To, OnlyIf, C->Declares});
  }
  for (const OwnConstant &Into : Constants)
    if (Into.Variable == C->To)
      Plan.Moves.push_back({S.Source, To, OnlyIf, C->Declares, C->Call,
                            "cudaMemcpyToSymbol(" + Into.Name + ", " +
                                P.Source.substr(C->Data.Begin, C->Data.size()) +
                                ")"});
}

void Improver::emit(const CopyNode &N, bool InBraces) {
  bool Opens =
      N.K == Kind::Sequence && N.S && P.Source[N.S->Source.Begin] == '{';
  if (N.Removed)
    Plan.Removals.push_back({N.S->Source, Sources[*N.Removed]->Call,
                             InBraces && !N.S->Unbraced, N.Waits,
                             Sources[*N.Removed]->Instead});
  if (N.S || N.Copy)
    emitCopy(N);
  // What a macro or we have put together stands where the whole stands.
  bool Inherits = N.K == Kind::Sequence && !Opens;
  for (const CopyNode &Child : N.Children)
    emit(Child, Opens || (Inherits && InBraces));
}

/// Says what keeps the other copies where they are.
void Improver::explain() {
  for (unsigned I = 0; I < Places.size(); ++I)
    if (Places[I].Message)
      Plan.Messages.push_back(*Places[I].Message);
  for (const Path &Way : collect(Root, isCopy)) {
    const CopyNode &N = at(Root, Way);
    if (!N.S || Places[*N.Copy].Message)
      continue;
    for (size_t Length = Way.size(); Length-- > 0;) {
      const CopyNode &Around = at(Root, llvm::ArrayRef(Way).take_front(Length));
      if (!isLoop(Around))
        continue;
      say(*N.Copy, DiagKind::CopyKept,
          {Sources[*N.Copy]->Fixed ? "its result is used"
                                   : whyInLoop(P, Copies, Around, N)});
      Plan.Messages.push_back(*Places[*N.Copy].Message);
      break;
    }
  }
}

FunctionCopies Improver::run() && {
  for (const Path &Way : collect(Root, isCopy))
    Statements[*at(Root, Way).Copy] = at(Root, Way).S;
  while (removeOne() || hoistOne() || sinkOne())
    ;
  placeWaits();
  emit(Root, /*InBraces=*/false);
  explain();
  return {std::move(Root), std::move(Copies)};
}

} // namespace

CopyPlan improveCopies(const Program &P, bool SharesMemory,
                       const std::vector<PlanDecision> &Decisions,
                       const DeviceModel &Device,
                       const std::vector<OwnConstant> &Constants,
                       const PinningThreshold &Pin) {
  CopyPlan Plan;
  CopyTrees Trees(P);
  std::string Always;
  if (SharesMemory)
    Always = "the program also shares memory";
  else if (P.Host.UnorderedCall == "cudaSetDevice")
    Always = "the program chooses among devices";
  explainRefused(P, Trees, Always, Plan.Messages);
  if (!Always.empty())
    return Plan;
  for (const OwnConstant &C : Constants) {
    const SharedVariable &V = P.Host.variable(C.Variable);
    Plan.Messages.push_back({DiagKind::PlacedInConstant,
                             {V.NameRange.Begin},
                             {V.Name, std::to_string(*V.knownBytes())}});
  }
  std::vector<FunctionCopies> Functions;
  for (const HostFunction &F : P.Host.Functions) {
    if (F.Editable) {
      Functions.push_back(Improver(P, Trees, F, Constants, Plan).run());
      continue;
    }
    FunctionCopies Same;
    std::vector<const HostCopy *> Sources;
    Same.Root = Trees.build(F, Same.Copies, Sources);
    Functions.push_back(std::move(Same));
  }
  std::set<SharedVarId> PageLocked =
      planPageLocks(P, Trees, Functions, Pin, Plan);
  Plan.Overlap = planOfSides(P, Trees);
  FreeCopies Free = findFreeCopies(P, Trees, Functions, PageLocked, Pin);
  for (const OwnConstant &C : Constants) // what follows them is in order, too
    std::erase_if(Free.Statements, [&](const auto &Copy) {
      return Copy.second && Copy.second->To == C.Variable;
    });
  planCopyStreams(P, Free, Decisions, Device, Plan.Overlap, Plan.Messages);
  Plan.Overlap.Variables.clear(); // all of them stay as they are
  return Plan;
}

} // namespace tessera
