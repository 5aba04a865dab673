//===- LaunchArguments.h - What launches pass -----------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHARGUMENTS_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHARGUMENTS_H

#include "FrontendContext.h"
#include "values/HostConstants.h"
#include "variables/PointerRoots.h"

namespace tessera {

/// The arguments of the launches in one function.
class LaunchArguments {
public:
  /// \param Body of the function; null if it has none.
  LaunchArguments(FrontendContext &C, const PointerRoots &Roots,
                  const HostConstants &Constants, const clang::Stmt *Body)
      : C(C), Roots(Roots), Constants(Constants), Body(Body) {}

  /// Fills in what \p L is started with.
  ///
  /// \param Config grid, block, perhaps bytes and stream; null where not known
  void describe(llvm::ArrayRef<const clang::Expr *> Config,
                llvm::ArrayRef<const clang::Expr *> Arguments,
                LaunchModel &L) const;

private:
  void describeBlock(const clang::Expr *E, LaunchModel &L) const;
  void describeGrid(const clang::Expr *E, LaunchModel &L) const;
  LaunchArgument argument(const clang::Expr *E) const;
  /// The member \p P of the argument \p Object, which the kernel uses.
  LaunchArgument member(const clang::Expr *Object,
                        const ParameterInfo &P) const;
  void convert(const clang::Expr *E, LaunchArgument &A) const;
  void describeAlias(const clang::ValueDecl *Named, LaunchArgument &A) const;
  bool isBase(const clang::Expr *E) const;
  std::optional<SourceRange> rootName(const clang::Expr *E) const;

  FrontendContext &C;
  const PointerRoots &Roots;
  const HostConstants &Constants;
  const clang::Stmt *Body;
};

/// The value of \p P, which is derived from the arguments that \p L has.
LaunchArgument derivedArgument(const LaunchModel &L, const ParameterInfo &P);

/// Which operand of the launch \p L must be evaluated once; operands that it
/// may change are not repeated, either.
void describeEffects(const FrontendContext &C,
                     llvm::ArrayRef<const clang::Expr *> Configuration,
                     llvm::ArrayRef<const clang::Expr *> Arguments,
                     const clang::Stmt *Body, LaunchModel &L);

} // namespace tessera

#endif
