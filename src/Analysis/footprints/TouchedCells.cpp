//===- TouchedCells.cpp - The shape of a footprint, cell by cell ----------===//
#include "tessera/Analysis/TouchedCells.h"
#include "tessera/Polyhedral/Guarded.h"
#include <isl/point.h>
#include <isl/val.h>

namespace tessera {

static int64_t coordinate(const isl::point &P, unsigned Dim) {
  isl::val Value =
      isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, int(Dim)));
  return isl_val_get_num_si(Value.get());
}

std::optional<std::vector<std::string>> touchedCells(const KernelSpace &Space,
                                                     const Footprint &F) {
  std::vector<int64_t> Extents;
  for (const Box::Dim &D : F.Enclosing.Dims)
    Extents.push_back(D.Extent.constant().value_or(0));
  const std::optional<int64_t> Cells = F.Enclosing.cells().constant();
  if (Extents.empty() || !Cells || *Cells <= 0 || *Cells > MostCellsToDraw)
    return std::nullopt;

  auto Rows = guarded(Space.Context, [&] {
    std::vector<std::string> Rows(*Cells / Extents.back(),
                                  std::string(Extents.back(), '.'));
    shapeOf(F).Set.foreach_point([&](const isl::point &P) {
      int64_t Row = 0;
      for (unsigned D = 0; D + 1 < Extents.size(); ++D)
        Row = Row * Extents[D] + coordinate(P, D);
      Rows[Row][coordinate(P, Extents.size() - 1)] = '#';
    });
    return Rows;
  });
  if (Rows)
    return std::move(*Rows);
  llvm::consumeError(Rows.takeError()); // the box alone is still right
  return std::nullopt;
}

} // namespace tessera
