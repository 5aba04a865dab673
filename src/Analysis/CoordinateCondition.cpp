//===- CoordinateCondition.cpp - Load tests in terms of the array ---------===//
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {

std::string coordinateName(unsigned Dim) {
  return "coordinate" + std::to_string(Dim);
}

/// `{ [Steps, coordinates] -> [Steps, cells] }`
static isl::multi_aff cellsOf(const Footprint &F, const DimNames &Dims) {
  isl::ctx Context = F.Touched.ctx();
  std::optional<isl::multi_aff> All;
  auto Add = [&](const Polynomial &P) {
    isl::multi_aff One(toAff(Context, P, Dims));
    All = All ? All->flat_range_product(One) : One;
  };
  for (const std::string &Step : F.Steps)
    Add(Polynomial::symbol(Step));
  for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D)
    Add(Polynomial::symbol(coordinateName(D)) - F.Enclosing.Dims[D].Origin);
  return *All;
}

llvm::Expected<CCondition> coordinateCondition(
    const Footprint &F, LoadTest Test,
    llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  return guarded(F.Touched.ctx(), [&] {
    DimNames Dims = F.Steps;
    for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D)
      Dims.push_back(coordinateName(D));
    isl::multi_aff Cells = cellsOf(F, Dims);
    NamedSet Loads{loadedCells(F, Test).Set.preimage(Cells), Dims};
    NamedSet Context{F.Cells.Set.preimage(Cells), Dims};
    return toCCondition(Loads, Context, Spell);
  });
}

} // namespace tessera
