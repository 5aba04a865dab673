//===- ThreadOrder.cpp - Which axis of a block counts what ----------------===//
#include "tessera/Analysis/ThreadOrder.h"
#include "tessera/Analysis/BuiltinIds.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

constexpr llvm::StringLiteral AxisLetters = "xyz";

std::string toString(const ThreadOrder &Order) {
  std::string Text;
  for (unsigned Axis : Order)
    Text += AxisLetters[Axis];
  return Text;
}

std::optional<ThreadOrder> parseThreadOrder(llvm::StringRef Text) {
  ThreadOrder Order = UsersOrder;
  do
    if (Text == toString(Order))
      return Order;
  while (std::next_permutation(Order.begin(), Order.end()));
  return std::nullopt;
}

KernelModel withThreadOrder(const KernelModel &K, const ThreadOrder &Order) {
  if (Order == UsersOrder)
    return K;
  unsigned NewAxis[3]; // of the user's axes
  for (unsigned New = 0; New < 3; ++New)
    NewAxis[Order[New]] = New;
  return withIds(K, [&](llvm::StringRef Symbol) -> std::optional<NewId> {
    std::optional<unsigned> Axis = axisOfId(Symbol);
    if (!Axis || !llvm::is_contained({'t', 'B'}, Symbol[0]))
      return std::nullopt;
    std::string Other = {Symbol[0], AxisLetters[NewAxis[*Axis]]};
    return NewId{Polynomial::symbol(Other), {builtinPiece(Other)}};
  });
}

std::string whyNotReordered(const KernelModel &K) {
  if (K.HasBarrier || K.HasShared || K.HasWarpOperation)
    return "its threads work together";
  if (K.HasHiddenIds)
    return "a macro's body uses threadIdx or blockDim";
  if (K.AsksGroups)
    return "groups of threads tell it which one a thread is";
  if (K.CalledThreadIds)
    return "a function it calls uses threadIdx or blockDim";
  return usesWhole(K, {"threadIdx", "blockDim"})
             ? "it uses threadIdx or blockDim as a whole"
             : "";
}

} // namespace tessera
