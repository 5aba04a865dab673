//===- Watcher.cpp - What only the preprocessor sees ----------------------===//
#include "FrontendContext.h"
#include "source/ClangRun.h"
#include "source/OtherMacros.h"
#include "tessera/Frontend/SplicedSource.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tessera {

namespace {

class Watcher : public PPCallbacks {
public:
  Watcher(const Preprocessor &PP, PreprocessorFacts &Facts)
      : PP(PP), SM(PP.getSourceManager()), Facts(Facts) {}

  void MacroExpands(const Token &Name, const MacroDefinition &,
                    clang::SourceRange Range, const MacroArgs *) override {
    if (!SM.isInMainFile(SM.getExpansionLoc(Range.getBegin())))
      return;
    unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Range.getBegin()));
    llvm::StringRef Spelled = Name.getIdentifierInfo()->getName();
    if (Spelled == "__global__")
      Facts.GlobalSpecifiers.insert(Offset);
    else if (Spelled == "__managed__")
      Facts.ManagedSpecifiers.insert(Offset);
    Facts.ExpandedMacros.insert(Spelled.str());
    if (Facts.ArchMacros.count(Spelled.str()))
      Facts.ArchExpansions.insert(Offset);
  }

  void MacroDefined(const Token &Name, const MacroDirective *Macro) override {
    if (!SM.isInSystemHeader(Name.getLocation()) &&
        !SM.isWrittenInBuiltinFile(Name.getLocation()))
      if (!Facts.Macros.insert(Name.getIdentifierInfo()->getName().str())
               .second)
        Facts.ChangedMacros.insert(Name.getIdentifierInfo()->getName().str());
    noteIfArch(Name);
    noteSetting(Name);
    noteDirective(Name);
    if (isOwn(Name.getLocation()))
      for (const OpenConditional &C : Open)
        Facts.DefinedUnder[Name.getIdentifierInfo()->getName().str()].insert(
            C.Names.begin(), C.Names.end());
    const MacroInfo *Info = Macro->getMacroInfo();
    noteKnown(Name, Info->getDefinitionEndLoc());
  }

  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    if (hidesMacros(SM.getFilename(Name.getLocation())))
      return;
    noteIfArch(Name);
    noteKnown(Name, Name.getLocation());
    Facts.Settings.erase(Name.getIdentifierInfo()->getName().str());
    Facts.ChangedMacros.insert(Name.getIdentifierInfo()->getName().str());
    noteDirective(Name);
  }

  void InclusionDirective(SourceLocation Hash, const Token &,
                          llvm::StringRef Name, bool, CharSourceRange Range,
                          OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!SM.isInMainFile(Hash))
      return;
    Facts.Headers.insert(Name.str());
    if (Open.empty())
      Facts.IncludeEnds.insert(SM.getFileOffset(Range.getEnd()));
  }

  /// The end of a header's text counts as the include that it stands for.
  void PragmaDirective(SourceLocation Hash, PragmaIntroducerKind) override {
    if (SM.isInMainFile(Hash) && Open.empty() && endsHeader(restOfLine(Hash)))
      Facts.IncludeEnds.insert(SM.getFileOffset(Hash));
  }

  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override {
    if (SM.isInMainFile(Range.getBegin()))
      Facts.Skipped.push_back({SM.getFileOffset(Range.getBegin()),
                               SM.getFileOffset(Range.getEnd())});
  }

  void If(SourceLocation Loc, clang::SourceRange Condition,
          ConditionValueKind) override {
    open(Loc, Condition);
  }
  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    open(Loc, Name.getLocation());
  }
  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    open(Loc, Name.getLocation());
  }
  void Elif(SourceLocation, clang::SourceRange Condition, ConditionValueKind,
            SourceLocation) override {
    if (!Open.empty())
      watch(Condition.getBegin(), Open.back());
  }
  void Elifdef(SourceLocation, const Token &Name,
               const MacroDefinition &) override {
    Elif({}, Name.getLocation(), CVK_NotEvaluated, {});
  }
  void Elifdef(SourceLocation, clang::SourceRange Condition,
               SourceLocation) override {
    Elif({}, Condition, CVK_NotEvaluated, {});
  }
  void Elifndef(SourceLocation, const Token &Name,
                const MacroDefinition &) override {
    Elif({}, Name.getLocation(), CVK_NotEvaluated, {});
  }
  void Elifndef(SourceLocation, clang::SourceRange Condition,
                SourceLocation) override {
    Elif({}, Condition, CVK_NotEvaluated, {});
  }
  void Endif(SourceLocation Loc, SourceLocation) override {
    if (Open.empty())
      return;
    OpenConditional Closed = Open.pop_back_val();
    if (Closed.Arch)
      noteRegion({Closed.Begin, Loc});
    if (!SM.isInMainFile(Loc)) {
      if (isOwn(Loc))
        Facts.HeaderConditionals.push_back(
            {{Closed.Begin, Loc}, std::move(Closed.Names)});
      return;
    }
    if (Open.empty())
      for (const std::string &Name : std::exchange(KnownBehindAll, {}))
        Facts.KnownBehind[Name] = endOfLine(Loc);
    Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
    if (Closed.Arch)
      Facts.ArchConditionals.push_back(
          {SM.getFileOffset(Closed.Begin), SM.getFileOffset(Loc)});
  }

private:
  void noteDirective(const Token &MacroName) {
    // Those of the command line have offsets, too.
    if (SM.getFileID(MacroName.getLocation()) == SM.getMainFileID())
      Facts.MacroDirectives.insert(SM.getFileOffset(MacroName.getLocation()));
  }

  struct OpenConditional {
    SourceLocation Begin;
    bool Arch = false;
    std::set<std::string> Names; ///< in its conditions
  };

  void open(SourceLocation Loc, clang::SourceRange Condition) {
    watch(Condition.getBegin(),
          Open.emplace_back(OpenConditional{Loc, false, {}}));
    if (SM.isInMainFile(Loc))
      Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
  }

  /// Whether the file of \p Loc is the program's.
  bool isOwn(SourceLocation Loc) const {
    return Loc.isValid() && !SM.isInSystemHeader(Loc) &&
           !SM.isWrittenInBuiltinFile(Loc) &&
           !SM.isWrittenInCommandLineFile(Loc) &&
           !hidesMacros(SM.getFilename(Loc));
  }

  /// Calls \p See with the tokens of the text at \p Loc, until it is false.
  void lex(SourceLocation Loc,
           llvm::function_ref<bool(const Token &)> See) const {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
    llvm::StringRef Text = SM.getBufferData(File);
    Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(),
              Text.begin() + Offset, Text.end());
    Token T;
    for (bool AtEnd = false; !AtEnd;) {
      AtEnd = Raw.LexFromRawLexer(T);
      if (T.is(tok::eof) || !See(T))
        return;
    }
  }

  /// Notes the macros that the condition at \p Loc names, and whether it
  /// depends on the architecture.
  void watch(SourceLocation Loc, OpenConditional &Into) {
    if (!isOwn(Loc))
      return;
    bool First = true;
    lex(Loc, [&](const Token &T) {
      if (!std::exchange(First, false) && T.isAtStartOfLine())
        return false;
      if (T.isNot(tok::raw_identifier))
        return true;
      std::set<std::string> Seen;
      Into.Arch |= dependsOnArch(T.getRawIdentifier(), Seen);
      Into.Names.insert(T.getRawIdentifier().str());
      if (SM.isInMainFile(Loc))
        noteTested(T.getRawIdentifier());
      return true;
    });
  }

  const MacroInfo *macro(llvm::StringRef Name) const {
    const IdentifierInfo *Identifier = PP.getIdentifierInfo(Name);
    return Identifier ? PP.getMacroInfo(Identifier) : nullptr;
  }

  bool dependsOnArch(llvm::StringRef Name, std::set<std::string> &Seen) const {
    if (Name.starts_with("__CUDA_ARCH") || Facts.ArchMacros.count(Name.str()))
      return true;
    const MacroInfo *Info = macro(Name);
    return Info && isOwn(Info->getDefinitionLoc()) &&
           Seen.insert(Name.str()).second &&
           llvm::any_of(Info->tokens(), [&](const Token &T) {
             return T.getIdentifierInfo() &&
                    dependsOnArch(T.getIdentifierInfo()->getName(), Seen);
           });
  }

  void noteTested(llvm::StringRef Name) {
    Facts.Conditions.insert(Name.str());
    const MacroInfo *Info = macro(Name);
    bool ByFlags =
        Info && SM.isWrittenInCommandLineFile(Info->getDefinitionLoc());
    if (isForFlags(Name) && (!Info || ByFlags))
      Facts.Tested[Name.str()] |= ByFlags;
  }

  /// Notes a macro that is defined or not depending on the architecture.
  void noteArch(llvm::StringRef Name) {
    if (!Name.starts_with("__"))
      Facts.ArchMacros.insert(Name.str());
  }
  void noteIfArch(const Token &Name) {
    if (llvm::any_of(Open, [](const OpenConditional &C) { return C.Arch; }))
      noteArch(Name.getIdentifierInfo()->getName());
  }

  /// Notes what depends on the architecture from `#if` to `#endif`, with the
  /// macros that are defined in what is left out.
  void noteRegion(clang::SourceRange Region) {
    Facts.ArchRegions.push_back(Region);
    unsigned End = SM.getFileOffset(Region.getEnd());
    enum { Other, Hash, Definition } Last = Other;
    lex(Region.getBegin(), [&](const Token &T) {
      bool IsName = T.is(tok::raw_identifier);
      if (Last == Definition && IsName)
        noteArch(T.getRawIdentifier());
      if (T.is(tok::hash) && T.isAtStartOfLine())
        Last = Hash;
      else if (Last == Hash && IsName &&
               (T.getRawIdentifier() == "define" ||
                T.getRawIdentifier() == "undef"))
        Last = Definition;
      else
        Last = Other;
      return SM.getFileOffset(T.getLocation()) < End;
    });
  }

  /// Remembers a macro whose value the compiler's flags may set.
  void noteSetting(const Token &Name) {
    std::string Spelled = Name.getIdentifierInfo()->getName().str();
    bool IsDefault = llvm::any_of(
        Open, [&](const OpenConditional &C) { return C.Names.count(Spelled); });
    bool Again = Facts.Settings.erase(Spelled);
    if (!Again &&
        (IsDefault || SM.isWrittenInCommandLineFile(Name.getLocation())))
      Facts.Settings.insert(Spelled);
  }

  /// Remembers from where on the macro has the value that it gets at \p Loc.
  void noteKnown(const Token &Name, SourceLocation Loc) {
    Loc = SM.getExpansionLoc(Loc);
    while (Loc.isValid() && !SM.isInMainFile(Loc))
      Loc = SM.getIncludeLoc(SM.getFileID(Loc));
    if (Loc.isInvalid())
      return; // from the start
    std::string Spelled = Name.getIdentifierInfo()->getName().str();
    if (llvm::any_of(Open, [&](const OpenConditional &C) {
          return SM.isInMainFile(C.Begin);
        }))
      KnownBehindAll.insert(Spelled);
    else
      Facts.KnownBehind[Spelled] = endOfLine(Loc);
  }

  llvm::StringRef restOfLine(SourceLocation Loc) const {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
    return SM.getBufferData(File).drop_front(Offset).take_until(
        [](char C) { return C == '\n'; });
  }
  /// The offset behind the line of \p Loc.
  unsigned endOfLine(SourceLocation Loc) const {
    unsigned End = SM.getFileOffset(Loc) + restOfLine(Loc).size();
    return std::min<unsigned>(End + 1,
                              SM.getBufferData(SM.getMainFileID()).size());
  }

  const Preprocessor &PP;
  const SourceManager &SM;
  PreprocessorFacts &Facts;
  llvm::SmallVector<OpenConditional> Open;
  /// Macros that are defined in the main file's open conditionals.
  std::set<std::string> KnownBehindAll;
};

} // namespace

std::unique_ptr<PPCallbacks> watchPreprocessor(const Preprocessor &PP,
                                               PreprocessorFacts &Facts) {
  return std::make_unique<Watcher>(PP, Facts);
}

} // namespace tessera
