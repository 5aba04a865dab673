//===- ConditionText.cpp - Conditions as the user wrote them --------------===//
#include "tessera/Model/ConditionText.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// \p T with comparisons the other way round and `&&` for `||`; nothing if it
/// has more than that. Parentheses may be in one comparison, not around it.
static std::optional<Text> opposite(const Text &T) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
      Opposites[] = {{">=", "<"},  {"<=", ">"}, {"==", "!="}, {"!=", "=="},
                     {"||", "&&"}, {"<", ">="}, {">", "<="}};
  Text Result = T;
  unsigned Operators = 0, Comparisons = 0, Depth = 0;
  bool Parentheses = false;
  for (Piece &P : Result) {
    if (P.K == Piece::Kind::Access || P.K == Piece::Kind::Macro)
      return std::nullopt;
    if (P.K != Piece::Kind::Verbatim)
      continue;
    llvm::StringRef Rest = P.Spelling;
    std::string Turned;
    while (!Rest.empty()) {
      auto Op = llvm::find_if(Opposites, [&](const auto &Pair) {
        return Rest.starts_with(Pair.first);
      });
      bool Shift = Rest.starts_with("<<") || Rest.starts_with(">>") ||
                   Rest.starts_with("->");
      if (!Shift && Op != std::end(Opposites)) {
        if (Depth > 0)
          return std::nullopt;
        ++(Op->first == "||" ? Operators : Comparisons);
        Turned += Op->second;
        Rest = Rest.drop_front(Op->first.size());
        continue;
      }
      if (Shift || llvm::StringRef("=!&|?^").contains(Rest.front()))
        return std::nullopt;
      Parentheses |= Rest.front() == '(';
      Depth += (Rest.front() == '(') - (Rest.front() == ')');
      Turned += Rest.front();
      Rest = Rest.drop_front();
    }
    P.Spelling = Turned;
  }
  bool Simple = Operators == 0 || !Parentheses;
  return Simple && Comparisons == Operators + 1 ? std::optional(Result)
                                                : std::nullopt;
}

Text negatedCondition(const Node &If, const KernelModel &Kernel) {
  if (If.Guard && !Kernel.guard(*If.Guard).When.isOpaque())
    if (std::optional<Text> Turned = opposite(If.Condition))
      return *Turned;
  Text Result = If.Condition;
  Result.insert(Result.begin(), Piece::verbatim("!("));
  Result.push_back(Piece::verbatim(")"));
  return Result;
}

/// \p T without white space at its ends.
static Text trimmed(Text T) {
  auto IsBlank = [](const Piece &P) {
    return P.K == Piece::Kind::Verbatim &&
           llvm::StringRef(P.Spelling).trim().empty();
  };
  while (!T.empty() && IsBlank(T.front()))
    T.erase(T.begin());
  while (!T.empty() && IsBlank(T.back()))
    T.pop_back();
  if (!T.empty() && T.front().K == Piece::Kind::Verbatim)
    T.front().Spelling = llvm::StringRef(T.front().Spelling).ltrim().str();
  if (!T.empty() && T.back().K == Piece::Kind::Verbatim)
    T.back().Spelling = llvm::StringRef(T.back().Spelling).rtrim().str();
  return T;
}

Text withoutParentheses(Text T) {
  auto IsVerbatim = [](const Piece &P) { return P.K == Piece::Kind::Verbatim; };
  while (!T.empty() && IsVerbatim(T.front()) && IsVerbatim(T.back()) &&
         llvm::StringRef(T.front().Spelling).starts_with("(") &&
         llvm::StringRef(T.back().Spelling).ends_with(")")) {
    // Before its last character nothing closes the first one.
    int Depth = 0, Least = 1;
    for (const Piece &P : T)
      if (IsVerbatim(P))
        for (const char &C : P.Spelling) {
          if (&C != &T.back().Spelling.back())
            Least = std::min(Least, Depth += (C == '(') - (C == ')'));
        }
    if (Least < 1)
      return T;
    T.front().Spelling.erase(0, 1);
    T.back().Spelling.pop_back();
  }
  return T;
}

std::vector<Text> conjunctsOf(const Text &Condition) {
  std::vector<Text> Parts(1);
  int Depth = 0;
  for (const Piece &P : trimmed(withoutParentheses(trimmed(Condition)))) {
    if (P.K != Piece::Kind::Verbatim) {
      Parts.back().push_back(P);
      continue;
    }
    llvm::StringRef Rest = P.Spelling;
    std::string Part;
    while (!Rest.empty()) {
      const char C = Rest.front();
      Depth += (C == '(' || C == '[' || C == '{') -
               (C == ')' || C == ']' || C == '}');
      const bool Outside = Depth == 0;
      if (Outside && (Rest.starts_with("||") || C == '?' || C == ','))
        return {Condition};
      if (Outside && Rest.consume_front("&&")) {
        Parts.back().push_back(Piece::verbatim(std::exchange(Part, "")));
        Parts.emplace_back();
        continue;
      }
      Part += C;
      Rest = Rest.drop_front();
    }
    Parts.back().push_back(Piece::verbatim(Part));
  }
  if (Parts.size() == 1)
    return {trimmed(Condition)};
  std::vector<Text> All;
  for (const Text &Part : Parts)
    llvm::append_range(All, conjunctsOf(Part));
  return All;
}

std::optional<std::pair<Text, Text>> sidesOf(const Text &Comparison,
                                             llvm::StringRef Operator) {
  std::pair<Text, Text> Sides;
  bool Found = false;
  int Depth = 0;
  for (const Piece &P : Comparison) {
    Text &Into = Found ? Sides.second : Sides.first;
    if (P.K != Piece::Kind::Verbatim) {
      Into.push_back(P);
      continue;
    }
    size_t Cut = llvm::StringRef::npos;
    for (size_t I = 0; I < P.Spelling.size(); ++I) {
      const char C = P.Spelling[I];
      Depth += (C == '(' || C == '[') - (C == ')' || C == ']');
      if (Depth == 0 &&
          llvm::StringRef(P.Spelling).substr(I).starts_with(Operator)) {
        if (Found || Cut != llvm::StringRef::npos)
          return std::nullopt;
        Cut = I;
      }
    }
    if (Cut == llvm::StringRef::npos) {
      Into.push_back(P);
      continue;
    }
    Found = true;
    Sides.first.push_back(Piece::verbatim(P.Spelling.substr(0, Cut)));
    Sides.second.push_back(
        Piece::verbatim(P.Spelling.substr(Cut + Operator.size())));
  }
  if (!Found)
    return std::nullopt;
  return std::pair(trimmed(Sides.first), trimmed(Sides.second));
}

} // namespace tessera
