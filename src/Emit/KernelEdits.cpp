//===- KernelEdits.cpp - Rewritten kernels as edits -----------------------===//
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Emit/PrintTree.h"
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
  return Source.slice(K.Definition.Begin, K.NameRange.Begin).str() +
         Version.Plan.Name +
         Source.slice(K.NameRange.End, Body.Begin).str() +
         bodyText(Version, K);
}

std::vector<TextEdit>
editKernel(const Program &P, KernelId Kernel,
           const std::vector<RewrittenKernel> &Versions) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<TextEdit> Edits;
  if (Versions.size() == 1 && Versions.front().Plan.Name == K.Name) {
    Edits.push_back({*K.Body->Source, bodyText(Versions.front(), K),
                     "stage tiles in " + K.Name});
    return Edits;
  }
  std::string Indent = lineIndentation(P.Source, K.Definition.Begin);
  std::string Clones;
  for (const RewrittenKernel &V : Versions)
    Clones += "\n\n" + Indent + definition(P, K, V);
  Edits.push_back({{K.Definition.End, K.Definition.End}, Clones,
                   "versions of " + K.Name + " with tiles"});
  for (const LaunchModel *L : P.launchesOf(Kernel))
    for (const RewrittenKernel &V : Versions)
      if (V.Plan.Block == L->Block)
        Edits.push_back({L->Callee, V.Plan.Name, "launch the tiled version"});
  return Edits;
}

} // namespace tessera
