//===- LineOrigins.cpp - Where the lines of a result come from ------------===//
#include "files/LineOrigins.h"
#include "tessera/Driver/Difference.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <string>

namespace tessera {

namespace {

/// Lines of the first text and what stands in their place in the second.
struct Region {
  size_t Before = 0, After = 0; ///< its first line in each text, from 0
  std::vector<std::string> Old, New;
};

using Words = std::set<llvm::StringRef>;

} // namespace

/// Names, keywords and numbers.
static Words wordsOf(llvm::StringRef Line) {
  const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  Words Result;
  while (!(Line = Line.drop_until(IsPart)).empty()) {
    Result.insert(Line.take_while(IsPart));
    Line = Line.drop_while(IsPart);
  }
  return Result;
}

/// What changed. Lines without words, as closing braces, between two changes
/// are part of both: they are alike wherever they stand.
static std::vector<Region> regions(llvm::StringRef Before,
                                   llvm::StringRef After) {
  std::vector<Region> Result;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Before.split(Lines, '\n');
  for (const Hunk &H : difference(Before, After, /*Around=*/0)) {
    if (!Result.empty()) {
      const size_t End = Result.back().Before + Result.back().Old.size();
      const auto Between = llvm::ArrayRef(Lines).slice(End, H.Before - End);
      if (llvm::all_of(Between,
                       [](llvm::StringRef L) { return wordsOf(L).empty(); }))
        for (llvm::StringRef L : Between) {
          Result.back().Old.push_back(L.str() + "\n");
          Result.back().New.push_back(L.str() + "\n");
        }
      else
        Result.push_back({H.Before, H.After, {}, {}});
    } else {
      Result.push_back({H.Before, H.After, {}, {}});
    }
    for (const DiffLine &L : H.Lines)
      (L.Mark == '-' ? Result.back().Old : Result.back().New).push_back(L.Text);
  }
  return Result;
}

/// The old line, from 0, that each new line of \p R comes from: the choice in
/// order that has most words in common; of several the one with the numbers
/// that the lines have.
static std::vector<size_t> replaced(const Region &R) {
  const size_t Count = R.Old.size();
  std::vector<size_t> Result;
  for (size_t I = 0; I < R.New.size(); ++I)
    Result.push_back(std::min(I, Count ? Count - 1 : 0));
  if (Count < 2 || R.New.size() > 4'000'000 / Count)
    return Result;
  std::vector<Words> Old;
  for (const std::string &L : R.Old)
    Old.push_back(wordsOf(L));
  // Best[O]: of the new lines so far, if the last comes from O or before.
  std::vector<int64_t> Best(Count, 0);
  std::vector<std::vector<size_t>> From; // new line, O -> its old line
  const int64_t Word = 1 << 20;
  for (size_t I = 0; I < R.New.size(); ++I) {
    const Words New = wordsOf(R.New[I]);
    From.emplace_back(Count);
    for (size_t O = 0; O < Count; ++O) {
      const int64_t Common = llvm::count_if(
          New, [&](llvm::StringRef W) { return Old[O].count(W) > 0; });
      Best[O] += Word * (Common + (R.Old[O] == R.New[I])) -
                 std::abs(int64_t(O) - int64_t(Result[I]));
      From[I][O] = O;
      if (O > 0 && Best[O - 1] >= Best[O]) {
        Best[O] = Best[O - 1];
        From[I][O] = From[I][O - 1];
      }
    }
  }
  size_t Last = Count - 1;
  for (size_t I = R.New.size(); I-- > 0;)
    Last = Result[I] = From[I][Last];
  return Result;
}

std::vector<size_t> lineOrigins(llvm::StringRef Before, llvm::StringRef After,
                                size_t Lines) {
  std::vector<size_t> Result;
  size_t Old = 0;
  for (const Region &R : regions(Before, After)) {
    while (Result.size() < R.After)
      Result.push_back(++Old);
    for (size_t Line : replaced(R))
      Result.push_back(R.Before + Line + 1);
    Old = R.Before + R.Old.size();
  }
  while (Result.size() < Lines)
    Result.push_back(++Old);
  return Result;
}

} // namespace tessera
