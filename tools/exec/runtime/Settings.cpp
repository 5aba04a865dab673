//===- Settings.cpp -------------------------------------------------------===//
#include "Settings.h"

#include <cstdlib>

namespace tessera_rt {

static std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

static Settings readSettings() {
  Settings S;
  S.Seed = std::strtoull(variable("TESSERA_RUN_SEED").c_str(), nullptr, 0);
  S.Blocks = std::strtoull(variable("TESSERA_RUN_BLOCKS").c_str(), nullptr, 0);
  if (std::string Devices = variable("TESSERA_RUN_DEVICES"); !Devices.empty())
    S.Devices = std::strtoul(Devices.c_str(), nullptr, 0);
  S.DeviceMemory =
      std::strtoull(variable("TESSERA_RUN_DEVICE_MEMORY").c_str(), nullptr, 0);
  std::string Off = variable("TESSERA_RUN_NO_CHECK");
  auto isOn = [&](const char *Name) {
    return Off.find(Name) == std::string::npos;
  };
  S.Races = isOn("races");
  S.Bounds = isOn("bounds");
  S.Uninitialised = isOn("uninitialised");
  S.Barriers = isOn("barriers");
  S.Leaks = isOn("leaks");
  S.TraceCopies = !variable("TESSERA_RUN_TRACE_COPIES").empty();
  S.ReportFile = variable("TESSERA_RUN_REPORT");
  S.DumpFile = variable("TESSERA_RUN_DUMP");
  return S;
}

const Settings &settings() {
  static const Settings &Instance = *new Settings(readSettings());
  return Instance;
}

} // namespace tessera_rt
