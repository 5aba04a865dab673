//===- CheckCopies.cpp - Proof on the output: blocks' own copies ----------===//
#include "tessera/Analysis/CheckCopies.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

using Values = std::map<std::string, int64_t, std::less<>>;

std::optional<int64_t> valueOf(const Polynomial &P, const Values &At) {
  return P
      .substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        auto It = At.find(Symbol);
        return It == At.end() ? std::nullopt
                              : std::optional(Polynomial(It->second));
      })
      .constant();
}

/// Whether \p C holds, or may hold.
bool mayHold(const Condition &C, const Values &At) {
  using enum Condition::Kind;
  std::optional<int64_t> Value = valueOf(C.Value, At);
  auto Holds = [&](const Condition &Operand) { return mayHold(Operand, At); };
  switch (C.K) {
  case True:
  case Opaque:
    return true;
  case NonNegative:
    return !Value || *Value >= 0;
  case Zero:
    return !Value || *Value == 0;
  case And:
    return llvm::all_of(C.Operands, Holds);
  case Or:
    return llvm::any_of(C.Operands, Holds);
  case Not:
    return C.Operands.front().isOpaque() || !Holds(C.Operands.front());
  }
  llvm_unreachable("all kinds are above");
}

class Checker {
public:
  Checker(const KernelModel &K, const ExpectedTiles &Expected)
      : K(K), Expected(Expected) {}

  std::optional<std::string> check(llvm::StringRef Name,
                                   const ExpectedTiles::Copy &C) {
    std::vector<const AccessInfo *> ToArray, ToCopy;
    for (const AccessInfo &A : K.Accesses) {
      const ArrayInfo &Array = K.array(A.Array);
      bool OnChip = Array.K == ArrayInfo::Kind::Shared;
      if (!OnChip && isArray(Array, C))
        ToArray.push_back(&A);
      if (OnChip && Array.Name == Name)
        ToCopy.push_back(&A);
    }
    if (ToArray.size() != 1 || !isUpdate(*ToArray.front()) ||
        ToArray.front()->Update->K != C.Merge || !isLast(*ToArray.front()))
      return "'" + C.Array + "' is not updated once, at the end";
    if (!C.Register.empty())
      return hasUses(C)
                 ? std::nullopt
                 : std::optional("'" + C.Register + "' is not used as planned");
    std::vector<AtomicUpdate::Kind> Updates;
    unsigned Writes = 0, Reads = 0;
    for (const AccessInfo *A : ToCopy) {
      if (isUpdate(*A) && isBetween(*A))
        Updates.push_back(A->Update->K);
      else if (A->K == AccessInfo::Kind::Write && isFirst(*A) &&
               coversOnce(*A, C.Cells))
        ++Writes;
      else if (A->K == AccessInfo::Kind::Read && isLast(*A) &&
               coversOnce(*A, C.Cells))
        ++Reads;
      else
        return "'" + Name.str() + "' is used where it is not planned";
    }
    llvm::sort(Updates);
    if (!areThose(std::move(Updates), C.Updates) || Writes != 1 || Reads != 2)
      return "'" + Name.str() + "' does not get all updates";
    return std::nullopt;
  }

private:
  /// Whether \p A is the array. A scalar may be passed as a pointer, for which
  /// the kernel has a reference with the scalar's name.
  static bool isArray(const ArrayInfo &A, const ExpectedTiles::Copy &C) {
    return A.Name == C.Array ||
           (C.IsScalar &&
            llvm::StringRef(A.Name).starts_with(C.Array + "_dev"));
  }
  static bool isUpdate(const AccessInfo &A) {
    return A.K == AccessInfo::Kind::Atomic && A.Update && !A.Update->ResultUsed;
  }
  bool isFirst(const AccessInfo &A) const {
    return !K.Barriers.empty() &&
           A.Source.Begin < K.Barriers.front().Where.Offset;
  }
  bool isLast(const AccessInfo &A) const {
    return K.Barriers.empty() ||
           A.Source.Begin > K.Barriers.back().Where.Offset;
  }
  bool isBetween(const AccessInfo &A) const {
    return K.Barriers.size() > 1 && !isFirst(A) && !isLast(A);
  }

  bool areThose(std::vector<AtomicUpdate::Kind> Found,
                std::vector<AtomicUpdate::Kind> Planned) const {
    if (Expected.Repeats)
      for (auto *Kinds : {&Found, &Planned})
        Kinds->erase(std::unique(Kinds->begin(), Kinds->end()), Kinds->end());
    return Found == Planned;
  }

  bool hasUses(const ExpectedTiles::Copy &C) const {
    unsigned Uses = usesOf(*K.Body, C.Register);
    return Expected.Repeats ? Uses >= C.RegisterUses : Uses == C.RegisterUses;
  }

  static unsigned usesIn(const Text &T, llvm::StringRef Name) {
    unsigned Count = 0;
    for (const Piece &P : T)
      Count += (P.K == Piece::Kind::Scalar && P.Spelling == Name) +
               usesIn(P.Parts, Name);
    return Count;
  }

  static unsigned usesOf(const Node &N, llvm::StringRef Name) {
    unsigned Count = usesIn(N.Head, Name);
    for (const NodePtr &Child : N.Children)
      Count += usesOf(*Child, Name);
    return Count;
  }

  /// Whether the threads of a block make \p A once for each of \p Cells
  /// elements. Where the block or a subscript is not known that is not said.
  bool coversOnce(const AccessInfo &A, int64_t Cells) const {
    for (const std::optional<int64_t> &Size : Expected.Block)
      if (!Size)
        return true;
    if (A.Subscripts.size() != 1)
      return true;
    std::vector<unsigned> Times(Cells);
    for (int64_t Z = 0; Z < *Expected.Block[2]; ++Z)
      for (int64_t Y = 0; Y < *Expected.Block[1]; ++Y)
        for (int64_t X = 0; X < *Expected.Block[0]; ++X)
          if (!visit(A, {{"tx", X}, {"ty", Y}, {"tz", Z}}, Times))
            return false;
    return llvm::all_of(Times, [](unsigned N) { return N == 1; });
  }

  /// Counts what one thread does; false if it leaves the copy.
  bool visit(const AccessInfo &A, Values At,
             std::vector<unsigned> &Times) const {
    for (unsigned D = 0; D < 3; ++D)
      At[std::string("B") + "xyz"[D]] = *Expected.Block[D];
    if (A.Loops.size() > 1)
      return false;
    if (A.Loops.empty())
      return visitCell(A, At, Times);
    const LoopInfo &L = K.loop(A.Loops.front());
    std::optional<int64_t> First = valueOf(L.Lower, At),
                           End = valueOf(L.Upper, At);
    if (L.Opaque || L.Step <= 0 || !First || !End)
      return false;
    for (int64_t I = *First; I < *End; I += L.Step) {
      At[L.Symbol] = I;
      if (!visitCell(A, At, Times))
        return false;
    }
    return true;
  }

  bool visitCell(const AccessInfo &A, const Values &At,
                 std::vector<unsigned> &Times) const {
    for (const GuardUse &G : A.Guards) {
      const Condition &When = K.guard(G.Guard).When;
      if (G.Negated ? !When.isOpaque() && mayHold(When, At)
                    : !mayHold(When, At))
        return true;
    }
    std::optional<int64_t> Cell = valueOf(A.Subscripts.front(), At);
    if (!Cell || *Cell < 0 || *Cell >= int64_t(Times.size()))
      return false;
    ++Times[*Cell];
    return true;
  }

  const KernelModel &K;
  const ExpectedTiles &Expected;
};

} // namespace

std::optional<std::string> checkCopies(const KernelModel &Kernel,
                                       const ExpectedTiles &Expected) {
  Checker Check(Kernel, Expected);
  for (const auto &[Name, Copy] : Expected.Copies)
    if (std::optional<std::string> Wrong = Check.check(Name, Copy))
      return Wrong;
  return std::nullopt;
}

} // namespace tessera
