//===- Watcher.cpp - What only the preprocessor sees ----------------------===//
#include "FrontendContext.h"
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
  }

  void MacroDefined(const Token &Name, const MacroDirective *Macro) override {
    if (!SM.isInSystemHeader(Name.getLocation()) &&
        !SM.isWrittenInBuiltinFile(Name.getLocation()))
      if (!Facts.Macros.insert(Name.getIdentifierInfo()->getName().str())
               .second)
        Facts.ChangedMacros.insert(Name.getIdentifierInfo()->getName().str());
    noteSetting(Name, *Macro);
  }

  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    Facts.Settings.erase(Name.getIdentifierInfo()->getName().str());
    Facts.ChangedMacros.insert(Name.getIdentifierInfo()->getName().str());
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

  void If(SourceLocation Loc, clang::SourceRange Condition,
          ConditionValueKind) override {
    open(Loc, Condition, undefinedIn(Condition));
  }
  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    open(Loc, Name.getLocation());
  }
  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    open(Loc, Name.getLocation(), Name.getIdentifierInfo()->getName());
  }
  void Elif(SourceLocation Loc, clang::SourceRange Condition,
            ConditionValueKind, SourceLocation) override {
    if (!Open.empty() && mentionsArch(Condition))
      Open.back().Arch = true;
  }
  void Endif(SourceLocation Loc, SourceLocation) override {
    if (Open.empty())
      return;
    OpenConditional Closed = Open.pop_back_val();
    if (!SM.isInMainFile(Loc))
      return;
    if (auto Default = Facts.Settings.find(Closed.Undefined);
        Default != Facts.Settings.end())
      Default->second.Behind = endOfLine(Loc);
    Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
    if (Closed.Arch)
      Facts.ArchConditionals.push_back(
          {SM.getFileOffset(Closed.Begin), SM.getFileOffset(Loc)});
  }

private:
  struct OpenConditional {
    SourceLocation Begin;
    bool Arch;
    std::string Undefined; ///< the macro that must not be defined
  };

  void open(SourceLocation Loc, clang::SourceRange Condition,
            llvm::StringRef Undefined = "") {
    Open.push_back({Loc, mentionsArch(Condition), Undefined.str()});
    if (SM.isInMainFile(Loc))
      Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
  }

  bool mentionsArch(clang::SourceRange Condition) const {
    if (Condition.isInvalid() || !SM.isInMainFile(Condition.getBegin()))
      return false;
    return restOfLine(Condition.getBegin()).contains("__CUDA_ARCH__");
  }

  /// The macro of the condition `!defined(NAME)`.
  llvm::StringRef undefinedIn(clang::SourceRange Condition) const {
    llvm::StringRef Text = restOfLine(Condition.getBegin()).trim();
    if (!Text.consume_front("!"))
      return "";
    Text = Text.ltrim();
    if (!Text.consume_front("defined"))
      return "";
    Text = Text.trim(" \t()");
    return clang::isValidAsciiIdentifier(Text) ? Text : "";
  }

  /// Remembers a macro whose value the compiler's flags may set.
  void noteSetting(const Token &Name, const MacroDirective &Macro) {
    std::string Spelled = Name.getIdentifierInfo()->getName().str();
    const MacroInfo *Info = Macro.getMacroInfo();
    bool IsDefault = llvm::any_of(
        Open, [&](const OpenConditional &C) { return C.Undefined == Spelled; });
    bool Again = Facts.Settings.erase(Spelled);
    if (Again || Info->isFunctionLike() || Info->getNumTokens() != 1 ||
        !Info->getReplacementToken(0).is(tok::numeric_constant) ||
        !(IsDefault || SM.isWrittenInCommandLineFile(Name.getLocation())))
      return;
    std::string Value = PP.getSpelling(Info->getReplacementToken(0));
    uint64_t Number;
    if (!llvm::StringRef(Value).rtrim("uUlL").getAsInteger(0, Number))
      Facts.Settings[Spelled] = {Spelled, Value, 0};
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
};

} // namespace

std::unique_ptr<PPCallbacks> watchPreprocessor(const Preprocessor &PP,
                                               PreprocessorFacts &Facts) {
  return std::make_unique<Watcher>(PP, Facts);
}

} // namespace tessera
