//===- CopyFlow.h - Which memory holds the same, and what is still read ---===//
#ifndef TESSERA_PLAN_COPIES_COPYFLOW_H
#define TESSERA_PLAN_COPIES_COPYFLOW_H

#include "tessera/Model/HostModel.h"
#include <functional>

namespace tessera {

/// A copy of the first `Bytes` bytes of one variable to another, by index.
struct CopyOfBytes {
  unsigned To = 0, From = 0;
  Polynomial Bytes;
};

/// Whether the control flow in \p S is not followed: copies in it stay.
inline bool isUnfollowed(const HostStatement &S) {
  using Kind = HostStatement::Kind;
  return S.K == Kind::Opaque || S.K == Kind::Switch || S.K == Kind::Try;
}

/// A statement of one function, as far as copies depend on it. The tree may be
/// changed: then it is another program.
struct CopyNode {
  HostStatement::Kind K = HostStatement::Kind::Leaf;
  const HostStatement *S = nullptr; ///< null: it is new
  /// What it does besides its copy, children excluded: whose contents it reads
  /// and changes, and which pointers get other memory or none.
  std::set<unsigned> Reads, Changes, Renews;
  std::set<unsigned> Discards; ///< certainly, of those that it renews
  /// Pointers that get memory of a known size.
  std::vector<std::pair<unsigned, Polynomial>> Allocates;
  /// It does nothing but exchange these pointers, one pair after the other.
  std::vector<std::pair<unsigned, unsigned>> Exchanges;
  bool Observes = false; ///< it or what it calls: see HostStatement
  std::optional<unsigned> Copy;
  /// The copy that stood here.
  std::optional<unsigned> Removed;
  bool Waits = false; ///< a wait stands for the copy
  std::vector<CopyNode> Children;

  bool isLoop() const { return K == HostStatement::Kind::Loop; }
};

/// Whether \p N, one statement, may leave its function: a removed copy with its
/// check does not.
inline bool mayReturn(const CopyNode &N) {
  return N.S && N.S->MayReturn && (!N.Removed || N.Waits);
}

/// The same of a round of a loop.
inline bool mayJump(const CopyNode &N) {
  return N.S && N.S->MayJump && (!N.Removed || N.Waits);
}

/// What holds at a point on every path to it.
struct CopyFacts {
  bool Reachable = true;
  /// The first bytes of two variables, the lesser first, are the same.
  std::set<std::tuple<unsigned, unsigned, Polynomial>> Equal;
  /// A variable has at least this many bytes.
  std::set<std::pair<unsigned, Polynomial>> Holds;

  bool equal(const CopyOfBytes &C) const;
  bool holds(unsigned Variable, const Polynomial &Bytes) const;
  bool operator==(const CopyFacts &) const = default;
};

/// Whether \p Large is at least \p Small whatever the symbols are.
bool covers(const Polynomial &Large, const Polynomial &Small);

/// The forward flow over one function.
class CopyFlow {
public:
  CopyFlow(const CopyNode &Root, const std::vector<CopyOfBytes> &Copies);

  /// Right before \p N, which is a copy or a loop.
  const CopyFacts &before(const CopyNode &N) const { return Before.at(&N); }
  /// Right behind the loop \p N; if \p Ran, given that its body ran.
  const CopyFacts &behind(const CopyNode &N, bool Ran) const {
    return (Ran ? BehindRounds : Behind).at(&N);
  }

private:
  struct Result {
    CopyFacts Out, Breaks, Continues;
  };
  Result solve(const CopyNode &N, CopyFacts In);
  Result loop(const CopyNode &N, CopyFacts In);
  void perform(const CopyNode &N, CopyFacts &State) const;
  void forgetAll(const CopyNode &N, CopyFacts &State) const;

  const std::vector<CopyOfBytes> &Copies;
  std::map<const CopyNode *, CopyFacts> Before, Behind, BehindRounds;
};

/// A backward flow over one function: whether something is wanted at a point,
/// because on some path a statement uses it before one makes it anew.
class Wanted {
public:
  using Test = std::function<bool(const CopyNode &)>;

  /// \param AtExit it is wanted when the function returns.
  Wanted(const CopyNode &Root, Test Uses, Test Makes, bool AtExit);

  bool before(const CopyNode &N) const { return Before.at(&N); }
  bool behind(const CopyNode &N) const { return Behind.at(&N); }

private:
  struct Targets {
    bool Break = false, Continue = false;
  };
  bool solve(const CopyNode &N, bool Out, Targets At);
  bool compute(const CopyNode &N, bool Out, Targets At);
  bool usesAny(const CopyNode &N) const;

  Test Uses, Makes;
  bool AtExit;
  std::map<const CopyNode *, bool> Before, Behind;
};

} // namespace tessera

#endif
