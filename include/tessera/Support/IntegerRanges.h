//===- IntegerRanges.h - A set of integers, by ranges ---------------------===//
#ifndef TESSERA_SUPPORT_INTEGERRANGES_H
#define TESSERA_SUPPORT_INTEGERRANGES_H

#include <algorithm>
#include <cstdint>
#include <map>

namespace tessera {

/// A set of integers. Its work grows with the number of ranges that are added,
/// not with their sizes.
class IntegerRanges {
public:
  /// Adds those in `[First, End)`.
  void add(int64_t First, int64_t End) {
    if (First >= End)
      return;
    auto It = Ranges.upper_bound(First);
    if (It != Ranges.begin() && std::prev(It)->second >= First)
      First = (--It)->first;
    while (It != Ranges.end() && It->first <= End) {
      End = std::max(End, It->second);
      It = Ranges.erase(It);
    }
    Ranges[First] = End;
  }
  bool empty() const { return Ranges.empty(); }
  /// How many integers there are.
  int64_t size() const {
    int64_t Sum = 0;
    for (auto [First, End] : Ranges)
      Sum += End - First;
    return Sum;
  }
  /// The disjoint ranges `[first, second)`, in order.
  auto begin() const { return Ranges.begin(); }
  auto end() const { return Ranges.end(); }

private:
  std::map<int64_t, int64_t> Ranges;
};

} // namespace tessera

#endif
