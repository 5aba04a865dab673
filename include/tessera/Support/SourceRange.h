//===- SourceRange.h - Places in the user's file --------------------------===//
#ifndef TESSERA_SUPPORT_SOURCERANGE_H
#define TESSERA_SUPPORT_SOURCERANGE_H

#include <compare>

namespace tessera {

/// A byte of the user's main file, or none of them.
struct SourcePlace {
  unsigned Offset = 0;

  /// Of messages about the file as a whole, or about the command line.
  static constexpr SourcePlace nowhere() { return {~0u}; }
  bool isKnown() const { return Offset != ~0u; }
  auto operator<=>(const SourcePlace &) const = default;
};

/// The bytes `[Begin, End)` of the user's main file.
struct SourceRange {
  unsigned Begin = 0;
  unsigned End = 0;
  unsigned size() const { return End - Begin; }
  bool contains(SourceRange Inner) const {
    return Begin <= Inner.Begin && Inner.End <= End;
  }
  auto operator<=>(const SourceRange &) const = default;
};

} // namespace tessera

#endif
