//===- AssumedLaunches.cpp - Launches that only other programs make -------===//
#include "launch/AssumedLaunches.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The most threads of a block: CUDA C++ Programming Guide, technical
/// specifications.
static constexpr int64_t MostThreads = 1024;

llvm::Expected<std::array<int64_t, 3>> parseBlock(llvm::StringRef Text) {
  std::array<int64_t, 3> Sizes = {1, 1, 1};
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.split(Parts, ',');
  int64_t Threads = 1;
  bool Valid = Parts.size() <= Sizes.size();
  for (size_t I = 0; Valid && I < Parts.size(); ++I) {
    Valid = !Parts[I].trim().getAsInteger(10, Sizes[I]) && Sizes[I] >= 1 &&
            Sizes[I] <= MostThreads;
    Threads *= Sizes[I];
  }
  if (!Valid || Threads > MostThreads)
    return llvm::createStringError(
        "a block of one to three sizes, at most 1024 threads");
  return Sizes;
}

llvm::Expected<AssumedBlock> parseAssumedBlock(llvm::StringRef Text) {
  auto [Kernel, Sizes] = Text.rsplit(':');
  if (Kernel.empty() || !Sizes.consume_front("block="))
    return llvm::createStringError(
        "a kernel and its block, as in KERNEL:block=16,16");
  auto Block = parseBlock(Sizes);
  if (!Block)
    return Block.takeError();
  return AssumedBlock{Kernel.str(), *Block};
}

void assumeLaunch(FrontendContext &C, KernelId Kernel,
                  const std::array<int64_t, 3> &Sizes) {
  KernelModel &K = C.Result.Kernels[Kernel.Index];
  if (K.Elsewhere)
    return;
  LaunchModel L;
  L.Kernel = Kernel;
  L.File = "another program";
  L.Fixed = true;
  for (unsigned A = 0; A < Sizes.size(); ++A)
    L.Block[A] = Sizes[A];
  if (!K.hasDynamicShared())
    L.DynamicBytes = 0;
  for (const ParameterInfo &P : K.Parameters) {
    LaunchArgument &A = L.Arguments.emplace_back();
    A.Text = P.valueInKernel(K.Parameters);
    A.Repeatable = true;
    A.IsPointer = P.IsPointer;
    A.IsInteger = P.IsInteger;
  }
  C.Result.Launches.push_back(std::move(L));
  K.MayStartElsewhere = true;
  llvm::erase_if(K.Refusals, [](const Diagnostic &D) {
    return D.Kind == DiagKind::NoVisibleLaunch ||
           D.Kind == DiagKind::AddressEscapes; // launches through pointers
  });
}

void assumeLaunches(FrontendContext &C, llvm::ArrayRef<AssumedBlock> Blocks) {
  for (const AssumedBlock &Block : Blocks)
    for (unsigned I = 0; I < C.Result.Kernels.size(); ++I)
      if (C.Result.Kernels[I].Name == Block.Kernel)
        assumeLaunch(C, KernelId{I}, Block.Sizes);
}

} // namespace tessera
