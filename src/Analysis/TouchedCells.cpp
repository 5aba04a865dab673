//===- TouchedCells.cpp - The shape of a footprint, cell by cell ----------===//
#include "tessera/Analysis/TouchedCells.h"
#include "tessera/Polyhedral/Guarded.h"
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

namespace tessera {

static int64_t coordinate(isl_point *P, unsigned Dim) {
  isl::val Value =
      isl::manage(isl_point_get_coordinate_val(P, isl_dim_set, int(Dim)));
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

  struct Drawing {
    const std::vector<int64_t> &Extents;
    std::vector<std::string> Rows;
  } Into{Extents, std::vector<std::string>(*Cells / Extents.back(),
                                           std::string(Extents.back(), '.'))};
  auto Mark = [](isl_point *P, void *User) {
    auto &Into = *static_cast<Drawing *>(User);
    int64_t Row = 0;
    for (unsigned D = 0; D + 1 < Into.Extents.size(); ++D)
      Row = Row * Into.Extents[D] + coordinate(P, D);
    Into.Rows[Row][coordinate(P, Into.Extents.size() - 1)] = '#';
    isl_point_free(P);
    return isl_stat_ok;
  };
  llvm::Error GaveUp = guarded(Space.Context, [&]() -> llvm::Error {
    const isl::set Shape = shapeOf(F).Set;
    isl_set_foreach_point(Shape.get(), Mark, &Into);
    return llvm::Error::success();
  });
  if (GaveUp) { // the box alone is still right
    llvm::consumeError(std::move(GaveUp));
    return std::nullopt;
  }
  return std::move(Into.Rows);
}

} // namespace tessera
