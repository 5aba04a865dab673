//===- CCondition.cpp - Sets as conditions in C ---------------------------===//
#include "tessera/Polyhedral/CCondition.h"
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
    const Operator *Op = llvm::find_if(
        Operators, [&](const Operator &O) { return O.Type == Type; });
    if (Op == std::end(Operators)) {
      Failed = true;
      return {"", Primary};
    }
    // Compilers warn about `&&` inside `||` and about comparisons of
    // comparisons.
    int Left = Op->Level == Or ? Equal : Op->Level;
    int Right = Op->Level == Or    ? Equal
                : Op->Level == And ? Equal
                                   : Op->Level + 1;
    std::string Text = print(argument(0), Left);
    for (int I = 1, N = isl_ast_expr_op_get_n_arg(E.get()); I < N; ++I)
      Text += Op->Spelling + print(argument(I), Right);
    return {Text, Op->Level};
  }

  llvm::function_ref<std::string(llvm::StringRef)> Spell;
  bool Failed = false;
};

} // namespace

llvm::Expected<CCondition>
toCCondition(const NamedSet &S, const NamedSet &Context,
             llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  isl::set Known = Context.Set.coalesce();
  isl::set Wanted = S.Set.intersect(Known).coalesce();
  if (Wanted.is_empty())
    return CCondition{CCondition::Kind::Never, "", false};
  if (Known.is_subset(Wanted))
    return CCondition{};
  Wanted = Wanted.gist(Known).coalesce();
  isl::ast_build Build = isl::manage(isl_ast_build_from_context(
      toParameters({Known, Context.Dims}).release()));
  isl::ast_expr E = isl::manage(isl_ast_build_expr_from_set(
      Build.get(), toParameters({Wanted, S.Dims}).release()));
  ExpressionPrinter Printer(Spell);
  CCondition Result{CCondition::Kind::Test, Printer.print(E, 0), false};
  if (Printer.failed())
    return llvm::make_error<IslGaveUp>("a condition needs a floor division");
  if (isl_ast_expr_get_type(E.get()) == isl_ast_expr_op) {
    isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
    Result.IsDisjunction =
        Type == isl_ast_expr_op_or || Type == isl_ast_expr_op_or_else;
  }
  return Result;
}

} // namespace tessera
