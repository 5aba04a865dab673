//===- TranslateFiles.cpp - A program and its headers, file by file -------===//
#include "project/TranslateFiles.h"
#include "files/Cache.h"
#include "project/Directives.h"
#include "project/KeptHeaders.h"
#include "project/ProjectCommands.h"
#include "report/ReportJson.h"
#include "report/SplitReport.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <utility>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace tessera {

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

namespace {

/// The files of a text with headers, before and after it is changed.
class Separation {
public:
  /// \param Origins the line of \p Before that each of \p After comes from
  /// \param Made what plans made of kernels in \p After
  Separation(llvm::StringRef Before, llvm::StringRef After,
             llvm::ArrayRef<unsigned> Origins,
             llvm::ArrayRef<VersionLines> Made)
      : Old(split(Before)), New(split(After)),
        Lines(splitLines(Before, After, Origins)), Versions(Lines.size()) {
    const std::vector<SplitLine> Files = linesOfFiles(After);
    for (const VersionLines &V : Made) {
      const SplitLine &Begin = Files[V.Begin - 1], &End = Files[V.End - 1];
      if (Begin.Header == End.Header)
        Versions[partOf(Begin.Header)].push_back(
            {V.Name, Begin.Number, End.Number});
    }
    Changed.resize(Old.Headers.size());
    Names.resize(Old.Headers.size());
    for (size_t I = Changed.size(); I-- > 0;) {
      Changed[I] = Changed[I] || Old.Headers[I].Text != New.Headers[I].Text;
      if (Changed[I] && Old.Headers[I].Includer)
        Changed[*Old.Headers[I].Includer] = true;
    }
    // What includes a changed header again has to include the copy.
    for (bool Again = true; std::exchange(Again, false);)
      for (size_t I = 0; I < Changed.size(); ++I)
        if (Old.Headers[I].Again && !Changed[I] && Changed[first(I)]) {
          Again = true;
          for (std::optional<unsigned> J = I; J && !Changed[*J];
               J = Old.Headers[*J].Includer)
            Changed[*J] = true;
        }
  }

  /// Puts copies under names of their own, which are not \p Taken, in place of
  /// headers that changed.
  void nameCopies(llvm::StringRef Target,
                  llvm::function_ref<bool(llvm::StringRef)> IsTaken) {
    includeFrom(path::parent_path(Target));
    std::set<std::string> Given;
    for (size_t I = 0; I < Changed.size(); ++I)
      if (Changed[I] && Old.Headers[I].Again) {
        Names[I] = Names[first(I)];
      } else if (Changed[I]) {
        llvm::StringRef Own = path::filename(Old.Headers[I].Path);
        Names[I] = (path::stem(Target) + "." + Own).str();
        for (unsigned N = 2;
             !Given.insert(Names[I]).second || IsTaken(Names[I]); ++N)
          Names[I] =
              (path::stem(Target) + "." + llvm::Twine(N) + "." + Own).str();
        std::string &Text = New.Headers[I].Text;
        if (!llvm::StringRef(Text).contains(" by tessera")) {
          if (!Text.empty() && Text.back() != '\n')
            Text += '\n';
          Text += CopyMark;
          std::vector<unsigned> &Own = Lines[partOf(I)];
          Own.push_back(Own.empty() ? 1 : Own.back());
        }
      }
    // From the end on, so that offsets stay right.
    for (size_t I = Changed.size(); I-- > 0;)
      if (Changed[I])
        replaceDirective(I, renamed(New.Headers[I].Directive, Names[I]));
  }

  /// Puts headers that changed in place of what includes them, from \p Target.
  void inlineHeaders(llvm::StringRef Target) {
    includeFrom(path::parent_path(Target));
    for (size_t I = Changed.size(); I-- > 0;)
      if (Changed[I]) {
        std::vector<VersionLines> Own = Versions[partOf(I)];
        std::string Text = Old.Headers[I].Again
                               ? ""
                               : withoutPragmaOnce(New.Headers[I].Text, Own);
        if (!Text.empty() && Text.back() != '\n')
          Text += '\n';
        replaceDirective(I, Text, Own);
      }
  }

  std::vector<TranslatedFile> files(const std::string &File) const {
    std::vector<TranslatedFile> Result = {
        {File, Old.Main, New.Main, Lines[0], Versions[0], "", {}, {}, {}, {}}};
    for (size_t I = 0; I < Changed.size(); ++I)
      if (!Old.Headers[I].Again)
        Result.push_back({shown(Old.Headers[I].Path),
                          Old.Headers[I].Text,
                          New.Headers[I].Text,
                          Lines[1 + I],
                          Versions[1 + I],
                          Names[I],
                          {},
                          {},
                          {},
                          {}});
    return Result;
  }

  /// The place of the file of header \p I, into \ref files.
  size_t fileOf(unsigned I) const {
    return 1 + llvm::count_if(llvm::ArrayRef(Old.Headers).take_front(I),
                              [](const auto &H) { return !H.Again; });
  }

private:
  /// Lets headers that changed include from \p Folder what they include from
  /// their own.
  void includeFrom(llvm::StringRef Folder) {
    for (size_t I = 0; I < Changed.size(); ++I) {
      if (!Changed[I] || Old.Headers[I].Again)
        continue;
      std::string &Text = New.Headers[I].Text;
      const std::vector<SourceRange> Includes = quotedIncludes(Text);
      for (SourceRange At : llvm::reverse(Includes)) {
        std::vector<SplicedHeader *> Behind;
        bool IsReplaced = false; // by what includes a copy
        for (size_t J = 0; J < Changed.size(); ++J)
          if (SplicedHeader &Inner = New.Headers[J];
              Inner.Includer == unsigned(I)) {
            if (Inner.At > At.Begin)
              Behind.push_back(&Inner);
            else if (At.Begin < Inner.At + Inner.Directive.size())
              IsReplaced = Changed[J];
          }
        std::optional<std::string> Name =
            includedFrom(Folder, path::parent_path(Old.Headers[I].Path),
                         llvm::StringRef(Text).slice(At.Begin, At.End));
        if (!Name || IsReplaced)
          continue;
        Text.replace(At.Begin, At.size(), *Name);
        for (SplicedHeader *Inner : Behind)
          Inner->At += Name->size() - At.size();
      }
    }
  }

  /// Where the text of header \p I, which is included again, is.
  size_t first(size_t I) const {
    size_t First = 0;
    while (Old.Headers[First].Again ||
           Old.Headers[First].Path != Old.Headers[I].Path)
      ++First;
    return First;
  }

  /// \param Made the versions in \p By.
  void replaceDirective(size_t I, const std::string &By,
                        llvm::ArrayRef<VersionLines> Made = {}) {
    const SplicedHeader &H = New.Headers[I];
    std::string &Text = H.Includer ? New.Headers[*H.Includer].Text : New.Main;
    const size_t Before = llvm::StringRef(Text).take_front(H.At).count('\n');
    const size_t Old = llvm::StringRef(H.Directive).count('\n');
    const size_t Now = llvm::StringRef(By).count('\n');
    Text.replace(H.At, H.Directive.size(), By);
    // All that comes instead comes from the directive.
    std::vector<unsigned> &Own = Lines[partOf(H.Includer)];
    if (Before + Old < Own.size()) {
      const unsigned Origin = Own[Before];
      auto At = Own.erase(Own.begin() + Before, Own.begin() + Before + Old);
      Own.insert(At, Now, Origin);
    }
    std::vector<VersionLines> &Around = Versions[partOf(H.Includer)];
    for (VersionLines &V : Around)
      if (V.Begin > Before + Old)
        V = {V.Name, unsigned(V.Begin + Now - Old),
             unsigned(V.End + Now - Old)};
    for (const VersionLines &V : Made)
      Around.push_back(
          {V.Name, unsigned(V.Begin + Before), unsigned(V.End + Before)});
  }

  /// The place of \p Header, or of the program's own text, in \ref Lines.
  static size_t partOf(std::optional<unsigned> Header) {
    return Header ? 1 + *Header : 0;
  }

  SplitSource Old, New;
  /// Of the file and each header.
  std::vector<std::vector<unsigned>> Lines;
  std::vector<std::vector<VersionLines>> Versions;
  std::vector<bool> Changed;
  std::vector<std::string> Names; ///< of copies
};

} // namespace

namespace {

/// Gives the files of a program what was found in the text of all.
class Distributor {
public:
  Distributor(llvm::StringRef Text, const Separation &Apart,
              TranslatedProgram &Program)
      : Text(Text), Apart(Apart), Files(Program.Files) {}

  void distribute(std::vector<Diagnostic> Messages) const {
    for (Diagnostic &D : Messages) {
      auto [File, Where] = place(D.Where);
      D.Where = Where;
      Files[File].Messages.push_back(std::move(D));
    }
  }

  void distribute(const std::vector<FunctionPlace> &Functions) const {
    for (const FunctionPlace &F : Functions) {
      auto [File, Begin] = place({F.Where.Begin});
      auto [Last, End] = place({F.Where.End});
      if (File == Last)
        Files[File].Functions.push_back({F.Name, {Begin.Offset, End.Offset}});
    }
  }

  void distribute(std::vector<KernelSummary> Kernels) const {
    for (KernelSummary &K : Kernels) {
      auto [File, Where] = place(K.Where);
      K.Where = Where;
      Files[File].Kernels.push_back(std::move(K));
    }
  }

  void distribute(std::optional<ReportData> Data) const {
    if (!Data)
      return;
    std::vector<ReportData> Parts =
        splitReport(std::move(*Data), Files.size(),
                    [&](SourcePlace Where) { return place(Where); });
    for (size_t I = 0; I < Files.size(); ++I)
      Files[I].Data = reportMembers(Files[I].Source, Parts[I]);
  }

private:
  std::pair<size_t, SourcePlace> place(SourcePlace Where) const {
    SplitPlace Place = placeInFile(Text, Where);
    return {Place.Header ? Apart.fileOf(*Place.Header) : 0, Place.Where};
  }

  const llvm::StringRef Text;
  const Separation &Apart;
  std::vector<TranslatedFile> &Files;
};

} // namespace

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A program that was not translated, because of \p Why.
static TranslatedProgram rejected(const std::string &File, llvm::StringRef Text,
                                  std::vector<Diagnostic> Why) {
  TranslatedProgram Result;
  Result.Rejected = true;
  Separation Apart(Text, Text, {}, {});
  Apart.nameCopies(File, [](llvm::StringRef) { return false; });
  Result.Files = Apart.files(File);
  Distributor(Text, Apart, Result).distribute(std::move(Why));
  return Result;
}

/// Tells of the headers that are rewritten, where the program includes them.
static void tellOfCopies(llvm::StringRef Text, TranslatedProgram &Program) {
  const SplitSource Parts = split(Text);
  size_t File = 1;
  for (const SplicedHeader &H : Parts.Headers) {
    if (H.Again)
      continue;
    const TranslatedFile &Copied = Program.Files[File++];
    if (Copied.CopyName.empty())
      continue;
    const SplicedHeader *Outer = &H;
    while (Outer->Includer)
      Outer = &Parts.Headers[*Outer->Includer];
    Program.main().Messages.push_back(
        {DiagKind::HeaderCopied, {Outer->At}, {Copied.Path, Copied.CopyName}});
  }
  arrange(Program.main().Messages);
}

/// Translates \p Text, that of \p File with its headers or without any.
static llvm::Expected<TranslatedProgram> translateText(const std::string &File,
                                                       llvm::StringRef Text,
                                                       const Options &Opts,
                                                       llvm::StringRef Target) {
  llvm::Expected<Translation> T =
      cached(File, Text, Opts, [&] { return translate(File, Text, Opts); });
  if (!T) {
    std::vector<Diagnostic> Why;
    if (llvm::Error Other = takeRejects(T.takeError(), Why))
      return std::move(Other);
    return rejected(File, Text, std::move(Why));
  }
  TranslatedProgram Result;
  const bool IsText =
      Opts.Print == PrintStage::None || Opts.Print == PrintStage::Source;
  Separation Apart(Text, IsText ? llvm::StringRef(T->Text) : Text, T->Lines,
                   T->Versions);
  const bool OnlyShows = Opts.Diff || Opts.Check || !Opts.FixesFile.empty();
  auto IsTaken = [&](llvm::StringRef Name) {
    llvm::SmallString<128> Path(path::parent_path(Target));
    path::append(Path, Name);
    return isOfOthers(Path) || Path == Target ||
           llvm::is_contained(T->Dependencies, std::string(Path));
  };
  // Beside what is no file there are no others.
  if (!Target.empty() && (!fs::exists(Target) || fs::is_regular_file(Target)))
    Apart.nameCopies(Target, IsTaken);
  else if (!OnlyShows)
    Apart.inlineHeaders(Target.empty() ? llvm::StringRef(File) : Target);
  Result.Files = Apart.files(File);
  if (!IsText)
    Result.main().Text = T->Text;
  Distributor Share(Text, Apart, Result);
  Share.distribute(std::move(T->Messages));
  Share.distribute(T->Functions);
  Share.distribute(std::move(T->Kernels));
  Share.distribute(std::move(T->Data));
  Result.Whole = std::move(*T);
  if (IsText && !Target.empty())
    tellOfCopies(Text, Result);
  for (const TranslatedFile &F : llvm::drop_begin(Result.Files))
    if (!llvm::is_contained(Result.Whole.Dependencies, F.Path))
      Result.Whole.Dependencies.push_back(F.Path);
  return Result;
}

bool isNotParsed(const TranslatedProgram &P) {
  return P.Rejected && llvm::all_of(P.Files, [](const TranslatedFile &F) {
           return llvm::all_of(F.Messages, [](const Diagnostic &D) {
             return D.Kind == DiagKind::SyntaxError ||
                    D.Kind == DiagKind::BadOption;
           });
         });
}

/// Translates \p File with the flags that \p Own has.
static llvm::Expected<TranslatedProgram>
translateWithFlags(const std::string &File, llvm::StringRef Source,
                   const Options &Own, llvm::StringRef Target) {
  const bool SpellsInput =
      Own.Print == PrintStage::RoundTrip || Own.Print == PrintStage::Managed;
  Options Opts = Own;
  std::vector<Diagnostic> Kept; // headers that cannot change
  auto Translate = [&]() -> llvm::Expected<TranslatedProgram> {
    while (true) {
      SplicedProgram Spliced;
      if (!SpellsInput)
        Spliced = spliceHeaders(File, Source, Opts.Frontend);
      Opts.Frontend.LeftHeaders = std::move(Spliced.Left);
      llvm::Expected<TranslatedProgram> Result = translateText(
          File, Spliced.Text ? llvm::StringRef(*Spliced.Text) : Source, Opts,
          Target);
      if (!Result || !Spliced.Text ||
          (Result->Rejected && !isNotParsed(*Result)))
        return Result;
      if (Result->Rejected) {
        for (const std::string &Path : splicedHeaders(*Spliced.Text))
          Opts.Frontend.LeftHeaders[Path] = {
              "whose text does not parse in place of its #include", true};
        return translateText(File, Source, Opts, Target);
      }
      const KeptHeaders Now = keptHeaders(*Spliced.Text, *Result);
      if (llvm::any_of(Now.Why, [](const Diagnostic &D) {
            return level(D.Kind) == DiagLevel::Error;
          })) {
        Kept.clear();
        return rejected(File, Source, Now.Why);
      }
      if (Now.Paths.empty())
        return Result;
      llvm::append_range(Kept, Now.Why);
      for (const std::string &Path : Now.Paths)
        Opts.Frontend.LeftHeaders[Path] = {KeptReason.str(), true};
    }
  };
  llvm::Expected<TranslatedProgram> Result = Translate();
  if (!Result || Kept.empty())
    return Result;
  std::vector<Diagnostic> &Messages = Result->main().Messages;
  for (const Diagnostic &D : Kept)
    llvm::erase_if(Messages, [&](const Diagnostic &Other) {
      return Other.Kind == D.Kind && Other.Arguments.at(0) == D.Arguments.at(0);
    });
  llvm::append_range(Messages, Kept);
  arrange(Messages);
  return Result;
}

static bool haveEqualResults(const TranslatedProgram &A,
                             const TranslatedProgram &B) {
  return A.Files.size() == B.Files.size() &&
         llvm::all_of(llvm::zip(A.Files, B.Files), [](const auto &Pair) {
           const auto &[First, Second] = Pair;
           return First.Path == Second.Path && First.Text == Second.Text;
         });
}

llvm::Expected<TranslatedProgram> translateProgram(const std::string &File,
                                                   llvm::StringRef Source,
                                                   const Options &Opts,
                                                   llvm::StringRef Target) {
  llvm::Expected<std::vector<Options>> Each = optionsForCommands(Opts, File);
  if (!Each) {
    std::vector<Diagnostic> Why;
    if (llvm::Error Other = takeRejects(Each.takeError(), Why))
      return std::move(Other);
    return rejected(File, Source, std::move(Why));
  }
  std::optional<TranslatedProgram> Result;
  for (const Options &Own : *Each) {
    llvm::Expected<TranslatedProgram> Next =
        translateWithFlags(File, Source, Own, Target);
    if (!Next || Next->Rejected)
      return Next;
    if (!Result)
      Result = std::move(*Next);
    else if (!haveEqualResults(*Result, *Next))
      return rejected(
          File, Source,
          {{DiagKind::DiffersByTarget,
            SourcePlace::nowhere(),
            {std::to_string(Each->size()), differingFlags(*Each)}}});
  }
  return std::move(*Result);
}

} // namespace tessera
