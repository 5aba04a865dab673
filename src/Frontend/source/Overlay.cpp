//===- Overlay.cpp --------------------------------------------------------===//
#include "source/Overlay.h"
#include <algorithm>

namespace tessera {

void Overlay::replace(unsigned Begin, unsigned End, llvm::StringRef Text) {
  auto [It, New] = Edits.try_emplace(Begin, Edit{End, Text.str()});
  if (New)
    return;
  It->second.End = std::max(It->second.End, End);
  It->second.Text += Text;
}

std::string Overlay::apply(llvm::StringRef Source) const {
  std::string Result;
  unsigned From = 0;
  for (const auto &[At, E] : Edits) {
    Result += Source.slice(From, At);
    Result += E.Text;
    From = E.End;
  }
  return Result += Source.drop_front(From);
}

unsigned Overlay::toUser(unsigned ParsedOffset) const {
  long long Shift = 0; // from the user's offsets to the parsed ones
  for (const auto &[At, E] : Edits) {
    if (ParsedOffset < At + Shift)
      break;
    if (ParsedOffset < At + Shift + E.Text.size())
      return At;
    Shift += (long long)E.Text.size() - (E.End - At);
  }
  return ParsedOffset - Shift;
}

std::optional<SourceRange> Overlay::replacedBy(SourceRange Parsed) const {
  long long Shift = 0;
  for (const auto &[At, E] : Edits) {
    const long long Begin = At + Shift;
    if (Parsed.Begin < Begin)
      break;
    if (Parsed.Begin == Begin && Parsed.size() == E.Text.size() && E.End > At)
      return SourceRange{At, E.End};
    Shift += (long long)E.Text.size() - (E.End - At);
  }
  return std::nullopt;
}

Overlay Overlay::followedBy(const Overlay &Next) const {
  Overlay Result = *this;
  for (const auto &[At, E] : Next.Edits) {
    const unsigned Begin = toUser(At), End = std::max(Begin, toUser(E.End));
    if (E.End == At) {
      Result.insert(Begin, E.Text);
      continue;
    }
    // What the first one had put there is replaced, too.
    unsigned Last = End;
    for (auto It = Result.Edits.lower_bound(Begin);
         It != Result.Edits.end() && It->first < End;) {
      Last = std::max(Last, It->second.End);
      It = Result.Edits.erase(It);
    }
    Result.replace(Begin, Last, E.Text);
  }
  return Result;
}

std::map<unsigned, std::string> Overlay::insertions() const {
  std::map<unsigned, std::string> Result;
  for (const auto &[At, E] : Edits)
    Result[At] = E.Text;
  return Result;
}

} // namespace tessera
