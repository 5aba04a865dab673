//===- SplitReport.cpp - Report data, file by file ------------------------===//
#include "report/SplitReport.h"
#include "report/CollectReport.h"

namespace tessera {

std::vector<ReportData> splitReport(ReportData Data, size_t Files,
                                    PlaceMap Map) {
  std::vector<ReportData> Result(Files);
  for (ReportKernel &K : Data.Kernels)
    Result[K.Where.isKnown() ? Map(K.Where).first : 0].Kernels.push_back(
        std::move(K));
  Result.front().Host = std::move(Data.Host);
  for (size_t I = 0; I < Files; ++I) {
    Result[I].Device = Data.Device;
    movePlaces(Result[I], [&](SourcePlace &Where) {
      if (!Where.isKnown())
        return;
      auto [File, There] = Map(Where);
      Where = File == I ? There : SourcePlace::nowhere();
    });
  }
  return Result;
}

} // namespace tessera
