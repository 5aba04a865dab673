//===- CCondition.cpp - Sets as conditions in C ---------------------------===//
#include "tessera/Polyhedral/CCondition.h"
#include "Constraints.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/val.h>

namespace tessera {

namespace {

/// How tightly an operator binds.
enum Precedence { Or = 1, And, Equal, Compare, Sum, Product, Unary, Primary };

struct Operator {
  isl_ast_expr_op_type Type;
  const char *Spelling;
  Precedence Level;
};

constexpr Operator Operators[] = {
    {isl_ast_expr_op_and, " && ", And},
    {isl_ast_expr_op_and_then, " && ", And},
    {isl_ast_expr_op_or, " || ", Or},
    {isl_ast_expr_op_or_else, " || ", Or},
    {isl_ast_expr_op_add, " + ", Sum},
    {isl_ast_expr_op_sub, " - ", Sum},
    {isl_ast_expr_op_mul, " * ", Product},
    {isl_ast_expr_op_div, " / ", Product},
    {isl_ast_expr_op_pdiv_q, " / ", Product},
    {isl_ast_expr_op_pdiv_r, " % ", Product},
    {isl_ast_expr_op_zdiv_r, " % ", Product},
    {isl_ast_expr_op_eq, " == ", Equal},
    {isl_ast_expr_op_le, " <= ", Compare},
    {isl_ast_expr_op_lt, " < ", Compare},
    {isl_ast_expr_op_ge, " >= ", Compare},
    {isl_ast_expr_op_gt, " > ", Compare},
};

bool isDisjunction(const isl::ast_expr &E) {
  if (isl_ast_expr_get_type(E.get()) != isl_ast_expr_op)
    return false;
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  return Type == isl_ast_expr_op_or || Type == isl_ast_expr_op_or_else;
}

/// Prints isl's expressions. Gives up on operators that C does not have.
class ExpressionPrinter {
public:
  explicit ExpressionPrinter(
      llvm::function_ref<std::string(llvm::StringRef)> Spell)
      : Spell(Spell) {}

  bool failed() const { return Failed; }

  /// The text of \p E; in parentheses if it binds weaker than \p Context.
  std::string print(const isl::ast_expr &E, int Context) {
    auto [Text, Level] = printBare(E);
    return Level < Context ? "(" + Text + ")" : Text;
  }

private:
  std::pair<std::string, int> printBare(const isl::ast_expr &E) {
    switch (isl_ast_expr_get_type(E.get())) {
    case isl_ast_expr_id:
      return printId(isl::manage(isl_ast_expr_get_id(E.get())));
    case isl_ast_expr_int: {
      isl::val Value = isl::manage(isl_ast_expr_get_val(E.get()));
      return {std::to_string(isl_val_get_num_si(Value.get())),
              isl_val_is_neg(Value.get()) ? Unary : Primary};
    }
    default:
      return printOperation(E);
    }
  }

  std::pair<std::string, int> printId(const isl::id &Id) {
    llvm::SmallVector<llvm::StringRef> Factors;
    llvm::StringRef(isl_id_get_name(Id.get())).split(Factors, '*');
    std::string Text = llvm::join(
        llvm::map_range(Factors, [&](llvm::StringRef F) { return Spell(F); }),
        " * ");
    return {Text, Factors.size() > 1 ? Product : Primary};
  }

  std::pair<std::string, int> printOperation(const isl::ast_expr &E) {
    isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
    auto argument = [&](int I) {
      return isl::manage(isl_ast_expr_op_get_arg(E.get(), I));
    };
    if (Type == isl_ast_expr_op_minus)
      return {"-" + print(argument(0), Primary), Unary};
    switch (Type) {
    case isl_ast_expr_op_le:
      return {printOrder(argument(0), argument(1), 0), Compare};
    case isl_ast_expr_op_lt:
      return {printOrder(argument(0), argument(1), -1), Compare};
    case isl_ast_expr_op_ge:
      return {printOrder(argument(1), argument(0), 0), Compare};
    case isl_ast_expr_op_gt:
      return {printOrder(argument(1), argument(0), -1), Compare};
    default:
      break;
    }
    const Operator *Op = llvm::find_if(
        Operators, [&](const Operator &O) { return O.Type == Type; });
    if (Op == std::end(Operators)) {
      Failed = true;
      return {"", Primary};
    }
    // Compilers warn about `&&` inside `||` and about comparisons of
    // comparisons.
    int Left = Op->Level, Right = Op->Level + 1;
    if (Op->Level == And)
      Right = Equal;
    std::vector<std::string> Operands;
    for (int I = 0, N = isl_ast_expr_op_get_n_arg(E.get()); I < N; ++I) {
      isl::ast_expr Operand = argument(I);
      if (Op->Level == Or)
        Left = Right = isDisjunction(Operand) ? Or : Equal;
      Operands.push_back(print(Operand, I ? Right : Left));
    }
    if (Op->Level == Or && Operands.size() == 2)
      if (std::optional<std::string> Text =
              printDifference(Operands[0], Operands[1]))
        return {*Text, Equal};
    return {llvm::join(Operands, Op->Spelling), Op->Level};
  }

  /// `x < y || y < x` is `x != y`.
  static std::optional<std::string> printDifference(llvm::StringRef One,
                                                    llvm::StringRef Other) {
    auto [X, Y] = One.split(" < ");
    auto [Y2, X2] = Other.split(" < ");
    if (X != X2 || Y != Y2 || One.contains("&&") || One.contains('+'))
      return std::nullopt;
    return (X + " != " + Y).str();
  }

  /// A sum without its constant.
  struct Side {
    std::string Text; ///< empty: the sum is the constant
    int64_t Constant = 0;
  };

  Side side(const isl::ast_expr &E) {
    auto Value = [](const isl::ast_expr &Int) {
      return isl_val_get_num_si(
          isl::manage(isl_ast_expr_get_val(Int.get())).get());
    };
    if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_int)
      return {"", Value(E)};
    if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_op) {
      isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
      if (Type == isl_ast_expr_op_add || Type == isl_ast_expr_op_sub) {
        isl::ast_expr Last = isl::manage(isl_ast_expr_op_get_arg(E.get(), 1));
        if (isl_ast_expr_get_type(Last.get()) == isl_ast_expr_int) {
          Side First = side(isl::manage(isl_ast_expr_op_get_arg(E.get(), 0)));
          First.Constant +=
              Type == isl_ast_expr_op_add ? Value(Last) : -Value(Last);
          return First;
        }
      }
    }
    return {print(E, Sum), 0};
  }

  /// `Left <= Right + Distance` as people write it: `x >= 1`, `x < n`, and
  /// `x + 1 < n` rather than `n >= x + 2`.
  std::string printOrder(const isl::ast_expr &Left, const isl::ast_expr &Right,
                         int64_t Distance) {
    Side A = side(Left), B = side(Right);
    Distance += B.Constant - A.Constant;
    if (A.Text.empty())
      return B.Text + " >= " + std::to_string(-Distance);
    if (B.Text.empty())
      return A.Text + " < " + std::to_string(Distance + 1);
    if (Distance == 0)
      return A.Text + " <= " + B.Text;
    if (Distance > 0)
      return A.Text + " < " + B.Text + " + " + std::to_string(Distance + 1);
    std::string Ahead =
        Distance == -1 ? "" : " + " + std::to_string(-Distance - 1);
    return A.Text + Ahead + " < " + B.Text;
  }

  llvm::function_ref<std::string(llvm::StringRef)> Spell;
  bool Failed = false;
};

/// The largest number of dimensions in one constraint of \p S; 0 where isl does
/// not know a division: fewer pieces read better then.
unsigned widestConstraint(const isl::basic_set &S) {
  const isl::basic_set Known =
      isl::manage(isl_basic_set_remove_unknown_divs(S.copy()));
  if (isl_basic_set_dim(Known.get(), isl_dim_div) <
      isl_basic_set_dim(S.get(), isl_dim_div))
    return 0;
  unsigned Widest = 0;
  forEachConstraint(S, [&](isl_constraint *C) {
    unsigned Width = 0;
    for (int D = 0, N = isl_basic_set_dim(S.get(), isl_dim_set); D < N; ++D)
      Width += isl_constraint_involves_dims(C, isl_dim_set, D, 1);
    Widest = std::max(Widest, Width);
  });
  return Widest;
}

std::vector<isl::basic_set> piecesOf(const isl::set &S) {
  std::vector<isl::basic_set> Pieces;
  S.foreach_basic_set([&](isl::basic_set P) { Pieces.push_back(P); });
  return Pieces;
}

} // namespace

isl::set coalesceForReading(const isl::set &S) {
  std::vector<isl::basic_set> Pieces = piecesOf(S);
  if (Pieces.size() > 16)
    return S.coalesce();
  for (unsigned I = 0; I < Pieces.size(); ++I)
    for (unsigned J = 0; J < Pieces.size(); ++J) {
      if (I == J)
        continue;
      std::vector<isl::basic_set> Merged =
          piecesOf(isl::set(Pieces[I]).unite(Pieces[J]).coalesce());
      if (Merged.size() != 1 ||
          widestConstraint(Merged[0]) > std::max(widestConstraint(Pieces[I]),
                                                 widestConstraint(Pieces[J])))
        continue;
      Pieces[I] = Merged[0];
      Pieces.erase(Pieces.begin() + J);
      I = 0;
      J = 0;
    }
  isl::set Result = isl::set::empty(S.space());
  for (const isl::basic_set &Piece : Pieces)
    Result = Result.unite(Piece);
  return Result;
}

/// isl merges a few pieces well and many slowly.
static constexpr unsigned MaxPiecesToMerge = 6;

static unsigned widestOf(const isl::set &S) {
  unsigned Widest = 0;
  for (const isl::basic_set &Piece : piecesOf(S))
    Widest = std::max(Widest, widestConstraint(Piece));
  return Widest;
}

/// A set that is equal to \p S inside \p Known, with few constraints.
static isl::set simplify(const isl::set &S, const isl::set &Known) {
  isl::set Hull(isl::manage(isl_set_simple_hull(S.copy())));
  if (Hull.intersect(Known).is_subset(S))
    return Hull.gist(Known);
  if (S.n_basic_set() <= MaxPiecesToMerge)
    if (isl::set Merged = S.coalesce(); Merged.n_basic_set() == 1)
      if (isl::set Result = Merged.gist(Known);
          widestOf(Result) <= widestOf(S.gist(Known)))
        return Result;
  return coalesceForReading(coalesceForReading(S).gist(Known));
}

llvm::Expected<CCondition>
toCCondition(const NamedSet &S, const NamedSet &Context,
             llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  isl::set Known = Context.Set.coalesce();
  isl::set Wanted = S.Set.intersect(Known);
  if (Wanted.is_empty())
    return CCondition{CCondition::Kind::Never, "", false};
  if (Known.is_subset(Wanted))
    return CCondition{};
  Wanted = simplify(Wanted, Known);
  isl::ast_build Build = isl::manage(isl_ast_build_from_context(
      toParameters({Known, Context.Dims}).release()));
  isl::ast_expr E = isl::manage(isl_ast_build_expr_from_set(
      Build.get(), toParameters({Wanted, S.Dims}).release()));
  ExpressionPrinter Printer(Spell);
  CCondition Result{CCondition::Kind::Test, Printer.print(E, 0),
                    isDisjunction(E)};
  if (Printer.failed())
    return llvm::make_error<IslGaveUp>("a condition needs a floor division");
  return Result;
}

} // namespace tessera
