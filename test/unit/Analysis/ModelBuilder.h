//===- ModelBuilder.h - Kernel models by hand -----------------------------===//
//
//   ModelBuilder M;
//   ArrayId A = M.array("a");
//   LoopId K = M.loop("k", 0, s("n"));
//   M.read(A, {s("i") * s("n") + s("k")}, {K});
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TEST_UNIT_ANALYSIS_MODELBUILDER_H
#define TESSERA_TEST_UNIT_ANALYSIS_MODELBUILDER_H

#include "../Polyhedral/PolyhedralTest.h"
#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// blockIdx.d * blockDim.d + threadIdx.d
inline Polynomial globalId(const char *Dim) {
  std::string D = Dim;
  return s("b" + D) * s("B" + D) + s("t" + D);
}

/// Sizes that are not known, and the counter of threads.
inline const Polynomial N = s("n"), M = s("m"), I = globalId("x");

/// A size that is known, or not.
struct Size : std::optional<int64_t> {
  Size() = default;
  Size(int64_t Value) : optional(Value) {}
};

inline Condition notNegative(Polynomial P) {
  return {Condition::Kind::NonNegative, std::move(P), {}};
}
/// A < B
inline Condition less(const Polynomial &A, const Polynomial &B) {
  return notNegative(B - A - 1);
}
inline Condition both(std::vector<Condition> Operands) {
  return {Condition::Kind::And, {}, std::move(Operands)};
}
inline Condition opaque() { return {Condition::Kind::Opaque, {}, {}}; }

class ModelBuilder {
public:
  ModelBuilder() { Kernel.Name = "k"; }

  ArrayId array(const char *Name, std::vector<int64_t> Extents = {0}) {
    ArrayInfo A;
    A.Name = Name;
    A.ElementType = "float";
    A.ElementBytes = 4;
    A.Extents = std::move(Extents);
    Kernel.Arrays.push_back(A);
    return {static_cast<unsigned>(Kernel.Arrays.size() - 1)};
  }

  LoopId loop(const char *Symbol, Polynomial Lower, Polynomial Upper,
              int64_t Step = 1) {
    LoopInfo L;
    L.Symbol = L.Name = Symbol;
    L.Lower = std::move(Lower);
    L.Upper = std::move(Upper);
    L.Step = Step;
    Kernel.Loops.push_back(L);
    return {static_cast<unsigned>(Kernel.Loops.size() - 1)};
  }

  GuardUse guard(Condition When, bool Negated = false) {
    Kernel.Guards.push_back({std::move(When), {}, 0, {}});
    return {{static_cast<unsigned>(Kernel.Guards.size() - 1)}, Negated};
  }

  AccessId access(AccessInfo::Kind K, ArrayId Array,
                  std::vector<Polynomial> Subscripts,
                  std::vector<LoopId> Loops = {},
                  std::vector<GuardUse> Guards = {}) {
    AccessInfo A;
    A.K = K;
    A.Array = Array;
    A.Subscripts = std::move(Subscripts);
    A.Loops = std::move(Loops);
    A.Guards = std::move(Guards);
    Kernel.Accesses.push_back(A);
    return {static_cast<unsigned>(Kernel.Accesses.size() - 1)};
  }

  AccessId read(ArrayId Array, std::vector<Polynomial> Subscripts,
                std::vector<LoopId> Loops = {},
                std::vector<GuardUse> Guards = {}) {
    return access(AccessInfo::Kind::Read, Array, std::move(Subscripts),
                  std::move(Loops), std::move(Guards));
  }
  AccessId write(ArrayId Array, std::vector<Polynomial> Subscripts,
                 std::vector<LoopId> Loops = {},
                 std::vector<GuardUse> Guards = {}) {
    return access(AccessInfo::Kind::Write, Array, std::move(Subscripts),
                  std::move(Loops), std::move(Guards));
  }

  KernelModel Kernel;
};

class AnalysisTest : public PolyhedralTest {
protected:
  /// The model as it is now, for known sizes of grid and block.
  KernelSpace space(const Size (&Grid)[3], const Size (&Block)[3],
                    std::map<std::string, int64_t> Constants = {}) {
    return {Context,
            M.Kernel,
            {{Grid[0], Grid[1], Grid[2]},
             {Block[0], Block[1], Block[2]},
             std::move(Constants),
             {}}};
  }
  KernelSpace space(int64_t Grid, int64_t Block,
                    std::map<std::string, int64_t> Constants = {}) {
    return space({Grid, 1, 1}, {Block, 1, 1}, std::move(Constants));
  }

  ModelBuilder M;
};

} // namespace tessera

#endif
