//===- Expr.cpp - Expressions of kernels ----------------------------------===//
#include "tessera/Kernel/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tessera::ir {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TypePtr Types::get(const Type &T) {
  for (const std::unique_ptr<Type> &Known : All)
    if (*Known == T)
      return Known.get();
  return All.emplace_back(std::make_unique<Type>(T)).get();
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Type &T) {
  switch (T.K) {
  case Type::Kind::Void:
    return OS << "void";
  case Type::Kind::Bool:
    return OS << "bool";
  case Type::Kind::Int:
    return OS << (T.Signed ? "i" : "u") << T.Bytes * 8;
  case Type::Kind::Float:
    return OS << "f" << T.Bytes * 8;
  case Type::Kind::Pointer:
    return OS << *T.Element << (T.Const ? " const" : "")
              << (T.Volatile ? " volatile" : "") << " *";
  case Type::Kind::Record:
    return OS << "record" << T.Bytes;
  case Type::Kind::Unknown:
    break;
  }
  return OS << "unknown";
}

//===----------------------------------------------------------------------===//
// New expressions
//===----------------------------------------------------------------------===//

Precedence precedenceOf(llvm::StringRef Operator) {
  return llvm::StringSwitch<Precedence>(Operator)
      .Cases({"*", "/", "%"}, Precedence::Product)
      .Cases({"+", "-"}, Precedence::Sum)
      .Cases({"<<", ">>"}, Precedence::Shift)
      .Cases({"<", ">", "<=", ">="}, Precedence::Relation)
      .Cases({"==", "!="}, Precedence::Equal)
      .Case("&", Precedence::And)
      .Case("^", Precedence::Xor)
      .Case("|", Precedence::Or)
      .Case("&&", Precedence::LogicAnd)
      .Case("||", Precedence::LogicOr)
      .Cases({"=", "*=", "/=", "%=", "+=", "-="}, Precedence::Assign)
      .Cases({"<<=", ">>=", "&=", "^=", "|="}, Precedence::Assign)
      .Default(Precedence::Comma);
}

const Expr &shown(const Expr &E) {
  return E.is(Expr::Op::Cast) && E.Implicit ? shown(*E.Args[0]) : E;
}

bool isAsWritten(const Expr &E) {
  return !E.Text.empty() && llvm::all_of(E.Text.Parts, [&](const auto &P) {
    if (P.Hole < 0)
      return true;
    const Expr &Filling = shown(*E.Args[P.Hole]);
    return !Filling.Text.empty() && Filling.Text.range() == P.Bytes;
  });
}

static bool hasHole(const Spelling &Text, unsigned Arg) {
  return llvm::any_of(Text.Parts,
                      [&](const auto &P) { return P.Hole == int(Arg); });
}

static ExprPtr replaced(const ExprPtr &E, unsigned Arg, ExprPtr New) {
  auto Result = std::make_shared<Expr>(*E);
  if (!hasHole(Result->Text, Arg)) // a macro, say: it is written out
    Result->Text = {};
  Result->Args[Arg] = std::move(New);
  return Result;
}

ExprPtr with(const ExprPtr &E, unsigned Arg, ExprPtr New) {
  return E->Args[Arg] == New ? E : replaced(E, Arg, std::move(New));
}

ExprPtr rewritten(const ExprPtr &E,
                  llvm::function_ref<ExprPtr(const ExprPtr &)> Change) {
  if (!E)
    return E;
  ExprPtr Result = E;
  for (unsigned I = 0; I != E->Args.size(); ++I)
    Result = with(Result, I, rewritten(E->Args[I], Change));
  ExprPtr New = Change(Result);
  return New ? New : Result;
}

static std::shared_ptr<Expr> made(Expr::Op O, TypePtr Ty) {
  auto Result = std::make_shared<Expr>();
  Result->O = O;
  Result->Ty = Ty;
  return Result;
}

ExprPtr number(int64_t Value, TypePtr Ty) {
  auto Result = made(Expr::Op::Number, Ty);
  Result->Value = Value;
  Result->Pure = true;
  return Result;
}

ExprPtr scalar(VarId S, TypePtr Ty) {
  auto Result = made(Expr::Op::Scalar, Ty);
  Result->Scalar = S;
  return Result;
}

ExprPtr binary(llvm::StringRef Operator, ExprPtr Left, ExprPtr Right,
               TypePtr Ty) {
  if (Operator == "+" && Right->isNumber(0))
    return Left;
  if (Operator == "+" && Left->isNumber(0))
    return Right;
  if (Operator == "-" && Right->isNumber(0))
    return Left;
  if (Operator == "-" && Right->is(Expr::Op::Unary, "-"))
    return binary("+", std::move(Left), Right->Args[0], Ty);
  if ((Operator == "-" || Operator == "+") && Right->O == Expr::Op::Number &&
      Right->Value < 0 && Right->Value != INT64_MIN)
    return binary(Operator == "-" ? "+" : "-", std::move(Left),
                  number(-Right->Value, Right->Ty), Ty);
  if (Operator == "*" && (Right->isNumber(0) || Left->isNumber(0)))
    return Right->isNumber(0) ? Right : Left;
  if (Operator == "*" && Right->isNumber(1))
    return Left;
  if (Operator == "*" && Left->isNumber(1))
    return Right;
  if ((Operator == "-" || Operator == "+") && Left->O == Expr::Op::Number &&
      Right->O == Expr::Op::Number && Ty->K == Type::Kind::Int) {
    const int64_t Sum = Operator == "+" ? Left->Value + Right->Value
                                        : Left->Value - Right->Value;
    const bool Fits = Sum <= INT32_MAX && Sum >= (Ty->Signed ? -INT32_MAX : 0);
    if (std::abs(Left->Value) <= INT32_MAX &&
        std::abs(Right->Value) <= INT32_MAX && Fits)
      return number(Sum, Ty);
  }
  auto IsTrue = [](const ExprPtr &E) {
    return E->Ty->K == Type::Kind::Bool && E->isNumber(1);
  };
  if (Operator == "&&" && IsTrue(Left))
    return Right;
  if (Operator == "&&" && IsTrue(Right))
    return Left;
  auto Result = made(Expr::Op::Binary, Ty);
  Result->Word = Operator.str();
  Result->Args = {std::move(Left), std::move(Right)};
  return Result;
}

ExprPtr logicalNot(ExprPtr E, TypePtr Bool) {
  if (E->is(Expr::Op::Unary, "!"))
    return E->Args[0];
  const llvm::StringRef Opposite =
      E->O != Expr::Op::Binary ? ""
                               : llvm::StringSwitch<llvm::StringRef>(E->Word)
                                     .Case("<", ">=")
                                     .Case(">=", "<")
                                     .Case(">", "<=")
                                     .Case("<=", ">")
                                     .Case("==", "!=")
                                     .Case("!=", "==")
                                     .Default("");
  // Of numbers with a fraction neither may hold.
  if (!Opposite.empty() && E->Args[0]->Ty->K != Type::Kind::Float &&
      E->Args[1]->Ty->K != Type::Kind::Float)
    return binary(Opposite, E->Args[0], E->Args[1], Bool);
  auto Result = made(Expr::Op::Unary, Bool);
  Result->Word = "!";
  Result->Args = {std::move(E)};
  return Result;
}

ExprPtr unwritten(const ExprPtr &E) {
  auto Result = std::make_shared<Expr>(*E);
  Result->Text = {};
  for (ExprPtr &Arg : Result->Args)
    Arg = unwritten(Arg);
  return Result;
}

ExprPtr withoutWidening(const ExprPtr &E) {
  if (!E->is(Expr::Op::Cast) || !E->Ty->isInteger())
    return E;
  const Type &From = *E->Args[0]->Ty, &To = *E->Ty;
  const bool Keeps =
      From.isInteger() && To.K == Type::Kind::Int &&
      (From.Signed == To.Signed ? From.Bytes <= To.Bytes
                                : From.Bytes < To.Bytes && !From.Signed);
  return Keeps ? withoutWidening(E->Args[0]) : E;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool equal(const Expr &A, const Expr &B) {
  if (&A == &B)
    return true;
  if (A.O != B.O || A.Ty != B.Ty || A.Word != B.Word || A.Value != B.Value ||
      (A.O == Expr::Op::Scalar && A.Scalar != B.Scalar) ||
      A.O == Expr::Op::Opaque || A.Args.size() != B.Args.size())
    return false;
  return llvm::all_of(llvm::zip(A.Args, B.Args), [](auto &&Pair) {
    return equal(*std::get<0>(Pair), *std::get<1>(Pair));
  });
}

void walk(const ExprPtr &E, llvm::function_ref<bool(const Expr &)> Visit) {
  if (!E || !Visit(*E))
    return;
  for (const ExprPtr &Arg : E->Args)
    walk(Arg, Visit);
}

/// Whether \p Holds for \p E and all below.
static bool all(const ExprPtr &E,
                llvm::function_ref<bool(const Expr &)> Holds) {
  bool Result = true;
  walk(E, [&](const Expr &Each) { return Result = Result && Holds(Each); });
  return Result;
}

bool mentions(const ExprPtr &E, VarId S) {
  return !all(E, [&](const Expr &Each) { return !Each.isScalar(S); });
}

/// `__ldg(p)` and its kin, which read `*p`.
static bool isHintedLoad(const Expr &E) {
  static constexpr llvm::StringLiteral Names[] = {"__ldg",  "__ldca", "__ldcg",
                                                  "__ldcs", "__ldlu", "__ldcv"};
  return E.O == Expr::Op::Call && !E.Function && E.Args.size() == 1 &&
         llvm::is_contained(Names, E.Word);
}

bool isPure(const ExprPtr &E) {
  return all(E, [](const Expr &Each) {
    return Each.O != Expr::Op::Assign && Each.O != Expr::Op::Opaque &&
           (Each.O != Expr::Op::Call || Each.Pure || isHintedLoad(Each));
  });
}

bool isArithmetic(const ExprPtr &E) {
  return all(E, [](const Expr &Each) {
    switch (Each.O) {
    case Expr::Op::Number:
    case Expr::Op::Scalar:
    case Expr::Op::Builtin:
    case Expr::Op::Unary:
    case Expr::Op::Binary:
    case Expr::Op::Select:
    case Expr::Op::Cast:
      return true;
    case Expr::Op::Name:
    case Expr::Op::Member:
    case Expr::Op::Call:
      return Each.Pure;
    case Expr::Op::Element:
    case Expr::Op::Address:
    case Expr::Op::Make:
    case Expr::Op::Assign:
    case Expr::Op::Opaque:
      return false;
    }
    return false;
  });
}

/// Whether \p E is a number other than 0, also of another type.
static bool isDivisor(const Expr &E) {
  const Expr &Of = shown(E);
  return E.Ty->isInteger() && Of.O == Expr::Op::Number && Of.Value != 0 &&
         (&Of == &E || (Of.Value > 0 && Of.Value <= INT8_MAX) ||
          (E.Ty->Bytes >= 4 && Of.Value > 0 && Of.Value <= INT32_MAX));
}

bool isHarmless(const ExprPtr &E) {
  return isArithmetic(E) && all(E, [](const Expr &Each) {
           return !(Each.is(Expr::Op::Binary, "/") ||
                    Each.is(Expr::Op::Binary, "%")) ||
                  !Each.Ty->isInteger() || isDivisor(*Each.Args[1]);
         });
}

} // namespace tessera::ir
