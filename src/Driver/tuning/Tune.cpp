//===- Tune.cpp - Variants of a program that may be measured --------------===//
#include "tessera/Driver/Tune.h"
#include "files/Files.h"
#include "messages/Progress.h"
#include "steps/LeaveWrong.h"
#include "steps/Verify.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace tessera {

namespace {

namespace json = llvm::json;
namespace path = llvm::sys::path;

/// The program with one candidate for each site.
struct Variant {
  std::vector<size_t> Candidates; ///< by site
  std::string Text;
  std::vector<TuneSite> Sites; ///< as translated
};

/// Finds candidates that can be translated, and translates them.
class VariantBuilder {
public:
  VariantBuilder(const Options &Opts, const std::string &File,
                 llvm::StringRef Source, llvm::raw_ostream &Errors)
      : Opts(Opts), File(File), Source(Source), Errors(Errors) {}

  /// \returns false where there is nothing to tune.
  llvm::Expected<bool> run() {
    if (llvm::Error Err = findSites())
      return std::move(Err);
    Progress Shown(Errors,
                   Opts.Quiet
                       ? ProgressStyle::None
                       : progressStyle(Errors, /*IsLong=*/true, Opts.Progress),
                   most());
    for (size_t Round = 0; Round < most();) {
      Shown.show(Round + 1, File + ": " + inShort(Round));
      llvm::Expected<bool> Made = add(Round);
      if (!Made)
        return Made.takeError();
      Round += *Made;
    }
    for (TuneSite &S : Sites) // those that are in no variant
      S.Candidates.resize(std::min(S.Candidates.size(), Variants.size()));
    return Variants.size() > 1;
  }

  std::vector<TuneSite> Sites;
  std::vector<Variant> Variants;
  std::vector<std::string> Dependencies;

private:
  size_t most() const {
    size_t Most = 0;
    for (const TuneSite &S : Sites)
      Most = std::max(Most, S.Candidates.size());
    return std::min<size_t>(Most, Opts.TuneCandidates);
  }

  /// What the variant \p Round does first of what is its own.
  std::string inShort(size_t Round) const {
    for (const TuneSite &S : Sites)
      if (Round < S.Candidates.size())
        return S.Kernel + ": " + S.Candidates[Round].What;
    return "";
  }

  /// The sites, with what the translation does by itself as the first candidate
  /// behind the kernel as it is.
  llvm::Error findSites() {
    llvm::Expected<Translation> ByItself = translate(File, Source, Opts);
    if (!ByItself)
      return ByItself.takeError();
    if (llvm::none_of(ByItself->Functions,
                      [](const FunctionPlace &F) { return F.Name == "main"; }))
      return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                    "--tune: '" + File +
                        "' has no main, and what is timed is a program: tune "
                        "a file that has one, and includes this file");
    Options More = Opts;
    More.Coarsen = SeveralOutputs::Always;
    llvm::Expected<Translation> All = translate(File, Source, More);
    if (!All)
      return All.takeError();
    Sites = std::move(All->Sites);
    Dependencies = std::move(All->Dependencies);
    for (const auto &[Site, Own] : llvm::zip(Sites, ByItself->Sites)) {
      Site.Otherwise = Own.Otherwise;
      std::vector<TuneCandidate> &All = Site.Candidates;
      auto At = llvm::find_if(
          All, [&](const TuneCandidate &C) { return C.Request == Own.Chosen; });
      if (At == All.end()) {
        TuneCandidate First;
        if (auto C = llvm::find_if(
                Own.Candidates,
                [](const TuneCandidate &C) { return C.IsChosen; });
            C != Own.Candidates.end())
          First = *C;
        First.Request = Own.Chosen;
        First.What = planInShort(Own.Chosen);
        At = All.insert(At, std::move(First));
      }
      if (At != All.begin())
        std::rotate(All.begin() + 1, At, At + 1);
    }
    return llvm::Error::success();
  }

  /// Which candidate of \p Site the variant \p Round has: what the translation
  /// does by itself, where there is none of its own.
  static size_t pick(const TuneSite &Site, size_t Round) {
    const size_t Last = Site.Candidates.size() - 1;
    return Round <= Last ? Round : std::min<size_t>(1, Last);
  }

  PlanRequest requests(const std::vector<size_t> &Candidates) const {
    PlanRequest Plan;
    for (const auto &[Site, C] : llvm::zip(Sites, Candidates))
      llvm::append_range(Plan, plansOf(Site, C));
    return Plan;
  }

  llvm::Expected<Variant> make(std::vector<size_t> Candidates) const {
    Options Own = Opts;
    Own.Plan = requests(Candidates);
    llvm::Expected<Translation> Done = translate(File, Source, Own);
    if (!Done)
      return Done.takeError();
    if (hasLeftKernels(*Done))
      return llvm::createStringError("a kernel is left as it is");
    return Variant{std::move(Candidates), std::move(Done->Text),
                   std::move(Done->Sites)};
  }

  /// Whether \p Made does for site \p I what another variant does: its plan is
  /// spelled otherwise, or was refused and the kernel is as it is, or has the
  /// plan of launches that cannot start it.
  bool isKnown(const Variant &Made, size_t I) const {
    const TuneSite &Site = Sites[I];
    const KernelRequest &Own = Site.Candidates[Made.Candidates[I]].Request;
    return llvm::any_of(Site.Otherwise,
                        [&](const KernelRequest &R) {
                          return R == Made.Sites[I].Chosen && R != Own;
                        }) ||
           llvm::any_of(Variants, [&](const Variant &V) {
             return V.Sites[I].Chosen == Made.Sites[I].Chosen;
           });
  }

  void erase(const std::vector<size_t> &Which, size_t Round) {
    for (size_t I : Which)
      Sites[I].Candidates.erase(Sites[I].Candidates.begin() + Round);
  }

  /// Adds the variant with the candidates \p Round of all sites. Those that
  /// cannot be translated are erased.
  ///
  /// \returns whether it was added.
  llvm::Expected<bool> add(size_t Round) {
    std::vector<size_t> Candidates, New;
    for (size_t I = 0; I < Sites.size(); ++I) {
      Candidates.push_back(pick(Sites[I], Round));
      if (Candidates.back() == Round)
        New.push_back(I);
    }
    llvm::Expected<Variant> Made = make(Candidates);
    if (Round == 0 && !Made)
      return Made.takeError();
    if (!Made) {
      llvm::consumeError(Made.takeError());
      erase(failing(New, Round), Round);
      return false;
    }
    std::vector<size_t> Known;
    llvm::copy_if(New, std::back_inserter(Known),
                  [&](size_t I) { return isKnown(*Made, I); });
    if (!Known.empty()) {
      erase(Known, Round);
      return false;
    }
    Variants.push_back(std::move(*Made));
    return true;
  }

  /// Those of \p New whose candidate \p Round fails with the other kernels as
  /// they are; all but the first if each does well alone.
  std::vector<size_t> failing(const std::vector<size_t> &New,
                              size_t Round) const {
    if (New.size() == 1)
      return New;
    std::vector<size_t> Result;
    for (size_t I : New) {
      std::vector<size_t> Alone(Sites.size(), 0);
      Alone[I] = Round;
      if (llvm::Expected<Variant> Made = make(Alone); !Made) {
        llvm::consumeError(Made.takeError());
        Result.push_back(I);
      }
    }
    return Result.empty() ? std::vector<size_t>(New.begin() + 1, New.end())
                          : Result;
  }

  const Options &Opts;
  const std::string &File;
  llvm::StringRef Source;
  llvm::raw_ostream &Errors;
};

std::string digest(llvm::StringRef Text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)),
                     /*LowerCase=*/true);
}

/// Writes the variants and what measures them.
class FolderWriter {
public:
  FolderWriter(const Options &Opts, const VariantBuilder &Made)
      : Opts(Opts), Made(Made), File(Opts.Files.front()),
        Home(path::parent_path(absolutePath(File))) {}

  /// \returns the path that could not be written, and why; empty if all were.
  std::pair<std::string, std::string> write() {
    llvm::SmallString<128> Manifest(Opts.TuneDirectory);
    path::append(Manifest, "manifest.json");
    llvm::sys::fs::remove(Manifest); // until it is complete again
    for (size_t I = 0; I < Made.Variants.size(); ++I) {
      add(name("variants", I, ".cu"), Made.Variants[I].Text);
      add(name("plans", I, ".yaml"), plan(Made.Variants[I]));
    }
    removeOthers("variants", ".cu");
    removeOthers("plans", ".yaml");
    addHeaders();
    for (llvm::StringRef Own : {"measure.py", "timer.cu"}) {
      llvm::SmallString<128> From(Opts.TuneFiles);
      path::append(From, Own);
      copy(std::string(From), Own.str());
    }
    add("manifest.json", manifest());
    return Failed;
  }

private:
  static std::string name(llvm::StringRef Folder, size_t Number,
                          llvm::StringRef Ending) {
    std::string Digits = std::to_string(Number);
    Digits.insert(0, 3 - std::min<size_t>(3, Digits.size()), '0');
    return (Folder + "/" + Digits + Ending).str();
  }

  std::string in(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Opts.TuneDirectory);
    path::append(Path, Name);
    return std::string(Path);
  }

  void add(llvm::StringRef Name, llvm::StringRef Text) {
    if (!Failed.first.empty())
      return;
    const std::string Path = in(Name);
    std::error_code Code =
        llvm::sys::fs::create_directories(path::parent_path(Path));
    std::string Why = Code ? Code.message() : replaceFile(Path, Text);
    if (!Why.empty())
      Failed = {Path, Why};
  }

  void copy(const std::string &From, const std::string &To) {
    auto Buffer = llvm::MemoryBuffer::getFile(From);
    if (Buffer)
      add(To, (*Buffer)->getBuffer());
    else if (Failed.first.empty())
      Failed = {From, Buffer.getError().message()};
  }

  /// Removes what an earlier call wrote beyond the variants of this one.
  void removeOthers(llvm::StringRef Folder, llvm::StringRef Ending) {
    for (size_t I = Made.Variants.size();
         Failed.first.empty() &&
         llvm::sys::fs::exists(in(name(Folder, I, Ending)));
         ++I)
      llvm::sys::fs::remove(in(name(Folder, I, Ending)));
  }

  /// \p Path from the folder of the input, if it is below that.
  std::optional<std::string> fromHome(llvm::StringRef Path) const {
    const std::string Full = absolutePath(Path);
    llvm::StringRef Rest = Full;
    if (Rest == Home)
      return ".";
    if (!Rest.consume_front(Home) || !Rest.consume_front("/"))
      return std::nullopt;
    return Rest.str();
  }

  /// Whether \p Path is spelled from the folder of the input, as `../a.h`
  /// there.
  bool isNamedFromHome(llvm::StringRef Path) const {
    llvm::SmallString<128> Full(Path);
    llvm::sys::fs::make_absolute(Full);
    return Full.str().starts_with(Home + "/");
  }

  /// Headers beside the input go beside the variants.
  void addHeaders() {
    for (const std::string &Header : Made.Dependencies)
      if (absolutePath(Header) != absolutePath(File))
        if (std::optional<std::string> Name = fromHome(Header))
          copy(Header, "variants/" + *Name);
  }

  std::string plan(const Variant &V) const {
    PlanRequest Requests;
    for (const auto &[Site, C] : llvm::zip(Made.Sites, V.Candidates))
      llvm::append_range(Requests, plansOf(Site, C));
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writePlan(OS, Requests);
    return Text;
  }

  /// Folders of headers as the variants find them.
  json::Array flags() const {
    json::Array Result;
    if (llvm::any_of(Made.Dependencies, [&](const std::string &Header) {
          return isNamedFromHome(Header) && !fromHome(Header);
        }))
      Result.push_back("-I" + Home);
    std::vector<std::string> Flags = commonFlags(Opts.Frontend.Flags);
    for (size_t I = 0; I < Flags.size(); ++I) {
      llvm::StringRef Folder = Flags[I];
      if (!Folder.consume_front("-I")) {
        Result.push_back(Flags[I]);
        continue;
      }
      if (Folder.empty() && ++I < Flags.size())
        Folder = Flags[I];
      Result.push_back("-I" + fromHome(Folder).value_or(absolutePath(Folder)));
    }
    return Result;
  }

  static json::Value sizes(llvm::ArrayRef<int64_t> Sizes) {
    return Sizes.empty() ? json::Value(nullptr)
                         : json::Value(json::Array(Sizes));
  }

  static json::Value toJson(const TuneSite &Site) {
    json::Array Candidates;
    for (const TuneCandidate &C : Site.Candidates) {
      json::Object One{{"plan", C.What}, {"shared_bytes", C.SharedBytes}};
      if (C.Estimate)
        One[C.InCycles ? "cycles" : "cost"] =
            json::Array{C.Estimate->first, C.Estimate->second};
      Candidates.push_back(std::move(One));
    }
    return json::Object{{"kernel", Site.Kernel},
                        {"template", Site.TemplateArguments},
                        {"hash", Site.Hash},
                        {"block", sizes(Site.Candidates.front().Request.Block)},
                        {"sizes", Site.Sizes},
                        {"candidates", std::move(Candidates)}};
  }

  json::Value toJson(size_t Number) const {
    const Variant &V = Made.Variants[Number];
    json::Array Launches, Plans;
    for (const auto &[Site, C] : llvm::zip(Made.Sites, V.Candidates))
      Plans.push_back(int64_t(plansOf(Site, C).size()));
    for (const TuneSite &Site : V.Sites) {
      json::Array Names;
      for (const auto &[Kernel, Block] : Site.Launched)
        Names.push_back(
            json::Object{{"kernel", Kernel}, {"block", sizes(Block)}});
      Launches.push_back(std::move(Names));
    }
    return json::Object{{"file", name("variants", Number, ".cu")},
                        {"plan", name("plans", Number, ".yaml")},
                        {"sha256", digest(V.Text)},
                        {"candidates", json::Array(V.Candidates)},
                        {"plans", std::move(Plans)},
                        {"launches", std::move(Launches)}};
  }

  std::string manifest() const {
    json::Array Kernels, Variants;
    for (const TuneSite &Site : Made.Sites)
      Kernels.push_back(toJson(Site));
    for (size_t I = 0; I < Made.Variants.size(); ++I)
      Variants.push_back(toJson(I));
    llvm::Expected<DeviceModel> Device =
        findDevice(Opts.Gpu, Opts.DeviceDirectory);
    json::Object Planned;
    if (Device)
      Planned = json::Object{{"name", Device->Name},
                             {"architecture", Device->Architecture}};
    else // the translation has said so
      llvm::consumeError(Device.takeError());
    return llvm::formatv("{0:2}\n", json::Value(json::Object{
                                        {"version", 1},
                                        {"source", path::filename(File)},
                                        {"device", std::move(Planned)},
                                        {"flags", flags()},
                                        {"kernels", std::move(Kernels)},
                                        {"variants", std::move(Variants)}}));
  }

  const Options &Opts;
  const VariantBuilder &Made;
  const std::string &File;
  const std::string Home;
  std::pair<std::string, std::string> Failed;
};

} // namespace

int writeCandidates(const Options &Opts, llvm::raw_ostream &Errors) {
  const std::string &File = Opts.Files.front();
  auto Say = [&](llvm::StringRef Source, const Diagnostic &D) {
    printMessage(Errors, D.Kind == DiagKind::BadOption ? "tessera" : File,
                 Source, D);
  };
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer) {
    Say("", {DiagKind::CannotRead,
             SourcePlace::nowhere(),
             {File, Buffer.getError().message()}});
    return 1;
  }
  llvm::StringRef Source = (*Buffer)->getBuffer();
  VariantBuilder Made(Opts, File, Source, Errors);
  llvm::Expected<bool> Several = Made.run();
  if (!Several) {
    std::vector<Diagnostic> Why;
    if (llvm::Error Other = takeRejects(Several.takeError(), Why))
      Why.push_back({DiagKind::InternalError,
                     SourcePlace::nowhere(),
                     {toString(std::move(Other))}});
    for (const Diagnostic &D : Why)
      Say(Source, D);
    return llvm::any_of(Why,
                        [](const Diagnostic &D) {
                          return D.Kind == DiagKind::BadOption;
                        })
               ? 2
               : 1;
  }
  if (!*Several) {
    if (!Opts.Quiet)
      Say("", {DiagKind::NothingToTune, SourcePlace::nowhere(), {}});
    return 0;
  }
  auto [Path, Why] = FolderWriter(Opts, Made).write();
  if (Path.empty()) {
    if (!Opts.Quiet)
      Errors << llvm::formatv("tessera: {0} variants of '{1}' are in '{2}'; to "
                              "measure them: python3 {2}/measure.py\n",
                              Made.Variants.size(), File, Opts.TuneDirectory);
    return 0;
  }
  printMessage(Errors, Path, "",
               {DiagKind::CannotWrite, SourcePlace::nowhere(), {Path, Why}});
  return 1;
}

} // namespace tessera
