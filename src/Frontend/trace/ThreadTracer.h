//===- ThreadTracer.h - One thread of a launch, executed ------------------===//
//
//   TraceExpr.cpp       expressions
//   TraceMemory.cpp     the memory that they name
//   TraceCalls.cpp      operators; calls: barriers, atomics, own functions
//   TraceStmt.cpp       statements
//   TraceLaunches.cpp   the threads of each launch
//
// Numbers are followed as the thread computes them, pointers as far as they
// lead to memory of the kernel. All else is unknown. Where a branch depends on
// something unknown, both ways are taken in doubt, and what they leave behind
// is unknown where they differ.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_TRACE_THREADTRACER_H
#define TESSERA_FRONTEND_TRACE_THREADTRACER_H

#include "FrontendContext.h"
#include "trace/TracedLaunch.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tessera {

class ThreadTracer {
public:
  ThreadTracer(FrontendContext &C, TracedLaunch &L, unsigned Thread,
               unsigned MostSteps)
      : C(C), L(L), Thread(Thread), StepsLeft(MostSteps) {}

  void run(const clang::FunctionDecl *Kernel);

private:
  enum class Flow : uint8_t { Next, Break, Continue, Return };

  // Expressions
  TracedValue value(const clang::Expr *E);
  TracedValue compute(const clang::Expr *E);
  TracedValue place(const clang::Expr *E);
  /// The place of \p E, evaluated before, if it is a variable's name.
  TracedValue named(const clang::Expr *E);
  TracedValue load(const TracedValue &Place, const clang::Expr *E);
  void store(const TracedValue &Place, const clang::Expr *E,
             const TracedValue &New, bool Updates);
  TracedValue conversion(const clang::CastExpr *E);
  TracedValue binary(const clang::BinaryOperator *E);
  /// \p A, of type \p Left, and \p B, as \p Result.
  TracedValue operate(clang::BinaryOperatorKind Op, const TracedValue &A,
                      const TracedValue &B, clang::QualType Left,
                      clang::QualType Result);
  TracedValue converted(const TracedValue &V, clang::QualType From,
                        clang::QualType To) const;
  /// Whether the assignment \p E adds to what it assigns to.
  bool reads(const clang::BinaryOperator *E) const;
  TracedValue unary(const clang::UnaryOperator *E);
  TracedValue either(const clang::Expr *Test, const clang::Expr *Then,
                     const clang::Expr *Else);
  TracedValue element(const clang::ArraySubscriptExpr *E);
  TracedValue moved(TracedValue Pointer, const TracedValue &By,
                    clang::QualType Pointee, bool Back) const;
  std::optional<int64_t> constant(const clang::Expr *E);
  TracedValue builtin(const clang::Expr *E, bool &Is);
  /// `N` as \p T holds it; unknown if a signed one does not.
  TracedValue fitted(__int128 N, clang::QualType T) const;
  void record(TracedAccess::Kind K, const TracedValue &Place,
              const clang::Expr *E, std::optional<int64_t> Value = {});
  std::optional<unsigned> arrayOf(const clang::VarDecl *V);
  void children(const clang::Stmt *S);
  /// Nothing is known any more of what \p E leads to.
  void handOn(const clang::Expr *E);

  // Calls
  TracedValue call(const clang::CallExpr *E);
  TracedValue enter(const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<const clang::Expr *> Arguments);
  bool isBarrier(const clang::CallExpr *E,
                 const clang::FunctionDecl *Callee) const;
  void barrier(const clang::Expr *E);

  // Statements
  Flow run(const clang::Stmt *S);
  Flow branch(const clang::IfStmt *S);
  Flow loop(const clang::Stmt *Whole, const clang::Expr *Test,
            const clang::Expr *Next, const clang::Stmt *Body, bool TestsFirst);
  Flow select(const clang::SwitchStmt *S);
  void declare(const clang::VarDecl *V);
  /// Executes \p Do, which may not happen.
  void inDoubt(const clang::Stmt *S, llvm::function_ref<void()> Do);
  void forget(const clang::Stmt *S);
  bool known(const TracedValue &V, bool &Holds) const;

  bool isSure() const { return Doubts == 0 && Gone == 0; }
  bool spend() {
    if (StepsLeft == 0)
      stop();
    else
      --StepsLeft;
    return !Stopped;
  }
  /// What comes now is not known.
  void stop() {
    Stopped = true;
    L.Trace.Threads[Thread].Ends = false;
  }
  unsigned where(const clang::Expr *E) const;

  using Variables = llvm::DenseMap<const clang::VarDecl *, TracedValue>;

  FrontendContext &C;
  TracedLaunch &L;
  const unsigned Thread;
  unsigned StepsLeft;
  Variables Values;
  /// Branches that may not be taken, and jumps in a loop that may.
  unsigned Doubts = 0;
  unsigned Gone = 0; ///< the same for `return`
  unsigned Depth = 0, DoubtsOfCall = 0;
  bool ReturnsInDoubt = false; ///< the function that is called
  unsigned Epoch = 0, WarpEpoch = 0;
  unsigned Loop = 0, Round = 0;
  bool Stopped = false;
  TracedValue Returned;
};

/// Launches of one kernel that are followed.
constexpr unsigned MostTraces = 2;

/// Fills Program::Traces: of up to \p MostLaunches launches of each kernel.
void traceLaunches(FrontendContext &C, unsigned MostLaunches);

} // namespace tessera

#endif
