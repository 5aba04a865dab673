//===- TileTests.cpp - Which cells are copied -----------------------------===//
#include "tiles/TileTests.h"
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

namespace tessera {

static bool isStrided(const Footprint &F) {
  return llvm::any_of(F.Enclosing.Dims,
                      [](const Box::Dim &D) { return D.Stride != 1; });
}

static std::string textOf(const CCondition &Test) {
  return Test.K == CCondition::Kind::Always  ? ""
         : Test.K == CCondition::Kind::Never ? "false"
                                             : Test.Text;
}

bool TileTests::hasKnownBounds(const Footprint &F) const {
  const ArrayInfo &A = K.array(F.Array);
  return A.K == ArrayInfo::Kind::Global &&
         A.Extents.size() == F.Enclosing.Dims.size() && !isStrided(F) &&
         llvm::all_of(A.Extents, [](int64_t E) { return E > 0; });
}

llvm::Expected<CCondition>
TileTests::condition(const Footprint &F, LoadTest Kind, Speller Spell) const {
  return isStrided(F) ? loadCondition(F, Kind, Spell)
                      : coordinateCondition(F, Kind, Spell);
}

/// Whether \p Test lets all of a vector through or none, if need be for
/// multiples of one more parameter.
llvm::Expected<bool> TileTests::treatsVectorsAlike(const Footprint &F,
                                                   LoadTest Test,
                                                   TileVectors &Vectors) const {
  llvm::Expected<bool> Alike =
      treatsAlike(F, Test, Vectors.Cells, Vectors.Multiples);
  if (!Alike || *Alike)
    return Alike;
  for (const ParameterInfo &Parameter : K.Parameters) {
    if (Parameter.Symbol.empty() || Vectors.Multiples.count(Parameter.Symbol))
      continue;
    std::map<std::string, int64_t> More = Vectors.Multiples;
    More[Parameter.Symbol] = Vectors.Cells;
    Alike = treatsAlike(F, Test, Vectors.Cells, More);
    if (!Alike)
      return Alike;
    if (*Alike) {
      Vectors.Multiples = std::move(More);
      return true;
    }
  }
  return false;
}

llvm::Expected<std::optional<TileTest>>
TileTests::load(const Footprint &F, TileVectors &Vectors) const {
  TileTest Result;
  auto Spell = [&](llvm::StringRef Symbol) {
    return spell(Symbol, F, Result.Wide);
  };
  using Candidate = std::function<llvm::Expected<CCondition>()>;
  std::vector<Candidate> Tests;
  if (hasKnownBounds(F) && Vectors.Cells == 1)
    Tests.push_back(
        [&] { return boundsCondition(F, K.array(F.Array).Extents, Spell); });
  for (LoadTest Kind : {LoadTest::Simple, LoadTest::Exact}) {
    if (F.May)
      continue;
    if (Vectors.Cells > 1) {
      llvm::Expected<bool> Alike = treatsVectorsAlike(F, Kind, Vectors);
      if (!Alike)
        return Alike.takeError();
      if (!*Alike)
        continue;
    }
    Tests.push_back([&, Kind] { return condition(F, Kind, Spell); });
  }
  if (Tests.empty())
    return std::nullopt;
  std::optional<std::string> Best;
  llvm::Error Failure = llvm::Error::success();
  for (const Candidate &Compute : Tests) {
    if (Best && Best->empty())
      break; // no test at all: nothing is shorter
    llvm::Expected<CCondition> Test = Compute();
    if (!Test) {
      Failure = llvm::joinErrors(std::move(Failure), Test.takeError());
      continue;
    }
    std::string Text = textOf(*Test);
    if (!Best || Text.size() < Best->size())
      Best = Text;
  }
  if (!Best)
    return std::move(Failure);
  llvm::consumeError(std::move(Failure));
  Result.Text = nameSizes(*Best, K);
  return std::optional(Result);
}

llvm::Expected<std::optional<TileTest>>
TileTests::exact(const Footprint &F, TileVectors &Vectors) const {
  if (Vectors.Cells > 1) {
    if (F.May)
      return std::nullopt;
    llvm::Expected<bool> Alike =
        treatsVectorsAlike(F, LoadTest::Exact, Vectors);
    if (!Alike)
      return Alike.takeError();
    if (!*Alike)
      return std::nullopt;
  }
  TileTest Result;
  auto Spell = [&](llvm::StringRef Symbol) {
    return spell(Symbol, F, Result.Wide);
  };
  llvm::Expected<CCondition> Test = condition(F, LoadTest::Exact, Spell);
  if (!Test)
    return Test.takeError();
  if (F.May) {
    llvm::Expected<CCondition> Bounds =
        boundsCondition(F, K.array(F.Array).Extents, Spell);
    if (!Bounds)
      return Bounds.takeError();
    Test = both(*Test, *Bounds);
  }
  Result.Text = nameSizes(textOf(*Test), K);
  return std::optional(Result);
}

/// The text of a symbol in a test, of signed type.
std::string TileTests::spell(llvm::StringRef Symbol, const Footprint &F,
                             bool &Wide) const {
  for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D) {
    if (Symbol == coordinateName(D))
      return "@" + std::to_string(D);
    if (Symbol == cellName(D))
      return "#" + std::to_string(D);
  }
  if (Symbol.size() == 2 && llvm::StringRef("xyz").contains(Symbol[1])) {
    std::string Axis = Symbol.drop_front(1).str();
    // Where the user's subscripts are wide, so are multiples of these.
    const bool Far = llvm::any_of(
        F.Accesses, [&](AccessId Id) { return K.access(Id).Wide; });
    Wide |= Far;
    const std::string Type = Far ? "(long long)" : "(int)";
    switch (Symbol[0]) {
    case 'b':
      return Type + "blockIdx." + Axis;
    case 'B':
      return Type + "blockDim." + Axis;
    case 'G':
      return Type + "gridDim." + Axis;
    case 'O':
      return Far ? "((long long)blockIdx." + Axis + " * blockDim." + Axis + ")"
                 : "(int)(blockIdx." + Axis + " * blockDim." + Axis + ")";
    default:
      break;
    }
  }
  // What it is compared with may be negative.
  auto Signed = [&](const std::string &Name, bool Unsigned) {
    Wide |= Unsigned;
    return Unsigned ? "(long long)" + Name : Name;
  };
  for (const ParameterInfo &Param : K.Parameters)
    if (Param.Symbol == Symbol)
      return Signed(Param.Name, Param.IsUnsigned);
  if (Loop && Symbol == Step)
    return Signed("@s", K.loop(*Loop).Unsigned);
  for (const LoopInfo &L : K.Loops)
    if (L.Symbol == Symbol)
      return Signed(L.symbolName(), L.Unsigned);
  // A product of parameters.
  if (Symbol.contains('*')) {
    std::vector<std::string> Factors;
    for (llvm::StringRef Factor : llvm::split(Symbol, '*'))
      Factors.push_back(spell(Factor.trim(), F, Wide));
    return llvm::join(Factors, " * ");
  }
  return Symbol.str();
}

} // namespace tessera
