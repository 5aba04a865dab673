//===- GroupCalls.cpp - Calls of functions of cooperative groups ----------===//
#include "kernel/calls/GroupCalls.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static bool isInGroups(const NamedDecl *D) {
  return D->getQualifiedNameAsString().starts_with("cooperative_groups::");
}

bool isOfGroup(const FunctionDecl *Callee) { return isInGroups(Callee); }

const Expr *groupAsked(const CallExpr *E) {
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(E))
    return Method->getImplicitObjectArgument();
  if (const auto *Static =
          dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts()))
    return Static->getBase();
  return E->getNumArgs() == 0 ? nullptr : E->getArg(0);
}

/// Whether all threads of \p Group are in one warp.
static bool isWithinWarp(const Expr *Group) {
  const CXXRecordDecl *Class =
      Group ? Group->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl()
            : nullptr;
  if (!Class || !isInGroups(Class))
    return false;
  const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  return Tile && Class->getName() == "thread_block_tile"
             ? Tile->getTemplateArgs()[0].getAsIntegral() <= 32
             : Class->getName() == "coalesced_group";
}

bool waitsInWarp(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return false;
  return Callee->getName() == "__syncwarp" ||
         (Callee->getName() == "sync" && isOfGroup(Callee) &&
          isWithinWarp(groupAsked(E)));
}

bool exchangesInGroup(const FunctionDecl *Callee) {
  static constexpr llvm::StringLiteral Names[] = {"coalesced_threads",
                                                  "binary_partition",
                                                  "labeled_partition",
                                                  "shfl",
                                                  "shfl_up",
                                                  "shfl_down",
                                                  "shfl_xor",
                                                  "any",
                                                  "all",
                                                  "ballot",
                                                  "match_any"};
  if (!Callee->getIdentifier())
    return false;
  if (llvm::is_contained(Names, Callee->getName()))
    return true;
  // With operations of CUDA's; those of the program may do anything.
  return (Callee->getName() == "reduce" ||
          Callee->getName().ends_with("clusive_scan")) &&
         llvm::all_of(Callee->parameters(), [](const ParmVarDecl *P) {
           const QualType Type = P->getType().getNonReferenceType();
           const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
           return Class ? isInGroups(Class) : Type->isArithmeticType();
         });
}

bool asksGroup(const FunctionDecl *Callee) {
  static constexpr llvm::StringLiteral Names[] = {"this_thread_block",
                                                  "this_grid",
                                                  "tiled_partition",
                                                  "thread_rank",
                                                  "size",
                                                  "num_threads",
                                                  "meta_group_rank",
                                                  "meta_group_size",
                                                  "group_index",
                                                  "block_index",
                                                  "thread_index",
                                                  "group_dim",
                                                  "dim_threads",
                                                  "dim_blocks",
                                                  "num_blocks",
                                                  "block_rank",
                                                  "group_size",
                                                  "is_valid"};
  return Callee->getIdentifier() &&
         (llvm::is_contained(Names, Callee->getName()) ||
          exchangesInGroup(Callee));
}

} // namespace tessera
