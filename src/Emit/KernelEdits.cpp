//===- KernelEdits.cpp - Rewritten kernels as edits -----------------------===//
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Support/Marker.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static std::string lineIndentation(llvm::StringRef Source, unsigned Offset) {
  size_t Break = Source.rfind('\n', Offset);
  size_t Begin = Break == llvm::StringRef::npos ? 0 : Break + 1;
  return Source.slice(Begin, Offset)
      .take_while([](char C) { return C == ' ' || C == '\t'; })
      .str();
}

static std::string bodyText(const RewrittenKernel &Version,
                            const KernelModel &Kernel) {
  return printBody(*Version.Body, inferIndentation(*Kernel.Body));
}

/// The whole definition under another name.
static std::string definition(const Program &P, const KernelModel &K,
                              const RewrittenKernel &Version) {
  llvm::StringRef Source = P.Source;
  SourceRange Body = *K.Body->Source;
  std::string Text = bodyText(Version, K);
  return markerFor(Text) + "\n" +
         lineIndentation(P.Source, K.Definition.Begin) +
         Source.slice(K.Definition.Begin, K.NameRange.Begin).str() +
         Version.Plan.Name +
         Source.slice(K.NameRange.End, Body.Begin).str() + Text;
}

/// Values of a kernel's symbols at one launch, as host expressions.
static std::optional<std::string> atLaunch(llvm::StringRef Symbol,
                                           const KernelModel &K,
                                           const LaunchModel &L) {
  if (Symbol.size() == 2 && Symbol[0] == 'B') {
    if (!L.BlockIsRepeatable)
      return std::nullopt;
    if (L.BlockIsInteger)
      return Symbol == "Bx" ? "(" + L.BlockText + ")" : std::string("1");
    return "(" + L.BlockText + ")." + Symbol.drop_front(1).str();
  }
  for (unsigned I = 0; I < K.Parameters.size(); ++I) {
    if (K.Parameters[I].Symbol != Symbol)
      continue;
    if (I >= L.Arguments.size() || !L.Arguments[I].Repeatable)
      return std::nullopt;
    llvm::StringRef Text = L.Arguments[I].Text;
    bool Simple = Text.find_first_of(" +-*/%<>?:&|^") == llvm::StringRef::npos;
    return Simple ? Text.str() : "(" + Text.str() + ")";
  }
  return std::nullopt;
}

/// \p P at a launch, with 64 bits; nothing if its symbols have no text there.
static std::optional<std::string> valueAtLaunch(const Polynomial &P,
                                                const KernelModel &K,
                                                const LaunchModel &L) {
  bool Known = true;
  std::string Text = toCExpression(P, [&](llvm::StringRef Symbol) {
    std::optional<std::string> Value = atLaunch(Symbol, K, L);
    Known &= Value.has_value();
    return "(size_t)" + Value.value_or("");
  });
  return Known ? std::optional(Text) : std::nullopt;
}

/// `P >= 0` at a launch, both sides of the comparison positive.
static std::optional<std::string> testAtLaunch(const Polynomial &P,
                                               const KernelModel &K,
                                               const LaunchModel &L) {
  Polynomial Left, Right;
  for (const auto &[M, Coefficient] : P.terms()) {
    Polynomial Term(Coefficient < 0 ? -Coefficient : Coefficient);
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    (Coefficient < 0 ? Right : Left) += Term;
  }
  std::optional<std::string> L1 = valueAtLaunch(Left, K, L);
  std::optional<std::string> R1 = valueAtLaunch(Right, K, L);
  if (!L1 || !R1)
    return std::nullopt;
  return *L1 + " >= " + *R1;
}

/// Whether a declaration may be put right before the statement of \p L.
static bool mayDeclareBefore(llvm::StringRef Source, const LaunchModel &L) {
  if (L.Statement.size() == 0)
    return false;
  llvm::StringRef Before = Source.take_front(L.Statement.Begin).rtrim();
  return Before.ends_with(";") || Before.ends_with("{") ||
         Before.ends_with("}");
}

namespace {

/// Makes the launches start the versions.
class LaunchEditor {
public:
  LaunchEditor(const Program &P, const KernelModel &K,
               std::vector<TextEdit> &Edits)
      : P(P), K(K), Edits(Edits), Used(K.Identifiers) {}

  /// \p L starts \p V where its conditions hold.
  void edit(const LaunchModel &L, const KernelPlan &V) {
    std::string Test;
    for (const Polynomial &Condition : V.Conditions) {
      std::optional<std::string> One = testAtLaunch(Condition, K, L);
      if (!One)
        return; // the user's kernel serves this launch
      Test += (Test.empty() ? "" : " && ") + *One;
    }
    std::string Bytes;
    if (V.DynamicBytes) {
      std::optional<std::string> Value = valueAtLaunch(*V.DynamicBytes, K, L);
      if (!Value)
        return;
      Bytes = *Value;
    }
    if (!Test.empty())
      Test = named(L, Test);
    if (V.Name != K.Name)
      Edits.push_back({L.Callee,
                       Test.empty()
                           ? V.Name
                           : "(" + Test + " ? " + V.Name + " : " + K.Name + ")",
                       "launch the version with tiles"});
    if (Bytes.empty())
      return;
    if (!Test.empty())
      Bytes = Test + " ? " + Bytes + " : 0";
    SourceRange End{L.Configuration.End, L.Configuration.End};
    bool Given = L.SharedBytes.size() > 0;
    Edits.push_back({Given ? L.SharedBytes : End, (Given ? "" : ", ") + Bytes,
                     "shared memory of the tiles"});
  }

private:
  /// Gives the condition a name, if there is room for its declaration.
  std::string named(const LaunchModel &L, const std::string &Test) {
    if (!mayDeclareBefore(P.Source, L))
      return Test;
    std::string Name = "tiles_fit";
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = "tiles_fit" + std::to_string(I);
    Edits.push_back({{L.Statement.Begin, L.Statement.Begin},
                     "const bool " + Name + " = " + Test + ";\n" +
                         lineIndentation(P.Source, L.Statement.Begin),
                     "when the version with tiles may run"});
    return Name;
  }

  const Program &P;
  const KernelModel &K;
  std::vector<TextEdit> &Edits;
  std::set<std::string> Used;
};

} // namespace

std::vector<TextEdit>
editKernel(const Program &P, KernelId Kernel,
           const std::vector<RewrittenKernel> &Versions) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<TextEdit> Edits;
  if (Versions.size() == 1 && Versions.front().Plan.Name == K.Name) {
    std::string Text = bodyText(Versions.front(), K);
    Edits.push_back({{K.Definition.Begin, K.Definition.Begin},
                     markerFor(Text) + "\n" +
                         lineIndentation(P.Source, K.Definition.Begin),
                     "mark " + K.Name});
    Edits.push_back({*K.Body->Source, Text, "stage tiles in " + K.Name});
  } else {
    std::string Indent = lineIndentation(P.Source, K.Definition.Begin);
    std::string Clones;
    for (const RewrittenKernel &V : Versions)
      Clones += "\n\n" + Indent + definition(P, K, V);
    Edits.push_back({{K.Definition.End, K.Definition.End}, Clones,
                     "versions of " + K.Name + " with tiles"});
  }
  LaunchEditor Launches(P, K, Edits);
  for (const LaunchModel *L : P.launchesOf(Kernel))
    for (const RewrittenKernel &V : Versions)
      if (V.Plan.Block == L->Block)
        Launches.edit(*L, V.Plan);
  return Edits;
}

} // namespace tessera
