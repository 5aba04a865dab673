//===- PrintTree.cpp - A kernel tree as C++ -------------------------------===//
#include "tessera/Emit/PrintTree.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace tessera {

/// The white space at the start of the last line of \p Text, if it has a line
/// break.
static std::optional<std::string> lastIndentation(llvm::StringRef Text) {
  size_t Break = Text.rfind('\n');
  if (Break == llvm::StringRef::npos)
    return std::nullopt;
  return Text.drop_front(Break + 1)
      .take_while([](char C) { return C == ' ' || C == '\t'; })
      .str();
}

Indentation inferIndentation(const Node &Body) {
  Indentation Style;
  Style.Base = lastIndentation(spell(Body.Tail)).value_or("");
  Style.Unit = "  ";
  for (const NodePtr &Child : Body.Children)
    if (std::optional<std::string> Inner = lastIndentation(spell(Child->Lead)))
      if (llvm::StringRef(*Inner).starts_with(Style.Base) &&
          Inner->size() > Style.Base.size()) {
        Style.Unit = Inner->substr(Style.Base.size());
        break;
      }
  return Style;
}

namespace {

class Printer {
public:
  explicit Printer(const Indentation &Style) : Style(Style) {}

  /// The lines of user text that start with `From` now start with `To`.
  struct Shift {
    std::string From, To;
  };

  void body(const Node &N) { block(N, Style.Base, {Style.Base, Style.Base}); }

  MixedText Result;

private:
  static bool isNew(const Node &N) { return !N.Source; }

  static std::string shifted(const Text &T, const Shift &S) {
    std::string Spelled = spell(T), Moved;
    llvm::StringRef Rest = Spelled;
    if (S.From == S.To)
      return Spelled;
    while (true) {
      auto [Line, After] = Rest.split('\n');
      Moved += Line;
      if (Line.size() == Rest.size())
        return Moved;
      Moved += '\n';
      Rest = After;
      if (Rest.starts_with(S.From) && !Rest.starts_with("\n")) {
        Moved += S.To;
        Rest = Rest.drop_front(S.From.size());
      }
    }
  }

  /// \p T, a part of \p N.
  void part(const Node &N, const Text &T, const Shift &S) {
    isNew(N) ? Result.addNew(shifted(T, S)) : Result.addUsers(shifted(T, S));
  }

  void newLine(llvm::StringRef Indent) {
    Result.addNew("\n");
    Result.addNew(Indent);
  }

  /// A statement of a block whose statements stand at \p Indent.
  void child(const Node &N, const std::string &Indent, const Shift &Around,
             bool InNew) {
    if (isNew(N)) {
      newLine(Indent);
      node(N, Indent, Around);
      return;
    }
    std::string Lead = spell(N.Lead);
    std::optional<std::string> Old = lastIndentation(Lead);
    if (!InNew && !N.Moved) { // stands where it stood
      part(N, N.Lead, Around);
      node(N, Old ? shiftedIndent(*Old, Around) : Indent, Around);
      return;
    }
    Shift S{Old.value_or(Around.From), Indent};
    if (Old) {
      // Keep comments; drop blank lines at the seam.
      llvm::StringRef Kept = llvm::StringRef(Lead).ltrim(" \t\r\n");
      if (!Kept.empty()) {
        newLine(Indent);
        part(N, {Piece::verbatim(Kept.str())}, S);
      } else {
        newLine(Indent);
      }
    } else {
      newLine(Indent);
    }
    node(N, Indent, S);
  }

  static std::string shiftedIndent(const std::string &Old, const Shift &S) {
    if (!llvm::StringRef(Old).starts_with(S.From))
      return Old;
    return S.To + Old.substr(S.From.size());
  }

  void block(const Node &N, const std::string &Indent, const Shift &S) {
    std::string Inner = Indent + Style.Unit;
    part(N, N.Head, S);
    for (const NodePtr &C : N.Children)
      child(*C, Inner, S, isNew(N));
    if (isNew(N))
      newLine(Indent);
    part(N, N.Tail, S);
  }

  /// The body of a loop or branch at \p Indent.
  void substatement(const Node &N, const std::string &Indent, const Shift &S,
                    bool InNew) {
    if (N.K == Node::Kind::Block) {
      if (isNew(N)) {
        Result.addNew(" ");
        block(N, Indent, S);
        return;
      }
      // The user's braces, at the depth of the new header.
      std::string Old = lastIndentation(spell(N.Tail)).value_or(S.From);
      Shift Moved = InNew ? Shift{Old, Indent} : S;
      part(N, N.Lead, Moved);
      block(N, Indent, Moved);
      return;
    }
    child(N, Indent + Style.Unit, S, InNew || isNew(N));
  }

  void node(const Node &N, const std::string &Indent, const Shift &S) {
    switch (N.K) {
    case Node::Kind::Leaf:
      leaf(N, Indent, S);
      return;
    case Node::Kind::Block:
      block(N, Indent, S);
      return;
    case Node::Kind::Loop:
    case Node::Kind::If:
      part(N, N.Head, isNew(N) ? Shift{"", Indent} : S);
      substatement(*N.Children.front(), Indent, S, isNew(N));
      if (N.Children.size() > 1) {
        part(N, N.Middle, S);
        substatement(*N.Children[1], Indent, S, isNew(N));
      }
      part(N, N.Tail, S);
      return;
    }
  }

  void leaf(const Node &N, const std::string &Indent, const Shift &S) {
    if (!isNew(N)) {
      part(N, N.Head, S);
      part(N, N.Tail, S);
      return;
    }
    // New text is written for column 0.
    part(N, N.Head, {"", Indent});
  }

  const Indentation &Style;
};

} // namespace

MixedText printBody(const Node &Body, const Indentation &Style) {
  Printer P(Style);
  P.body(Body);
  return std::move(P.Result);
}

} // namespace tessera
