//===- ProjectIndex.cpp ---------------------------------------------------===//
#include "project/ProjectIndex.h"
#include "files/Files.h"
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace tessera {

static std::string hashOf(llvm::StringRef Bytes) {
  llvm::BLAKE3 Hasher;
  Hasher.update(Bytes);
  return llvm::toHex(Hasher.final<16>(), /*LowerCase=*/true);
}

/// The hash of what is in \p Path now; empty if it cannot be read.
static std::string hashNow(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? hashOf((*Buffer)->getBuffer()) : "";
}

llvm::Error badIndex(const llvm::Twine &Why) {
  return reject(DiagKind::BadProject, SourcePlace::nowhere(), Why.str());
}

//===----------------------------------------------------------------------===//
// From a program
//===----------------------------------------------------------------------===//

static std::string linkNameOf(const Program &P, SharedVarId Id) {
  return P.Host.variable(Id).LinkName;
}

static KernelEffects effectsOf(const Program &P, KernelId Id) {
  const KernelModel &K = P.kernel(Id);
  KernelEffects Result;
  for (unsigned I = 0; I < K.Parameters.size(); ++I)
    if (K.Parameters[I].isPassed())
      Result.Parameters.push_back(parameterEffect(K, I));
  for (const SharedAccess &A : P.Host.Kernels[Id.Index].ByName)
    if (std::string Name = linkNameOf(P, A.Variable); !Name.empty())
      Result.ByName[Name] = {A.Reads, A.Writes};
  Result.MayPrint = K.MayPrint;
  return Result;
}

/// \p L as other files see it: memory goes by names that they know, or that are
/// in no other file.
static LaunchModel seenElsewhere(const Program &P, LaunchModel L) {
  for (LaunchArgument &A : L.Arguments) {
    if (A.Root.K == PointerRoot::Kind::Unknown)
      continue;
    const std::string Known =
        A.Root.Variable ? linkNameOf(P, *A.Root.Variable) : "";
    A.Root.Name =
        Known.empty() ? A.Root.Name + "@" + absolutePath(P.File) : Known;
  }
  return L;
}

IndexedFile indexOf(const Program &P, const Options &Opts) {
  IndexedFile Result;
  const SplitSource Parts = split(P.Source);
  auto Hash = [&](std::string OfBytes) {
    return Opts.IndexHashes ? OfBytes : "";
  };
  Result.Source = {absolutePath(P.File), Hash(hashOf(Parts.Main))};
  for (const SplicedHeader &H : Parts.Headers)
    if (!H.Again)
      Result.Headers.push_back({absolutePath(H.Path), Hash(hashNow(H.Path))});
  Result.Flags = Opts.Frontend.Flags;
  Result.Architectures = Opts.Architectures;
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (const KernelModel &K = P.Kernels[I];
        !K.Elsewhere && !K.LinkName.empty())
      Result.Kernels[K.LinkName] = effectsOf(P, {I});
  for (const LaunchModel &L : P.Launches)
    if (const std::string &Name = P.kernel(L.Kernel).LinkName; !Name.empty())
      Result.Launches.emplace_back(Name, seenElsewhere(P, L));
  Result.KernelsTaken = P.KernelsTaken;
  Result.MindsErrors = P.Host.ChecksResults || P.Host.MayHaveErrors;
  for (const SharedVariable &V : P.Host.Variables)
    if (!V.LinkName.empty())
      Result.Arrays[V.LinkName] = V.D == SharedVariable::Dialect::SimpleModel;
  return Result;
}

//===----------------------------------------------------------------------===//
// From files
//===----------------------------------------------------------------------===//

llvm::Expected<ProjectIndex>
readIndexes(const std::vector<std::string> &Paths) {
  std::vector<std::string> Texts;
  for (const std::string &Path : Paths) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Buffer)
      return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Path,
                    Buffer.getError().message());
    Texts.push_back((*Buffer)->getBuffer().str());
  }
  return mergeIndexes(Texts, Paths);
}

//===----------------------------------------------------------------------===//
// For one file
//===----------------------------------------------------------------------===//

std::vector<size_t> filesForOthers(const ProjectIndex &Index) {
  std::vector<size_t> Result;
  for (size_t I = 0; I < Index.Files.size(); ++I)
    if (llvm::any_of(Index.Files, [&](const IndexedFile &Other) {
          return &Other != &Index.Files[I] &&
                 llvm::any_of(Other.Launches, [&](const auto &Launch) {
                   return Index.Files[I].Kernels.count(Launch.first);
                 });
        }))
      Result.push_back(I);
  return Result;
}

llvm::Error checkVersions(const ProjectIndex &Index, llvm::StringRef File,
                          const VersionsByLaunch &Found) {
  const std::string Own = absolutePath(File);
  for (const IndexedFile &F : Index.Files)
    if (F.Source.Path == Own && F.Versions != Found)
      return badIndex(
          "the kernels of '" + File +
          "' become others than when the index was made: give the same "
          "options to both");
  return llvm::Error::success();
}

static bool isStale(const IndexedText &Text) {
  return !Text.Hash.empty() && hashNow(Text.Path) != Text.Hash;
}

llvm::Expected<OtherFiles> othersOf(const ProjectIndex &Index,
                                    llvm::StringRef File, bool MayBeStale) {
  const std::string Own = absolutePath(File);
  OtherFiles Result;
  bool IsThere = false;
  for (const IndexedFile &F : Index.Files) {
    for (const IndexedText &Text : F.Headers)
      if (!MayBeStale && isStale(Text))
        return badIndex("'" + Text.Path +
                        "' has changed since the index was made");
    if (!MayBeStale && isStale(F.Source))
      return badIndex("'" + F.Source.Path +
                      "' has changed since the index was made");
    if (F.Source.Path == Own) {
      IsThere = true;
      continue;
    }
    Result.Kernels.insert(F.Kernels.begin(), F.Kernels.end());
    Result.KernelsTaken.insert(F.KernelsTaken.begin(), F.KernelsTaken.end());
    Result.MindErrors |= F.MindsErrors;
    std::map<std::string, unsigned> Seen;
    for (const auto &[Kernel, L] : F.Launches) {
      LaunchModel &Other = Result.Launches[Kernel].emplace_back(L);
      Other.File = F.Source.Path;
      Other.Number = Seen[Kernel]++;
    }
    for (const auto &[Launch, Versions] : F.Versions)
      if (const auto &[Kernel, Where, Number] = Launch; Where == Own)
        Result.Versions[Kernel][Number] = Versions;
    for (const auto &[Name, IsSimple] : F.Arrays) {
      Result.Arrays.insert(Name);
      if (IsSimple && Result.SimpleArray.empty())
        Result.SimpleArray = Name;
    }
  }
  if (!IsThere)
    return badIndex("the index does not have '" + File + "'");
  return Result;
}

} // namespace tessera
