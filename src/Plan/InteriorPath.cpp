//===- InteriorPath.cpp - Threads all of whose outputs are inside ---------===//
#include "tessera/Plan/InteriorPath.h"
#include "RegisterWindows.h"
#include "tessera/Model/ConditionText.h"
#include "tessera/Model/Program.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Finds the conditions that can be tested for all outputs at once: where each
/// part of one, as a polynomial in the outputs, is smallest at a corner.
class GuardTester {
public:
  GuardTester(const CoarsenedKernel &Coarse, InteriorPath &Path)
      : K(Coarse.Kernel), Axes(Coarse.Axes), Path(Path) {}

  void visit(llvm::ArrayRef<NodePtr> Statements) {
    for (const NodePtr &N : Statements) {
      if (N->K != Node::Kind::If || !N->Guard || N->Children.size() != 1)
        continue;
      const bool Exit = isEarlyExit(*N);
      ++Guards;
      if (!test(*N, Exit))
        continue;
      Path.Holds.push_back({*N->Guard, Exit});
      if (const NodePtr &Then = N->Children.front(); !Exit)
        visit(Then->K == Node::Kind::Block ? llvm::ArrayRef(Then->Children)
                                           : llvm::ArrayRef(Then));
    }
  }

  unsigned Guards = 0;

private:
  /// The V that are not negative where \p C is \p Value; nothing if that is not
  /// all it says.
  static std::optional<std::vector<Polynomial>> partsOf(const Condition &C,
                                                        bool Value) {
    switch (C.K) {
    case Condition::Kind::True: // 0 >= 0: each text of a conjunction has a part
      return Value ? std::optional(std::vector{Polynomial()}) : std::nullopt;
    case Condition::Kind::NonNegative:
      return std::vector{Value ? C.Value : Polynomial(-1) - C.Value};
    case Condition::Kind::Not:
      return partsOf(C.Operands.front(), !Value);
    case Condition::Kind::And:
    case Condition::Kind::Or: {
      if ((C.K == Condition::Kind::And) != Value)
        return std::nullopt;
      std::vector<Polynomial> All;
      for (const Condition &Operand : C.Operands) {
        auto Parts = partsOf(Operand, Value);
        if (!Parts)
          return std::nullopt;
        llvm::append_range(All, *Parts);
      }
      return All;
    }
    default:
      return std::nullopt;
    }
  }

  /// Along each axis: whether \p V is smallest at the last output, or at the
  /// first; absent where it does not depend on it.
  std::optional<std::vector<std::optional<bool>>>
  cornerOf(const Polynomial &V) const {
    std::vector<std::optional<bool>> Corner;
    for (const Coarsening &C : Axes) {
      auto Form = linearIn(V, K.loop(*C.Members).Symbol);
      std::optional<int64_t> Slope =
          Form ? Form->Coefficient.constant() : std::nullopt;
      if (!Slope)
        return std::nullopt;
      Corner.push_back(*Slope == 0 ? std::nullopt : std::optional(*Slope < 0));
    }
    return Corner;
  }

  /// Adds the tests of \p If's condition.
  bool test(const Node &If, bool Negated) {
    auto Parts = partsOf(K.guard(*If.Guard).When, !Negated);
    if (!Parts)
      return false;
    const Text Whole = Negated ? negatedCondition(If, K) : If.Condition;
    std::vector<Text> Texts = conjunctsOf(Whole);
    std::vector<InteriorTest> Tests;
    const bool Separate = Texts.size() == Parts->size();
    std::optional<bool> Uniform; // first or last along all axes
    bool AtOneCorner = true, AtBoth = false;
    for (size_t I = 0; I < Parts->size(); ++I) {
      auto Corner = cornerOf((*Parts)[I]);
      if (!Corner)
        return false;
      InteriorTest One;
      std::optional<bool> All;
      for (std::optional<bool> Last : *Corner) {
        One.Last.push_back(Last.value_or(false));
        if (Last) {
          AtOneCorner &= All.value_or(*Last) == *Last;
          All = Last;
        }
      }
      AtBoth |= Uniform && All && *Uniform != *All;
      Uniform = All ? All : Uniform;
      if (Separate) {
        One.Condition = Texts[I];
        Tests.push_back(std::move(One));
      }
    }
    if (!Separate) {
      if (!AtOneCorner)
        return false;
      for (bool Last : {false, true})
        if (AtBoth || Uniform.value_or(false) == Last)
          Tests.push_back({Whole, std::vector<bool>(Axes.size(), Last)});
    }
    llvm::append_range(Path.Tests, Tests);
    return true;
  }

  const KernelModel &K;
  const std::vector<Coarsening> &Axes;
  InteriorPath &Path;
};

} // namespace

/// Whether the launch tells where the memory begins: other pointers may become
/// those of copies on the device.
static bool isTestable(const LaunchArgument &A) {
  return A.Root.K == PointerRoot::Kind::Unknown
             ? A.Repeatable
             : A.AtRoot && A.Root.K == PointerRoot::Kind::Allocation;
}

llvm::Expected<InteriorPath> deriveInterior(const Program &P, KernelId Kernel,
                                            const CoarsenedKernel &Coarse,
                                            const LaunchShape &Shape) {
  const KernelModel &K = Coarse.Kernel;
  auto Refuse = [&](const char *Why) {
    return reject(DiagKind::UnsupportedStatement, K.NamePlace, K.Name, Why);
  };
  InteriorPath Path;
  for (const Coarsening &C : Coarse.Axes)
    if (C.Width != C.Factor)
      return Refuse("only contiguous outputs have a path of their own");
  if (Coarse.Axes.empty() || Coarse.Axes.size() > 2)
    return Refuse("its threads have outputs along no axis, or all three");
  if (!leavesAtTop(*K.Body))
    return Refuse("it returns in the middle of a branch");
  GuardTester Tester(Coarse, Path);
  Tester.visit(K.Body->Children);
  if (Tester.Guards > 0 && Path.Holds.empty())
    return Refuse("its conditions cannot be tested for several outputs at "
                  "once");
  for (unsigned A = 0; A < Coarse.Axes.size(); ++A)
    (Coarse.Axes[A].Axis == 0 ? Path.ColumnAxis : Path.RowAxis) = A;
  addWindows(P, Kernel, Coarse, Shape, Path);
  for (const auto &[Array, Bytes] : Path.Aligned)
    if (llvm::any_of(P.launchesOf(Kernel), [&](const LaunchModel *L) {
          return !isTestable(L->Arguments[K.array(Array).Parameter]);
        }))
      Path.TestedInside.insert(Array);
  return Path;
}

} // namespace tessera
