//===- Cache.cpp ----------------------------------------------------------===//
#include "files/Cache.h"
#include "files/Files.h"
#include "files/Installation.h"
#include "files/TranslationArchive.h"
#include "project/ProjectIndex.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <cstdlib>

namespace tessera {

namespace {

namespace fs = llvm::sys::fs;
namespace msgpack = llvm::msgpack;

/// Lists of files that one translation may have read: an include can depend on
/// what is in another one.
constexpr size_t MaxLists = 8;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// A hash of parts, each with its length, so that none can pass for another.
class Hash {
public:
  Hash &add(llvm::StringRef Part) {
    Hasher.update(std::to_string(Part.size()) + ":");
    Hasher.update(Part);
    return *this;
  }
  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  Hash &add(T Value) {
    return add(std::to_string(static_cast<long long>(Value)));
  }
  Hash &add(const std::vector<std::string> &Parts) {
    add(Parts.size());
    for (const std::string &Part : Parts)
      add(Part);
    return *this;
  }
  /// The bytes of a file, or that there is none.
  Hash &addFile(const llvm::Twine &Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    return Buffer ? add(1).add((*Buffer)->getBuffer()) : add(0);
  }
  std::string text() {
    return llvm::toHex(llvm::ArrayRef<uint8_t>(Hasher.final()),
                       /*LowerCase=*/true);
  }

private:
  llvm::BLAKE3 Hasher;
};

/// All files below \p Folder, by name.
void addFolder(Hash &H, const std::string &Folder) {
  std::vector<std::string> Paths;
  std::error_code Failed;
  for (fs::recursive_directory_iterator I(Folder, Failed), End;
       !Failed && I != End; I.increment(Failed))
    if (I->type() == fs::file_type::regular_file)
      Paths.push_back(I->path());
  llvm::sort(Paths);
  for (const std::string &Path : Paths)
    H.add(llvm::StringRef(Path).drop_front(Folder.size())).addFile(Path);
}

/// The files that clang-format takes the style of \p File from.
void addStyle(Hash &H, llvm::StringRef File) {
  llvm::SmallString<128> Path(File);
  if (fs::make_absolute(Path))
    return;
  for (llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
       !Folder.empty(); Folder = llvm::sys::path::parent_path(Folder))
    H.addFile(Folder + "/.clang-format").addFile(Folder + "/_clang-format");
}

/// This program and what it brings along.
void addTool(Hash &H, const Options &Opts) {
  std::string Versions;
  llvm::raw_string_ostream OS(Versions);
  printVersion(OS);
  H.add(Versions).add(clang::getClangFullVersion()).addFile(Opts.Executable);
  addFolder(H, Opts.Frontend.StubDirectory);
  addFolder(H, Opts.DeviceDirectory);
}

/// Everything that the translation depends on besides the files that it reads.
std::string keyOf(llvm::StringRef File, llvm::StringRef Source,
                  const Options &Opts) {
  // Every option is here: one that is added has to be in the key, or to be of
  // no matter to the translation.
  const auto &[Frontend, Files, HasFlags, Database, DatabaseIsOptional,
               Architectures, IndexFile, IndexHashes, FlagsOf, ProjectFiles,
               Project, Analysis, Output, InPlace, OutputDirectory, Print,
               PlanFile, Plan, TuneDirectory, TuneCandidates, TuneResults,
               TuneFiles, Report, OwnFolder, Diff, Check, Verifier, Quiet,
               Shown, Jobs, TimeLimit, Progress, Summary, Tiles, Transfers,
               Graphs, SplitPhases, FuseLoops, ImproveCopies,
               AllowReassociation, Coarsen, Start, Pieces, AllGpus,
               KernelPattern, ForcedArrays, DeviceDirectory, Gpu, ForCompiler,
               LineDirectives, WriteDependencies, DependencyFile, FixesFile,
               Backup, KeepOriginal, Revert, DependencyTarget, CacheDirectory,
               CacheBytes, Executable, Explain, ManualFile, ManualDirectory,
               Configuration, DumpConfiguration, Given, ConfigurationFiles] =
      Opts;
  const auto &[CudaPath, StubDirectory, PrecompiledPrelude, ResourceDirectory,
               Flags, OwnCopies, Directives, Others, LeftHeaders, AssumedBlocks,
               AsKernels, Normal, KeepTiles, Trace] = Frontend;
  Hash H;
  addTool(H, Opts);
  H.add(File).add(Source);
  addStyle(H, File);
  H.add(CudaPath)
      .add(ResourceDirectory)
      .add(Flags)
      .add(OwnCopies)
      .add(Directives);
  H.add(PlanFile).addFile(PlanFile);
  H.add(Project ? toJson(*Project) : "");
  H.add(Tiles).add(Transfers).add(Graphs);
  H.add(SplitPhases ? int(*SplitPhases) : -1);
  H.add(ImproveCopies).add(AllowReassociation).add(Coarsen).add(Start);
  H.add(Pieces ? int64_t(*Pieces) : -1).add(AllGpus);
  H.add(KernelPattern).add(ForcedArrays.size()).add(Gpu).add(Architectures);
  for (const auto &[Name, Shared] : ForcedArrays)
    H.add(Name).add(Shared);
  for (const auto &[Kernel, Sizes] : AssumedBlocks)
    for (int64_t Size : Sizes)
      H.add(Kernel).add(Size);
  // Clang looks for headers there, too.
  for (const char *Variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char *Value = std::getenv(Variable))
      H.add(Variable).add(Value);
  return H.text();
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

msgpack::DocNode toNode(msgpack::Document &Doc,
                        const std::vector<std::string> &Texts) {
  msgpack::ArrayDocNode Node = Doc.getArrayNode();
  for (const std::string &Text : Texts)
    Node.push_back(Doc.getNode(Text, /*Copy=*/true));
  return Node;
}

std::vector<std::string> toTexts(msgpack::DocNode Node) {
  std::vector<std::string> Texts;
  for (msgpack::DocNode &Text : Node.getArray())
    Texts.push_back(Text.getString().str());
  return Texts;
}

std::string serialised(const Translation &T) {
  // As for options; sites are those of --tune, functions, data and the lines of
  // versions those of reports, which do not come here. No kernel wants tiles.
  const auto &[Text, Lines, Versions, Changed, Messages, Dependencies, Names,
               InlineChanges, SimpleVariables, Functions, Kernels,
               VersionsForOthers, WantTiles, Sites, Data] = T;
  msgpack::Document Doc;
  msgpack::ArrayDocNode Root = Doc.getArrayNode();
  Root.push_back(Doc.getNode(Text));
  Root.push_back(Doc.getNode(Changed));
  msgpack::ArrayDocNode All = Doc.getArrayNode();
  for (const Diagnostic &D : Messages) {
    msgpack::ArrayDocNode One = Doc.getArrayNode();
    One.push_back(Doc.getNode(uint64_t(D.Kind)));
    One.push_back(Doc.getNode(uint64_t(D.Where.Offset)));
    One.push_back(toNode(Doc, D.Arguments));
    All.push_back(One);
  }
  Root.push_back(All);
  Root.push_back(toNode(Doc, Dependencies));
  Root.push_back(toNode(Doc, {Names.Arrays.begin(), Names.Arrays.end()}));
  Root.push_back(toNode(Doc, {Names.Kernels.begin(), Names.Kernels.end()}));
  msgpack::ArrayDocNode Ranges = Doc.getArrayNode();
  for (SourceRange Range : InlineChanges) {
    Ranges.push_back(Doc.getNode(uint64_t(Range.Begin)));
    Ranges.push_back(Doc.getNode(uint64_t(Range.End)));
  }
  Root.push_back(Ranges);
  msgpack::MapDocNode Variables = Doc.getMapNode();
  for (const auto &[Name, Where] : SimpleVariables)
    Variables[Doc.getNode(Name, /*Copy=*/true)] =
        Doc.getNode(uint64_t(Where.Offset));
  Root.push_back(Variables);
  Root.push_back(Doc.getNode(toBytes(Kernels), /*Copy=*/true));
  Root.push_back(Doc.getNode(toBytes(Lines), /*Copy=*/true));
  Doc.getRoot() = Root;
  std::string Blob;
  Doc.writeToBlob(Blob);
  return Blob;
}

/// \p Blob is what \ref serialised gave in this very version of the program.
Translation translationOf(llvm::StringRef Blob) {
  msgpack::Document Doc;
  Doc.readFromBlob(Blob, /*Multi=*/false);
  msgpack::ArrayDocNode Root = Doc.getRoot().getArray();
  Translation T;
  T.Text = Root[0].getString().str();
  T.Changed = Root[1].getBool();
  for (msgpack::DocNode &Node : Root[2].getArray()) {
    msgpack::ArrayDocNode One = Node.getArray();
    T.Messages.push_back({DiagKind(One[0].getUInt()),
                          SourcePlace{unsigned(One[1].getUInt())},
                          toTexts(One[2])});
  }
  T.Dependencies = toTexts(Root[3]);
  for (std::string &Name : toTexts(Root[4]))
    T.Names.Arrays.insert(std::move(Name));
  for (std::string &Name : toTexts(Root[5]))
    T.Names.Kernels.insert(std::move(Name));
  msgpack::ArrayDocNode Ranges = Root[6].getArray();
  for (size_t I = 0; I + 1 < Ranges.size(); I += 2)
    T.InlineChanges.push_back(
        {unsigned(Ranges[I].getUInt()), unsigned(Ranges[I + 1].getUInt())});
  for (auto &[Name, Where] : Root[7].getMap())
    T.SimpleVariables[Name.getString().str()] = {unsigned(Where.getUInt())};
  T.Kernels = *fromBytes<std::vector<KernelSummary>>(Root[8].getString());
  T.Lines = *fromBytes<std::vector<unsigned>>(Root[9].getString());
  return T;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// A folder of entries. Each begins with the hash of the rest, so that one that
/// was not written whole, or by others, is none.
class Folder {
public:
  Folder(const std::string &Path, uint64_t Bytes) : Path(Path), Bytes(Bytes) {}

  std::optional<std::string> read(const std::string &Name) const {
    auto Buffer = llvm::MemoryBuffer::getFile(file(Name), /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return std::nullopt;
    auto [Sum, Blob] = (*Buffer)->getBuffer().split('\n');
    if (Hash().add(Blob).text() != Sum)
      return std::nullopt;
    markUsed(file(Name));
    return Blob.str();
  }

  /// An entry that cannot be written will be missed, no more.
  void write(const std::string &Name, llvm::StringRef Blob) const {
    replaceFile(file(Name), Hash().add(Blob).text() + "\n" + Blob.str());
  }

  /// Removes what was not used for the longest time.
  void prune() const {
    llvm::CachePruningPolicy Policy;
    Policy.Interval = std::chrono::seconds(0);
    Policy.Expiration = std::chrono::seconds(0);
    Policy.MaxSizePercentageOfAvailableSpace = 0;
    Policy.MaxSizeBytes = Bytes;
    llvm::pruneCache(Path, Policy);
  }

private:
  /// The prefix is that of files that pruneCache removes.
  std::string file(const std::string &Name) const {
    return Path + "/llvmcache-" + Name;
  }

  static void markUsed(const std::string &File) {
    int Descriptor = 0;
    if (fs::openFileForRead(File, Descriptor))
      return;
    fs::setLastAccessAndModificationTime(Descriptor,
                                         std::chrono::system_clock::now());
    llvm::sys::Process::SafelyCloseFileDescriptor(Descriptor);
  }

  const std::string &Path;
  uint64_t Bytes;
};

/// The cache as one translation sees it.
class Lookup {
public:
  Lookup(llvm::StringRef File, llvm::StringRef Source, const Options &Opts)
      : Entries(Opts.CacheDirectory, Opts.CacheBytes), File(File),
        Key(keyOf(File, Source, Opts)) {}

  std::optional<Translation> find() {
    readLists();
    for (const std::vector<std::string> &Read : Lists)
      if (std::optional<std::string> Blob = Entries.read(entry(Read)))
        return translationOf(*Blob);
    return std::nullopt;
  }

  void keep(const Translation &T) {
    for (const std::string &Path : T.Dependencies)
      if (Path != File && changedSince(Path))
        return;
    llvm::erase(Lists, T.Dependencies);
    Lists.insert(Lists.begin(), T.Dependencies);
    Lists.resize(std::min(Lists.size(), MaxLists));
    Contents.clear(); // a file may have changed while it was read
    Entries.write(entry(T.Dependencies), serialised(T));
    writeLists();
    Entries.prune();
  }

private:
  std::string lists() const { return Key + ".reads"; }

  void readLists() {
    std::optional<std::string> Blob = Entries.read(lists());
    if (!Blob)
      return;
    msgpack::Document Doc;
    Doc.readFromBlob(*Blob, /*Multi=*/false);
    for (msgpack::DocNode &Node : Doc.getRoot().getArray())
      Lists.push_back(toTexts(Node));
  }

  void writeLists() const {
    msgpack::Document Doc;
    msgpack::ArrayDocNode Root = Doc.getArrayNode();
    for (const std::vector<std::string> &Read : Lists)
      Root.push_back(toNode(Doc, Read));
    Doc.getRoot() = Root;
    std::string Blob;
    Doc.writeToBlob(Blob);
    Entries.write(lists(), Blob);
  }

  /// The name of what was made of \p Read as these files are now.
  std::string entry(const std::vector<std::string> &Read) {
    Hash H;
    H.add(Key);
    for (const std::string &Path : Read)
      if (Path != File) // is part of the key
        H.add(Path).add(contents(Path));
    return H.text();
  }

  const std::string &contents(const std::string &Path) {
    std::string &Sum = Contents[Path];
    if (Sum.empty())
      Sum = Hash().addFile(Path).text();
    return Sum;
  }

  /// Whether \p Path was written after the translation began, as far as the
  /// clock of files, which ticks every few milliseconds, can tell.
  bool changedSince(const std::string &Path) const {
    fs::file_status Status;
    return fs::status(Path, Status) ||
           Status.getLastModificationTime() + std::chrono::milliseconds(10) >
               Began;
  }

  Folder Entries;
  llvm::StringRef File;
  std::string Key;
  llvm::sys::TimePoint<> Began = std::chrono::system_clock::now();
  std::vector<std::vector<std::string>> Lists; ///< the latest first
  llvm::StringMap<std::string> Contents;       ///< hashes, by path
};

} // namespace

llvm::Expected<Translation> cached(llvm::StringRef File, llvm::StringRef Source,
                                   const Options &Opts, Translator Translate) {
  if (Opts.CacheDirectory.empty() || Opts.Print != PrintStage::None ||
      Opts.Plan || !Opts.Report.empty())
    return Translate();
  std::error_code Code = fs::create_directories(Opts.CacheDirectory);
  if (Code == std::errc::read_only_file_system ||
      Code == std::errc::permission_denied ||
      Code == std::errc::operation_not_permitted)
    return Translate(); // as with one that can only be read
  if (!Code && !fs::is_directory(Opts.CacheDirectory))
    Code = std::make_error_code(std::errc::not_a_directory);
  if (Code)
    return reject(DiagKind::CannotWrite, SourcePlace::nowhere(),
                  Opts.CacheDirectory, Code.message());
  Lookup Cache(File, Source, Opts);
  if (std::optional<Translation> Known = Cache.find())
    return std::move(*Known);
  llvm::Expected<Translation> Made = Translate();
  if (Made && !fs::access(Opts.CacheDirectory, fs::AccessMode::Write))
    Cache.keep(*Made);
  return Made;
}

std::optional<uint64_t> cacheBytes(llvm::StringRef Size) {
  llvm::Expected<llvm::CachePruningPolicy> Policy =
      llvm::parseCachePruningPolicy(("cache_size_bytes=" + Size).str());
  if (!Policy) {
    llvm::consumeError(Policy.takeError());
    return std::nullopt;
  }
  return Policy->MaxSizeBytes ? std::optional(Policy->MaxSizeBytes)
                              : std::nullopt;
}

} // namespace tessera
