//===- KernelEdits.cpp - Rewritten kernels as edits -----------------------===//
#include "tessera/Emit/KernelEdits.h"
#include "host/LaunchText.h"
#include "kernels/CalledVersions.h"
#include "kernels/LaunchEditor.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Support/Marker.h"
#include "tessera/Support/Words.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/MemoryTransforms.h"
#include "tessera/Transform/MergeVersions.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

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
  Result.Lines = std::move(T.Lines); // each keeps its number
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

/// \p Text of the user's file, after \p Edits of what it has.
static std::string edited(const Program &P, SourceRange Text,
                          std::vector<TextEdit> Edits) {
  for (TextEdit &E : Edits)
    E.Where = {E.Where.Begin - Text.Begin, E.Where.End - Text.Begin};
  llvm::StringRef Source = P.Source;
  return llvm::cantFail(applyEdits(Source.slice(Text.Begin, Text.End), Edits))
      .Text;
}

/// The text from the kernel's name to its body.
static std::string parameterText(const Program &P, const KernelModel &K,
                                 const KernelTransfers *Transfers) {
  std::vector<TextEdit> Edits;
  if (Transfers && !Transfers->Parameters.empty())
    Edits.push_back(appendParameters(P, K.ParameterList, *Transfers));
  if (K.DeclaredEarlier || !K.Scope.Declarations.empty())
    for (SourceRange Default : K.Scope.DefaultArguments)
      Edits.push_back({Default, "", "declared elsewhere"});
  return edited(P, {K.NameRange.End, K.Body->Source->Begin}, std::move(Edits));
}

/// `__launch_bounds__(256, 2) `, to stand before the kernel's name.
static std::string launchBounds(const KernelPlan &Plan) {
  if (!Plan.BoundThreads)
    return "";
  return "__launch_bounds__(" + std::to_string(Plan.BoundThreads) +
         (Plan.Resident ? ", " + std::to_string(Plan.Resident) : "") + ") ";
}

/// Where `static` belongs in \p Declaration of a version of \p K: templates and
/// inline functions may have other versions in other files. npos: nowhere.
static size_t placeOfStatic(llvm::StringRef Declaration, const KernelModel &K) {
  return K.IsInManyFiles ? Declaration.find("__global__")
                         : llvm::StringRef::npos;
}

/// What a version of \p K has before its name.
static std::string versionHead(llvm::StringRef Source, const KernelModel &K) {
  std::string Head = Source.slice(K.Definition.Begin, K.nameBegin()).str();
  if (const size_t At = placeOfStatic(Head, K); At != std::string::npos)
    Head.insert(At, "static ");
  return Head;
}

/// The whole definition under another name.
static MixedText definition(const Program &P, const KernelModel &K,
                            const RewrittenKernel &Version,
                            const KernelTransfers *Transfers) {
  llvm::StringRef Source = P.Source;
  MixedText Body = bodyText(Version, K, Transfers);
  MixedText Result;
  Result.addNew(markerFor(Body.Text) + "\n" +
                    lineIndentation(P.Source, K.Definition.Begin),
                {K.Definition.Begin});
  if (!Version.Parameter.empty())
    Result.addNew("template <bool " + Version.Parameter + ">\n" +
                      lineIndentation(P.Source, K.Definition.Begin),
                  {K.Definition.Begin});
  Result.addUsers(versionHead(Source, K) + launchBounds(Version.Plan) +
                      Source.slice(K.nameBegin(), K.NameRange.Begin).str() +
                      splitInstance(Version.Plan.Name).first.str() +
                      parameterText(P, K, Transfers),
                  {K.Definition.Begin});
  Result.add(Body);
  return Result;
}

/// Declares \p Versions where no declaration of the user's kernel is to be
/// copied: with the definition's words, behind the header that has one.
static TextEdit
declareBehindIncludes(const Program &P, const KernelModel &K,
                      const std::vector<RewrittenKernel> &Versions,
                      const KernelTransfers *Transfers) {
  llvm::StringRef Source = P.Source;
  const unsigned At = P.Host.AfterIncludes.Offset;
  std::string Text = At == 0 || Source[At - 1] == '\n' ? "" : "\n";
  for (const std::string &Around : K.Scope.Around)
    Text += Around + " {\n";
  for (const RewrittenKernel &V : Versions) {
    const std::string Head =
        versionHead(Source, K) + V.Plan.Name + parameterText(P, K, Transfers);
    Text += llvm::StringRef(Head).rtrim().str() + ";\n";
  }
  for (const std::string &Around : llvm::reverse(K.Scope.Around))
    Text += "} // " + Around + "\n";
  if (At > 0 && Source[At - 1] != '\n')
    Text.pop_back();
  return {{At, At}, Text, "declare the versions of " + K.Name};
}

/// Declares \p Versions wherever the user's kernel is declared.
static void declareVersions(const Program &P, const KernelModel &K,
                            const std::vector<RewrittenKernel> &Versions,
                            const KernelTransfers *Transfers,
                            std::vector<TextEdit> &Edits) {
  if (K.Scope.ElsewhereToo)
    Edits.push_back(declareBehindIncludes(P, K, Versions, Transfers));
  for (const KernelDeclaration &D : K.Scope.Declarations) {
    std::string Text;
    for (const RewrittenKernel &V : Versions) {
      std::vector<TextEdit> Own = {{D.NameRange, V.Plan.Name, "name"}};
      const size_t Static = placeOfStatic(
          llvm::StringRef(P.Source).slice(D.Source.Begin, D.NameRange.Begin),
          K);
      if (!D.IsFriend && Static != llvm::StringRef::npos) {
        const unsigned At = D.Source.Begin + unsigned(Static);
        Own.push_back({{At, At}, "static ", "for this file"});
      }
      if (Transfers && !Transfers->Parameters.empty())
        Own.push_back(appendParameters(P, D.ParameterList, *Transfers));
      Text += "\n" + lineIndentation(P.Source, D.Source.Begin) +
              edited(P, D.Source, std::move(Own));
    }
    Edits.push_back({{D.Source.End, D.Source.End},
                     Text,
                     "declare the versions of " + K.Name});
  }
}

/// Says that \p K, whose body becomes \p Body, is ours.
static TextEdit mark(const Program &P, const KernelModel &K,
                     llvm::StringRef Body) {
  const unsigned At = markerPlace(P.Source, K.Definition.Begin);
  return {{At, At},
          markerFor(Body) + "\n" + lineIndentation(P.Source, At),
          "mark " + K.Name};
}

/// What becomes of the parameters of \p K in place.
static void restrictPointers(const Program &P, const KernelModel &K,
                             const KernelPlan &Plan,
                             std::vector<TextEdit> &Edits) {
  const SourceRange Body = *K.Body->Source;
  Edits.push_back(
      mark(P, K, llvm::StringRef(P.Source).slice(Body.Begin, Body.End)));
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
  return llvm::any_of(Versions, [&](const RewrittenKernel &V) {
    return V.Plan.Name == Kernel.Name;
  });
}

/// What becomes of the kernel's own definition.
static void replaceKernel(const KernelModel &K, const RewrittenKernel &Version,
                          const Program &P, const KernelTransfers *Transfers,
                          std::vector<TextEdit> &Edits) {
  MixedText Body = bodyText(Version, K, Transfers);
  Edits.push_back(mark(P, K, Body.Text));
  if (std::string Bounds = launchBounds(Version.Plan); !Bounds.empty())
    Edits.push_back({{K.nameBegin(), K.nameBegin()},
                     Bounds,
                     "bound the registers of " + K.Name});
  Edits.push_back({*K.Body->Source, std::move(Body.Text),
                   "stage tiles in " + K.Name, std::move(Body.Users),
                   std::move(Body.Lines)});
}

std::vector<TextEdit> editKernel(const Program &P, KernelId Kernel,
                                 const std::vector<RewrittenKernel> &Versions,
                                 const KernelTransfers *Transfers,
                                 std::set<std::string> &Names,
                                 Launchers &Starters) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<TextEdit> Edits;
  if (!Versions.front().Plan.Restricted.empty()) {
    restrictPointers(P, K, Versions.front().Plan, Edits);
    return Edits;
  }
  if (Versions.front().Plan.Called) {
    std::vector<MixedText> Bodies;
    for (const RewrittenKernel &V : Versions)
      Bodies.push_back(bodyText(V, K, Transfers));
    return editCalledVersions(P, K, Versions, std::move(Bodies),
                              parameterText(P, K, Transfers));
  }
  std::string Indent = lineIndentation(P.Source, K.Definition.Begin);
  MixedText Clones;
  std::vector<RewrittenKernel> Others;
  for (const RewrittenKernel &V : Versions) {
    if (V.Plan.Name == K.Name) {
      replaceKernel(K, V, P, Transfers, Edits);
      continue;
    }
    if (!V.Body)
      continue;
    Clones.addNew("\n\n" + Indent);
    Clones.add(definition(P, K, V, Transfers));
    Others.push_back(V);
  }
  if (!Others.empty()) {
    Edits.push_back({{K.Definition.End, K.Definition.End},
                     Clones.Text,
                     "versions of " + K.Name + " with tiles",
                     Clones.Users,
                     Clones.Lines});
    declareVersions(P, K, Others, Transfers, Edits);
  }
  std::map<LaunchId, std::vector<LaunchEditor::Version>> Launches;
  for (const RewrittenKernel &V : Versions)
    for (const LaunchChoice &Choice : V.Plan.Launches)
      if (const LaunchModel &L = P.launch(Choice.Launch);
          L.AsCall || L.ByName || !L.staysAsIs())
        Launches[Choice.Launch].push_back({&Choice, &V.Plan});
  std::vector<LaunchEditor::Version> Shared;
  for (auto &[Launch, Of] : Launches) {
    auto First = llvm::find_if(
        Of, [](const auto &Version) { return Version.first->Order == 0; });
    std::rotate(Of.begin(), First == Of.end() ? Of.begin() : First, Of.end());
    if (!P.launch(Launch).AsCall) {
      LaunchEditor(P, K, Names, Edits).edit(Of);
      continue;
    }
    for (const LaunchEditor::Version &Version : Of) // for some block each
      if (llvm::none_of(Shared, [&](const auto &Known) {
            return Known.second == Version.second;
          }))
        Shared.push_back(Version);
  }
  if (!Shared.empty() && Shared.front().second->Name != K.Name)
    Starters.add(P, K, Shared);
  return Edits;
}

/// Declares versions of \p K, another file's kernel, as \p K is declared.
static TextEdit declareElsewhere(const Program &P, const KernelModel &K,
                                 const std::set<std::string> &Versions) {
  llvm::StringRef Source = P.Source;
  const unsigned At =
      K.DeclaredAt.Offset ? K.DeclaredAt.Offset : P.Host.AfterIncludes.Offset;
  const bool NewLine = At == 0 || Source[At - 1] == '\n';
  std::string Text;
  for (const std::string &Name : Versions)
    Text += (NewLine ? "" : "\n") +
            Source.slice(K.Definition.Begin, K.NameRange.Begin).str() + Name +
            Source.slice(K.NameRange.End, K.ParameterList.End).str() + ");" +
            (NewLine ? "\n" : "");
  return {{At, At}, Text, "declare the versions of " + K.Name};
}

std::vector<TextEdit> startVersionsElsewhere(const Program &P,
                                             std::set<std::string> &Names) {
  std::vector<TextEdit> Edits;
  std::map<unsigned, std::set<std::string>> Declared; // by kernel
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.launch({I});
    const std::vector<LaunchChoice> Choices = choicesElsewhere(P, {I});
    std::vector<KernelPlan> Plans(Choices.size());
    std::vector<LaunchEditor::Version> Versions;
    for (size_t V = 0; V < Choices.size(); ++V) {
      Plans[V].Name = L.Versions[V].Name;
      if (L.Versions[V].Persistent)
        Plans[V].Persistent.emplace();
      Versions.push_back({&Choices[V], &Plans[V]});
      Declared[L.Kernel.Index].insert(Plans[V].Name);
    }
    if (!Versions.empty())
      LaunchEditor(P, P.kernel(L.Kernel), Names, Edits).edit(Versions);
  }
  for (const auto &[Kernel, Versions] : Declared)
    Edits.push_back(declareElsewhere(P, P.kernel({Kernel}), Versions));
  return Edits;
}

/// The offset behind the comments that \p Source begins with.
static unsigned startOfText(llvm::StringRef Source) {
  llvm::StringRef Rest = Source;
  Rest.consume_front(ByteOrderMark);
  while (true) {
    Rest = Rest.ltrim();
    if (Rest.starts_with("//"))
      Rest = Rest.drop_until([](char C) { return C == '\n'; });
    else if (Rest.starts_with("/*"))
      Rest = Rest.substr(Rest.find("*/", 2)).drop_front(2);
    else
      return Source.size() - Rest.size();
  }
}

std::vector<TextEdit> includeHeaders(const Program &P,
                                     const std::vector<KernelPlan> &Plans) {
  const bool Copies = llvm::any_of(Plans, [](const KernelPlan &Plan) {
    return llvm::any_of(Plan.Points,
                        [](const StagePoint &Point) { return Point.Async; });
  });
  auto ComparesTypes = [](llvm::StringRef Test) {
    return Test.contains("is_same");
  };
  const bool Types = llvm::any_of(Plans, [&](const KernelPlan &Plan) {
    return ComparesTypes(Plan.CalledBy) ||
           (Plan.Name != P.kernel(Plan.Kernel).Name &&
            llvm::any_of(Plan.Launches, [&](const LaunchChoice &C) {
              return P.launch(C.Launch).AsCall &&
                     ComparesTypes(P.kernel(Plan.Kernel).InstanceTest);
            }));
  });
  std::string Text;
  if (Copies && !P.Host.Headers.count("cuda_pipeline.h") &&
      !P.Host.Headers.count("cuda_pipeline_primitives.h"))
    Text += "#include <cuda_pipeline.h>\n";
  if (Types && !P.Host.Headers.count("type_traits"))
    Text += "#include <type_traits>\n";
  if (Text.empty())
    return {};
  // The program's macros may be names of these headers.
  const unsigned At = startOfText(P.Source);
  if (At > 0 && P.Source[At - 1] != '\n')
    Text = "\n" + Text;
  return {{{At, At}, Text, "headers of new code"}};
}

} // namespace tessera
