//===- PrintTree.cpp - A kernel tree as C++ -------------------------------===//
#include "tessera/Emit/PrintTree.h"
#include "llvm/ADT/STLExtras.h"
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

  /// The user's code that \p N is, or that it serves.
  static SourcePlace originOf(const Node &N) {
    if (const auto &Own = N.Source ? N.Source : N.Serves)
      return {Own->Begin};
    for (const NodePtr &Child : N.Children)
      if (SourcePlace Inner = originOf(*Child); Inner.isKnown())
        return Inner;
    return SourcePlace::nowhere();
  }

  /// \p T, a part of \p N, which is at \p From if it is the user's.
  void part(const Node &N, const Text &T, const Shift &S, SourcePlace From) {
    isNew(N) ? Result.addNew(shifted(T, S), Serving)
             : Result.addUsers(shifted(T, S), From);
  }

  /// Where \p T begins, which ends at \p End.
  static SourcePlace before(unsigned End, const Text &T) {
    const unsigned Size = spell(T).size();
    return {End > Size ? End - Size : 0};
  }
  static SourcePlace beginOf(const Node &N) {
    return N.Source ? SourcePlace{N.Source->Begin} : SourcePlace::nowhere();
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
      part(N, N.Lead, Around, before(N.Source->Begin, N.Lead));
      node(N, Old ? shiftedIndent(*Old, Around) : Indent, Around);
      return;
    }
    Shift S{Old.value_or(Around.From), Indent};
    if (Old) {
      // Keep comments; drop blank lines at the seam.
      llvm::StringRef Kept = llvm::StringRef(Lead).ltrim(" \t\r\n");
      if (!Kept.empty()) {
        newLine(Indent);
        const Text Comment = {Piece::verbatim(Kept.str())};
        part(N, Comment, S, before(N.Source->Begin, Comment));
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
    part(N, N.Head, S, beginOf(N));
    const SourcePlace Around = Serving;
    for (auto C = N.Children.begin(); C != N.Children.end(); ++C) {
      // What serves nothing itself is for what comes next.
      const auto Served =
          std::find_if(C, N.Children.end(), [](const NodePtr &Next) {
            return originOf(*Next).isKnown();
          });
      Serving = Served == N.Children.end() ? Around : originOf(**Served);
      child(**C, Inner, S, isNew(N));
    }
    Serving = Around;
    if (isNew(N))
      newLine(Indent);
    part(N, N.Tail, S, N.Source ? before(N.Source->End, N.Tail) : Around);
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
      part(N, N.Lead, Moved, before(N.Source->Begin, N.Lead));
      block(N, Indent, Moved);
      return;
    }
    child(N, Indent + Style.Unit, S, InNew || isNew(N));
  }

  void node(const Node &N, const std::string &Indent, const Shift &S) {
    if (SourcePlace Own = originOf(N); isNew(N) && Own.isKnown())
      Serving = Own;
    switch (N.K) {
    case Node::Kind::Leaf:
      leaf(N, Indent, S);
      return;
    case Node::Kind::Block:
      block(N, Indent, S);
      return;
    case Node::Kind::Loop:
    case Node::Kind::If:
      part(N, N.Head, isNew(N) ? Shift{"", Indent} : S, beginOf(N));
      substatement(*N.Children.front(), Indent, S, isNew(N));
      if (N.Children.size() > 1) {
        if (isNew(N) && N.Children.front()->K != Node::Kind::Block) {
          newLine(Indent);
          Result.addNew(llvm::StringRef(spell(N.Middle)).ltrim(), Serving);
        } else {
          part(N, N.Middle, S, behind(*N.Children.front()));
        }
        substatement(*N.Children[1], Indent, S, isNew(N));
      }
      part(N, N.Tail, S, behind(*N.Children.back()));
      return;
    }
  }

  static SourcePlace behind(const Node &N) {
    return N.Source ? SourcePlace{N.Source->End} : SourcePlace::nowhere();
  }

  void leaf(const Node &N, const std::string &Indent, const Shift &S) {
    if (!isNew(N)) {
      part(N, N.Head, S, beginOf(N));
      part(N, N.Tail, S, behind(N));
      return;
    }
    // New text is written for column 0.
    part(N, N.Head, {"", Indent}, SourcePlace::nowhere());
  }

  const Indentation &Style;
  /// What the new code at hand serves.
  SourcePlace Serving = SourcePlace::nowhere();
};

} // namespace

MixedText printBody(const Node &Body, const Indentation &Style) {
  Printer P(Style);
  P.body(Body);
  return std::move(P.Result);
}

} // namespace tessera
