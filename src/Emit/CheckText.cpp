//===- CheckText.cpp ------------------------------------------------------===//
#include "CheckText.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static constexpr llvm::StringLiteral CheckDefinition = R"(
// Ends the program when a CUDA call fails.
#define NAME(call)                                                             \
  do {                                                                         \
    cudaError_t error_ = (call);                                               \
    if (error_ != cudaSuccess) {                                               \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error_));                                     \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)
)";

static constexpr llvm::StringLiteral LaunchErrorDefinition = R"(
// The error of the last launch. A launch of no blocks is none.
static cudaError_t NAME() {
@cudaError_t error = cudaGetLastError();
@return error == cudaErrorInvalidConfiguration ? cudaSuccess : error;
}
)";

/// Whether a launch that is checked may have no blocks.
static bool mayBeEmpty(const TransferPlan &Plan) {
  auto PartMayBe = [](const auto &L) { return L.Checks && L.MayBeEmpty; };
  return llvm::any_of(Plan.Actions,
                      [](const TransferAction &A) {
                        return A.K == TransferAction::Kind::CheckLaunch &&
                               A.IfNeeded;
                      }) ||
         llvm::any_of(Plan.Pieces, PartMayBe) ||
         (Plan.Spread && llvm::any_of(Plan.Spread->Launches, PartMayBe));
}

std::string checkDefinitions(const TransferPlan &Plan, llvm::StringRef Unit) {
  // The backslashes stay in their column whatever the name's length.
  std::string Macro = CheckDefinition.str();
  size_t Name = Macro.find("NAME(call)"), Backslash = Macro.find('\\', Name);
  size_t Longer = Plan.CheckMacro.size() - 4;
  Macro.erase(Backslash - Longer, Longer);
  Macro.replace(Name, 4, Plan.CheckMacro);
  if (!mayBeEmpty(Plan))
    return Macro;
  auto [Before, Behind] = LaunchErrorDefinition.split("NAME");
  std::string Function = (Before + Plan.LaunchError + Behind).str();
  for (size_t At; (At = Function.find('@')) != Function.npos;)
    Function.replace(At, 1, Unit);
  return Macro + Function;
}

std::string launchError(const TransferPlan &Plan, bool MayBeEmpty) {
  return MayBeEmpty ? Plan.LaunchError + "()" : "cudaGetLastError()";
}

} // namespace tessera
