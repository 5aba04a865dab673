#include "tessera/Analysis/Facts.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

class FactsTest : public AnalysisTest {
protected:
  static std::string text(const KernelSpace &Space,
                          const std::vector<int64_t> &Strips) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(OS, computeFacts(Space, Strips), Space.Kernel);
    return Text;
  }
};

TEST_F(FactsTest, MatrixProduct) {
  ArrayId A = M.array("A");
  ArrayId C = M.array("C");
  LoopId K = M.loop("k", 0, s("n"));
  M.read(A, {globalId("y") * s("n") + s("k")}, {K});
  M.write(C, {globalId("y") * s("n") + globalId("x")});
  EXPECT_EQ(text(space({{}, {}, 1}, {16, 16, 1}), {16}),
            R"(facts of k for grid ?x?x1 block 16x16x1
  loop k: uniform
  array A: read strides (n, 1)
    access0: (by * 16 + ty, k) 16 sectors in 8 requests, coalesced
    at kernel start:
      tile [by * 16 : 16][0 : n] of access0
        accesses at most n * 256, after registers at most n * 256, elements at most n * 16, reuse inter-thread
        loads of the grid at most Gx * Gy * n * 256 -> at most Gx * Gy * n * 16
    at k by 16 from k0:
      tile [by * 16 : 16][k0 : 16] of access0
        accesses 4096, after registers 4096, elements 256, sharing 16.00, reuse inter-thread
        loads of the grid at most Gx * Gy * n * 256 -> at most Gx * Gy * 240 + Gx * Gy * n * 16
    at k:
      tile [by * 16 : 16][k : 1] of access0
        accesses 256, after registers 256, elements 16, sharing 16.00, reuse inter-thread
        loads of the grid at most Gx * Gy * n * 256 -> at most Gx * Gy * n * 16
  array C: written strides (n, 1)
    access1: (by * 16 + ty, bx * 16 + tx) 32 sectors in 8 requests, coalesced
    at kernel start:
      tile [by * 16 : 16][bx * 16 : 16] of access1
        accesses 256, after registers 256, elements 256, sharing 1.00, reuse none
        loads of the grid at most Gx * Gy * 256 -> at most Gx * Gy * 256
)");
}

TEST_F(FactsTest, RefusalsAreFacts) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, globalId("x"));
  M.read(A, {s("j")}, {J});
  M.read(A, {});
  EXPECT_EQ(text(space({{}, 1, 1}, {16, 1, 1}), {16}),
            R"(facts of k for grid ?x1x1 block 16x1x1
  loop j: thread
  array a: read strides (1)
    access0: (j) 1 sectors in 1 requests, broadcast
    access1: not affine
    at kernel start:
      refused: 'a' not staged: no tile of known size holds what a block reads [no-bounded-box]
)");
}

TEST_F(FactsTest, AStripHasANameOfItsOwn) {
  LoopId K = M.loop("k", 0, 4);
  EXPECT_EQ(stripSymbol(M.Kernel, K), "k0");
  M.Kernel.Identifiers = {"k0", "k1"};
  EXPECT_EQ(stripSymbol(M.Kernel, K), "k2");
}

} // namespace
} // namespace tessera
