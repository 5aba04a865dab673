//===- Overlay.cpp --------------------------------------------------------===//
#include "source/Overlay.h"

namespace tessera {

void Overlay::insert(unsigned UserOffset, llvm::StringRef Text) {
  Insertions[UserOffset] += Text;
}

std::string Overlay::apply(llvm::StringRef Source) const {
  std::string Result;
  unsigned From = 0;
  for (const auto &[At, Text] : Insertions) {
    Result += Source.slice(From, At);
    Result += Text;
    From = At;
  }
  return Result += Source.drop_front(From);
}

unsigned Overlay::toUser(unsigned ParsedOffset) const {
  unsigned Shift = 0;
  for (const auto &[At, Text] : Insertions) {
    if (ParsedOffset < At + Shift)
      break;
    if (ParsedOffset < At + Shift + Text.size())
      return At;
    Shift += Text.size();
  }
  return ParsedOffset - Shift;
}

Overlay Overlay::followedBy(const Overlay &Next) const {
  Overlay Result = *this;
  for (const auto &[At, Text] : Next.Insertions)
    Result.insert(toUser(At), Text);
  return Result;
}

} // namespace tessera
