//===- Evaluation.h - How the parts of a statement are evaluated ----------===//
//
// The one table of what C++ does with the operands of its constructs. It is
// closed: each class of statements and expressions that Clang has is named, and
// what is not understood says so. Effects of host and device code are found by
// walking along it.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_EVALUATION_H
#define TESSERA_FRONTEND_EFFECTS_EVALUATION_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera {

/// What a construct does with the result of one of its parts.
enum class Use : uint8_t {
  Discard, ///< nothing
  Value,   ///< computes with the value; a pointer may be kept
  Read,    ///< takes the value of the object that a glvalue designates
  Write,   ///< gives that object a value, without taking the old one
  Update,  ///< takes its value and gives it one
  Same,    ///< passes it on: it is the result of the whole
  Part,    ///< designates a part of the object: a member, an element
  Point,   ///< designates what this pointer points to, or a part of that
  Address, ///< points to the object
  Bind,    ///< binds a reference to it, or initialises a variable: see \c Into
  Give,    ///< hands it to a function, whose body decides
  Return,  ///< hands it to the caller of the function
  Unknown, ///< anything, now or later
};

/// How often a part is evaluated when the whole is.
enum class Times : uint8_t {
  Once,
  Sometimes, ///< or not at all
  Any,       ///< any number of times, also later
  Never,     ///< it was evaluated elsewhere, and only stands for its result
};

struct EvaluatedPart {
  const clang::Stmt *S;
  Use How;
  Times Often = Times::Once;
  /// What is initialised, if that is known: a variable or parameter.
  const clang::ValueDecl *Into = nullptr;
};

/// The parts in the order in which they are evaluated, as far as the language
/// fixes it. Calls of functions that no part shows (constructors, destructors
/// of temporaries and variables, operators new) are the walker's.
struct Evaluation {
  /// Else the whole may do anything with its parts, and more.
  bool Known = true;
  llvm::SmallVector<EvaluatedPart, 4> Parts;
};

Evaluation evaluationOf(const clang::Stmt *S);

/// Whether \ref evaluationOf knows what statements of the class \p C do.
bool isEvaluationKnown(clang::Stmt::StmtClass C);

/// The use of an object of which a part is used as \p How.
Use ofWhole(Use How);

} // namespace tessera

#endif
