//===- BlockBounds.cpp - Loops with bounds that differ by thread ----------===//
#include "tessera/Analysis/BlockBounds.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static const llvm::StringRef AxisNames[] = {"x", "y", "z"};

bool isSumOfIds(const Polynomial &Value) {
  // Sizes are not zero: `Bx - 1` is what `Bx` has beyond one.
  Polynomial P =
      Value.substitute([](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        if (Symbol.size() != 2 || !llvm::StringRef("BG").contains(Symbol[0]))
          return std::nullopt;
        return Polynomial::symbol(Symbol) + 1;
      });
  auto IsIdOrSize = [](llvm::StringRef Symbol) {
    return Symbol.size() == 2 && llvm::StringRef("tbBG").contains(Symbol[0]) &&
           llvm::StringRef("xyz").contains(Symbol[1]);
  };
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return Term.second >= 0 && llvm::all_of(Term.first, IsIdOrSize);
  });
}

std::optional<Polynomial> extremeInBlock(const Polynomial &P, bool Greatest) {
  Polynomial Result = P;
  for (llvm::StringRef Axis : AxisNames) {
    std::string Thread = ("t" + Axis).str(), Size = ("B" + Axis).str();
    std::optional<LinearForm> L = linearIn(Result, Thread);
    if (!L)
      return std::nullopt;
    bool Grows = isSumOfIds(L->Coefficient);
    if (!Grows && !isSumOfIds(Polynomial(0) - L->Coefficient))
      return std::nullopt;
    Polynomial Last = Polynomial::symbol(Size) - 1;
    Result = Grows == Greatest ? L->Rest + L->Coefficient * Last : L->Rest;
  }
  return Result;
}

/// Sets the bounds of \p L to those of the block, and \p Inside to what holds
/// in a thread's own rounds; false if they stay.
static bool setBlockBounds(LoopInfo &L, Condition &Inside) {
  if (L.Opaque || L.Step < 1 || L.Stride || L.SeenOutside || L.StartsBefore ||
      L.StepsInBody || !L.SecondBound.empty())
    return false;
  std::optional<Polynomial> First = extremeInBlock(L.Lower, false);
  std::optional<Polynomial> End = extremeInBlock(L.Upper, true);
  if (!First || !End)
    return false;
  const bool Starts = !(*First == L.Lower), Ends = !(*End == L.Upper);
  // In steps of more than one, threads that start apart never meet.
  if ((!Starts && !Ends) || (Starts && L.Step != 1))
    return false;
  // Below zero, numbers without a sign compare as large ones.
  bool Signed = !L.Unsigned && L.SignedBounds;
  if (!Signed && (!isSumOfIds(*First) || (Ends && !isSumOfIds(*End))))
    return false;
  Polynomial Counter = Polynomial::symbol(L.Symbol);
  std::vector<Condition> Own;
  if (Starts)
    Own.push_back({Condition::Kind::NonNegative, Counter - L.Lower, {}});
  if (Ends)
    Own.push_back({Condition::Kind::NonNegative, L.Upper - Counter - 1, {}});
  Inside =
      Own.size() == 1 ? Own.front() : Condition{Condition::Kind::And, {}, Own};
  L.Distance = L.Upper - L.Lower;
  L.Lower = *First;
  L.Upper = *End;
  L.StartsApart |= Starts;
  L.EndsApart |= Ends;
  return true;
}

KernelModel withBlockBounds(const KernelModel &K) {
  KernelModel Result = K;
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    LoopInfo &L = Result.Loops[I];
    Condition Inside;
    if (!setBlockBounds(L, Inside))
      continue;
    if (L.Inside) {
      Condition &Own = Result.Guards[L.Inside->Index].When;
      Own = {Condition::Kind::And, {}, {Own, Inside}};
      continue;
    }
    L.Inside = GuardId{unsigned(Result.Guards.size())};
    Result.Guards.push_back({Inside, L.Where, 0, {}});
    // Behind what stands outside the loop, as if it were in the text.
    auto Guard = [&](std::vector<LoopId> &Loops,
                     std::vector<GuardUse> &Guards) {
      if (!llvm::is_contained(Loops, LoopId{I}))
        return;
      auto Within = llvm::find_if(Guards, [&](const GuardUse &G) {
        return Result.guard(G.Guard).Where.Offset > L.Where.Offset;
      });
      Guards.insert(Within, {*L.Inside, false});
    };
    for (AccessInfo &A : Result.Accesses)
      Guard(A.Loops, A.Guards);
    for (auto *Barriers : {&Result.Barriers, &Result.WarpBarriers})
      for (BarrierInfo &B : *Barriers)
        Guard(B.Loops, B.Guards);
  }
  return Result;
}

} // namespace tessera
