//===- EditList.h - Edits of several files, applied at the end ------------===//
#ifndef TESSERA_EXEC_EDITLIST_H
#define TESSERA_EXEC_EDITLIST_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tessera::exec {

/// Edits to where tokens are spelled: an edit of a macro's body is made once,
/// and serves all its expansions.
class EditList {
public:
  EditList(const clang::SourceManager &SM, const clang::LangOptions &Options)
      : SM(SM), Options(Options) {}

  void insertBefore(clang::SourceLocation Token, const std::string &Text);
  void insertAfter(clang::SourceLocation Token, const std::string &Text);
  /// Removes everything from \p First through the end of \p Last.
  void removeThrough(clang::SourceLocation First, clang::SourceLocation Last);
  /// Appends to the main file.
  void append(const std::string &Text) { Appendix += Text; }

  /// What stands between two tokens; removed by nobody.
  std::string textBetween(clang::SourceLocation First,
                          clang::SourceLocation Last);

  /// Whether \p Loc is in no macro's body: text may depend on it.
  bool isWrittenOnce(clang::SourceLocation Loc) const;

  /// Whether the token at \p Loc is \p Text.
  bool isSpelled(clang::SourceLocation Loc, llvm::StringRef Text) const;

  void fail(clang::SourceLocation Loc, const std::string &Reason);
  /// The first failure, with its place; empty if there was none.
  const std::string &failure() const { return Failure; }

  /// The files after these edits and those of \p More; the main file in any
  /// case.
  std::map<std::string, std::string>
  apply(const EditList *More = nullptr) const;

private:
  struct Place {
    clang::FileID File;
    unsigned Offset;
  };
  Place place(clang::SourceLocation Loc, bool AfterToken);
  void add(Place At, unsigned Length, const std::string &Text);

  const clang::SourceManager &SM;
  const clang::LangOptions &Options;
  /// Offset, order of arrival, length, text.
  using Edit = std::tuple<unsigned, size_t, unsigned, std::string>;
  using FileEdits = std::map<clang::FileID, std::vector<Edit>>;
  static void append(FileEdits &To, const FileEdits &From);

  FileEdits Edits;
  std::string Appendix;
  std::string Failure;
};

} // namespace tessera::exec

#endif
