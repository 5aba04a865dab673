//===- SplitReport.cpp - Report data, file by file ------------------------===//
#include "SplitReport.h"

namespace tessera {

namespace {

/// Maps places to those of one file.
class Mapper {
public:
  Mapper(PlaceMap Map, size_t File) : Map(Map), File(File) {}

  void map(SourcePlace &Where) const {
    if (!Where.isKnown())
      return;
    auto [Own, There] = Map(Where);
    Where = Own == File ? There : SourcePlace::nowhere();
  }

  void map(ReportKernel &K) const {
    map(K.Where);
    map(K.Begin);
    map(K.End);
    for (auto &[Where, Launch] : K.Launches)
      map(Where);
    for (ReportShape &Shape : K.Shapes) {
      for (ReportArray &Array : Shape.Arrays) {
        for (ReportAccess &Access : Array.Accesses)
          map(Access.Where);
        for (auto &[Point, Why] : Array.Refusals)
          map(Why.Where);
      }
      for (ReportPlan &Plan : Shape.Plans)
        for (ReportTile &Tile : Plan.Tiles)
          for (ReportTileUse &Use : Tile.Uses)
            map(Use.Where);
    }
  }

  void map(ReportHost &Host) const {
    for (ReportVariable &Variable : Host.Variables)
      map(Variable.Where);
    for (auto &[Begin, End] : Host.Loops) {
      map(Begin);
      map(End);
    }
    for (ReportEvent &Event : Host.Before)
      map(Event.Where);
    if (Host.After)
      for (ReportEvent &Event : *Host.After)
        map(Event.Where);
  }

private:
  PlaceMap Map;
  const size_t File;
};

} // namespace

std::vector<ReportData> splitReport(ReportData Data, size_t Files,
                                    PlaceMap Map) {
  std::vector<ReportData> Result(Files);
  for (ReportData &Part : Result)
    Part.Device = Data.Device;
  for (ReportKernel &K : Data.Kernels) {
    const size_t File = K.Where.isKnown() ? Map(K.Where).first : 0;
    Mapper(Map, File).map(K);
    Result[File].Kernels.push_back(std::move(K));
  }
  Mapper(Map, 0).map(Data.Host);
  Result.front().Host = std::move(Data.Host);
  return Result;
}

} // namespace tessera
