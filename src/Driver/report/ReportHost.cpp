//===- ReportHost.cpp - The host's steps in reports -----------------------===//
//
// Before: what the program's own statements do. After: the same, with the
// actions of the transfer plan where these are put.
//
//===----------------------------------------------------------------------===//
#include "report/CollectReport.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

using Lane = ReportEvent::Lane;

/// What stands first at one byte of the text.
enum class Rank { AtEnd, After, Before, AtStart, Own };

struct PlacedEvent {
  unsigned Offset = 0;
  Rank Order = Rank::Own;
  ReportEvent Event;
  size_t Number = 0; ///< among those of one place
};

class HostReporter {
public:
  HostReporter(const Program &P, const TransferPlan *Plan,
               const ReportCopies *Copies)
      : P(P), Plan(Plan), Copies(Copies) {}

  ReportHost build() && {
    variables();
    for (const HostFunction &F : P.Host.Functions) {
      Function = &F;
      walk(F.Body, {}, /*Sometimes=*/false);
    }
    Result.Before = inOrder(Own);
    if (!Plan)
      return std::move(Result);
    std::vector<PlacedEvent> All = Own;
    for (PlacedEvent &E : All)
      change(E.Event);
    for (const TransferAction &A : Plan->Actions)
      act(A, P, *Plan, All);
    for (const PieceLoop &Loop : Plan->Pieces)
      pieces(Loop, All);
    if (Copies)
      improve(All);
    Result.After = inOrder(std::move(All));
    return std::move(Result);
  }

private:
  void variables() {
    for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
      const SharedVariable &V = P.Host.Variables[I];
      ReportVariable Variable{V, {V.NameRange.Begin}, std::nullopt};
      if (Plan && I < Plan->Variables.size())
        Variable.Plan = Plan->Variables[I];
      Result.Variables.push_back(std::move(Variable));
    }
  }

  //===--- The program's own statements -----------------------------------===//

  void walk(const HostStatement &S, std::vector<unsigned> Loops,
            bool Sometimes) {
    using Kind = HostStatement::Kind;
    if (S.K == Kind::Loop) {
      Loops.push_back(Result.Loops.size());
      Result.Loops.push_back({{S.Source.Begin}, {S.Source.End}});
      LoopRanges.push_back(S.Source);
    }
    Current = {&S, Loops, Sometimes};
    for (const MemoryEvent &E : S.Events)
      memory(E);
    touches(S.Accesses);
    for (const HostOperation &O : S.Operations)
      operation(O);
    for (LaunchId Id : S.Launches)
      launch(Id);
    for (unsigned I = 0; I < S.Children.size(); ++I) {
      const bool Branch =
          (S.K == Kind::If || S.K == Kind::Switch || S.K == Kind::Try) &&
          (I > 0 || S.K == Kind::Try);
      if (Branch)
        Branches.push_back(S.Children[I].Source);
      walk(S.Children[I], Loops, Sometimes || Branch);
    }
  }

  void add(ReportEvent E) {
    E.Where = {Current.Statement->Source.Begin};
    E.Loops = Current.Loops;
    E.Function = Function->Name;
    E.Conditional |= Current.Sometimes;
    Own.push_back(
        {Current.Statement->Source.Begin, Rank::Own, std::move(E), 0});
  }

  void memory(const MemoryEvent &E) {
    using Kind = MemoryEvent::Kind;
    const SharedVariable &V = P.Host.variable(E.Variable);
    ReportEvent Event;
    Event.Variable = V.Name;
    switch (E.K) {
    case Kind::Allocate:
      Event.What = "allocate";
      Event.Bytes = V.knownBytes();
      Event.BytesText = bytesText(E.Variable);
      Event.Memory = V.D == SharedVariable::Dialect::Managed      ? "managed"
                     : V.D == SharedVariable::Dialect::DeviceOnly ? "device"
                                                                  : "host";
      break;
    case Kind::Free:
      Event.What = "free";
      break;
    case Kind::Exchange:
      Event.What = "exchange";
      if (E.Other)
        Event.Other = P.Host.variable(*E.Other).Name;
      break;
    case Kind::Advise:
      Event.What = "advise";
      break;
    case Kind::HandOn:
      Event.What = "hand on";
      break;
    }
    Event.Conditional = E.Sometimes || E.OnFailure;
    add(std::move(Event));
  }

  /// Reads and writes of shared variables, which join those right before.
  void touches(const std::vector<SharedAccess> &Accesses) {
    if (Accesses.empty())
      return;
    ReportEvent Event;
    Event.What = "touch";
    split(Accesses, Event);
    if (!Own.empty())
      if (ReportEvent &Last = Own.back().Event;
          Last.What == "touch" && Last.Loops == Current.Loops &&
          Last.Function == Function->Name &&
          Last.Conditional == Current.Sometimes) {
        merge(Last.Reads, Event.Reads);
        merge(Last.Writes, Event.Writes);
        return;
      }
    add(std::move(Event));
  }

  static void merge(std::vector<std::string> &Into,
                    const std::vector<std::string> &More) {
    for (const std::string &Name : More)
      if (!llvm::is_contained(Into, Name))
        Into.push_back(Name);
  }

  void split(const std::vector<SharedAccess> &Accesses, ReportEvent &Event) {
    for (const SharedAccess &A : Accesses) {
      const std::string &Name = P.Host.variable(A.Variable).Name;
      if (A.Reads)
        Event.Reads.push_back(Name);
      if (A.Writes)
        Event.Writes.push_back(Name);
    }
  }

  std::string nameOf(const std::optional<HostPlace> &Place) const {
    return Place ? P.Host.Memories[Place->Memory].Name : "";
  }

  void operation(const HostOperation &O) {
    using Kind = HostOperation::Kind;
    ReportEvent Event;
    switch (O.K) {
    case Kind::Copy: {
      constexpr int64_t ToDevice = 1, ToHost = 2;
      Event.L = Lane::Copy;
      Event.What = O.Direction == ToDevice ? "upload"
                   : O.Direction == ToHost ? "readback"
                                           : "copy";
      const bool Back = O.Direction == ToHost;
      Event.Variable = nameOf(Back ? O.From : O.To);
      Event.Other = nameOf(Back ? O.To : O.From);
      Event.Note = "by the program";
      if (O.Bytes && O.Bytes->Divisor == 1) {
        Event.Bytes = O.Bytes->Numerator.constant();
        if (!Event.Bytes)
          Event.BytesText = toString(O.Bytes->Numerator);
      }
      break;
    }
    case Kind::WaitAll:
    case Kind::WaitStream:
    case Kind::WaitEvent:
      if (!Current.Statement->Events.empty())
        return; // to free memory is to wait
      Event.What = "wait";
      break;
    default:
      return; // launches and touches are known better, others do nothing
    }
    Event.Conditional = O.Sometimes;
    add(std::move(Event));
  }

  void launch(LaunchId Id) {
    const LaunchModel &L = P.launch(Id);
    ReportEvent Event;
    Event.L = Lane::Kernel;
    Event.What = "launch";
    Event.Kernel = P.kernel(L.Kernel).Name;
    Event.Stream = L.StreamText;
    split(launchEffects(P, Id), Event);
    add(std::move(Event));
    LaunchEvents.push_back({Own.size() - 1, Id});
  }

  //===--- With the plan
  //---------------------------------------------------===//

  std::string bytesText(SharedVarId Id) const {
    const SharedVariable &V = P.Host.variable(Id);
    if (V.knownBytes())
      return "";
    if (Plan && !Plan->Variables[Id.Index].Bytes.empty() &&
        !Plan->Variables[Id.Index].SavesBytes)
      return Plan->Variables[Id.Index].Bytes;
    return V.Pointer ? V.Pointer->Bytes : "";
  }

  /// What becomes of one of the program's own events.
  void change(ReportEvent &E) {
    if (E.What == "allocate" && E.Memory == "managed")
      for (unsigned I = 0; I < Plan->Variables.size(); ++I)
        if (P.Host.Variables[I].Name == E.Variable &&
            Plan->Variables[I].Where != Placement::Managed)
          E.Memory = "host";
    if (E.What != "launch")
      return;
    for (const auto &[Index, Id] : LaunchEvents)
      if (Own[Index].Event.Where == E.Where &&
          P.kernel(P.launch(Id).Kernel).Name == E.Kernel)
        for (const LaunchPlan &L : Plan->Launches)
          if (L.Launch == Id && !L.Stream.empty())
            E.Stream = L.Stream;
  }

  /// \param In has the variables of \p Plan.
  void act(const TransferAction &A, const Program &In, const TransferPlan &Plan,
           std::vector<PlacedEvent> &All) const {
    using Kind = TransferAction::Kind;
    ReportEvent E;
    bool Moves = false;
    switch (A.K) {
    case Kind::SaveBytes:
    case Kind::MarkHost:
    case Kind::MarkDevice:
      return; // the host's book-keeping
    case Kind::AllowShared:
      E.What = "allow shared memory";
      break;
    case Kind::CheckLaunch:
      E.What = "check launch";
      break;
    case Kind::Synchronize:
      E.What = "wait";
      break;
    case Kind::FindGpus:
      E.What = "find GPUs";
      break;
    case Kind::Allocate:
      E.What = "allocate";
      E.Memory = "device";
      break;
    case Kind::Exchange:
      E.What = "exchange";
      E.Memory = "device";
      break;
    case Kind::Register:
      E.What = "page-lock";
      break;
    case Kind::Unregister:
      E.What = "page-unlock";
      break;
    case Kind::Free:
      E.What = "free";
      E.Memory = "device";
      break;
    case Kind::Clear:
      E.What = "clear";
      Moves = true;
      break;
    case Kind::Upload:
      E.What = "upload";
      Moves = true;
      break;
    case Kind::CopyOnDevice:
      E.What = "copy";
      Moves = true;
      break;
    case Kind::Readback:
      E.What = "readback";
      Moves = true;
      break;
    case Kind::ReadElement:
      E.What = "read element";
      Moves = true;
      break;
    case Kind::OnStream:
      onStream(Plan.Calls[A.Step], In, Plan, E);
      break;
    }
    const bool Named = A.K == Kind::Allocate || A.K == Kind::Exchange ||
                       A.K == Kind::Register || A.K == Kind::Unregister ||
                       A.K == Kind::Free || Moves;
    if (Named)
      E.Variable = In.Host.variable(A.Variable).Name;
    if (A.Other)
      E.Other = In.Host.variable(*A.Other).Name;
    if (Moves)
      E.L = Lane::Copy;
    if (A.K == Kind::ReadElement)
      E.Bytes = In.Host.variable(A.Variable).ElementBytes;
    else if (Moves || A.K == Kind::Allocate)
      size(A.Variable, In, E);
    E.Conditional = A.IfNeeded || A.IfInvalid;
    place(A.Where, std::move(E), All);
  }

  void size(SharedVarId Id, const Program &In, ReportEvent &E) const {
    const SharedVariable &V = In.Host.variable(Id);
    E.Bytes = V.knownBytes();
    E.BytesText = &In == &P               ? bytesText(Id)
                  : E.Bytes || !V.Pointer ? ""
                                          : V.Pointer->Bytes;
  }

  void onStream(const StreamCall &C, const Program &In,
                const TransferPlan &Plan, ReportEvent &E) const {
    using Call = StreamCall::Kind;
    const bool Copies =
        C.K == Call::Upload || C.K == Call::Clear || C.K == Call::Readback;
    static constexpr llvm::StringLiteral Names[] = {
        "open streams",  "wait for event", "upload",      "clear",
        "readback",      "record event",   "wait",        "wait",
        "close streams", "open graph",     "start round", "end round",
        "destroy graph"};
    E.What = Names[static_cast<unsigned>(C.K)].str();
    if (Copies) {
      E.L = Lane::Copy;
      E.Variable = In.Host.variable(C.Variable).Name;
      size(C.Variable, In, E);
    }
    if (Copies || C.K == Call::Wait || C.K == Call::Record ||
        C.K == Call::Finish)
      E.Stream = Plan.Streams[C.Block].stream(C.Stream);
  }

  void place(const CodePosition &Where, ReportEvent E,
             std::vector<PlacedEvent> &All) const {
    using Side = CodePosition::Side;
    const bool Behind = Where.S == Side::After || Where.S == Side::AtEnd;
    const unsigned Offset =
        Behind ? Where.Statement.End : Where.Statement.Begin;
    const bool Inside = Where.S == Side::AtStart || Where.S == Side::AtEnd;
    for (unsigned I = 0; I < LoopRanges.size(); ++I)
      if (LoopRanges[I].contains(Where.Statement) &&
          (Inside || LoopRanges[I] != Where.Statement))
        E.Loops.push_back(I);
    for (SourceRange Branch : Branches)
      E.Conditional |= Branch.contains(Where.Statement);
    for (const HostFunction &F : P.Host.Functions)
      if (F.Source.contains(Where.Statement))
        E.Function = F.Name;
    E.Where = {Behind && Offset > 0 ? Offset - 1 : Offset};
    const Rank Order = Where.S == Side::AtEnd    ? Rank::AtEnd
                       : Where.S == Side::After  ? Rank::After
                       : Where.S == Side::Before ? Rank::Before
                                                 : Rank::AtStart;
    All.push_back({Offset, Order, std::move(E), 0});
  }

  /// The launch that is cut, and its copies around it.
  void pieces(const PieceLoop &Loop, std::vector<PlacedEvent> &All) const {
    const LaunchModel &L = P.launch(Loop.Launch);
    const std::string In = Loop.Pieces
                               ? "in " + std::to_string(Loop.Pieces) + " pieces"
                               : "in pieces";
    for (PlacedEvent &E : All)
      if (E.Event.What == "launch" &&
          E.Event.Kernel == P.kernel(L.Kernel).Name &&
          Loop.Statement.Begin <= E.Offset && E.Offset < Loop.Statement.End)
        E.Event.Note = In;
    for (const PieceLoop::Copy &C : Loop.Copies) {
      ReportEvent E;
      E.L = Lane::Copy;
      E.What = C.Up ? "upload" : "readback";
      E.Variable = P.Host.variable(C.Variable).Name;
      E.Note = In;
      size(C.Variable, P, E);
      place({C.Up ? CodePosition::Side::Before : CodePosition::Side::After,
             Loop.Statement},
            std::move(E), All);
    }
  }

  //===--- The program's own copies
  //----------------------------------------===//

  static bool isIn(const PlacedEvent &E, SourceRange Statement) {
    return E.Event.L == Lane::Copy && E.Order == Rank::Own &&
           Statement.Begin <= E.Offset && E.Offset < Statement.End;
  }

  void improve(std::vector<PlacedEvent> &All) const {
    for (const CopyRemoval &R : Copies->Plan.Removals) {
      if (R.Waits)
        for (PlacedEvent &E : All)
          if (isIn(E, R.Statement)) {
            ReportEvent Wait;
            Wait.What = "wait";
            Wait.Where = E.Event.Where;
            Wait.Loops = E.Event.Loops;
            Wait.Function = E.Event.Function;
            E.Event = std::move(Wait);
          }
      llvm::erase_if(
          All, [&](const PlacedEvent &E) { return isIn(E, R.Statement); });
    }
    for (const CopyMove &M : Copies->Plan.Moves)
      for (const PlacedEvent &E : Own)
        if (isIn(E, M.Statement)) {
          ReportEvent Moved = E.Event;
          Moved.Loops.clear();
          Moved.Conditional = !M.OnlyIf.empty();
          Moved.Note = "moved";
          place(M.To, std::move(Moved), All);
        }
    for (const CopyLock &L : Copies->Plan.Locks) {
      ReportEvent E;
      E.What = L.Ends ? "page-unlock" : "page-lock";
      E.Variable = L.Pointer;
      E.BytesText = L.Bytes;
      E.Conditional = L.AtLeast > 0;
      place(L.Where, std::move(E), All);
    }
    for (const TransferAction &A : Copies->Plan.Overlap.Actions)
      act(A, Copies->Read, Copies->Plan.Overlap, All);
  }

  static std::vector<ReportEvent> inOrder(std::vector<PlacedEvent> All) {
    for (auto &&[Number, E] : llvm::enumerate(All))
      E.Number = Number;
    llvm::sort(All, [](const PlacedEvent &A, const PlacedEvent &B) {
      return std::tie(A.Offset, A.Order, A.Number) <
             std::tie(B.Offset, B.Order, B.Number);
    });
    std::vector<ReportEvent> Events;
    for (PlacedEvent &E : All)
      Events.push_back(std::move(E.Event));
    return Events;
  }

  struct Position {
    const HostStatement *Statement = nullptr;
    std::vector<unsigned> Loops;
    bool Sometimes = false;
  };

  const Program &P;
  const TransferPlan *Plan;
  const ReportCopies *Copies;
  const HostFunction *Function = nullptr;
  Position Current;
  std::vector<SourceRange> LoopRanges; ///< by ReportHost::Loops
  std::vector<SourceRange> Branches;
  std::vector<PlacedEvent> Own;
  std::vector<std::pair<size_t, LaunchId>> LaunchEvents; ///< into Own
  ReportHost Result;
};

} // namespace

ReportHost reportHost(const Program &P, const TransferPlan *Transfers,
                      const ReportCopies *Copies) {
  return HostReporter(P, Transfers, Copies).build();
}

} // namespace tessera
