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
         Version.Plan.Name + Source.slice(K.NameRange.End, Body.Begin).str() +
         bodyText(Version, K);
}

/// The grid of \p L for a kernel with several outputs per thread.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<dim3((grid.x + 7) / 8, grid.y, grid.z), block>>>(..)
///
/// Does not check that the grid's text has no side effects.
static std::string coarserGrid(const LaunchModel &L,
                               llvm::ArrayRef<Coarsening> Axes) {
  auto Divided = [](const std::string &Size, int64_t By) {
    return "(" + Size + " + " + std::to_string(By - 1) + ") / " +
           std::to_string(By);
  };
  bool Name = llvm::all_of(L.GridText, [](char C) {
    return isalnum(static_cast<unsigned char>(C)) || C == '_';
  });
  if (L.GridIsScalar && Axes.size() == 1 && Axes.front().Axis == 0)
    return Divided(Name ? L.GridText : "(" + L.GridText + ")",
                   Axes.front().Factor);
  llvm::StringRef Text = L.GridText;
  std::string Grid = L.GridIsScalar ? "dim3(" + L.GridText + ")"
                     : Name || Text.starts_with("dim3(")
                         ? L.GridText
                         : "(" + L.GridText + ")";
  std::string Sizes;
  for (unsigned A = 0; A < 3; ++A) {
    std::string Size = Grid + "." + "xyz"[A];
    for (const Coarsening &C : Axes)
      if (C.Axis == A)
        Size = Divided(Size, C.Factor);
    Sizes += (A ? ", " : "") + Size;
  }
  return "dim3(" + Sizes + ")";
}

/// Makes \p L start the version \p V.
static void relaunch(const LaunchModel &L, const RewrittenKernel &V,
                     std::vector<TextEdit> &Edits) {
  if (!V.Plan.Coarsen.empty())
    Edits.push_back({L.GridSource, coarserGrid(L, V.Plan.Coarsen),
                     "fewer blocks: several outputs per thread"});
}

std::vector<TextEdit> editKernel(const Program &P, KernelId Kernel,
                                 const std::vector<RewrittenKernel> &Versions) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<TextEdit> Edits;
  if (Versions.size() == 1 && Versions.front().Plan.Name == K.Name) {
    Edits.push_back({*K.Body->Source, bodyText(Versions.front(), K),
                     "stage tiles in " + K.Name});
    for (const LaunchModel *L : P.launchesOf(Kernel))
      relaunch(*L, Versions.front(), Edits);
    return Edits;
  }
  std::string Indent = lineIndentation(P.Source, K.Definition.Begin);
  std::string Clones;
  for (const RewrittenKernel &V : Versions)
    Clones += "\n\n" + Indent + definition(P, K, V);
  Edits.push_back({{K.Definition.End, K.Definition.End},
                   Clones,
                   "versions of " + K.Name + " with tiles"});
  for (const LaunchModel *L : P.launchesOf(Kernel))
    for (const RewrittenKernel &V : Versions)
      if (V.Plan.Block == L->Block) {
        Edits.push_back({L->Callee, V.Plan.Name, "launch the tiled version"});
        relaunch(*L, V, Edits);
      }
  return Edits;
}

} // namespace tessera
