//===- HostPreamble.cpp - Headers, check macro, functions -----------------===//
#include "host/HostPreamble.h"
#include "host/SpreadText.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Action = TransferAction::Kind;

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

static constexpr llvm::StringLiteral DeviceMallocDefinition = R"(
// cudaMalloc that says how much was asked for when there is too little.
template <typename T> static cudaError_t NAME(T **pointer, size_t bytes) {
@cudaError_t error = cudaMalloc(pointer, bytes);
@size_t free_bytes, all_bytes;
@if (error == cudaErrorMemoryAllocation &&
@    cudaMemGetInfo(&free_bytes, &all_bytes) == cudaSuccess)
@@fprintf(stderr, "%zu bytes asked for, %zu of the device's %zu are free\n",
@@        bytes, free_bytes, all_bytes);
@return error;
}
)";

static constexpr llvm::StringLiteral LaunchErrorDefinition = R"(
// The error of the last launch. A launch of no blocks is none: older versions of
// CUDA call it an invalid configuration, newer ones an invalid value.
static cudaError_t NAME() {
@cudaError_t error = cudaGetLastError();
@bool empty = error == cudaErrorInvalidConfiguration ||
@             error == cudaErrorInvalidValue;
@return empty ? cudaSuccess : error;
}
)";

static std::string headers(const Program &P, const TransferPlan &Plan) {
  std::string Text;
  const std::set<std::string> &Headers = P.Host.Headers;
  bool CHeaders = Headers.count("stdio.h") || Headers.count("stdlib.h") ||
                  !(Headers.count("cstdio") || Headers.count("cstdlib"));
  if (!Headers.count("stdio.h") && !Headers.count("cstdio"))
    Text += CHeaders ? "#include <stdio.h>\n" : "#include <cstdio>\n";
  if (!Headers.count("stdlib.h") && !Headers.count("cstdlib"))
    Text += CHeaders ? "#include <stdlib.h>\n" : "#include <cstdlib>\n";
  bool Exchanges = llvm::any_of(Plan.Actions, [](const TransferAction &A) {
    return A.K == Action::Exchange;
  });
  if (Exchanges && !Headers.count("utility"))
    Text += "#include <utility>\n";
  return Text;
}

/// The backslashes stay in their column whatever the name's length.
static std::string checkMacro(const Program &P, const std::string &MacroName) {
  std::string Macro = CheckDefinition.str(), Error = "error_";
  while (P.Host.Identifiers.count(Error))
    Error += "_";
  replaceWord(Macro, "error_", Error);
  size_t Name = Macro.find("NAME(call)"), Backslash = Macro.find('\\', Name);
  size_t Longer = MacroName.size() - 4;
  Macro.erase(Backslash - Longer, Longer);
  Macro.replace(Name, 4, MacroName);
  return Macro;
}

static std::string function(llvm::StringRef Definition, const std::string &Name,
                            llvm::StringRef Unit) {
  auto [Before, Behind] = Definition.split("NAME");
  std::string Text = (Before + Name + Behind).str();
  for (size_t At; (At = Text.find('@')) != Text.npos;)
    Text.replace(At, 1, Unit);
  return Text;
}

/// Whether a launch that is checked may have no blocks.
static bool mayBeEmpty(const TransferPlan &Plan) {
  auto PartMayBe = [](const auto &L) { return L.Checks && L.MayBeEmpty; };
  return llvm::any_of(Plan.Actions,
                      [](const TransferAction &A) {
                        return A.K == Action::CheckLaunch && A.IfNeeded;
                      }) ||
         llvm::any_of(Plan.Pieces, PartMayBe) ||
         (Plan.Spread && llvm::any_of(Plan.Spread->Launches, PartMayBe));
}

std::string launchError(const TransferPlan &Plan, bool MayBeEmpty) {
  return MayBeEmpty ? Plan.LaunchError + "()" : "cudaGetLastError()";
}

std::string hostPreamble(const Program &P, const TransferPlan &Plan,
                         llvm::StringRef Unit) {
  std::string Text = checkMacro(P, Plan.CheckMacro);
  if (llvm::any_of(Plan.Actions, [](const TransferAction &A) {
        return A.K == Action::Allocate;
      }))
    Text += function(DeviceMallocDefinition, Plan.DeviceMalloc, Unit);
  if (mayBeEmpty(Plan))
    Text += function(LaunchErrorDefinition, Plan.LaunchError, Unit);
  if (Plan.Spread)
    Text += spreadFunctions(P, Plan, Unit);
  for (const std::string &Name : P.Host.Hidden)
    qualifyWord(Text, Name);
  return headers(P, Plan) + Text;
}

} // namespace tessera
