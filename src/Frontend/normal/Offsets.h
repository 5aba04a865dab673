//===- Offsets.h - How far apart the values of expressions are ------------===//
#ifndef TESSERA_FRONTEND_NORMAL_OFFSETS_H
#define TESSERA_FRONTEND_NORMAL_OFFSETS_H

#include "tessera/Kernel/Stmt.h"
#include "tessera/Polyhedral/Polynomial.h"
#include <map>

namespace tessera {

/// What the scalars of a kernel are that have one value all the time.
class Offsets {
public:
  explicit Offsets(const ir::Kernel &K);

  /// \p A - \p B, in few words, for numbers with a sign and for pointers into
  /// the same array.
  std::optional<ir::ExprPtr>
  difference(const ir::ExprPtr &A, const ir::ExprPtr &B, ir::TypePtr Ty) const;
  /// \p E, a number, over ids, `tx`, scalars, `v3`, and what else is the same
  /// all the time, `vu3`.
  std::optional<Polynomial> polynomial(const ir::ExprPtr &E) const;
  /// What \p V has all the time; null for others.
  ir::ExprPtr valueOf(ir::VarId V) const;
  /// Whether \p E may be another value in each thread.
  bool variesByThread(const ir::ExprPtr &E) const;

private:
  /// Whether \p E is a sum of products of ids, sizes of blocks and grids, and
  /// numbers: it counts threads or elements, which are not that many that it
  /// wraps.
  bool isOfIds(const ir::ExprPtr &E) const;
  /// A pointer and the elements that it is moved by, or a number.
  struct Place {
    std::optional<ir::VarId> Base;
    Polynomial By; ///< over ids, `tx`, scalars, `v3`, and Units, `vu3`
  };
  /// \param InIds what is made of ids is known by these, and not by its name.
  std::optional<Place> placeOf(const ir::ExprPtr &E, bool InIds = false) const;
  std::optional<ir::ExprPtr> expression(const Polynomial &P,
                                        ir::TypePtr Ty) const;

  std::optional<Place> unit(const ir::ExprPtr &E) const;

  const ir::Kernel &K;
  /// What is no sum, and the same all the time and in all threads: `s.n`.
  mutable std::vector<ir::ExprPtr> Units;
  std::map<ir::VarId, ir::ExprPtr> Values; ///< of those set once
  /// What the counters of loops begin with and step by.
  std::map<ir::VarId, std::vector<ir::ExprPtr>> Counters;
};

} // namespace tessera

#endif
