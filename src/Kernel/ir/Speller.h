//===- Speller.h - Kernels as text ----------------------------------------===//
#ifndef TESSERA_KERNEL_IR_SPELLER_H
#define TESSERA_KERNEL_IR_SPELLER_H

#include "tessera/Kernel/Spell.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera::ir {

/// Spells a kernel in the user's text as far as it has it, and the rest from
/// the tree.
class Speller {
public:
  Speller(const Kernel &K, llvm::StringRef Source) : K(K), Source(Source) {
    Scope &Outermost = Scopes.emplace_back();
    for (VarId V = 0; V != K.Scalars.size(); ++V)
      if (K.Scalars[V].IsParameter)
        Outermost[K.Scalars[V].Name] = {true, V};
    for (VarId V = 0; V != K.Others.size(); ++V)
      if (K.Others[V].IsParameter)
        Outermost[K.Others[V].Name] = {false, V};
  }

  /// \param At what the user wrote there, if that is known.
  void expr(const ExprPtr &E, Precedence Binds, SourceRange At = {});
  void stmt(const StmtPtr &S, const std::string &Indent);
  std::optional<std::vector<Piece>> take() {
    return IsWhole ? std::optional(std::move(Pieces)) : std::nullopt;
  }

private:
  void bytes(SourceRange R) {
    if (R.size() == 0)
      return;
    if (!Pieces.empty() && Pieces.back().New.empty() &&
        Pieces.back().Bytes.End == R.Begin)
      Pieces.back().Bytes.End = R.End;
    else
      Pieces.push_back({R, {}});
  }
  void text(llvm::StringRef New) {
    if (New.empty())
      return;
    if (!Pieces.empty() && !Pieces.back().New.empty())
      Pieces.back().New += New;
    else
      Pieces.push_back({{}, New.str()});
  }
  void statement(const StmtPtr &S, const std::string &Indent);
  /// Whether \p R, the text of something, is that of another function.
  bool isMoved(SourceRange R) const {
    return !K.Body->Text.empty() && R.size() > 0 &&
           !SourceRange{K.Body->Text.front().Bytes.Begin,
                        K.Body->Text.back().Bytes.End}
                .contains(R);
  }
  void fromTree(const Expr &E);
  void fromTree(const Stmt &S, const std::string &Indent);
  void declaration(const Stmt &S);
  /// \p S as what a header of ours controls.
  void controlled(const StmtPtr &S, const std::string &Indent);
  llvm::StringRef get(SourceRange R) const {
    return Source.slice(R.Begin, R.End);
  }
  /// The white space of the line that \p Lead ends in.
  std::string indentOf(SourceRange Lead, const std::string &Else) const {
    llvm::StringRef Text = get(Lead);
    const size_t Line = Text.rfind('\n');
    if (Line == llvm::StringRef::npos)
      return Else;
    llvm::StringRef Last = Text.drop_front(Line + 1);
    return Last.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  }

  /// What a name means, in a scope: a scalar, or another variable.
  struct Meaning {
    bool IsScalar;
    VarId Id;
    bool operator==(const Meaning &) const = default;
  };
  using Scope = std::map<std::string, Meaning>;
  void declare(const Local &L);
  void require(const std::string &Name, std::optional<Meaning> Of);
  void requireMeanings(const Expr &E);
  void requireOne(const std::string &Name);

  const Kernel &K;
  llvm::StringRef Source;
  std::vector<Piece> Pieces;
  std::vector<Scope> Scopes; ///< innermost last
  bool IsWhole = true;
  SourceRange Left; ///< the white space before a statement that is gone
};

} // namespace tessera::ir

#endif
