//===- KernelEdits.cpp - Rewritten kernels as edits -----------------------===//
#include "tessera/Emit/KernelEdits.h"
#include "LaunchText.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Support/Marker.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/MemoryTransforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static std::string lineIndentation(llvm::StringRef Source, unsigned Offset) {
  size_t Break = Source.rfind('\n', Offset);
  size_t Begin = Break == llvm::StringRef::npos ? 0 : Break + 1;
  return Source.slice(Begin, Offset)
      .take_while([](char C) { return C == ' ' || C == '\t'; })
      .str();
}

/// \p T with the ids of blocks counted from the parameter that \p Transfers
/// may have for that.
static MixedText withOffset(MixedText T, const KernelTransfers *Transfers) {
  if (!Transfers || !Transfers->Offset)
    return T;
  std::vector<TextEdit> Edits = offsetBlockIds(T.Text, *Transfers->Offset);
  auto Moved = [&](unsigned At) {
    unsigned To = At;
    for (const TextEdit &E : Edits)
      if (E.Where.End <= At)
        To += E.Replacement.size() - E.Where.size();
    return To;
  };
  MixedText Result;
  unsigned From = 0;
  for (const TextEdit &E : Edits) {
    Result.addNew(llvm::StringRef(T.Text).slice(From, E.Where.Begin));
    Result.addNew(E.Replacement);
    From = E.Where.End;
  }
  Result.addNew(llvm::StringRef(T.Text).drop_front(From));
  for (SourceRange R : T.Users)
    Result.Users.push_back({Moved(R.Begin), Moved(R.End)});
  return Result;
}

static MixedText bodyText(const RewrittenKernel &Version,
                          const KernelModel &Kernel,
                          const KernelTransfers *Transfers) {
  Indentation Style = inferIndentation(*Kernel.Body);
  if (!Transfers || Transfers->Prologue.empty())
    return withOffset(printBody(*Version.Body, Style), Transfers);
  std::vector<NodePtr> Children;
  for (const std::string &Line : Transfers->Prologue)
    Children.push_back(makeLeaf(Line));
  llvm::append_range(Children, Version.Body->Children);
  return withOffset(
      printBody(*withChildren(*Version.Body, std::move(Children)), Style),
      Transfers);
}

/// The text from the kernel's name to its body.
static std::string parameterText(const Program &P, const KernelModel &K,
                                 const KernelTransfers *Transfers) {
  llvm::StringRef Source = P.Source;
  SourceRange Around{K.NameRange.End, K.Body->Source->Begin};
  if (!Transfers || Transfers->Parameters.empty())
    return Source.slice(Around.Begin, Around.End).str();
  TextEdit Edit = appendParameters(P, K.ParameterList, *Transfers);
  return Source.slice(Around.Begin, Edit.Where.Begin).str() + Edit.Replacement +
         Source.slice(Edit.Where.End, Around.End).str();
}

/// `__launch_bounds__(256, 2) `, to stand before the kernel's name.
static std::string launchBounds(const KernelPlan &Plan) {
  if (!Plan.BoundThreads)
    return "";
  return "__launch_bounds__(" + std::to_string(Plan.BoundThreads) +
         (Plan.Resident ? ", " + std::to_string(Plan.Resident) : "") + ") ";
}

/// The whole definition under another name.
static MixedText definition(const Program &P, const KernelModel &K,
                            const RewrittenKernel &Version,
                            const KernelTransfers *Transfers) {
  llvm::StringRef Source = P.Source;
  MixedText Body = bodyText(Version, K, Transfers);
  MixedText Result;
  Result.addNew(markerFor(Body.Text) + "\n" +
                lineIndentation(P.Source, K.Definition.Begin));
  Result.addUsers(Source.slice(K.Definition.Begin, K.NameRange.Begin).str() +
                  launchBounds(Version.Plan) + Version.Plan.Name +
                  parameterText(P, K, Transfers));
  Result.add(Body);
  return Result;
}

/// Declarations of \p Versions behind that of the user's kernel.
static TextEdit declarations(const Program &P, const KernelModel &K,
                             const std::vector<RewrittenKernel> &Versions,
                             const KernelTransfers *Transfers) {
  llvm::StringRef Source = P.Source;
  unsigned At = K.DeclaredAt.Offset;
  if (At == 0) // behind the header that has it
    At = P.Host.AfterIncludes.Offset;
  bool NewLine = At == 0 || Source[At - 1] == '\n';
  std::string Text;
  for (const RewrittenKernel &V : Versions) {
    std::string Head =
        Source.slice(K.Definition.Begin, K.NameRange.Begin).str() +
        V.Plan.Name + parameterText(P, K, Transfers);
    Text += (NewLine ? "" : "\n") + llvm::StringRef(Head).rtrim().str() + ";" +
            (NewLine ? "\n" : "");
  }
  return {{At, At}, Text, "declare the versions of " + K.Name};
}

namespace {

/// \p Size, of a grid or block, as a value of that type.
std::string asDim3(llvm::StringRef Size) {
  bool Is = Size.starts_with("dim3(") && Size.ends_with(")");
  return Is ? Size.str() : ("dim3(" + Size + ")").str();
}

/// Makes the launches start the versions.
class LaunchEditor {
public:
  LaunchEditor(const Program &P, const KernelModel &K,
               std::set<std::string> &Used, std::vector<TextEdit> &Edits)
      : P(P), K(K), Edits(Edits), Used(Used) {
    Used.insert(K.Identifiers.begin(), K.Identifiers.end());
  }

  void edit(const LaunchChoice &Choice, const KernelPlan &V) {
    const LaunchModel &L = P.launch(Choice.Launch);
    std::string Test = Choice.Test, Bytes = Choice.DynamicBytes;
    if (!Test.empty())
      Test = named(Choice, "const bool", Choice.TestName, Test);
    std::string Version = V.Name + K.TemplateArguments;
    if (V.Name != K.Name)
      Edits.push_back({L.Callee,
                       Test.empty() ? Version
                                    : "(" + Test + " ? " + Version + " : " +
                                          K.Name + K.TemplateArguments + ")",
                       "launch the other version"});
    std::string Grid = Choice.Grid;
    if (!Grid.empty() && !Test.empty())
      Grid = named(Choice, "const dim3",
                   V.Persistent ? "persistent_grid" : "tile_grid",
                   Test + " ? " + Grid + " : " + asDim3(L.GridText));
    if (!Grid.empty())
      Edits.push_back(
          {L.GridSource, Grid, "as many blocks as the threads are now in"});
    std::string Block = Choice.Block;
    if (!Block.empty() && !Test.empty())
      Block = named(Choice, "const dim3", "tile_block",
                    Test + " ? " + Block + " : " + asDim3(L.BlockText));
    if (!Block.empty())
      Edits.push_back(
          {L.BlockSource, Block, "the threads stand in other blocks"});
    if (Bytes.empty())
      return;
    if (!Test.empty())
      Bytes = named(Choice, "const size_t", "tile_bytes",
                    Test + " ? " + Bytes + " : 0");
    SourceRange End{L.Configuration.End, L.Configuration.End};
    bool Given = L.SharedBytes.size() > 0;
    Edits.push_back({Given ? L.SharedBytes : End, (Given ? "" : ", ") + Bytes,
                     "shared memory of the tiles"});
  }

private:
  /// Gives \p Value a name, if there is room for its declaration.
  std::string named(const LaunchChoice &Choice, const std::string &Type,
                    const std::string &Wanted, const std::string &Value) {
    if (!Choice.MayDeclare)
      return Value;
    const LaunchModel &L = P.launch(Choice.Launch);
    std::string Name = Wanted;
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = Wanted + std::to_string(I);
    Edits.push_back({{L.Statement.Begin, L.Statement.Begin},
                     Type + " " + Name + " = " + Value + ";\n" +
                         lineIndentation(P.Source, L.Statement.Begin),
                     "when the other version may run"});
    return Name;
  }

  const Program &P;
  const KernelModel &K;
  std::vector<TextEdit> &Edits;
  std::set<std::string> &Used;
};

} // namespace

/// What becomes of the parameters of \p K in place.
static void restrictPointers(const Program &P, const KernelModel &K,
                             const KernelPlan &Plan,
                             std::vector<TextEdit> &Edits) {
  for (const RestrictedPointer &R : Plan.Restricted) {
    const ParameterInfo &Param = K.Parameters[R.Parameter];
    llvm::StringRef Text =
        llvm::StringRef(P.Source).slice(Param.Source.Begin, Param.Source.End);
    Edits.push_back({Param.Source, restrictPointer(Text, Param.Name, R),
                     "nothing else is what '" + Param.Name + "' points to"});
  }
}

bool replacesKernel(const KernelModel &Kernel,
                    const std::vector<RewrittenKernel> &Versions) {
  return Versions.size() == 1 && Versions.front().Plan.Name == Kernel.Name;
}

std::vector<TextEdit> editKernel(const Program &P, KernelId Kernel,
                                 const std::vector<RewrittenKernel> &Versions,
                                 const KernelTransfers *Transfers,
                                 std::set<std::string> &Names) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<TextEdit> Edits;
  if (!Versions.front().Plan.Restricted.empty()) {
    restrictPointers(P, K, Versions.front().Plan, Edits);
    return Edits;
  }
  if (replacesKernel(K, Versions)) {
    MixedText Body = bodyText(Versions.front(), K, Transfers);
    Edits.push_back({{K.Definition.Begin, K.Definition.Begin},
                     markerFor(Body.Text) + "\n" +
                         lineIndentation(P.Source, K.Definition.Begin),
                     "mark " + K.Name});
    std::string Bounds = launchBounds(Versions.front().Plan);
    if (!Bounds.empty())
      Edits.push_back({{K.NameRange.Begin, K.NameRange.Begin},
                       Bounds,
                       "bound the registers of " + K.Name});
    Edits.push_back(
        {*K.Body->Source, Body.Text, "stage tiles in " + K.Name, Body.Users});
  } else {
    std::string Indent = lineIndentation(P.Source, K.Definition.Begin);
    MixedText Clones;
    for (const RewrittenKernel &V : Versions) {
      Clones.addNew("\n\n" + Indent);
      Clones.add(definition(P, K, V, Transfers));
    }
    Edits.push_back({{K.Definition.End, K.Definition.End},
                     Clones.Text,
                     "versions of " + K.Name + " with tiles",
                     Clones.Users});
    if (K.DeclaredEarlier)
      Edits.push_back(declarations(P, K, Versions, Transfers));
  }
  LaunchEditor Launches(P, K, Names, Edits);
  for (const RewrittenKernel &V : Versions)
    for (const LaunchChoice &Choice : V.Plan.Launches)
      Launches.edit(Choice, V.Plan);
  return Edits;
}

} // namespace tessera
