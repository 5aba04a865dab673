//===- Steps.h - The steps to the normal form -----------------------------===//
//
//   ranks          group.thread_rank()        threadIdx.x
//   calls          x = sum(a, n);             float s = 0; for .. x = s;
//   ids            int x = PLACE;             int x = blockIdx.x * .. + ..
//   references     float &s = c[i]; s += x;   c[i] += x;
//   members        Place p = {x, y}; p.x      int p_x = x, p_y = y; p_x
//   lanes          float4 v = p[i]; v.x       float v_x = q[4 * i]; v_x
//   tiles          tile[k]                    a[row * n + k]
//   declarations   int i; i = 3;              int i = 3;
//   values         i += 3;                    int i2 = i + 3;
//   selections     if (c) x = a; else x = b;  x = c ? a : b;
//   loads          x = c ? a[i] : 0;          x = 0; if (c) x = a[i];
//   conditions     bool in = i < n; if (in)   if (i < n)
//   flags          while (more) { ..; more = k < n; }  while (k < n) ..
//   tests          while (++k < n) ..         for (++k; k < n; ++k) ..
//   exits          for (;;) { if (c) break;   for (; !c;)
//   loops          while (k < n) { ..; ++k }  for (; k < n; ++k) ..
//   clamps         if (x > 0) a[max(x, 0)]    if (x > 0) a[x]
//   shapes         threadIdx.x / 32           threadIdx.y
//   sizes          blockIdx.x * 128           blockIdx.x * blockDim.x
//   quotients      t / 16 * 16 + t % 16       t
//   planes         y = i / w; x = i % w;      y = blockIdx.y * .. + ..; ..
//   strides        for (; i < n; i += stride) if (i < n)
//   shifts         i = .. + 1; if (i < n)     i = ..; if (i >= 1 && i < n)
//   symbols        k < n / 2                  const int half_n = n / 2; ..
//   inductions     p += n, once in a round    p + k * n
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_STEPS_H
#define TESSERA_FRONTEND_NORMAL_STEPS_H

#include "normal/LaunchFacts.h"
#include "tessera/Kernel/Stmt.h"

namespace tessera {

ir::StmtPtr nameRanks(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr reshapeBlocks(ir::Kernel &K, const LaunchFacts &Facts);
/// The same, of a kernel whose threads are no lanes to each other.
///
/// \param Whole the number of a thread may also be used as it is.
ir::StmtPtr asPlanes(ir::Kernel &K, const LaunchFacts &Facts, bool Whole);
ir::StmtPtr nameBlockSizes(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutQuotients(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr spreadRows(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutStrides(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutShifts(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr replaceCalls(ir::Kernel &K);
ir::StmtPtr showIds(ir::Kernel &K);
ir::StmtPtr nameElements(ir::Kernel &K);
ir::StmtPtr nameMembers(ir::Kernel &K);
ir::StmtPtr splitVectors(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutTiles(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutClamps(ir::Kernel &K);
ir::StmtPtr declareWhereSet(ir::Kernel &K);
ir::StmtPtr nameValues(ir::Kernel &K);
ir::StmtPtr selectValues(ir::Kernel &K);
ir::StmtPtr readUnderConditions(ir::Kernel &K);
ir::StmtPtr unfoldConditions(ir::Kernel &K);
ir::StmtPtr replaceFlags(ir::Kernel &K);
ir::StmtPtr compareCounters(ir::Kernel &K);
ir::StmtPtr countLoops(ir::Kernel &K);
ir::StmtPtr endLoopsByTheirTest(ir::Kernel &K);
ir::StmtPtr nameSymbols(ir::Kernel &K);
ir::StmtPtr replaceInductions(ir::Kernel &K);

} // namespace tessera

#endif
