//===- Settings.h - What tessera-run asked for ----------------------------===//
#ifndef TESSERA_RUN_SETTINGS_H
#define TESSERA_RUN_SETTINGS_H

#include <cstdint>
#include <string>

namespace tessera_rt {

/// Read once from the environment that tessera-run prepares.
struct Settings {
  uint64_t Seed = 0;   ///< 0: natural order
  uint64_t Blocks = 0; ///< of each launch that are executed; 0: all
  unsigned Devices = 1;
  uint64_t DeviceMemory = 0; ///< bytes of each
  bool Races = true;
  bool Bounds = true;
  bool Uninitialised = true;
  bool Barriers = true;
  bool Leaks = true;
  bool TraceCopies = false;
  std::string ReportFile; ///< empty: standard error
  std::string DumpFile;   ///< empty: none
};

const Settings &settings();

} // namespace tessera_rt

#endif
