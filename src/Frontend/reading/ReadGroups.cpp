//===- ReadGroups.cpp - Groups of threads, and what they are asked --------===//
//
// Blocks, grids and tiles of cooperative groups: all objects of such a type
// stand for the groups that the thread is in, so that only the type counts.
//
//===----------------------------------------------------------------------===//
#include "kernel/calls/CalleeFacts.h"
#include "kernel/calls/GroupCalls.h"
#include "normal/Patterns.h"
#include "reading/Reader.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using Op = ir::Expr::Op;

/// The class of cooperative groups that \p T is; null for others.
static const CXXRecordDecl *groupClass(QualType T) {
  const auto *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() &&
                 llvm::StringRef(Class->getQualifiedNameAsString())
                     .starts_with("cooperative_groups::")
             ? Class
             : nullptr;
}

/// What stands for groups of the type \p T; nothing if it is none of those that
/// are known.
static std::optional<GroupCall> groupOf(QualType T) {
  GroupCall Result;
  const CXXRecordDecl *Class = groupClass(T);
  if (!Class)
    return std::nullopt;
  Result.Group = llvm::StringSwitch<llvm::StringRef>(Class->getName())
                     .Case("thread_block", "block")
                     .Case("grid_group", "grid")
                     .Case("thread_block_tile", "tile")
                     .Default("");
  if (Result.Group.empty())
    return std::nullopt;
  if (Result.Group != "tile")
    return Result;
  const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Tile || Tile->getTemplateArgs().size() != 2 ||
      Tile->getTemplateArgs()[0].getKind() != TemplateArgument::Integral ||
      Tile->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return std::nullopt;
  const int64_t Size = Tile->getTemplateArgs()[0].getAsIntegral().getExtValue();
  if (Size < 1 || Size > 32 || (Size & (Size - 1)) != 0)
    return std::nullopt;
  Result.Size = unsigned(Size);
  const auto Of = groupOf(Tile->getTemplateArgs()[1].getAsType());
  Result.OfBlock = Of && Of->Group == "block";
  return Result;
}

/// The object \p E, or what is made for it.
static const Expr *groupObject(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
    if (!Temporary)
      return E;
    E = Temporary->getSubExpr();
  }
}

/// Whether \p Name only tells something of \p Group, or is the barrier of
/// blocks.
static bool isKnown(llvm::StringRef Name, const GroupCall &Group) {
  static constexpr llvm::StringLiteral Tell[] = {
      "thread_rank", "size",        "num_threads", "meta_group_rank",
      "group_index", "block_index", "group_dim",   "thread_index",
      "dim_threads", "dim_blocks",  "num_blocks",  "block_rank"};
  return llvm::is_contained(Tell, Name) ||
         (Group.Group == "block" && Name == "sync");
}

std::shared_ptr<ir::Expr> KernelReader::ofGroup(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  std::optional<SourceRange> Bytes = C.exactRange(E->getSourceRange());
  if (!Callee || !Callee->getIdentifier() || !isOfGroup(Callee) || !Bytes ||
      Bytes->size() == 0)
    return nullptr;
  llvm::StringRef Name = Callee->getName();
  const bool Makes = Name == "this_thread_block" || Name == "this_grid" ||
                     Name == "tiled_partition";
  const Expr *Of = groupAsked(E);
  const bool IsFree = Of && E->getNumArgs() != 0 && Of == E->getArg(0);
  if (Of ? IsFree && E->getNumArgs() != 1 : !Makes)
    return nullptr;
  // The member functions of tiles are those of a class that they are made of.
  const Expr *Object = Of ? groupObject(Of) : nullptr;
  std::optional<GroupCall> Group =
      groupOf(Makes ? E->getType() : Object->getType());
  if (!Group || !(Makes || isKnown(Name, *Group)))
    return nullptr;
  auto Result = node(Op::Call, E);
  if (Object) {
    const auto *Use = dyn_cast<DeclRefExpr>(Object);
    if (Use && isa<VarDecl>(Use->getDecl()))
      Result->Args = {name(Use)};
    else if (const auto *Call = dyn_cast<CallExpr>(Object))
      Result->Args = {expr(Call)};
    if (Result->Args.empty() || (!Use && !groupCall(*Result->Args[0])))
      return nullptr;
    auto Named = std::make_shared<ir::Expr>(*Result->Args[0]);
    Named->Pure = true;
    if (Named->Text.empty())
      spell(*Named, Object);
    Result->Args = {std::move(Named)};
  }
  if (!Makes)
    Group->Question = Name;
  Result->Word = Group->word();
  Result->Pure = Name != "sync";
  return Result;
}

/// What makes the group that \p E is another class for:
/// `thread_block_tile<32> t = tiled_partition<32>(block);`
ir::ExprPtr KernelReader::groupMadeFor(const CXXConstructExpr *E) {
  if (!groupOf(E->getType()) || E->getNumArgs() != 1)
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(groupObject(E->getArg(0)));
  const auto *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isOfGroup(Callee))
    return nullptr;
  ir::ExprPtr Result = expr(Call);
  const std::optional<GroupCall> Made = groupCall(*Result);
  return Made && Made->Question.empty() ? Result : nullptr;
}

} // namespace tessera
