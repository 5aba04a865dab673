//===- Conditions.cpp - Conditions as texts -------------------------------===//
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::vector<llvm::StringRef> operandsOf(llvm::StringRef Text,
                                        llvm::StringRef Operator) {
  std::vector<llvm::StringRef> Parts;
  int Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += (Text[I] == '(') - (Text[I] == ')');
    if (Depth == 0 && Text.drop_front(I).starts_with(Operator)) {
      Parts.push_back(Text.slice(Begin, I));
      Begin = I + Operator.size();
    }
  }
  Parts.push_back(Text.drop_front(Begin));
  return Parts;
}

std::vector<std::string> conjunctsOf(llvm::StringRef Condition) {
  if (Condition.empty())
    return {};
  if (operandsOf(Condition, " || ").size() > 1 ||
      operandsOf(Condition, " ? ").size() > 1)
    return {Condition.str()};
  std::vector<std::string> Parts;
  for (llvm::StringRef Part : operandsOf(Condition, " && "))
    Parts.push_back(Part.str());
  return Parts;
}

bool impliesCondition(llvm::StringRef A, llvm::StringRef B) {
  if (A == B)
    return true;
  const auto [Value, Least] = A.rsplit(" >= ");
  const auto [Other, Less] = B.rsplit(" >= ");
  int64_t High, Low;
  return Value == Other && !Least.getAsInteger(10, High) &&
         !Less.getAsInteger(10, Low) && High >= Low;
}

bool implyConditions(llvm::ArrayRef<std::string> A,
                     llvm::ArrayRef<std::string> B) {
  return llvm::all_of(B, [&](llvm::StringRef Part) {
    return llvm::any_of(
        A, [&](llvm::StringRef Own) { return impliesCondition(Own, Part); });
  });
}

std::vector<std::string> strongestOf(llvm::ArrayRef<std::string> Conditions) {
  std::vector<std::string> Result;
  for (llvm::StringRef C : Conditions) {
    if (llvm::any_of(Result, [&](llvm::StringRef Other) {
          return impliesCondition(Other, C);
        }))
      continue;
    llvm::erase_if(Result, [&](llvm::StringRef Other) {
      return impliesCondition(C, Other);
    });
    Result.push_back(C.str());
  }
  return Result;
}

} // namespace tessera
