//===- Build.h - New nodes for a kernel tree ------------------------------===//
//
// Nodes made here have no place in the user's file; the printer lays them out.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_BUILD_H
#define TESSERA_TRANSFORM_BUILD_H

#include "tessera/Model/ConditionText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tessera {

/// A statement or comment with this text; may span lines.
NodePtr makeLeaf(llvm::StringRef Text);
NodePtr makeLeaf(Text T);
NodePtr makeBarrier();
/// Adds the comments before \p N as a statement of their own.
void keepComments(const Node &N, std::vector<NodePtr> &Into);
/// `{ Children... }`
NodePtr makeBlock(std::vector<NodePtr> Children);
/// `Header Body`, where \p Header is `for (...)`.
NodePtr makeLoop(Text Header, NodePtr Body);
/// `if (Condition) { Then... }`; without braces for one simple statement.
NodePtr makeIf(llvm::StringRef Condition, std::vector<NodePtr> Then);
NodePtr makeIf(Text Condition, std::vector<NodePtr> Then);
/// `if (Condition) { Then } else { Else }`
NodePtr makeIfElse(llvm::StringRef Condition, NodePtr Then, NodePtr Else);
/// `auto Name = [&](Parameters) { Body... };`
NodePtr makeFunction(llvm::StringRef Name, llvm::StringRef Parameters,
                     std::vector<NodePtr> Body);
/// Whether \p Code, needed twice, takes fewer lines as a function, and means
/// the same there.
bool paysAsFunction(llvm::ArrayRef<NodePtr> Code);
/// \p N with other children.
NodePtr withChildren(const Node &N, std::vector<NodePtr> Children);

/// Whether \p N is `if (c) { ...; return; }`.
bool isLateExit(const Node &N);

/// \p Element in place of the one that \p Access accesses.
Text standingFor(const Piece &Access, const std::string &Element);

/// \p N, a new node, for the user's code at \p What.
NodePtr serving(const NodePtr &N, std::optional<SourceRange> What);
/// \p N, a new node, for what \p Users is or serves.
NodePtr serving(const NodePtr &N, const Node &Users);

/// \p N for use at another place than the user's.
NodePtr moved(const NodePtr &N);

/// Appends \p More to \p To.
void append(Text &To, const Text &More);
void append(Text &To, llvm::StringRef More);

} // namespace tessera

#endif
