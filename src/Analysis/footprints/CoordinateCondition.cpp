//===- CoordinateCondition.cpp - Load tests in terms of the array ---------===//
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Polyhedral/Guarded.h"
#include <isl/set.h>

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

/// \p S over more dimensions, which come first.
static NamedSet underSteps(const NamedSet &S, const DimNames &Steps) {
  DimNames Dims = Steps;
  Dims.insert(Dims.end(), S.Dims.begin(), S.Dims.end());
  return {isl::manage(
              isl_set_insert_dims(S.Set.copy(), isl_dim_set, 0, Steps.size())),
          Dims};
}

/// \p S with what holds of block origins and sizes in every launch.
static NamedSet withLaunchFacts(NamedSet S) {
  isl::ctx Context = S.Set.ctx();
  for (char Axis : {'x', 'y', 'z'}) {
    std::string A(1, Axis);
    for (const std::string &Symbol : {"O" + A, "B" + A, "G" + A}) {
      Polynomial Least(Symbol[0] == 'O' ? 0 : 1);
      S = S.intersect(
          nonNegative(Context, Polynomial::symbol(Symbol) - Least, S.Dims));
    }
  }
  return S;
}

static std::string operandOfAnd(const CCondition &C) {
  return C.IsDisjunction ? "(" + C.Text + ")" : C.Text;
}

CCondition both(const CCondition &A, const CCondition &B) {
  if (A.K == CCondition::Kind::Never || B.K == CCondition::Kind::Always)
    return A;
  if (B.K == CCondition::Kind::Never || A.K == CCondition::Kind::Always)
    return B;
  return {CCondition::Kind::Test, operandOfAnd(A) + " && " + operandOfAnd(B),
          /*IsDisjunction=*/false};
}

static CCondition either(const CCondition &A, const CCondition &B) {
  if (A.K == CCondition::Kind::Always || B.K == CCondition::Kind::Never)
    return A;
  if (B.K == CCondition::Kind::Always || A.K == CCondition::Kind::Never)
    return B;
  auto Operand = [](const CCondition &C) {
    bool And = !C.IsDisjunction && C.Text.find("&&") != std::string::npos;
    return And ? "(" + C.Text + ")" : C.Text;
  };
  return {CCondition::Kind::Test, Operand(A) + " || " + Operand(B),
          /*IsDisjunction=*/true};
}

namespace {

/// The frame of reference of one footprint's tests.
struct Frame {
  explicit Frame(const Footprint &F) {
    for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D) {
      Coordinates.push_back(coordinateName(D));
      CellDims.push_back(cellName(D));
    }
    Dims = F.Steps;
    Dims.insert(Dims.end(), Coordinates.begin(), Coordinates.end());
    Cells = cellsOf(F, Dims);
    Context = withLaunchFacts({F.Cells.Set.preimage(Cells), Dims});
  }

  DimNames Coordinates, CellDims, Dims;
  isl::multi_aff Cells;
  NamedSet Context;
};

} // namespace

llvm::Expected<CCondition>
coordinateCondition(const Footprint &F, LoadTest Test,
                    llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  return guarded(F.Touched.ctx(), [&]() -> llvm::Expected<CCondition> {
    Frame In(F);
    if (Test == LoadTest::Exact) {
      constexpr unsigned MaxPieces = 8;
      NamedSet Loads = loadsOf(F);
      if (Loads.Set.n_basic_set() > MaxPieces)
        return llvm::make_error<IslGaveUp>("an exact test would be too long");
      return toCCondition({Loads.Set.preimage(In.Cells), In.Dims}, In.Context,
                          Spell);
    }
    // A region has a shape in cells and elements in coordinates.
    CCondition Any{CCondition::Kind::Never, "", false};
    for (const LoadRegion &R : regionsOf(F)) {
      llvm::Expected<CCondition> Shape = toCCondition(
          underSteps({R.Shape, In.CellDims}, F.Steps), F.Cells, Spell);
      if (!Shape)
        return Shape;
      llvm::Expected<CCondition> Elements = toCCondition(
          underSteps({R.Elements, In.Coordinates}, F.Steps), In.Context, Spell);
      if (!Elements)
        return Elements;
      Any = either(Any, both(*Shape, *Elements));
    }
    return Any;
  });
}

llvm::Expected<CCondition>
boundsCondition(const Footprint &F, const std::vector<int64_t> &Extents,
                llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  return guarded(F.Touched.ctx(), [&]() -> llvm::Expected<CCondition> {
    Frame In(F);
    isl::ctx Context = F.Touched.ctx();
    NamedSet Inside = NamedSet::universe(Context, In.Dims);
    for (unsigned D = 0; D < Extents.size(); ++D) {
      Polynomial C = Polynomial::symbol(coordinateName(D));
      Inside = Inside.intersect(nonNegative(Context, C, In.Dims));
      Inside = Inside.intersect(
          nonNegative(Context, Polynomial(Extents[D] - 1) - C, In.Dims));
    }
    llvm::Expected<CCondition> Bounds = toCCondition(Inside, In.Context, Spell);
    if (!Bounds || F.May)
      return Bounds;
    llvm::Expected<CCondition> Shape =
        toCCondition(underSteps(shapeOf(F), F.Steps), F.Cells, Spell);
    if (!Shape)
      return Shape;
    return both(*Shape, *Bounds);
  });
}

} // namespace tessera
