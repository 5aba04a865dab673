//===- KernelTree.h - The statements of a kernel, as the user wrote them --===//
//
// A kernel's body is a tree of blocks, loops, branches and leaves. Every node
// owns the text it was written with, white space and comments included, so that
// printing an untouched tree gives the user's bytes back. Text has *holes*: the
// places that transformations may fill differently (an array access, a private
// scalar, a built-in index). Nodes are immutable and shared: a transformation
// builds a new spine and keeps the rest.
//
//   Block:  Head "{"                      Children...   Tail "\n}"
//   Loop:   Head "for (int k = 0; ...)"   Children[0]
//   If:     Head "if (i < n)"             Children[0]   Middle "else"  [1]
//   Leaf:   Head "sum += a[i] * b[k];"
// `Lead` is the white space and comments before the node.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_KERNELTREE_H
#define TESSERA_MODEL_KERNELTREE_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One stretch of text: verbatim, or a hole with what the user filled it with.
struct Piece {
  enum class Kind {
    Verbatim,
    Scalar,  ///< a use of the private scalar or parameter `Id`
    Builtin, ///< threadIdx.x, ...: `Spelling` is the symbol (`tx`), `Parts`
             ///< the text
    Access,  ///< the array access `Id`; its text is `Parts`. What has to
             ///< follow another element's text is `Spelling`: `.` where the
             ///< user's is `p->`
    Operand, ///< a part of the access `Id`; its text is `Parts`, and `Spelling`
             ///< is `array` or `value` of an atomic update, or `address` of a
             ///< load with a cache hint
    Macro,   ///< a macro's call, `Parts`; it expands to `Expanded`, which has
             ///< holes that the call has not
  };
  Kind K = Kind::Verbatim;
  std::string Spelling;
  unsigned Id = 0;
  std::vector<Piece> Parts;
  std::vector<Piece> Expanded = {};

  /// Whether it is a hole with other holes inside.
  bool hasParts() const { return K == Kind::Access || K == Kind::Operand; }

  static Piece verbatim(std::string Text) {
    return {Kind::Verbatim, std::move(Text), 0, {}};
  }
  bool operator==(const Piece &) const = default;
};

using Text = std::vector<Piece>;

/// The text with every hole filled as the user did.
std::string spell(const Text &T);

/// The text with holes filled by \p Fill; where it returns nothing, the user's
/// filling stays, and holes inside are visited in turn. Where it fills one that
/// only the expansion of a macro has, the expansion replaces the call.
Text fillHoles(const Text &T,
               llvm::function_ref<std::optional<Text>(const Piece &)> Fill);

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Node {
  enum class Kind { Block, Loop, If, Leaf };
  /// What a leaf is, as far as transformations care.
  enum class LeafKind {
    Expression,  ///< any statement without control flow
    Declaration, ///< declares private variables; see `Declared`
    Return,      ///< `return;`
    Barrier,     ///< `__syncthreads();`
    Jump,        ///< `break;` or `continue;`
  };

  Kind K = Kind::Leaf;
  LeafKind Leaf = LeafKind::Expression;
  /// The Tail of a Leaf is the comment behind it on the same line.
  Text Lead, Head, Middle, Tail;
  std::vector<NodePtr> Children;

  std::optional<LoopId> Loop;   ///< of a Loop
  std::optional<GuardId> Guard; ///< of an If: its condition in the model
  Text Condition;               ///< of an If: between the parentheses

  /// One declared variable of a Declaration: `const float s = a[i];`.
  struct Declarator {
    ScalarId Scalar;
    std::string Type; ///< as written, with qualifiers: `const float`
    std::string Name; ///< of an array with its type: `float w[4]`
    Text Initializer; ///< empty if none
    /// The initialiser has no side effect and cannot trap, so it may also run
    /// in threads that would not have reached it.
    bool Harmless = false;
    bool Arithmetic = false; ///< 0 converts to its type
    bool operator==(const Declarator &) const = default;
  };
  std::vector<Declarator> Declared;

  /// A transformation put the node somewhere else than the user did.
  bool Moved = false;

  /// In the user's file, `Lead` excluded; absent if a transformation made it.
  std::optional<SourceRange> Source;
  /// The user's code that such a node is for; absent: what it stands around.
  std::optional<SourceRange> Serves = {};
};

/// The node's text, `Lead` included.
std::string spell(const Node &N);

/// Every access hole of \p N, in text order.
std::vector<AccessId> accessesIn(const Node &N);

/// \p N and everything below with the holes filled by \p Fill.
NodePtr
fillAccesses(const NodePtr &N,
             llvm::function_ref<std::optional<Text>(const Piece &)> Fill);

/// Calls \p Visit for \p N and everything below, parents first.
void walk(const NodePtr &N, llvm::function_ref<void(const NodePtr &)> Visit);

/// The path from \p Root down to the loop \p Id, both included; empty if there
/// is no such loop.
std::vector<NodePtr> pathToLoop(const NodePtr &Root, LoopId Id);

/// Whether \p N is `if (c) return;`, or `if (c) continue;`.
bool isEarlyExit(const Node &N);

/// Whether threads leave the block \p Body early only by statements
/// `if (c) return;` right below it.
bool leavesAtTop(const Node &Body);

/// Prints the structure with one line per node and holes in braces.
void print(llvm::raw_ostream &OS, const Node &Root);

} // namespace tessera

#endif
