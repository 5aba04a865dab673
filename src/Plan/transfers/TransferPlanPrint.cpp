//===- TransferPlanPrint.cpp - The plan, in words -------------------------===//
#include "tessera/Plan/TransferPlan.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <tuple>

namespace tessera {

std::string declarePointer(const SharedVariable &V, llvm::StringRef Type,
                           llvm::StringRef Name) {
  if (V.Extents.size() < 2)
    return (Type + " *" + Name).str();
  std::string Result = (Type + " (*" + Name + ")").str();
  for (const std::string &Extent : llvm::drop_begin(V.ExtentTexts))
    Result += "[" + Extent + "]";
  return Result;
}

/// Whether \p Text has no operators but `*` and casts outside parentheses.
static bool isProduct(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '(') - (C == ')');
    if (Depth == 0 && !llvm::isAlnum(C) && !llvm::StringRef("_ *)").contains(C))
      return false;
  }
  return true;
}

std::string elementsText(const SharedVariable &V, const VariablePlan &Place) {
  std::string Size = "sizeof(" + V.ElementType + ")";
  llvm::StringRef Bytes = Place.Bytes, Count = Bytes;
  if (Count.consume_back(" * " + Size) && isProduct(Count))
    return Count.str();
  Count = Bytes;
  if (Count.consume_front(Size + " * ") && isName(Count))
    return Count.str();
  bool IsSize =
      Bytes.starts_with("sizeof(") && Bytes.find(')') == Bytes.size() - 1;
  return (IsSize || isName(Bytes) ? Bytes.str() : "(" + Bytes.str() + ")") +
         " / " + Size;
}

void sortByPlace(std::vector<TransferAction> &Actions) {
  using Kind = TransferAction::Kind;
  // A size of memory may be told by what is copied back at the place.
  std::set<std::pair<CodePosition, SharedVarId>> Sized;
  for (const TransferAction &A : Actions)
    if (A.K == Kind::SaveBytes)
      Sized.insert({A.Where, A.Variable});
  auto Key = [&](const TransferAction &A) {
    const bool Last = (A.K == Kind::SaveBytes || A.K == Kind::Allocate) &&
                      Sized.count({A.Where, A.Variable});
    return std::tuple(A.Where, Last, A.K, A.Step, A.Variable);
  };
  llvm::sort(Actions, [&](const TransferAction &L, const TransferAction &R) {
    return Key(L) < Key(R);
  });
}

static std::string howOften(unsigned Places, bool Repeats) {
  if (Places == 0)
    return "never";
  if (Repeats)
    return "repeatedly";
  return Places == 1 ? "once" : "at " + std::to_string(Places) + " places";
}

static std::vector<std::string> flags(const VariablePlan &V) {
  std::vector<std::string> Names = {V.HostFlag, V.DeviceFlag};
  llvm::erase(Names, "");
  return Names;
}

std::vector<Diagnostic> describe(const TransferPlan &Plan, const Program &P) {
  std::vector<Diagnostic> Result;
  for (unsigned I = 0; I < Plan.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    const VariablePlan &Place = Plan.Variables[I];
    SourcePlace Where = {V.NameRange.Begin};
    if (Place.Where == Placement::Device)
      Result.push_back(
          {DiagKind::Transferred,
           Where,
           {V.Name, howOften(Place.Uploads, Place.UploadRepeats),
            howOften(Place.Readbacks, Place.ReadbackRepeats) +
                (Place.ReadsElements ? ", single elements more often" : "")}});
    else if (Place.Where == Placement::Constant)
      Result.push_back({DiagKind::PlacedInConstant,
                        Where,
                        {V.Name, std::to_string(V.bytes())}});
    else if (Place.Where == Placement::Managed && !Place.Why.empty())
      Result.push_back({DiagKind::KeptManaged, Where, {V.Name, Place.Why}});
  }
  for (unsigned I = 0; I < Plan.Variables.size(); ++I)
    if (std::vector<std::string> Flags = flags(Plan.Variables[I]);
        !Flags.empty())
      Result.push_back({DiagKind::ValidityFlag,
                        {P.Host.Variables[I].NameRange.Begin},
                        {P.Host.Variables[I].Name,
                         "'" + llvm::join(Flags, "' and '") +
                             (Flags.size() > 1 ? "' tell" : "' tells")}});
  for (const PieceLoop &Loop : Plan.Pieces) {
    const LaunchModel &L = P.launch(Loop.Launch);
    Result.push_back(
        {DiagKind::LaunchInPieces,
         {L.Statement.Begin},
         {P.kernel(L.Kernel).Name,
          Loop.Bytes.empty() ? std::to_string(Loop.Pieces) : "several"}});
  }
  if (Plan.Spread)
    for (const SpreadLaunch &S : Plan.Spread->Launches) {
      const LaunchModel &L = P.launch(S.Launch);
      Result.push_back(
          {DiagKind::LaunchSpread,
           {L.Source.Begin},
           {P.kernel(L.Kernel).Name, std::string(1, "xyz"[S.Axis])}});
    }
  return Result;
}

static llvm::StringRef name(Placement Where) {
  static constexpr llvm::StringLiteral Names[] = {"host", "value", "device",
                                                  "constant", "managed"};
  return Names[static_cast<unsigned>(Where)];
}

static llvm::StringRef name(TransferAction::Kind K) {
  using enum TransferAction::Kind;
  switch (K) {
  case AllowShared:
    return "allow shared memory";
  case CheckLaunch:
    return "check";
  case Synchronize:
    return "synchronize";
  case SaveBytes:
    return "save size of";
  case FindGpus:
    return "find GPUs";
  case Allocate:
    return "allocate";
  case Exchange:
    return "exchange";
  case Register:
    return "register";
  case OnStream:
    return "on stream";
  case Clear:
    return "clear";
  case Upload:
    return "upload";
  case CopyOnDevice:
    return "copy to";
  case Readback:
    return "readback";
  case ReadElement:
    return "read element of";
  case MarkHost:
    return "mark host's copy of";
  case MarkDevice:
    return "mark device's copy of";
  case Unregister:
    return "unregister";
  case Free:
    return "free";
  }
  llvm_unreachable("all kinds are named");
}

/// `on stream 1: upload a`
static std::string describe(const StreamCall &C, const Program &P) {
  using Call = StreamCall::Kind;
  static constexpr llvm::StringLiteral Names[] = {
      "open streams",  "wait for event ", "upload ",     "clear ",
      "readback ",     "record event ",   "finish",      "finish streams",
      "close streams", "open graph",      "start round", "end round",
      "destroy graph"};
  std::string Text = Names[static_cast<unsigned>(C.K)].str();
  if (C.K == Call::Wait || C.K == Call::Record)
    Text += std::to_string(C.Event);
  bool Copies =
      C.K == Call::Upload || C.K == Call::Clear || C.K == Call::Readback;
  if (Copies)
    Text += P.Host.variable(C.Variable).Name;
  if (Copies || C.K == Call::Wait || C.K == Call::Record || C.K == Call::Finish)
    Text = "on stream " + std::to_string(C.Stream) + ": " + Text;
  return Text;
}

static llvm::StringRef name(CodePosition::Side S) {
  static constexpr llvm::StringLiteral Names[] = {"at the start of", "before",
                                                  "after", "at the end of"};
  return Names[static_cast<unsigned>(S)];
}

void print(llvm::raw_ostream &OS, const TransferPlan &Plan, const Program &P) {
  auto Line = [&](unsigned Offset) {
    return llvm::StringRef(P.Source).take_front(Offset).count('\n') + 1;
  };
  for (unsigned I = 0; I < Plan.Variables.size(); ++I) {
    const VariablePlan &V = Plan.Variables[I];
    OS << "transfer " << P.Host.Variables[I].Name << ": " << name(V.Where)
       << (V.Pinned ? " pinned" : "") << (V.Alone ? " alone" : "");
    if (!V.Why.empty())
      OS << " (" << V.Why << ")";
    OS << "\n";
  }
  std::vector<TransferAction> InText = Plan.Actions;
  auto Place = [](const CodePosition &C) {
    bool Behind =
        C.S == CodePosition::Side::After || C.S == CodePosition::Side::AtEnd;
    return Behind ? C.Statement.End : C.Statement.Begin;
  };
  llvm::sort(InText, [&](const auto &L, const auto &R) {
    return std::tuple(Place(L.Where), L.Where, L.K, L.Step, L.Variable) <
           std::tuple(Place(R.Where), R.Where, R.K, R.Step, R.Variable);
  });
  for (const TransferAction &A : InText) {
    bool OnStream = A.K == TransferAction::Kind::OnStream;
    bool Named = A.K != TransferAction::Kind::AllowShared &&
                 A.K != TransferAction::Kind::CheckLaunch &&
                 A.K != TransferAction::Kind::Synchronize &&
                 A.K != TransferAction::Kind::FindGpus && !OnStream;
    bool Marks = A.K == TransferAction::Kind::MarkHost ||
                 A.K == TransferAction::Kind::MarkDevice;
    llvm::StringRef Validity = A.Valid ? " as valid" : " as not valid";
    OS << "  " << (OnStream ? describe(Plan.Calls[A.Step], P) : name(A.K).str())
       << (Named ? " " + P.Host.variable(A.Variable).Name : "")
       << (A.Other
               ? (A.K == TransferAction::Kind::Exchange ? " and " : " from ") +
                     P.Host.variable(*A.Other).Name
               : "")
       << (A.IfInvalid ? " if not valid" : "") << (Marks ? Validity : "") << " "
       << name(A.Where.S) << " line " << Line(Place(A.Where)) << "\n";
  }
  for (const KernelTransfers &K : Plan.Kernels) {
    OS << "  kernel " << P.kernel(K.Kernel).Name << " takes ";
    llvm::interleaveComma(K.Parameters, OS);
    OS << "\n";
  }
  for (const LaunchPlan &L : Plan.Launches) {
    OS << "  " << L.Launch << " passes ";
    std::vector<std::string> All = L.Appended;
    for (auto &[Index, Text] : llvm::reverse(L.Replaced))
      All.insert(All.begin(), Text);
    llvm::interleaveComma(All, OS);
    OS << "\n";
  }
  for (const PieceLoop &Loop : Plan.Pieces) {
    OS << "  " << Loop.Launch << " in ";
    if (Loop.Blocks)
      OS << "pieces of " << Loop.Blocks << " blocks";
    else if (Loop.Pieces)
      OS << Loop.Pieces << " pieces";
    else
      OS << "pieces of " << (PieceBytes >> 20) << " MiB of " << Loop.Bytes;
    OS << " along " << "xyz"[Loop.Axis] << ":";
    for (const PieceLoop::Copy &C : Loop.Copies)
      OS << (&C == &Loop.Copies.front() ? " " : ", ")
         << (C.Up ? "uploads " : "reads back ")
         << P.Host.variable(C.Variable).Name << " up to " << C.Stride
         << "*last + " << C.Ahead << (C.Row.empty() ? "" : " rows of " + C.Row);
    OS << "\n";
  }
  if (Plan.Spread) {
    OS << "  on all GPUs in "
       << (Plan.Spread->Shares ? std::to_string(Plan.Spread->Shares)
                               : "run-time")
       << " shares:";
    for (const SpreadArray &A : Plan.Spread->Arrays) {
      OS << (&A == &Plan.Spread->Arrays.front() ? " " : ", ") << A.Share
         << " rows of " << (A.Length.empty() ? "" : A.Length + " elements of ")
         << P.Host.variable(A.Variable).Name;
      if (A.Whole)
        OS << " and all others";
      else if (A.isExchanged())
        OS << ", " << A.Before << " before and " << A.Behind << " behind";
    }
    OS << "\n";
    for (const SpreadLaunch &L : Plan.Spread->Launches) {
      OS << "  " << L.Launch << " with shares of " << L.Blocks
         << " blocks along " << "xyz"[L.Axis];
      for (SharedVarId Id : L.Exchanged)
        OS << ", then exchanges " << P.Host.variable(Id).Name;
      OS << "\n";
    }
  }
  for (const HostNote &N : Plan.Notes)
    OS << "  line " << Line(Place(N.Where)) << ": " << N.Text << "\n";
  for (const HostReplacement &R : Plan.Replacements)
    OS << "  line " << Line(R.Source.Begin) << ": '"
       << llvm::StringRef(P.Source).slice(R.Source.Begin, R.Source.End)
       << "' becomes '" << R.Text << "'\n";
}

} // namespace tessera
