//===- DirectiveParser.cpp - The language of directives -------------------===//
//
//   directives  one or more of them, `;` between
//   directive   off | off(A, ..) | on | off-file | shared(A, ..)
//               | coarsen=never|large|always | allow-reassociation
//               | assume fact
//   fact        no alias | no alias(A, ..) | aligned(A, BYTES)
//               | block(X) | block(X, Y) | block(X, Y, Z)
//               | comparison && comparison ..
//   comparison  sum >= sum, also with <=, >, <, == | product % N == M
//   sum         of products of names, members and integers
//
//===----------------------------------------------------------------------===//
#include "source/Directives.h"
#include "tessera/Frontend/AssumedBlocks.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

namespace {

llvm::Error wrong(const llvm::Twine &Why) {
  return llvm::createStringError(Why);
}

/// Characters of a text, blanks between words skipped.
class Scanner {
public:
  explicit Scanner(llvm::StringRef Text) : Rest(Text.ltrim()) {}

  llvm::StringRef rest() const { return Rest; }
  bool atEnd() const { return Rest.empty(); }
  bool consume(llvm::StringRef Mark) {
    if (!Rest.consume_front(Mark))
      return false;
    Rest = Rest.ltrim();
    return true;
  }
  /// A word of \p More than letters, digits and `_`; may be empty.
  llvm::StringRef word(llvm::StringRef More) {
    const llvm::StringRef Word = Rest.take_while(
        [&](char C) { return isWordCharacter(C) || More.contains(C); });
    Rest = Rest.drop_front(Word.size()).ltrim();
    return Word;
  }
  /// What is next, for a message.
  std::string next() const {
    return Rest.empty() ? "its end" : ("'" + Rest.take_front(12) + "'").str();
  }

private:
  llvm::StringRef Rest;
};

bool isIdentifier(llvm::StringRef Word) {
  return !Word.empty() && !llvm::isDigit(Word.front()) && isName(Word) &&
         Word.front() != '.' && Word.back() != '.';
}

/// `(A, B)`
llvm::Expected<std::vector<std::string>> names(Scanner &S) {
  std::vector<std::string> Names;
  do {
    const llvm::StringRef Name = S.word(".");
    if (!isIdentifier(Name))
      return wrong("a name of an array is expected, not " + S.next());
    Names.push_back(Name.str());
  } while (S.consume(","));
  if (!S.consume(")"))
    return wrong("')' is expected, not " + S.next());
  return Names;
}

llvm::Error parseFact(Scanner &S, Directive &D) {
  const llvm::StringRef All = S.rest();
  Scanner Words(All);
  if (Words.word("") == "no" && Words.word("") == "alias") {
    D.K = Directive::Kind::NoAlias;
    if (Words.consume("(")) {
      auto Names = names(Words);
      if (!Names)
        return Names.takeError();
      if (Names->size() < 2)
        return wrong("'no alias' needs two arrays, or none for all");
      D.Names = std::move(*Names);
    }
    S = Words;
    return llvm::Error::success();
  }
  Words = Scanner(All);
  if (Words.word("") == "aligned" && Words.consume("(")) {
    D.K = Directive::Kind::Aligned;
    D.Names = {Words.word(".").str()};
    if (!isIdentifier(D.Names.front()) || !Words.consume(",") ||
        Words.word("").getAsInteger(10, D.Bytes) || !Words.consume(")") ||
        D.Bytes < 1 || D.Bytes > 4096 || !llvm::isPowerOf2_64(D.Bytes))
      return wrong("'aligned' takes an array and a number of bytes, a power "
                   "of 2: aligned(A, 16)");
    S = Words;
    return llvm::Error::success();
  }
  Words = Scanner(All);
  if (Words.word("") == "block" && Words.consume("(")) {
    D.K = Directive::Kind::Block;
    const llvm::StringRef Sizes =
        Words.rest().take_until([](char C) { return C == ')'; });
    auto Parsed = parseBlock(Sizes);
    if (!Parsed)
      return wrong("'block' takes " + toString(Parsed.takeError()) +
                   ": block(16, 16)");
    D.Sizes = std::move(*Parsed);
    S = Scanner(Words.rest().drop_front(Sizes.size()));
    return S.consume(")") ? llvm::Error::success()
                          : wrong("')' is expected, not " + S.next());
  }
  D.K = Directive::Kind::Assume;
  D.Condition = All.rtrim().str();
  S = Scanner("");
  return All.empty() ? wrong("'assume' needs a fact") : llvm::Error::success();
}

llvm::Expected<Directive> parseDirective(llvm::StringRef Text) {
  Directive D;
  D.Text = Text.str();
  Scanner S(Text);
  const llvm::StringRef Word = S.word("-");
  const bool HasNames = Word == "off" || Word == "shared";
  if (HasNames && S.consume("(")) {
    auto Names = names(S);
    if (!Names)
      return Names.takeError();
    D.Names = std::move(*Names);
  }
  if (Word == "off") {
    D.K = Directive::Kind::Off;
  } else if (Word == "on") {
    D.K = Directive::Kind::On;
  } else if (Word == "off-file") {
    D.K = Directive::Kind::OffFile;
  } else if (Word == "shared") {
    D.K = Directive::Kind::Shared;
    if (D.Names.empty())
      return wrong("'shared' needs arrays: shared(A)");
  } else if (Word == "allow-reassociation") {
    D.K = Directive::Kind::AllowReassociation;
  } else if (Word == "coarsen") {
    D.K = Directive::Kind::Coarsen;
    const llvm::StringRef Value = S.consume("=") ? S.word("") : "";
    if (Value == "large")
      D.Outputs = SeveralOutputs::LargeLaunches;
    else if (Value == "always")
      D.Outputs = SeveralOutputs::Always;
    else if (Value != "never")
      return wrong("'coarsen' takes =never, =large or =always");
  } else if (Word == "assume") {
    if (llvm::Error Err = parseFact(S, D))
      return std::move(Err);
  } else {
    return wrong("what is understood is off, off(A), on, off-file, shared(A), "
                 "coarsen=never, allow-reassociation, assume n >= 1, "
                 "assume n % 4 == 0, assume no alias(A, B), "
                 "assume aligned(A, 16), assume block(16, 16)");
  }
  if (!S.atEnd())
    return wrong("its end is expected, not " + S.next());
  return D;
}

using Lookup = llvm::function_ref<llvm::Expected<Polynomial>(llvm::StringRef)>;

/// Reads one comparison after the other.
class ConditionParser {
public:
  ConditionParser(llvm::StringRef Text, Lookup Value, Assumptions &Into)
      : S(Text), Value(Value), Into(Into) {}

  llvm::Error parse() {
    do
      if (llvm::Error Err = comparison())
        return Err;
    while (S.consume("&&"));
    if (!S.atEnd())
      return wrong("'&&' or its end is expected, not " + S.next());
    return llvm::Error::success();
  }

private:
  /// A sum, or the remainder of one.
  struct Side {
    Polynomial Value;
    int64_t Modulus = 0; ///< 0: it is no remainder
  };

  llvm::Error comparison() {
    llvm::Expected<Side> Left = sum();
    if (!Left)
      return Left.takeError();
    std::string Operator;
    for (const char *Mark : {"==", ">=", "<=", ">", "<"})
      if (Operator.empty() && S.consume(Mark))
        Operator = Mark;
    if (Operator.empty())
      return wrong("==, >=, <=, > or < is expected, not " + S.next());
    llvm::Expected<Side> Right = sum();
    if (!Right)
      return Right.takeError();
    if (Left->Modulus || Right->Modulus)
      return remainder(*Left, Operator, *Right);
    const Polynomial Difference = Left->Value - Right->Value;
    if (std::optional<int64_t> Known = Difference.constant())
      return wrong(llvm::Twine("it compares constants, ") + toString(*Known) +
                   " apart");
    const bool Strict = Operator == ">" || Operator == "<";
    if (Operator != "<=" && Operator != "<")
      Into.NotNegative.push_back(Difference - int64_t(Strict));
    if (Operator != ">=" && Operator != ">")
      Into.NotNegative.push_back(Polynomial(0) - Difference - int64_t(Strict));
    return llvm::Error::success();
  }

  /// `P % N == M`. Where P is negative C's remainder is, too: then M is 0.
  llvm::Error remainder(const Side &Left, llvm::StringRef Operator,
                        const Side &Right) {
    const std::optional<int64_t> Rest = Right.Value.constant();
    if (Operator != "==" || !Left.Modulus || Right.Modulus || !Rest)
      return wrong("a remainder is compared by == with a number: n % 4 == 0");
    if (*Rest < 0 || *Rest >= Left.Modulus)
      return wrong("no remainder is " + llvm::Twine(*Rest) +
                   ": the divisor is " + llvm::Twine(Left.Modulus));
    if (Left.Modulus > 1)
      Into.Multiples.push_back({Left.Value - *Rest, Left.Modulus});
    return llvm::Error::success();
  }

  llvm::Expected<Side> sum() {
    Side Total;
    bool Negative = S.consume("-");
    for (bool First = true;; First = false) {
      llvm::Expected<Side> Next = product();
      if (!Next)
        return Next;
      if (First && !Negative)
        Total = *Next;
      else if (Next->Modulus || Total.Modulus)
        return wrong("a remainder stands alone on its side: (n + 1) % 4 == 0");
      else
        Negative ? Total.Value -= Next->Value : Total.Value += Next->Value;
      Negative = S.consume("-");
      if (!Negative && !S.consume("+"))
        return Total;
    }
  }

  llvm::Expected<Side> product() {
    llvm::Expected<Side> All = operand();
    while (All && !All->Modulus) {
      if (S.consume("*")) {
        llvm::Expected<Side> Next = operand();
        if (!Next)
          return Next;
        if (Next->Modulus)
          return wrong("a remainder stands alone on its side");
        All->Value = All->Value * Next->Value;
      } else if (S.consume("%")) {
        llvm::Expected<Side> Of = operand();
        if (!Of)
          return Of;
        const std::optional<int64_t> Known = Of->Value.constant();
        if (Of->Modulus || !Known || *Known < 1 || *Known > Most)
          return wrong("% needs a positive number");
        All->Modulus = *Known;
      } else {
        break;
      }
    }
    return All;
  }

  llvm::Expected<Side> operand() {
    if (S.consume("(")) {
      llvm::Expected<Side> Inner = sum();
      if (Inner && !S.consume(")"))
        return wrong("')' is expected, not " + S.next());
      return Inner;
    }
    const llvm::StringRef Word = S.word(".");
    if (Word.empty())
      return wrong("a parameter or a number is expected, not " + S.next());
    if (isIdentifier(Word)) {
      llvm::Expected<Polynomial> Known = Value(Word);
      if (!Known)
        return Known.takeError();
      return Side{std::move(*Known)};
    }
    int64_t Number;
    if (Word.rtrim("uUlL").getAsInteger(0, Number) || Number > Most)
      return wrong("'" + Word + "' is no integer below 2^31");
    return Side{Polynomial(Number)};
  }

  static constexpr int64_t Most = std::numeric_limits<int32_t>::max();
  Scanner S;
  Lookup Value;
  Assumptions &Into;
};

} // namespace

llvm::Expected<std::vector<Directive>> parseDirectives(llvm::StringRef Text) {
  std::vector<Directive> All;
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.rtrim("; \t").split(Parts, ';');
  for (llvm::StringRef Part : Parts) {
    llvm::Expected<Directive> D = parseDirective(Part.trim());
    if (!D)
      return D.takeError();
    All.push_back(std::move(*D));
  }
  return All;
}

llvm::Error parseAssumption(llvm::StringRef Condition, Lookup Value,
                            Assumptions &Into) {
  return ConditionParser(Condition, Value, Into).parse();
}

} // namespace tessera
