//===- HostEdits.cpp - The transfer plan as edits of the user's file ------===//
#include "tessera/Emit/HostEdits.h"
#include "host/HostNames.h"
#include "host/HostPreamble.h"
#include "host/LaunchText.h"
#include "host/PageLock.h"
#include "host/SpreadText.h"
#include "host/StreamText.h"
#include "kernels/LaunchEditor.h"
#include "layout/Insertions.h"
#include "tessera/Support/Marker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

using Action = TransferAction::Kind;

class HostEmitter {
public:
  HostEmitter(const Program &P, const TransferPlan &Plan)
      : P(P), Plan(Plan), Source(P.Source), Statements(Source) {}

  std::vector<TextEdit> edits() &&;

private:
  void preamble();
  void declarations();
  void specifier(const SharedVariable &V, Placement Where,
                 std::set<SourceRange> &Seen);
  void removeWord(unsigned Begin, unsigned Length);
  void removeDeviceSpecifiers(const SharedVariable &V);
  void launches();
  void offset(const KernelModel &K, const BlockOffset &By,
              std::vector<std::string> &Prologue);
  void kernels();
  void statements();
  std::string line(const TransferAction &A, llvm::StringRef Stream = "") const;
  std::vector<std::string> lines(const TransferAction &A) const;
  std::vector<std::string> onStream(const TransferAction &A) const;
  void addFlag(const TransferAction &A, std::vector<std::string> &Lines) const;
  void addSizes(const TransferAction &A, std::vector<std::string> &Lines) const;
  VariablePlan names(const TransferAction &A) const {
    return namesAt(P, Plan, A.Variable, A.Where.Statement);
  }
  std::string checked(const std::string &Call) const {
    return Plan.CheckMacro + "(" + Call + ");";
  }

  const Program &P;
  const TransferPlan &Plan;
  llvm::StringRef Source;
  Insertions Statements;
  std::vector<TextEdit> Result;
};

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void HostEmitter::preamble() {
  const bool Checks = llvm::any_of(Plan.Replacements, [&](const auto &R) {
    return llvm::StringRef(R.Text).starts_with(Plan.CheckMacro + "(");
  });
  if (Plan.Actions.empty() && !Checks)
    return;
  std::string Text = hostPreamble(P, Plan, Statements.unit());
  unsigned At = P.Host.AfterIncludes.Offset;
  if (At > 0 && Source[At - 1] != '\n')
    Text = "\n" + Text;
  if (At < Source.size() && Source[At] != '\n')
    Text += "\n";
  Result.push_back({{At, At}, Text, "check of CUDA calls"});
}

/// Removes the word and the white space behind it.
void HostEmitter::removeWord(unsigned Begin, unsigned Length) {
  llvm::StringRef Rest = Source.drop_front(Begin + Length);
  unsigned Space = Rest.size() - Rest.ltrim(" \t").size();
  Result.push_back({{Begin, Begin + Length + Space}, "", "specifier"});
}

/// `__device__` may stand on either side of `__managed__`.
void HostEmitter::removeDeviceSpecifiers(const SharedVariable &V) {
  static constexpr llvm::StringLiteral Word = "__device__";
  size_t Behind = Source.slice(V.Specifier.End, V.NameRange.Begin).find(Word);
  if (Behind != llvm::StringRef::npos)
    removeWord(V.Specifier.End + Behind, Word.size());
  llvm::StringRef Before = Source.take_front(V.Specifier.Begin).rtrim();
  while (Before.consume_back("static") || Before.consume_back("extern"))
    Before = Before.rtrim();
  if (Before.ends_with(Word))
    removeWord(Before.size() - Word.size(), Word.size());
}

void HostEmitter::specifier(const SharedVariable &V, Placement Where,
                            std::set<SourceRange> &Seen) {
  bool Simple = V.D == SharedVariable::Dialect::SimpleModel;
  if (Where == Placement::Managed) {
    for (SourceRange Each : V.specifiers())
      if (Simple && Seen.insert(Each).second)
        Result.push_back(
            {Each, P.specifierAs(Each, "__managed__"), "managed memory"});
    return;
  }
  if (!Seen.insert(V.Specifier).second)
    return;
  if (P.DeclaringCalls.count(V.Specifier)) {
    Result.push_back(
        {V.Specifier, P.specifierAs(V.Specifier, ""), "specifier"});
    return;
  }
  removeWord(V.Specifier.Begin, V.Specifier.size());
  if (!Simple)
    removeDeviceSpecifiers(V);
}

void HostEmitter::declarations() {
  std::map<unsigned, std::string> Pointers; // by end of the declaration
  std::set<SourceRange> Seen;
  for (unsigned I = 0; I < Plan.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    const VariablePlan &Place = Plan.Variables[I];
    if (!V.Pointer)
      specifier(V, Place.Where, Seen);
    bool Constant = Place.Where == Placement::Constant;
    bool Passed = V.Pointer && V.Pointer->IsParameter;
    if (Passed || Place.Alone ||
        (Place.Where != Placement::Device && !Constant))
      continue;
    std::string &Text = Pointers[Statements.behindComment(V.Declaration.End)];
    std::string NewLine = "\n" + Statements.indentation(V.Declaration.Begin);
    if (Text.empty())
      Text = NewLine + "// Copies on the device.";
    if (Constant) {
      Text += NewLine + "static __constant__ " + V.ElementType + " " +
              Place.DeviceName + "[" + llvm::join(V.ExtentTexts, "][") + "];";
      continue;
    }
    bool IsStatic = !V.isLocal() && !V.isMember();
    llvm::StringRef Static = IsStatic ? "static " : "";
    Text += NewLine + Static.str() +
            declarePointer(V, V.ElementType,
                           Plan.Spread ? spreadName(P, Place.DeviceName)
                                       : Place.DeviceName) +
            (IsStatic      ? ";"
             : Plan.Spread ? " = {};"
                           : " = nullptr;");
    std::string Flags;
    for (bool OnDevice : {false, true})
      if (llvm::StringRef Flag = OnDevice ? Place.DeviceFlag : Place.HostFlag;
          Flag.consume_front(V.Qualifier) && !Flag.empty())
        Flags += (Flags.empty() ? "bool " : ", ") + Flag.str() +
                 (OnDevice ? " = false" : " = true");
    if (!Flags.empty())
      Text += NewLine + "// Which copies are up to date." + NewLine +
              Static.str() + Flags + ";";
    if (Place.SavesBytes)
      Text +=
          NewLine + Static.str() + "size_t " +
          llvm::StringRef(Place.Bytes).drop_front(V.Qualifier.size()).str() +
          (IsStatic ? ";" : " = 0;");
  }
  for (auto &[At, Text] : Pointers)
    Result.push_back({{At, At}, Text, "device copies"});
}

//===----------------------------------------------------------------------===//
// Launches and kernels
//===----------------------------------------------------------------------===//

void HostEmitter::launches() {
  for (const LaunchPlan &Change : Plan.Launches) {
    const LaunchModel &L = P.launch(Change.Launch);
    if (unsigned End = L.Configuration.End; !Change.Stream.empty())
      Result.push_back({{End, End}, Change.Stream, "stream"});
    for (auto &[Index, Text] : Change.Replaced)
      Result.push_back({L.Arguments[Index].Source, Text, "argument"});
    if (Change.Appended.empty())
      continue;
    std::string Text = llvm::join(Change.Appended, ", ");
    if (!L.Arguments.empty())
      Text = ", " + Text;
    unsigned Close = L.Source.End - 1;
    Result.push_back({{Close, Close}, Text, "arguments"});
  }
}

/// Lets the blocks of \p K, and \p Prologue, count from the offset. The kernel
/// is marked: its launches are what they are to be.
void HostEmitter::offset(const KernelModel &K, const BlockOffset &By,
                         std::vector<std::string> &Prologue) {
  for (std::string &Line : Prologue)
    Line = llvm::cantFail(applyEdits(Line, offsetBlockIds(Line, By))).Text;
  const SourceRange Where = *K.Body->Source;
  llvm::StringRef Body = Source.slice(Where.Begin, Where.End);
  std::vector<TextEdit> Edits = offsetBlockIds(Body, By);
  const std::string Moved = llvm::cantFail(applyEdits(Body, Edits)).Text;
  const std::string Text = "{" + llvm::join(Prologue, "") +
                           llvm::StringRef(Moved).drop_front().str();
  Result.push_back(
      {{K.Definition.Begin, K.Definition.Begin},
       markerFor(Text) + "\n" + Statements.indentation(K.Definition.Begin),
       "mark " + K.Name});
  for (TextEdit &E : Edits) {
    E.Where = {Where.Begin + E.Where.Begin, Where.Begin + E.Where.End};
    Result.push_back(std::move(E));
  }
}

void HostEmitter::kernels() {
  for (const KernelTransfers &Change : Plan.Kernels) {
    const KernelModel &K = P.kernel(Change.Kernel);
    if (!Change.Parameters.empty()) {
      Result.push_back(appendParameters(P, K.ParameterList, Change));
      for (SourceRange List :
           P.Host.Kernels[Change.Kernel.Index].DeclaredParameters)
        Result.push_back(appendParameters(P, List, Change));
    }
    unsigned Open = Source.find('{', K.ParameterList.End);
    std::vector<std::string> Prologue = Change.Prologue;
    if (Change.Offset)
      offset(K, *Change.Offset, Prologue);
    if (!Prologue.empty())
      Statements.add({CodePosition::Side::AtStart, {Open, K.Definition.End}},
                     Prologue, "variables by name");
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// A copy on a stream is a copy.
static Action kindOf(const TransferPlan &Plan, const TransferAction &A) {
  if (A.K != Action::OnStream)
    return A.K;
  switch (Plan.Calls[A.Step].K) {
  case StreamCall::Kind::Upload:
    return Action::Upload;
  case StreamCall::Kind::Clear:
    return Action::Clear;
  case StreamCall::Kind::Readback:
    return Action::Readback;
  default:
    return A.K;
  }
}

static bool isWait(StreamCall::Kind K) {
  return K == StreamCall::Kind::Finish || K == StreamCall::Kind::FinishAll;
}

static llvm::StringRef comment(const TransferPlan &Plan,
                               const TransferAction &A) {
  switch (kindOf(Plan, A)) {
  case Action::AllowShared:
    return AllowSharedComment;
  case Action::CheckLaunch:
  case Action::Synchronize:
  case Action::SaveBytes:
    return "";
  case Action::FindGpus:
    return "// All GPUs share the work.";
  case Action::OnStream:
    return isWait(Plan.Calls[A.Step].K) ? "// Wait for what is under way." : "";
  case Action::Allocate:
    return "// Memory for the copies on the device.";
  case Action::Exchange:
    return "// The copies on the device, too.";
  case Action::Register:
    return PageLockComment;
  case Action::Clear:
    return "// Not written on the host so far.";
  case Action::CopyOnDevice:
    return "// The host gave both the same values.";
  case Action::Upload:
    return "// The device needs the host's values.";
  case Action::Readback:
    return "// The host needs the device's values.";
  case Action::ReadElement:
    return "// The host needs this much of the device's values.";
  case Action::MarkHost:
  case Action::MarkDevice:
    return "";
  case Action::Unregister:
  case Action::Free:
    return "// No more use of the device.";
  }
  return "";
}

/// \param Stream of a copy, if it has one.
std::string HostEmitter::line(const TransferAction &A,
                              llvm::StringRef Stream) const {
  if (A.K == Action::AllowShared)
    return (A.Test.empty() ? "" : "if (" + A.Test + ") ") + checked(A.Text);
  if (A.K == Action::CheckLaunch)
    return checked(launchError(Plan, A.IfNeeded));
  if (A.K == Action::Synchronize)
    return checked("cudaDeviceSynchronize()");
  const VariablePlan V = names(A);
  const std::string &Host = V.HostName, &Device = V.DeviceSpelling,
                    &Size = V.Bytes;
  bool Scalar = P.Host.variable(A.Variable).Extents.empty();
  std::string HostPointer = Scalar ? "&" + Host : Host;
  auto Copy = [&](const std::string &Name, const std::string &Arguments) {
    return Stream.empty() ? checked(Name + "(" + Arguments + ")")
                          : checked(Name + "Async(" + Arguments + ", " +
                                    Stream.str() + ")");
  };
  switch (A.K) {
  case Action::MarkHost:
  case Action::MarkDevice:
    return (A.K == Action::MarkHost ? V.HostFlag : V.DeviceFlag) +
           (A.Valid ? " = true;" : " = false;");
  case Action::SaveBytes:
    return Size + " = " + A.Text + ";";
  case Action::Exchange:
    return "std::swap(" + Device + ", " +
           namesAt(P, Plan, *A.Other, A.Where.Statement).DeviceSpelling + ");";
  case Action::Allocate:
    return (A.IfNeeded ? "if (!" + Device + ") " : "") +
           checked(Plan.DeviceMalloc + "(&" + Device + ", " + Size + ")");
  case Action::Register:
    return pageLock(HostPointer, Size, "", Plan.Spread.has_value());
  case Action::Clear:
    return Copy("cudaMemset", Device + ", 0, " + Size);
  case Action::Upload:
    if (V.Where == Placement::Constant)
      return Copy("cudaMemcpyToSymbol", Device + ", " + Host + ", " + Size);
    return Copy("cudaMemcpy", Device + ", " + HostPointer + ", " + Size +
                                  ", cudaMemcpyHostToDevice");
  case Action::CopyOnDevice:
    return Copy("cudaMemcpy",
                Device + ", " + Plan.Variables[A.Other->Index].DeviceSpelling +
                    ", " + Size + ", cudaMemcpyDeviceToDevice");
  case Action::Readback:
    return Copy("cudaMemcpy", HostPointer + ", " + Device + ", " + Size +
                                  ", cudaMemcpyDeviceToHost");
  case Action::ReadElement: {
    llvm::StringRef Host = A.Text;
    std::string OnDevice =
        (Host.take_front(A.Name.Begin) + Device + Host.drop_front(A.Name.End))
            .str();
    return checked("cudaMemcpy(&" + A.Text + ", &" + OnDevice + ", sizeof(" +
                   A.Text + "), cudaMemcpyDeviceToHost)");
  }
  case Action::Unregister:
    return pageUnlock(HostPointer);
  default:
    return checked("cudaFree(" + Device + ")");
  }
}

/// What copies or waits on a stream of ours.
std::vector<std::string> HostEmitter::onStream(const TransferAction &A) const {
  const StreamCall &C = Plan.Calls[A.Step];
  TransferAction Copy = A;
  Copy.K = kindOf(Plan, A);
  if (Copy.K == A.K)
    return streamLines(Plan, C, Statements.unit());
  return {line(Copy, Plan.Streams[C.Block].stream(C.Stream))};
}

/// \p A is one of the plan's.
std::vector<std::string> HostEmitter::lines(const TransferAction &A) const {
  using enum Action;
  if (A.K == OnStream)
    return onStream(A);
  if (!Plan.Spread || llvm::is_contained({CheckLaunch, Synchronize, SaveBytes,
                                          Exchange, Register, Unregister},
                                         A.K))
    return {line(A)};
  auto Continues = [&](const TransferAction *Other) {
    return Other >= Plan.Actions.data() &&
           Other < Plan.Actions.data() + Plan.Actions.size() &&
           Other->K == A.K && Other->Where == A.Where;
  };
  return spreadLines(P, Plan, A, Statements.unit(), !Continues(&A - 1),
                     !Continues(&A + 1));
}

/// A transfer sets the flag of what it makes valid, and may depend on it.
void HostEmitter::addFlag(const TransferAction &A,
                          std::vector<std::string> &Lines) const {
  bool Up = A.K == Action::Upload || A.K == Action::Clear;
  if (!Up && A.K != Action::Readback)
    return;
  const VariablePlan &V = Plan.Variables[A.Variable.Index];
  const std::string &Flag = Up ? V.DeviceFlag : V.HostFlag;
  if (Flag.empty())
    return;
  Lines.push_back(Flag + " = true;");
  if (!A.IfInvalid)
    return;
  for (std::string &Line : llvm::drop_begin(Lines, Lines.size() - 2))
    Line = Statements.unit() + Line;
  Lines.insert(Lines.end() - 2, "if (!" + Flag + ") {");
  Lines.push_back("}");
}

/// The sizes of memory go with it.
void HostEmitter::addSizes(const TransferAction &A,
                           std::vector<std::string> &Lines) const {
  const VariablePlan V = names(A);
  if (A.K == Action::Exchange && V.SavesBytes)
    Lines.push_back("std::swap(" + V.Bytes + ", " +
                    namesAt(P, Plan, *A.Other, A.Where.Statement).Bytes + ");");
  // The object may get other memory.
  const HostFunction *F = functionAt(P, A.Where.Statement);
  if (A.K != Action::Free || !P.Host.variable(A.Variable).isMember() ||
      (F && F->isDestructor()))
    return;
  if (!Plan.Spread)
    Lines.push_back(V.DeviceSpelling + " = nullptr;");
  if (V.SavesBytes)
    Lines.push_back(V.Bytes + " = 0;");
}

void HostEmitter::statements() {
  const TransferAction *Last = nullptr;
  llvm::StringRef LastComment;
  for (const TransferAction &A : Plan.Actions) {
    if (A.WithTests)
      continue;
    std::vector<std::string> Lines;
    bool Mirrors = (A.K == Action::Allocate || A.K == Action::Free) &&
                   P.Host.variable(A.Variable).Pointer.has_value();
    llvm::StringRef Comment = Mirrors ? "" : comment(Plan, A);
    bool Continues = Last && Last->Where == A.Where && LastComment == Comment;
    if (!Comment.empty() && !Continues)
      Lines.push_back(Comment.str());
    llvm::append_range(Lines, lines(A));
    addFlag(A, Lines);
    if (A.K == Action::Exchange || A.K == Action::Free)
      addSizes(A, Lines);
    Statements.add(A.Where, std::move(Lines), "transfers");
    Last = &A;
    LastComment = Comment;
  }
  for (const HostNote &N : Plan.Notes)
    Statements.add(N.Where, {N.Text}, "launches");
}

std::vector<TextEdit> HostEmitter::edits() && {
  preamble();
  declarations();
  launches();
  kernels();
  statements();
  for (const HostReplacement &R : Plan.Replacements)
    Result.push_back({R.Source, R.Text, "memory of a pointer"});
  for (TextEdit &E : Statements.edits())
    Result.push_back(std::move(E));
  return std::move(Result);
}

} // namespace

TextEdit appendParameters(const Program &P, SourceRange List,
                          const KernelTransfers &Change) {
  std::string Text = llvm::join(Change.Parameters, ", ");
  llvm::StringRef Now = llvm::StringRef(P.Source).slice(List.Begin, List.End);
  if (Now.trim() == "void")
    return {List, Text, "parameters"};
  if (!P.kernel(Change.Kernel).Parameters.empty())
    Text = ", " + Text;
  return {{List.End, List.End}, Text, "parameters"};
}

std::vector<TextEdit> collectHostEdits(const Program &P,
                                       const TransferPlan &Plan) {
  std::vector<TextEdit> Edits = HostEmitter(P, Plan).edits();
  for (TextEdit &E : Edits)
    nameLibrary(P, E);
  return Edits;
}

} // namespace tessera
