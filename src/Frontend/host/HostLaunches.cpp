//===- HostLaunches.cpp - What a launch does, as host code ----------------===//
#include "host/HostEffects.h"
#include "launch/LaunchCalls.h"
#include "variables/PointerRoots.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static constexpr llvm::StringLiteral Unplaced =
    "a launch that uses it is not a statement of its own";

bool isParameter(const RootSet &Roots) {
  return !Roots.empty() && llvm::all_of(Roots, [](const MemoryRoot &R) {
    return R.K == MemoryRoot::Kind::Parameter;
  });
}

/// What a launch does with what its argument \p Index points to.
static MemoryEffect onDevice(const Program &P, LaunchId Id, unsigned Index) {
  const LaunchModel &L = P.launch(Id);
  MemoryUse Effect = argumentEffect(P, L, Index);
  if (!L.StreamText.empty() && L.StreamText != "0")
    return {true, true, "a launch that uses it has a stream of its own"};
  return {false, false, "", Effect.Reads, Effect.Writes};
}

/// Whether \p Launch starts a kernel that another file defines.
static bool isKernelElsewhere(const FrontendContext &C,
                              const CUDAKernelCallExpr *Launch) {
  const FunctionDecl *Kernel = Launch->getDirectCallee();
  return Kernel && !C.kernel(Kernel);
}

/// What is said of \p Launch in \p F, of which there is no model.
static std::string whyUnseen(const FrontendContext &C,
                             const CUDAKernelCallExpr *Launch,
                             const FunctionDecl *F) {
  if (!Launch->getDirectCallee())
    return "a launch of a kernel that a pointer or an expression chooses may "
           "use it: write a launch of each kernel";
  if (isKernelElsewhere(C, Launch))
    return "'" + Launch->getDirectCallee()->getNameAsString() +
           "', which another file defines, may use it: the files have to know "
           "of each other, by --index and --project";
  bool InFunction = false;
  for (const DeclContext *D = F; D; D = D->getParent()) {
    const auto *Around = dyn_cast<FunctionDecl>(D);
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    if ((Around && Around->isTemplateInstantiation()) ||
        isa<ClassTemplateSpecializationDecl>(D))
      return "a launch in a template may use it";
    InFunction |= Around && !(Method && Method->getParent()->isLambda());
  }
  return InFunction ? "a launch in code that another file or the device has, "
                      "too, may use it"
                    : "a launch in an initialiser outside of functions may use "
                      "it: move it into a function";
}

/// A launch uses its array arguments on the device. All else that it evaluates
/// is host work.
void HostEffects::launch(const CUDAKernelCallExpr *E) {
  for (const Expr *Argument : E->getConfig()->arguments())
    value(Argument);
  auto Launch = NamedElsewhere ? C.Launches.end() : C.Launches.find(E);
  bool Placed = Launch != C.Launches.end() && Unfollowed.empty() &&
                !InParallel &&
                C.Result.Launches[Launch->second.Index].Statement.size() > 0;
  if (Launch != C.Launches.end())
    Result.Launches.push_back(Launch->second);
  else if (!NamedElsewhere) {
    C.Result.Host.UnseenLaunch = C.place(E->getBeginLoc());
    C.Result.Host.WhyUnseen = whyUnseen(C, E, F);
  }
  if (Launch != C.Launches.end() && !Placed) {
    KernelId Kernel = C.Result.Launches[Launch->second.Index].Kernel;
    for (const SharedAccess &A : C.Result.Host.Kernels[Kernel.Index].ByName)
      escape({{MemoryRoot::Kind::Variable, A.Variable.Index}}, Unplaced);
  }
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    if (!Argument->getType()->isPointerType()) {
      value(Argument);
      continue;
    }
    RootSet Roots = pointees(Argument);
    bool Named = false;
    if (Placed && Roots.size() == 1) {
      const LaunchArgument &A =
          C.Result.Launches[Launch->second.Index].Arguments[I];
      Named = A.RootName && A.Root.Variable &&
              *Roots.begin() == MemoryRoot{MemoryRoot::Kind::Variable,
                                           A.Root.Variable->Index};
    }
    bool Ours = Launch != C.Launches.end() && Unfollowed.empty() && !InParallel;
    if (Ours && isParameter(Roots))
      handOn(Argument, onDevice(C.Result, Launch->second, I));
    else if (!Named)
      escape(Roots, Placed ? "a launch gets it through another pointer"
                    : isKernelElsewhere(C, E)
                        ? "a kernel of another file gets it"
                        : Unplaced);
    if (!(Ours && isParameter(Roots)))
      evaluate(Argument);
  }
}

} // namespace tessera
