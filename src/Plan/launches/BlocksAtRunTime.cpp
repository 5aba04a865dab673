//===- BlocksAtRunTime.cpp - Blocks whose size only run time tells --------===//
#include "launches/BlocksAtRunTime.h"
#include "costs/TypicalLaunch.h"
#include "launches/LaunchValues.h"
#include "tessera/Analysis/BuiltinIds.h"
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Analysis/Relaunch.h"
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// The most blocks along y and z: CUDA C++ Programming Guide, technical
/// specifications.
constexpr int64_t MostBlocks = 65535;

/// The threads of blocks of the usual size, and of their rows in planes.
constexpr int64_t Usual = 256, UsualRow = 16;

static bool isKnown(const BlockShape &Block) {
  return llvm::all_of(Block, [](auto Size) { return Size.has_value(); });
}

/// Whether \p K asks for its thread's place along each axis.
static std::array<bool, 3> axesOf(const KernelModel &K) {
  std::array<bool, 3> Result = {};
  withIds(K, [&](llvm::StringRef Symbol) -> std::optional<NewId> {
    if (std::optional<unsigned> Axis = axisOfId(Symbol))
      Result[*Axis] |= Symbol[0] == 'b' || Symbol[0] == 't';
    return std::nullopt;
  });
  return Result;
}

/// The usual blocks for \p K where those of \p Users are not known: 16 x 16, or
/// 256 along one axis.
static BlockSizes usualBlock(const KernelModel &K, const BlockShape &Users) {
  const std::array<bool, 3> Uses = axesOf(K);
  BlockSizes Result = {1, 1, 1};
  int64_t Rest = Usual;
  unsigned Open = 0;
  for (unsigned A = 0; A < 3; ++A)
    if (Users[A])
      Rest /= std::max<int64_t>(1, Result[A] = *Users[A]);
    else if (Uses[A])
      ++Open;
  for (unsigned A = 0; A < 3; ++A)
    if (!Users[A] && Uses[A]) {
      Result[A] =
          std::max<int64_t>(1, Open > 1 ? std::min(UsualRow, Rest) : Rest);
      Rest /= Result[A];
      --Open;
    }
  Result[2] = std::min<int64_t>(Result[2], 64); // the most along z
  return Result;
}

/// \p L, a launch of \p K, as versions start in blocks of \p New.
static std::optional<LaunchModel> cutAnew(const LaunchModel &L,
                                          const KernelModel &K,
                                          const BlockSizes &New,
                                          const DeviceModel &Device) {
  if (L.isElsewhere() || L.AsCall || L.SwitchedOff || L.Loop || L.Reshaped ||
      L.OneMore || keepsKernel(L) || !L.GridRepeatable ||
      !L.BlockIsRepeatable || L.BlockSource.size() == 0 ||
      !whyNotCutAnew(K, L.Block, New).empty())
    return std::nullopt;
  LaunchModel Result = L;
  OtherBlocks Other;
  std::vector<std::string> Tests;
  bool Known = true;
  auto Require = [&](const Polynomial &P) {
    const std::optional<std::string> Test = testUnlessKnown(P, K, L);
    Known &= Test.has_value();
    if (Test && !Test->empty())
      Tests.push_back(*Test);
  };
  const LaunchShape Users = shapeOf(L, K);
  const std::array<bool, 3> Uses = axesOf(K);
  Polynomial Threads = 1;
  for (unsigned A = 0; A < 3; ++A) {
    const std::string Letter(1, "xyz"[A]);
    const Polynomial Size =
        L.Block[A] ? Polynomial(*L.Block[A]) : Polynomial::symbol("B" + Letter);
    Threads = Threads * Size;
    Result.Block[A] = New[A];
    if (L.Block[A] == New[A])
      continue;
    if (!Uses[A]) { // each thread along it does the same
      Require(1 - Size);
      continue;
    }
    const std::optional<Polynomial> Extent = guardedExtent(K, A, Users);
    const std::optional<std::string> Text =
        Extent ? shortAtLaunch(*Extent, K, L) : std::nullopt;
    if (!Text)
      return std::nullopt;
    Require(Polynomial::symbol("G" + Letter) * Size - *Extent);
    Require(*Extent - 1);
    if (A > 0)
      Require(MostBlocks * New[A] - *Extent);
    Other.Extents[A] = Extent;
    Other.Threads[A] = *Text;
    Result.Grid[A] = std::nullopt;
    Result.GridValues[A] = HostValue{*Extent + (New[A] - 1), New[A]};
  }
  Require(Device.ThreadsPerBlock - Threads); // else the user's does not start
  if (!Known)
    return std::nullopt;
  Other.Test = llvm::join(strongestOf(Tests), " && ");
  Result.Other = std::move(Other);
  return Result;
}

/// \p P, of the kernel's parameters, over variables of the host; nothing if one
/// of them is not known.
static std::optional<Polynomial>
onHost(const Polynomial &P, const KernelModel &K, const LaunchModel &L) {
  bool Known = true;
  const Polynomial Result =
      P.substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        for (unsigned I = 0; I < K.Parameters.size(); ++I)
          if (K.Parameters[I].Symbol == Symbol && I < L.Arguments.size() &&
              L.Arguments[I].Value && L.Arguments[I].Value->Divisor == 1)
            return L.Arguments[I].Value->Numerator;
        Known = false;
        return std::nullopt;
      });
  return Known ? std::optional(Result) : std::nullopt;
}

/// Whether the text of \p L, a row of blocks, tells that it has \p Wanted
/// threads, where that is a positive number.
static bool isKnownToHave(const Polynomial &Wanted, const KernelModel &K,
                          const LaunchModel &L) {
  const std::optional<HostValue> &Grid = L.GridValues[0];
  const std::optional<Polynomial> Host = onHost(Wanted, K, L);
  if (!Grid || !Host || Grid->Divisor < 1 || *L.Block[0] % Grid->Divisor != 0)
    return false;
  // A quotient that is rounded down times the divisor.
  const Polynomial Least = Grid->Numerator - (Grid->Divisor - 1);
  return (Least - *Host).constant().value_or(-1) >= 0;
}

/// \p L, whose threads are numbered, as versions start in planes.
static std::optional<LaunchModel> inPlanes(const LaunchModel &L,
                                           const KernelModel &K) {
  LaunchModel Users = L, Result = L;
  Users.Block = {L.Numbered->Block, 1, 1};
  Users.Grid = {L.Numbered->Grid, 1, 1};
  Users.GridValues = {L.Numbered->GridValue};
  Users.Reshaped = false;
  const BlockSizes New = {*L.Block[0], *L.Block[1], 1};
  if (!whyNotCutAnew(K, {std::nullopt, std::nullopt, 1}, New).empty())
    return std::nullopt;
  Polynomial Row;
  if (int64_t Number = 0;
      !llvm::StringRef(L.Numbered->Row).getAsInteger(10, Number))
    Row = Number;
  for (const ParameterInfo &P : K.Parameters)
    if (P.Name == L.Numbered->Row && !P.Symbol.empty())
      Row = Polynomial::symbol(P.Symbol);
  if (Row.isZero())
    return std::nullopt;
  OtherBlocks Other;
  std::vector<std::string> Tests;
  bool Known = true;
  auto Require = [&](const Polynomial &P) {
    const std::optional<std::string> Test = testUnlessKnown(P, K, Users);
    Known &= Test.has_value();
    if (Test && !Test->empty())
      Tests.push_back(*Test);
  };
  for (unsigned A : {0, 1}) {
    const std::optional<Polynomial> Extent = guardedExtent(K, A, shapeOf(L, K));
    const std::optional<std::string> Text =
        Extent ? shortAtLaunch(*Extent, K, Users) : std::nullopt;
    if (!Text)
      return std::nullopt;
    Require(*Extent - 1);
    Other.Extents[A] = Extent;
    Other.Threads[A] = *Text;
    Result.GridValues[A] = HostValue{*Extent + (New[A] - 1), New[A]};
  }
  const Polynomial Columns = *Other.Extents[0], Rows = *Other.Extents[1];
  Require(Row - Columns);
  Require(MostBlocks * New[1] - Rows);
  // The last one that does something is among the user's.
  const Polynomial Threads = (Rows - 1) * Row + Columns;
  if (!isKnownToHave(Threads, K, Users))
    Require(Polynomial::symbol("Gx") * *Users.Block[0] - Threads);
  if (!Known)
    return std::nullopt;
  Other.Test = llvm::join(strongestOf(Tests), " && ");
  Result.Other = std::move(Other);
  return Result;
}

std::optional<Program> withOtherBlocks(const Program &P, KernelId Kernel,
                                       const DeviceModel &Device) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<BlockSizes> Seen;
  std::vector<unsigned> Open;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (L.Kernel != Kernel)
      continue;
    if (keepsKernel(L) || L.AsCall)
      return std::nullopt;
    if (L.Numbered)
      Open.push_back(I);
    else if (isKnown(L.Block))
      Seen.push_back({*L.Block[0], *L.Block[1], *L.Block[2]});
    else
      Open.push_back(I);
  }
  std::optional<Program> Result;
  for (unsigned I : Open) {
    if (P.Launches[I].Numbered) {
      std::optional<LaunchModel> Other = inPlanes(P.Launches[I], K);
      if (!Other)
        return std::nullopt;
      if (!Result)
        Result = P;
      Result->Launches[I] = std::move(*Other);
      continue;
    }
    std::vector<BlockSizes> Candidates = Seen;
    Candidates.push_back(usualBlock(K, P.Launches[I].Block));
    for (const BlockSizes &New : Candidates)
      if (auto Other = cutAnew(P.Launches[I], K, New, Device)) {
        if (!Result)
          Result = P;
        Result->Launches[I] = std::move(*Other);
        break;
      }
  }
  return Result;
}

} // namespace tessera
