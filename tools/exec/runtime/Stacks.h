//===- Stacks.h - Stacks of fibers, each with a guard page ----------------===//
#ifndef TESSERA_RUN_STACKS_H
#define TESSERA_RUN_STACKS_H

#include <boost/context/stack_context.hpp>

namespace tessera_rt {

/// A stack of `StackBytes`, aligned to its size. Never given back: fibers are
/// reused from block to block.
boost::context::stack_context newStack();

/// What Boost.Context asks for: stacks are not freed.
struct KeepStack {
  void deallocate(boost::context::stack_context &) {}
};

} // namespace tessera_rt

#endif
