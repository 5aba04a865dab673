//===- RollStatements.cpp - Loops for statements that count ---------------===//
#include "registers/WindowMoves.h"
#include "tessera/Support/Words.h"
#include "tessera/Transform/TileText.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

/// A statement's text around its decimal integers.
struct Counting {
  std::vector<std::string> Between; ///< one more than numbers
  std::vector<int64_t> Numbers;

  explicit Counting(llvm::StringRef Text) {
    Between.emplace_back();
    while (!Text.empty()) {
      const llvm::StringRef Word = Text.take_while(
          [](char C) { return isWordCharacter(C) || C == '.' || C == '\''; });
      int64_t Number;
      if (!Word.getAsInteger(10, Number) && Word == std::to_string(Number)) {
        Numbers.push_back(Number);
        Between.emplace_back();
        Text = Text.drop_front(Word.size());
        continue;
      }
      const size_t Taken = std::max<size_t>(Word.size(), 1);
      Between.back() += Text.take_front(Taken);
      Text = Text.drop_front(Taken);
    }
  }

  /// How far each number is from its own in \p Next; empty if more differs.
  std::vector<int64_t> distancesTo(const Counting &Next) const {
    if (Between != Next.Between)
      return {};
    std::vector<int64_t> Distances;
    for (const auto &[A, B] : llvm::zip(Numbers, Next.Numbers))
      Distances.push_back(B - A);
    return Distances;
  }

  /// The text where \p Counter times \p Distances is added.
  std::string countedBy(const std::string &Counter,
                        llvm::ArrayRef<int64_t> Distances) const {
    std::string Text;
    for (size_t I = 0; I < Numbers.size(); ++I) {
      Text += Between[I];
      if (Distances[I] == 0) {
        Text += std::to_string(Numbers[I]);
        continue;
      }
      const int64_t Often = std::abs(Distances[I]);
      const std::string By =
          Counter + (Often == 1 ? "" : " * " + std::to_string(Often));
      const std::string First = std::to_string(Numbers[I]);
      const std::string Sum = Distances[I] < 0 ? First + " - " + By
                              : Numbers[I]     ? By + " + " + First
                                               : By;
      const bool Alone = llvm::StringRef(Between[I]).ends_with("[") &&
                         llvm::StringRef(Between[I + 1]).starts_with("]");
      Text += Alone ? Sum : "(" + Sum + ")";
    }
    return Text + Between.back();
  }
};

} // namespace

/// Fewer statements are no longer than a loop.
constexpr size_t LeastRolled = 5;

std::vector<NodePtr> rolled(llvm::ArrayRef<NodePtr> Statements,
                            const std::string &Counter) {
  std::vector<NodePtr> Result;
  std::vector<Counting> Texts;
  for (const NodePtr &N : Statements)
    Texts.emplace_back(N->K == Node::Kind::Leaf ? spell(N->Head) : "");
  for (size_t I = 0; I < Statements.size();) {
    size_t End = I + 1;
    std::vector<int64_t> Distances;
    if (End < Statements.size())
      Distances = Texts[I].distancesTo(Texts[End]);
    while (!Distances.empty() && End < Statements.size() &&
           Texts[End - 1].distancesTo(Texts[End]) == Distances)
      ++End;
    if (End - I < LeastRolled) {
      Result.push_back(Statements[I++]);
      continue;
    }
    const NodePtr One = serving(
        makeLeaf(Texts[I].countedBy(Counter, Distances)), *Statements[I]);
    Result.push_back(makeLoop(unrolledHeader(Counter, End - I), One));
    I = End;
  }
  return Result;
}

} // namespace tessera
