//===- MacroText.cpp - What macros expand to, as text ---------------------===//
//
// A hole that the body of a macro makes has no place in the user's file. The
// whole call becomes a piece of its own then: the call as the user wrote it,
// and the tokens that it expands to, with holes. The call is printed until some
// hole that only the tokens have is filled.
//
//===----------------------------------------------------------------------===//
#include "kernel/text/KernelText.h"
#include "tessera/Model/TypePieces.h"

using namespace clang;

namespace tessera {

void PreprocessorFacts::addMacroToken(const Token &T) {
  MacroTokenNumbers.try_emplace(T.getLocation(), MacroTokens.size());
  MacroTokens.push_back(T);
}

bool KernelText::addExpanded(clang::SourceRange Range, const Piece &P,
                             bool Hidden) {
  const auto &Numbers = C.Facts.MacroTokenNumbers;
  auto First = Numbers.find(Range.getBegin());
  auto Last = Numbers.find(Range.getEnd());
  std::optional<SourceRange> Call = C.parsedRange(Range);
  if (First == Numbers.end() || Last == Numbers.end() || !Call ||
      First->second > Last->second ||
      C.SM.getExpansionLoc(Range.getBegin()) !=
          C.SM.getExpansionLoc(Range.getEnd()))
    return false;
  Expansions.push_back({*Call, First->second, Last->second, P, Hidden});
  return true;
}

void KernelText::placeExpansions(std::optional<SourceRange> Where) {
  // Whether an access is hidden, or a variable or type of the kernel.
  struct Hidden {
    bool Access = false, Variable = false;
  };
  llvm::erase_if(HiddenTypes, [&](const Expansion &E) {
    const bool Here = Where && Where->contains(E.Call);
    if (Here)
      Expansions.push_back(E);
    return Here;
  });
  std::map<SourceRange, Hidden> Calls;
  for (const Expansion &E : Expansions) {
    Hidden &Hides = Calls[E.Call];
    Hides.Access |= E.Hidden && E.P.hasParts();
    const bool Own =
        E.P.K == Piece::Kind::Scalar && !K.Scalars[E.P.Id].IsParameter;
    Hides.Variable |= E.Hidden && (Own || isType(E.P));
  }
  for (auto &[Call, Hides] : Calls) {
    if ((Hides.Access || Hides.Variable) && Where && Where->contains(Call)) {
      auto Whole = llvm::find_if(
          Holes, [&, At = Call](const Hole &H) { return H.Parsed == At; });
      // The call may be an access as a whole: then it is inside that.
      auto Same = llvm::find_if(Expansions, [&, At = Call](const Expansion &E) {
        return E.Call == At && Whole != Holes.end() && E.P.K == Whole->P.K &&
               E.P.Id == Whole->P.Id;
      });
      if (Whole == Holes.end()) {
        Holes.push_back(
            {Call, {Piece::Kind::Macro, "", 0, {}, expanded(Call)}});
        continue;
      }
      if (!Hides.Access && Whole->P.K == Piece::Kind::Access &&
          Same != Expansions.end()) {
        Holes.push_back({Call,
                         {Piece::Kind::Macro,
                          "",
                          0,
                          {},
                          expanded(Same->First, Same->Last, &*Same)}});
        continue;
      }
    }
    for (const Expansion &E : Expansions)
      if (E.Call == Call && E.Hidden)
        hide(E.P);
  }
  Expansions.clear();
}

/// Whether an operand ends with \p T.
static bool endsOperand(const Token &T) {
  return T.isOneOf(tok::identifier, tok::r_paren, tok::r_square,
                   tok::kw_this) ||
         T.isLiteral();
}

bool isSpaced(const Token *Before, const Token &Left, const Token &Right) {
  bool AfterOperand = Before && endsOperand(*Before);
  if (Left.isOneOf(tok::l_paren, tok::l_square, tok::period, tok::arrow,
                   tok::exclaim, tok::tilde, tok::coloncolon) ||
      Right.isOneOf(tok::r_paren, tok::r_square, tok::comma, tok::semi,
                    tok::period, tok::arrow, tok::coloncolon, tok::l_square))
    return false;
  if (Right.is(tok::l_paren))
    return !(Left.is(tok::identifier) || Left.getIdentifierInfo()) &&
           (endsOperand(Left) || AfterOperand ||
            !Left.isOneOf(tok::plus, tok::minus, tok::star, tok::amp));
  if (Right.isOneOf(tok::plusplus, tok::minusminus) && endsOperand(Left))
    return false;
  if (Left.isOneOf(tok::plusplus, tok::minusminus, tok::plus, tok::minus,
                   tok::star, tok::amp))
    return AfterOperand;
  return true;
}

Text KernelText::expanded(SourceRange Call) const {
  const std::vector<Token> &Tokens = C.Facts.MacroTokens;
  auto InCall = [&](unsigned I) {
    return C.offset(Tokens[I].getLocation()) == Call.Begin;
  };
  unsigned First = 0;
  for (const Expansion &E : Expansions)
    if (E.Call == Call)
      First = E.First;
  unsigned Last = First;
  while (First > 0 && InCall(First - 1))
    --First;
  while (Last + 1 < Tokens.size() && InCall(Last + 1))
    ++Last;
  return expanded(First, Last, nullptr);
}

Text KernelText::expanded(unsigned First, unsigned Last,
                          const Expansion *Around) const {
  const std::vector<Token> &Tokens = C.Facts.MacroTokens;
  std::vector<const Expansion *> Inside;
  // Of holes in one place the first is outside.
  auto isSame = [&](const Expansion &E) {
    return Around && E.First == Around->First && E.Last == Around->Last;
  };
  for (const Expansion &E : Expansions)
    if (First <= E.First && E.Last <= Last && (!isSame(E) || Around < &E))
      Inside.push_back(&E);
  llvm::sort(Inside, [](const Expansion *A, const Expansion *B) {
    return std::tuple(A->First, B->Last, A) < std::tuple(B->First, A->Last, B);
  });
  Text Result;
  auto Append = [&](const std::string &Spelled) {
    if (Result.empty() || Result.back().K != Piece::Kind::Verbatim)
      Result.push_back(Piece::verbatim(Spelled));
    else
      Result.back().Spelling += Spelled;
  };
  auto Next = Inside.begin();
  for (unsigned I = First; I <= Last;) {
    if (I > First && isSpaced(I > First + 1 ? &Tokens[I - 2] : nullptr,
                              Tokens[I - 1], Tokens[I]))
      Append(" ");
    while (Next != Inside.end() && (*Next)->First < I)
      ++Next;
    if (Next == Inside.end() || (*Next)->First != I) {
      Append(Lexer::getSpelling(Tokens[I], C.SM, C.AST.getLangOpts()));
      ++I;
      continue;
    }
    const Expansion &E = **Next;
    Piece P = E.P;
    if (P.K != Piece::Kind::Scalar)
      P.Parts = expanded(E.First, E.Last, &E);
    Result.push_back(std::move(P));
    I = E.Last + 1;
  }
  return Result;
}

} // namespace tessera
