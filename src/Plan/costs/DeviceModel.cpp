//===- DeviceModel.cpp - Profiles of GPUs ---------------------------------===//
#include "tessera/Plan/DeviceModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"

using tessera::DeviceModel;

template <> struct llvm::yaml::MappingTraits<DeviceModel> {
  static void mapping(IO &Io, DeviceModel &D) {
    Io.mapRequired("name", D.Name);
    Io.mapRequired("architecture", D.Architecture);
    Io.mapRequired("multiprocessors", D.Multiprocessors);
    Io.mapRequired("shared-per-block", D.SharedPerBlock);
    Io.mapRequired("shared-opt-in", D.SharedOptIn);
    Io.mapRequired("shared-per-multiprocessor", D.SharedPerMultiprocessor);
    Io.mapRequired("shared-unit", D.SharedUnit);
    Io.mapRequired("shared-reserved", D.SharedReserved);
    Io.mapRequired("registers-per-multiprocessor",
                   D.RegistersPerMultiprocessor);
    Io.mapRequired("registers-per-thread", D.RegistersPerThread);
    Io.mapRequired("register-unit", D.RegisterUnit);
    Io.mapOptional("registers-by-block", D.RegistersByBlock, false);
    Io.mapRequired("warp-unit", D.WarpUnit);
    Io.mapRequired("threads-per-multiprocessor", D.ThreadsPerMultiprocessor);
    Io.mapRequired("blocks-per-multiprocessor", D.BlocksPerMultiprocessor);
    Io.mapRequired("threads-per-block", D.ThreadsPerBlock);
    Io.mapRequired("banks", D.Banks);
    Io.mapOptional("warp-size", D.WarpSize, int64_t(32));
    Io.mapRequired("repeated-global-read", D.RepeatedGlobalRead);
    Io.mapRequired("shared-read", D.SharedRead);
    Io.mapRequired("copy-in", D.CopyIn);
    Io.mapRequired("write", D.Write);
    Io.mapRequired("scattered-read", D.ScatteredRead);
    Io.mapRequired("scattered-write", D.ScatteredWrite);
    Io.mapRequired("barrier", D.Barrier);
    Io.mapRequired("global-atomic", D.GlobalAtomic);
    Io.mapRequired("global-contention", D.GlobalContention);
    Io.mapRequired("shared-atomic", D.SharedAtomic);
    Io.mapRequired("shared-contention", D.SharedContention);
    Io.mapOptional("clock", D.Clock, 0.0);
    Io.mapOptional("float-lanes", D.FloatLanes, 0.0);
    Io.mapOptional("double-lanes", D.DoubleLanes, 0.0);
    Io.mapOptional("integer-lanes", D.IntegerLanes, 0.0);
    Io.mapOptional("special-lanes", D.SpecialLanes, 0.0);
    Io.mapOptional("l2-bytes", D.L2Bytes, int64_t(0));
    Io.mapOptional("l2-bandwidth", D.L2Bandwidth, 0.0);
    Io.mapOptional("memory-bandwidth", D.MemoryBandwidth, 0.0);
    Io.mapOptional("memory-latency", D.MemoryLatency, 0.0);
  }
};

namespace tessera {

int64_t DeviceModel::capability() const {
  llvm::StringRef Number = Architecture;
  Number.consume_front("sm_");
  int64_t Result = 0;
  Number.consumeInteger(10, Result);
  return Result;
}

/// Reads one profile.
static llvm::Expected<DeviceModel> readDevice(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(), "cannot read '%s'",
                                   Path.str().c_str());
  DeviceModel D;
  llvm::yaml::Input In((*Buffer)->getBuffer());
  In >> D;
  if (In.error())
    return llvm::createStringError(In.error(), "'%s' is not a device profile",
                                   Path.str().c_str());
  return D;
}

/// All profiles, by the names of their files.
static llvm::Expected<std::vector<DeviceModel>>
readDevices(llvm::StringRef Directory) {
  std::vector<std::string> Paths;
  std::error_code Failed;
  for (llvm::sys::fs::directory_iterator I(Directory, Failed), End;
       !Failed && I != End; I.increment(Failed))
    if (llvm::sys::path::extension(I->path()) == ".yaml")
      Paths.push_back(I->path());
  llvm::sort(Paths);
  std::vector<DeviceModel> Result;
  for (const std::string &Path : Paths) {
    llvm::Expected<DeviceModel> D = readDevice(Path);
    if (!D)
      return D.takeError();
    Result.push_back(std::move(*D));
  }
  return Result;
}

llvm::Expected<DeviceModel> findDevice(llvm::StringRef Name,
                                       llvm::StringRef Directory) {
  std::string Wanted = Name.empty() ? "sm_90" : Name.lower();
  if (llvm::StringRef(Wanted).starts_with("compute_"))
    Wanted = "sm_" + Wanted.substr(8);
  llvm::Expected<std::vector<DeviceModel>> All = readDevices(Directory);
  if (!All)
    return All.takeError();
  std::vector<std::string> Known;
  for (const DeviceModel &D : *All) {
    if (llvm::StringRef(D.Name).equals_insensitive(Wanted) ||
        D.Architecture == Wanted)
      return D;
    Known.push_back(D.Name + " (" + D.Architecture + ")");
  }
  return llvm::createStringError("no device '%s'; known: %s", Wanted.c_str(),
                                 llvm::join(Known, ", ").c_str());
}

llvm::Expected<DeviceModel> nearestDevice(llvm::StringRef Architecture,
                                          llvm::StringRef Directory) {
  llvm::Expected<std::vector<DeviceModel>> All = readDevices(Directory);
  if (!All)
    return All.takeError();
  if (All->empty())
    return llvm::createStringError("no device profiles");
  DeviceModel Wanted;
  Wanted.Architecture = Architecture.str();
  const DeviceModel *Best = nullptr;
  for (const DeviceModel &D : *All) {
    const bool Fits = D.capability() <= Wanted.capability();
    const bool BestFits = Best && Best->capability() <= Wanted.capability();
    if (!Best || (Fits && (!BestFits || D.capability() > Best->capability())) ||
        (!Fits && !BestFits && D.capability() < Best->capability()))
      Best = &D;
  }
  return *Best;
}

} // namespace tessera
