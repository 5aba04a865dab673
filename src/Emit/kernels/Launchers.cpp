//===- Launchers.cpp - Functions that start versions of instances ---------===//
#include "tessera/Emit/Launchers.h"
#include "kernels/LaunchEditor.h"
#include "layout/Insertions.h"
#include "tessera/Plan/LauncherNames.h"
#include "tessera/Plan/TransferPlan.h"
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// The launches that call the launcher of the template that begins at \p Begin.
static std::vector<const LaunchModel *> callsOf(const Program &P,
                                                unsigned Begin) {
  std::vector<const LaunchModel *> Calls;
  for (const LaunchModel &L : P.Launches)
    if (L.AsCall && !L.SwitchedOff &&
        P.kernel(L.Kernel).Definition.Begin == Begin)
      Calls.push_back(&L);
  return Calls;
}

/// `<T, B>`
static std::string argumentsOf(const KernelModel &K) {
  return "<" + llvm::join(K.TemplateNames, ", ") + ">";
}

/// Whether one of \p Tests holds. What all of them have in common is said once.
static std::string anyOf(llvm::ArrayRef<std::string> Tests) {
  std::vector<std::vector<std::string>> Parts;
  for (llvm::StringRef Test : Tests)
    Parts.push_back(conjunctsOf(Test));
  std::vector<std::string> All = Parts.front();
  llvm::erase_if(All, [&](const std::string &Part) {
    return !llvm::all_of(Parts, [&](const std::vector<std::string> &Of) {
      return llvm::is_contained(Of, Part);
    });
  });
  std::vector<std::string> Any;
  for (std::vector<std::string> &Of : Parts) {
    llvm::erase_if(Of, [&](const std::string &Part) {
      return llvm::is_contained(All, Part);
    });
    if (Of.empty()) // it asks for no more
      return llvm::join(All, " && ");
    const std::string Text = llvm::join(Of, " && ");
    Any.push_back(Of.size() > 1 && Parts.size() > 1 ? "(" + Text + ")" : Text);
  }
  const std::string Text = llvm::join(Any, " || ");
  if (All.empty())
    return Text;
  return llvm::join(All, " && ") + " && " +
         (Any.size() > 1 ? "(" + Text + ")" : Text);
}

/// \p Text with a space for each sequence of white space, if no comment ends
/// with a line.
static std::string onOneLine(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::SplitString(Text, Words);
  return Text.contains("//") ? Text.str() : llvm::join(Words, " ");
}

/// The launch in a launcher of \p K, with its line, which begins with \p
/// Indent.
static std::pair<LaunchModel, std::string> launchIn(const Program &P,
                                                    const KernelModel &K,
                                                    unsigned Operands,
                                                    const std::string &Indent) {
  const LauncherNames Names = launcherNames(P, K);
  LaunchModel L;
  std::string Text = Indent;
  auto Add = [&](llvm::StringRef More) {
    const unsigned Begin = Text.size();
    Text += More;
    return SourceRange{Begin, unsigned(Text.size())};
  };
  L.Callee = Add(K.Name + argumentsOf(K));
  Add("<<<");
  L.GridText = Names.Grid;
  L.GridSource = Add(Names.Grid);
  Add(", ");
  L.BlockText = Names.Block;
  L.BlockSource = Add(Names.Block);
  if (Operands > 2) {
    Add(", ");
    L.SharedBytesText = Names.Bytes;
    L.SharedBytes = Add(Names.Bytes);
  }
  if (Operands > 3)
    Add(", " + Names.Stream);
  L.Configuration = {L.GridSource.Begin, unsigned(Text.size())};
  std::vector<std::string> Arguments;
  for (const ParameterInfo &Parameter : K.Parameters)
    if (Parameter.isPassed())
      Arguments.push_back(Parameter.Name);
  Add(">>>(" + llvm::join(Arguments, ", ") + ");");
  L.Statement = {unsigned(Indent.size()), unsigned(Text.size())};
  return {L, Text};
}

void Launchers::add(
    const Program &P, const KernelModel &K,
    llvm::ArrayRef<std::pair<const LaunchChoice *, const KernelPlan *>>
        Versions) {
  Launcher &Mine = ByDefinition[K.Definition.Begin];
  if (Mine.Name.empty()) {
    Mine.Name = unusedName(P, "launch_" + K.Name);
    for (const LaunchModel *L : callsOf(P, K.Definition.Begin))
      Mine.Operands = std::max(Mine.Operands, L->AsCall->Operands);
  }
  const Insertions Places(P.Source);
  const auto [L, Text] = launchIn(P, K, Mine.Operands,
                                  Places.indentation(K.Definition.Begin) +
                                      Places.unit() + Places.unit());
  std::vector<TextEdit> Edits;
  std::set<std::string> Own; // a branch has names of its own
  LaunchEditor(P, K, Own, Edits).edit(Versions, L, Text, argumentsOf(K));
  std::string Done = llvm::cantFail(applyEdits(Text, Edits)).Text;
  auto Equal = llvm::find_if(
      Mine.Branches, [&](const auto &Branch) { return Branch.second == Done; });
  if (Equal == Mine.Branches.end()) {
    Mine.Branches.emplace_back();
    Equal = std::prev(Mine.Branches.end());
    Equal->second = std::move(Done);
  }
  Equal->first.push_back(K.InstanceTest);
}

std::vector<TextEdit> Launchers::edits(const Program &P) const {
  const Insertions Places(P.Source);
  std::vector<TextEdit> Edits;
  for (const auto &[Begin, Launcher] : ByDefinition) {
    const std::vector<const LaunchModel *> Calls = callsOf(P, Begin);
    const KernelModel &K = P.kernel(Calls.front()->Kernel);
    const LauncherNames Names = launcherNames(P, K);
    std::string Operands = "dim3 " + Names.Grid + ", dim3 " + Names.Block;
    if (Launcher.Operands > 2)
      Operands += ", size_t " + Names.Bytes;
    if (Launcher.Operands > 3)
      Operands += ", cudaStream_t " + Names.Stream;
    const std::string Parameters = onOneLine(llvm::StringRef(P.Source).slice(
        K.ParameterList.Begin, K.ParameterList.End));
    const std::string Line = "\n" + Places.indentation(K.Definition.Begin);
    const std::string Inner = Line + Places.unit();
    std::string Branches;
    for (const auto &[Tests, Done] : Launcher.Branches)
      Branches +=
          "if constexpr (" + anyOf(Tests) + ") {\n" + Done + Inner + "} else ";
    Edits.push_back(
        {{K.Definition.End, K.Definition.End},
         "\n" + Line + "// Starts the version of " + K.Name + " that fits." +
             Line + K.TemplateHead + Line + "static void " + Launcher.Name +
             "(" + Operands +
             (Calls.front()->AsCall->HasArguments ? ", " : "") + Parameters +
             ") {" + Inner + Branches + "{\n" +
             launchIn(P, K, Launcher.Operands, Inner.substr(1) + Places.unit())
                 .second +
             Inner + "}" + Line + "}",
         "start versions of instances of " + K.Name});
    std::set<SourceRange> Seen;
    for (const LaunchModel *L : Calls) {
      const LaunchAsCall &Call = *L->AsCall;
      if (!Seen.insert(L->Source).second)
        continue;
      std::string Fill;
      for (unsigned I = Call.Operands; I < Launcher.Operands; ++I)
        Fill += ", 0";
      Edits.push_back(
          {Call.Name, Launcher.Name, "start the version that fits"});
      Edits.push_back({Call.Opening, "(", "as a call"});
      Edits.push_back(
          {Call.Closing,
           Fill + (!Call.HasArguments                          ? ""
                   : llvm::isSpace(P.Source[Call.Closing.End]) ? ","
                                                               : ", "),
           "as a call"});
    }
  }
  return Edits;
}

} // namespace tessera
