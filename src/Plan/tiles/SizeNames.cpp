//===- SizeNames.cpp - The kernel's names for sizes -----------------------===//
#include "tiles/TileTests.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::string nameSizes(llvm::StringRef Test, const KernelModel &K) {
  std::string Named;
  while (!Test.empty()) {
    size_t At = Test.find(" < ");
    if (At == llvm::StringRef::npos)
      break;
    llvm::StringRef Left = Test.take_front(At);
    bool Coordinate = Left.rtrim("0123456789").ends_with("@");
    Named += Test.take_front(At + 3);
    Test = Test.drop_front(At + 3);
    llvm::StringRef Digits = Test.take_while(llvm::isDigit);
    llvm::StringRef Rest = Test.drop_front(Digits.size());
    bool Alone = Rest.empty() || Rest.starts_with(")") ||
                 Rest.starts_with(" &&") || Rest.starts_with(" ||");
    int64_t Value = 0;
    if (!Coordinate || !Alone || Digits.getAsInteger(10, Value))
      continue;
    std::string Name = K.sizeName(Value), Next = K.sizeName(Value + 1);
    if (Name.empty() && !Next.empty())
      Name = Next + " - 1";
    if (Name.empty())
      continue;
    Named += Name;
    Test = Rest;
  }
  return Named + Test.str();
}

} // namespace tessera
