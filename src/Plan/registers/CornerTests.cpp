//===- CornerTests.cpp - Conditions tested for all outputs at once --------===//
//
// A condition is a conjunction of parts, each of which is about one polynomial
// V. Where V is linear in the outputs' counters, with constant slopes, it is
// smallest at one corner of the outputs and largest at the opposite one:
//
//   V >= 0    holds for all outputs if it does where V is smallest
//   V != 0    holds for all if V > 0 where it is smallest, or V < 0 where it
//             is largest
//
// Loops around a condition are further axes of the corners. Other parts must be
// about the kernel's parameters alone, which are the same for all outputs.
//
// The test is made with the user's text, in the user's types. A comparison of
// integers without sign means what the model says only if neither side wraps
// from one output to the next.
//
//===----------------------------------------------------------------------===//
#include "registers/CornerTests.h"
#include "registers/ComparedValue.h"
#include "registers/CounterRange.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Model/ConditionText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// What a condition says about one polynomial.
struct Part {
  enum class Kind { NotNegative, Differs, Equals, Unknown };
  Kind K;
  Polynomial V;
};

/// The parts of `C == Value`; nothing if it is no conjunction of such.
std::optional<std::vector<Part>> partsOf(const Condition &C, bool Value) {
  switch (C.K) {
  case Condition::Kind::True:
    if (!Value)
      return std::nullopt;
    return std::vector<Part>{{Part::Kind::NotNegative, 0}};
  case Condition::Kind::NonNegative:
    return std::vector<Part>{
        {Part::Kind::NotNegative, Value ? C.Value : Polynomial(-1) - C.Value}};
  case Condition::Kind::Zero:
    return std::vector<Part>{
        {Value ? Part::Kind::Equals : Part::Kind::Differs, C.Value}};
  case Condition::Kind::Not:
    return partsOf(C.Operands.front(), !Value);
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    if ((C.K == Condition::Kind::And) != Value)
      return std::nullopt;
    std::vector<Part> All;
    for (const Condition &Operand : C.Operands) {
      auto Parts = partsOf(Operand, Value);
      if (!Parts)
        return std::nullopt;
      llvm::append_range(All, *Parts);
    }
    return All;
  }
  case Condition::Kind::Opaque:
    return std::vector<Part>{{Part::Kind::Unknown, 0}};
  }
  return std::nullopt;
}

/// Whether \p Spelled has nothing but names of \p K's parameters, which never
/// change, numbers, comparisons and what joins those.
bool isOfParameters(const KernelModel &K, llvm::StringRef Spelled) {
  auto Keeps = [&](llvm::StringRef Name) {
    return Name == "nullptr" || Name == "NULL" ||
           llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
             return A.K == ArrayInfo::Kind::Parameter && A.Name == Name &&
                    !A.Reassigned;
           });
  };
  while (!Spelled.empty()) {
    const llvm::StringRef Word =
        Spelled.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty()) {
      if (!llvm::isDigit(Word[0]) && !Keeps(Word))
        return false;
      Spelled = Spelled.drop_front(Word.size());
    } else if (!Spelled.consume_front("==") && !Spelled.consume_front("!=") &&
               !Spelled.consume_front("&&") && !Spelled.consume_front("||") &&
               !Spelled.consume_front("<=") && !Spelled.consume_front(">=")) {
      if (!llvm::StringRef("()!<> \n\t").contains(Spelled[0]))
        return false;
      Spelled = Spelled.drop_front();
    }
  }
  return true;
}

bool isOfParameters(const KernelModel &K, const Text &T) {
  return llvm::all_of(T, [&](const Piece &P) {
    if (P.K == Piece::Kind::Scalar)
      return K.Scalars[P.Id].IsParameter && !K.Scalars[P.Id].Reassigned;
    return P.K == Piece::Kind::Verbatim && isOfParameters(K, P.Spelling);
  });
}

/// For each axis of the outputs, and behind these for each loop around: whether
/// it is the last one, or the first; absent where that does not matter.
using Corner = std::vector<std::optional<bool>>;

class GuardTester {
public:
  GuardTester(const CoarsenedKernel &Coarse, InteriorPath &Path)
      : Coarse(Coarse), K(Coarse.Kernel), Path(Path), Mover(K) {
    for (const ParameterInfo &P : K.Parameters)
      Named.insert(P.Name);
    for (const ArrayInfo &A : K.Arrays)
      Named.insert(A.Name);
  }

  void visit(llvm::ArrayRef<NodePtr> Statements) {
    Named.merge(declaredIn(Statements));
    for (const NodePtr &N : Statements) {
      if (N->K == Node::Kind::Loop)
        visitLoop(*N);
      if (N->K != Node::Kind::If || !N->Guard)
        continue;
      if (!Loops.empty()) {
        if (N->Children.size() == 1 && isBoundary(*N, isEarlyExit(*N)))
          take(*N, isEarlyExit(*N));
        continue;
      }
      if (N->Children.size() == 2) {
        for (bool Negated : {false, true})
          if (isForMostThreads(*N, Negated) && take(*N, Negated))
            break;
        continue;
      }
      ++Guards;
      take(*N, isEarlyExit(*N));
    }
  }

  unsigned Guards = 0; ///< without another branch

private:
  /// Visits what the rounds of \p N do, if its counter has known bounds.
  void visitLoop(const Node &N) {
    if (!N.Loop)
      return;
    auto Range = rangeOf(Coarse, Mover, *N.Loop);
    if (!Range)
      return;
    Loops.push_back({*N.Loop, std::move(*Range)});
    const NodePtr &Body = N.Children.front();
    visit(Body->K == Node::Kind::Block ? llvm::ArrayRef(Body->Children)
                                       : llvm::ArrayRef(Body));
    Loops.pop_back();
  }

  /// Whether each part of \p If's condition, or of its negation, compares a
  /// place that differs from thread to thread.
  bool isBoundary(const Node &If, bool Negated) const {
    auto Parts = partsOf(K.guard(*If.Guard).When, !Negated);
    return Parts && llvm::all_of(*Parts, [](const Part &P) {
             return P.K == Part::Kind::NotNegative && ofThread(P.V);
           });
  }

  static bool ofThread(const Polynomial &V) {
    return llvm::any_of(V.symbols(), [](const std::string &S) {
      return isThreadDim(S) || isBlockSymbol(S);
    });
  }

  /// Lets the condition of \p If, or its negation, hold on the path if that
  /// can be tested.
  bool take(const Node &If, bool Negated) {
    llvm::ArrayRef<NodePtr> Taken;
    if (!isEarlyExit(If)) {
      const NodePtr &Branch = If.Children[Negated ? 1 : 0];
      Taken = Branch->K == Node::Kind::Block ? llvm::ArrayRef(Branch->Children)
                                             : llvm::ArrayRef(Branch);
    }
    auto IsNamed = [&](const std::string &Name) { return Named.count(Name); };
    if (llvm::any_of(declaredIn(Taken), IsNamed) ||
        !Mover.isMovable(If.Condition) || !test(If, Negated))
      return false;
    Path.Holds.push_back({*If.Guard, Negated});
    for (const auto &[Loop, Range] : Loops)
      if (!Range.Runs)
        Path.Entered.try_emplace(Loop, entering(K, Loop));
    visit(Taken);
    return true;
  }

  /// The variables that are declared among \p Statements.
  static std::set<std::string> declaredIn(llvm::ArrayRef<NodePtr> Statements) {
    std::set<std::string> Names;
    for (const NodePtr &N : Statements)
      for (const Node::Declarator &D : N->Declared)
        Names.insert(llvm::StringRef(D.Name).split('[').first.str());
    return Names;
  }

  /// Whether \p If's condition, or its negation, fails only where a polynomial
  /// in the threads' ids is zero.
  bool isForMostThreads(const Node &If, bool Negated) const {
    auto Parts = partsOf(K.guard(*If.Guard).When, !Negated);
    return Parts && llvm::all_of(*Parts, [](const Part &P) {
             return P.K == Part::Kind::Differs && ofThread(P.V);
           });
  }

  /// The corner where \p V is smallest.
  std::optional<Corner> cornerOf(const Polynomial &V) const {
    std::vector<LoopId> Axes;
    for (const Coarsening &C : Coarse.Axes)
      Axes.push_back(*C.Members);
    for (const auto &[Loop, Range] : Loops)
      Axes.push_back(Loop);
    Corner Smallest;
    for (LoopId Axis : Axes) {
      auto Form = linearIn(V, K.loop(Axis).Symbol);
      std::optional<int64_t> Slope =
          Form ? Form->Coefficient.constant() : std::nullopt;
      if (!Slope)
        return std::nullopt;
      Smallest.push_back(*Slope == 0 ? std::nullopt
                                     : std::optional(*Slope < 0));
    }
    return Smallest;
  }

  static bool isUniform(const Corner &C) {
    return llvm::none_of(C, [](auto Last) { return Last.has_value(); });
  }

  CornerTest at(const Corner &C, Text Condition) const {
    CornerTest Test{std::move(Condition), {}, {}};
    for (std::optional<bool> Last : C)
      Test.Last.push_back(Last.value_or(false));
    for (size_t I = 0; I < Loops.size(); ++I) {
      const auto &[Loop, Range] = Loops[I];
      Test.Counters[Loop] =
          Test.Last[Coarse.Axes.size() + I] ? Range.Greatest : Range.Least;
    }
    Test.Last.resize(Coarse.Axes.size());
    return Test;
  }

  CornerTest atOpposite(Corner C, Text Condition) const {
    for (std::optional<bool> &Last : C)
      if (Last)
        Last = !*Last;
    return at(C, std::move(Condition));
  }

  /// Adds the tests of \p If's condition.
  bool test(const Node &If, bool Negated) {
    auto Parts = partsOf(K.guard(*If.Guard).When, !Negated);
    if (!Parts)
      return false;
    std::vector<Corner> Corners;
    for (const Part &P : *Parts) {
      auto Smallest = cornerOf(P.V);
      if (!Smallest)
        return false;
      Corners.push_back(std::move(*Smallest));
    }
    const Text Whole = Negated ? negatedCondition(If, K) : If.Condition;
    // Each text has a part, or several.
    const std::vector<Text> Texts = conjunctsOf(Whole);
    auto Tests = Texts.size() == Parts->size()
                     ? testEach(*Parts, Corners, Texts)
                     : testWhole(*Parts, Corners, Whole);
    if (!Tests)
      return false;
    for (InteriorTest &T : *Tests)
      T.Guard = *If.Guard;
    llvm::append_range(Path.Tests, *Tests);
    return true;
  }

  /// What a test says if it holds: \p Parts, that are smallest at \p Corners.
  void describe(InteriorTest &T, llvm::ArrayRef<Part> Parts,
                llvm::ArrayRef<Corner> Corners) const {
    std::set<size_t> Axes;
    for (const auto &[P, C] : llvm::zip_equal(Parts, Corners)) {
      if (P.K == Part::Kind::NotNegative)
        T.NotNegative.push_back(P.V);
      for (size_t A = 0; A < C.size(); ++A)
        if (C[A])
          Axes.insert(A);
    }
    if (Axes.size() == 1 && *Axes.begin() < Coarse.Axes.size())
      T.Axis = *Axes.begin();
  }

  using Tests = std::optional<std::vector<InteriorTest>>;

  Tests testEach(llvm::ArrayRef<Part> Parts, llvm::ArrayRef<Corner> Corners,
                 llvm::ArrayRef<Text> Texts) const {
    std::vector<InteriorTest> Result;
    for (const auto &[P, C, T] : llvm::zip_equal(Parts, Corners, Texts)) {
      if (P.K == Part::Kind::Unknown && !isOfParameters(K, T))
        return std::nullopt;
      if (P.K == Part::Kind::NotNegative || isUniform(C)) {
        Result.push_back({{at(C, T)}, {}, {}, std::nullopt});
        describe(Result.back(), P, llvm::ArrayRef<Corner>(C));
        continue;
      }
      std::optional<InteriorTest> Test;
      if (P.K == Part::Kind::Differs)
        Test = testDiffers(P.V, C, T);
      if (!Test)
        return std::nullopt;
      Result.push_back(std::move(*Test));
    }
    return Result;
  }

  /// \p Whole at one corner, or at both if each part is smallest there or
  /// there.
  Tests testWhole(llvm::ArrayRef<Part> Parts, llvm::ArrayRef<Corner> Corners,
                  const Text &Whole) const {
    bool Needed[] = {false, false}; // the first and the last along all axes
    for (const auto &[P, C] : llvm::zip_equal(Parts, Corners)) {
      if (P.K == Part::Kind::Unknown && !isOfParameters(K, Whole))
        return std::nullopt;
      if (isUniform(C))
        continue;
      for (bool Last : {false, true})
        Needed[Last] |= llvm::is_contained(C, std::optional(Last));
      if (P.K != Part::Kind::NotNegative ||
          (llvm::is_contained(C, std::optional(false)) &&
           llvm::is_contained(C, std::optional(true))))
        return std::nullopt;
    }
    Needed[0] |= !Needed[1];
    std::vector<InteriorTest> Result;
    for (bool Last : {false, true})
      if (Needed[Last]) {
        const Corner All(Coarse.Axes.size() + Loops.size(), Last);
        Result.push_back({{at(All, Whole)}, {}, {}, std::nullopt});
        describe(Result.back(), Parts, Corners);
      }
    return Result;
  }

  /// The test that \p V, the difference of the sides of \p T, is not zero.
  std::optional<InteriorTest> testDiffers(const Polynomial &V,
                                          const Corner &Smallest,
                                          const Text &T) const {
    auto Sides = sidesOf(withoutParentheses(T), "!=");
    if (!Sides || !areComparable(Coarse, V, Sides->first, Sides->second))
      return std::nullopt;
    auto Compare = [&](const char *Operator) {
      Text Result = Sides->first;
      Result.push_back(Piece::verbatim(Operator));
      llvm::append_range(Result, Sides->second);
      return Result;
    };
    InteriorTest Test;
    if (!isNeverNegative(Coarse, Polynomial(0) - V))
      Test.OneOf.push_back(at(Smallest, Compare(" > ")));
    if (!isNeverNegative(Coarse, V))
      Test.OneOf.push_back(atOpposite(Smallest, Compare(" < ")));
    return Test;
  }

  const CoarsenedKernel &Coarse;
  const KernelModel &K;
  InteriorPath &Path;
  const TextMover Mover;
  /// Around what is visited.
  std::vector<std::pair<LoopId, CounterRange>> Loops;
  /// What names mean on the path, where statements of all branches that are
  /// taken stand in one block.
  std::set<std::string> Named;
};

} // namespace

bool addCornerTests(const CoarsenedKernel &Coarse, InteriorPath &Path) {
  GuardTester Tester(Coarse, Path);
  Tester.visit(Coarse.Kernel.Body->Children);
  return Tester.Guards == 0 || !Path.Holds.empty();
}

std::vector<Polynomial> outsideAt(const KernelModel &K,
                                  const InteriorPath &Path, unsigned Axis,
                                  const Polynomial &Extent) {
  auto AtFirst = [&](const InteriorTest &Test, Polynomial V) {
    for (const auto &[Loop, Value] : Test.OneOf.front().Counters)
      V = V.substitute(K.loop(Loop).Symbol, Value.Value);
    return V.substitute([&](llvm::StringRef S) {
      return llvm::any_of(K.Parameters,
                          [&](const auto &P) { return P.Symbol == S; })
                 ? std::nullopt
                 : std::optional<Polynomial>(0);
    });
  };
  std::vector<Polynomial> Outside;
  for (const InteriorTest &Test : Path.Tests)
    for (const Polynomial &V : Test.NotNegative) {
      const auto Form = linearIn(V, std::string("t") + "xyz"[Axis]);
      const int64_t Slope = Form ? Form->Coefficient.constant().value_or(0) : 0;
      if (Slope == 0)
        continue;
      const Polynomial First = AtFirst(Test, V);
      Outside.push_back(Slope > 0 ? Polynomial(0) - First : Extent - 1 - First);
    }
  return Outside;
}

} // namespace tessera
