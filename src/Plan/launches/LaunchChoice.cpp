//===- LaunchChoice.cpp - Which launches start a rewritten kernel ---------===//
#include "launches/LaunchTests.h"
#include "launches/LaunchValues.h"
#include "tessera/Plan/LauncherNames.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// The size of the grid of \p L along the axis of \p C, where blocks are
/// persistent: \p Size, but with the other axes no more than `Most`, or one
/// row.
///
/// After:   grid.x < 1056 ? grid.x : 1056
/// or:      grid.y < 1056 / (grid.x + 1) + 1 ? grid.y : 1056 / (grid.x + 1) + 1
static std::string atMost(const LaunchModel &L, const GridChange &C,
                          const std::string &Size) {
  int64_t Most = C.Most;
  std::string Others;
  for (unsigned A = 0; A < 3; ++A)
    if (A != C.Axis && L.Grid[A])
      Most /= std::max<int64_t>(1, *L.Grid[A]);
    else if (A != C.Axis)
      Others += (Others.empty() ? "" : " * ") + gridAtLaunch(L, A);
  Most = std::max<int64_t>(1, Most);
  if (Others.empty() && L.Grid[C.Axis])
    return *L.Grid[C.Axis] <= Most ? Size : std::to_string(Most);
  std::string Bound = std::to_string(Most);
  if (!Others.empty()) // which may be 0
    Bound += " / (" + Others + " + 1) + 1";
  return Size + " < " + Bound + " ? " + Size + " : " + Bound;
}

/// The grid of \p L after \p Changes.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<dim3((grid.x + 7) / 8, grid.y, grid.z), block>>>(..)
/// or:      k<<<dim3(grid.x < 1056 ? grid.x : 1056, grid.y, grid.z), ..
static std::string changedGrid(const LaunchModel &L,
                               llvm::ArrayRef<GridChange> Changes) {
  auto Changed = [&](const std::string &Size, bool Simple,
                     const GridChange &C) {
    if (C.Most)
      return atMost(L, C, Size);
    if (C.Split > 1)
      return (Simple ? Size : "(" + Size + ")") + " * " +
             std::to_string(C.Split);
    return "(" + Size + " + " + std::to_string(C.Merged - 1) + ") / " +
           std::to_string(C.Merged);
  };
  bool Name = isOperand(L.GridText);
  if (L.GridIsScalar && !L.Other && !L.OneMore && Changes.size() == 1 &&
      Changes.front().Axis == 0) {
    return "dim3(" +
           Changed(isSummand(L.GridText) ? L.GridText : "(" + L.GridText + ")",
                   Name, Changes.front()) +
           ")";
  }
  std::string Sizes;
  for (unsigned A = 0; A < 3; ++A) {
    std::string Size = gridAtLaunch(L, A);
    auto At =
        llvm::find_if(Changes, [&](const auto &C) { return C.Axis == A; });
    if (At != Changes.end() && !At->Most && L.Other && L.Other->Extents[A])
      Size = blocksFor(*L.Other, A, *L.Block[A] * At->Merged / At->Split);
    else if (At != Changes.end())
      Size = Changed(Size, true, *At);
    else if (llvm::StringRef(Size).ends_with(")"))
      Size = Size.substr(1, Size.size() - 2); // it is no operand here
    Sizes += (A ? ", " : "") + Size;
  }
  return "dim3(" + Sizes + ")";
}

/// The block of \p L with its axes in another order.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<grid, dim3(block.y, block.x, block.z)>>>(..)
static std::string reorderedBlock(const LaunchModel &L,
                                  const ThreadOrder &Order) {
  std::array<std::string, 3> Sizes;
  for (unsigned A = 0; A < 3; ++A)
    Sizes[A] = !L.Reshaped && (isOperand(L.BlockText) || !L.Block[A])
                   ? sizeAtLaunch(L.BlockText, L.BlockIsInteger, "xyz"[A])
                   : std::to_string(*L.Block[A]);
  return "dim3(" + llvm::join(inOrder(Sizes, Order), ", ") + ")";
}

/// `dim3(32, 8)`, `dim3(128)`
static std::string textOf(const BlockSizes &Block) {
  const unsigned Last = Block[2] > 1 ? 2 : Block[1] > 1;
  std::string Sizes;
  for (unsigned A = 0; A <= Last; ++A)
    Sizes += (A ? ", " : "") + std::to_string(Block[A]);
  return "dim3(" + Sizes + ")";
}

static BlockSizes
knownSizes(const std::array<std::optional<int64_t>, 3> &Known) {
  return {*Known[0], *Known[1], *Known[2]};
}

/// \p Block by the name of the `dim3` that is the block of \p L:
/// `dim3(block.x * 2, block.y / 2)`.
static std::optional<std::string> scaledBlock(const LaunchModel &L,
                                              const BlockSizes &Block) {
  if (L.BlockIsInteger || !llvm::all_of(L.BlockText, [](char C) {
        return llvm::isAlnum(C) || C == '_';
      }))
    return std::nullopt;
  std::string All, Needed;
  for (unsigned A = 0; A < 3; ++A) {
    const int64_t Users = L.Block[A].value_or(0);
    if (Users <= 0 || (Block[A] % Users != 0 && Users % Block[A] != 0))
      return std::nullopt;
    All += (A ? ", " : "") + L.BlockText + "." + "xyz"[A];
    if (Block[A] > Users)
      All += " * " + std::to_string(Block[A] / Users);
    if (Block[A] < Users)
      All += " / " + std::to_string(Users / Block[A]);
    if (Block[A] != 1 || Users != 1)
      Needed = All;
  }
  return "dim3(" + Needed + ")";
}

/// Whether \p Is holds for a statement somewhere in \p S which is one of a
/// block, and no jump goes past it.
static bool isInBlock(const HostStatement &S,
                      llvm::function_ref<bool(const HostStatement &)> Is) {
  using Kind = HostStatement::Kind;
  if (S.K == Kind::Opaque || S.K == Kind::Switch)
    return false;
  if (Is(S))
    return !S.Unbraced;
  return llvm::any_of(S.Children, [&](const HostStatement &Child) {
    return isInBlock(Child, Is);
  });
}

static bool mayDeclareBefore(const Program &P, LaunchId Launch) {
  const LaunchModel &L = P.launch(Launch);
  if ((L.ByName ? L.ByName->Statement : L.Statement).size() == 0)
    return false;
  auto Is = [&](const HostStatement &S) {
    return L.ByName ? S.K == HostStatement::Kind::Leaf &&
                          S.Source == L.ByName->Statement
                    : llvm::is_contained(S.Launches, Launch);
  };
  return llvm::any_of(P.Host.Functions, [&](const HostFunction &F) {
    return isInBlock(F.Body, Is);
  });
}

LaunchPlace placeOf(const Program &P, LaunchId Launch) {
  return {mayDeclareBefore(P, Launch), placeBehind(P, Launch).has_value()};
}

/// What \p L, which has the block of \p Plan, tests and changes to start its
/// kernel; nothing if it cannot tell.
static std::optional<LaunchChoice> choiceAt(const LaunchModel &L,
                                            const KernelModel &K,
                                            const KernelPlan &Plan,
                                            bool CanTest) {
  TouchedRanges Ranges(K, L);
  const std::optional<std::string> Test = testFor(Plan, Ranges, CanTest);
  bool Known = Test.has_value();
  LaunchChoice Choice;
  Choice.Test = Test.value_or("");
  Choice.Possible = testOfMeaning(Plan, Ranges).value_or("");
  bool Tiles = Plan.hasTiles() && !Plan.hasOnlyCopies();
  Choice.TestName = Plan.Persistent ? "persistent"
                    : Tiles         ? "tiles_fit"
                                    : "apart";
  if (Plan.DynamicBytes) {
    std::optional<std::string> Bytes = valueAtLaunch(*Plan.DynamicBytes, K, L);
    Known &= Bytes.has_value() && !(L.ByName && L.SharedBytes.size() == 0);
    Choice.DynamicBytes = Bytes.value_or("");
  }
  const bool CutAnew = L.Other && !Plan.AnyBlock;
  if (!Plan.Grid.empty() || CutAnew || L.OneMore) {
    Known &= L.GridRepeatable && (!L.OneMore || L.GridSource.size() > 0);
    Choice.Grid = changedGrid(L, Plan.Grid);
  }
  if (Plan.newBlock() != Plan.Block || CutAnew || L.Reshaped) {
    Known &= L.BlockIsRepeatable && L.BlockSource.size() > 0;
    Choice.Block = CutAnew          ? textOf(knownSizes(Plan.newBlock()))
                   : !Plan.Relaunch ? reorderedBlock(L, Plan.Threads)
                                    : textOf(*Plan.Relaunch);
    // The user's variable stays in use where no test chooses it.
    if (Plan.Relaunch && !CutAnew && !L.Reshaped && Choice.Test.empty())
      Choice.Block = scaledBlock(L, *Plan.Relaunch).value_or(Choice.Block);
  }
  return Known ? std::optional(std::move(Choice)) : std::nullopt;
}

/// Whether it only tests.
static bool changesNothing(const LaunchChoice &C) {
  return C.Grid.empty() && C.Block.empty() && C.DynamicBytes.empty();
}

/// A launch of \p K with the block of \p Plan as code sees it that has the
/// kernel's parameters, and its grid and block by these names.
static LaunchModel launchInside(const KernelModel &K, const KernelPlan &Plan,
                                const std::string &Grid,
                                const std::string &Block) {
  LaunchModel L;
  L.Kernel = Plan.Kernel;
  L.Block = Plan.Block;
  L.BlockText = Block;
  L.GridText = Grid;
  L.GridRepeatable = L.BlockIsRepeatable = true;
  for (const ParameterInfo &P : K.Parameters) {
    LaunchArgument &A = L.Arguments.emplace_back();
    A.Text = P.valueInKernel(K.Parameters);
    A.IsPointer = P.IsPointer;
    A.IsInteger = P.IsInteger;
    A.Repeatable = true;
  }
  return L;
}

/// Puts `blockDim.x == 16 && blockDim.y == 16`, of the block \p Block, before
/// the tests of \p Choice.
static void testBlock(const KernelPlan &Plan, const std::string &Block,
                      LaunchChoice &Choice) {
  std::string Test;
  for (unsigned A = 0; A < 3; ++A)
    if (Plan.Block[A])
      Test += (Test.empty() ? "" : " && ") + Block + "." + "xyz"[A] +
              " == " + std::to_string(*Plan.Block[A]);
  for (std::string *Own : {&Choice.Test, &Choice.Possible}) {
    const std::string Rest = std::move(*Own);
    *Own = Test;
    if (!Rest.empty())
      *Own += (Own->empty() ? "" : " && ") + Rest;
  }
}

LauncherNames launcherNames(const Program &P, const KernelModel &K) {
  std::set<std::string> Taken(K.TemplateNames.begin(), K.TemplateNames.end());
  Taken.insert(K.Name);
  for (const ParameterInfo &Parameter : K.Parameters)
    Taken.insert(Parameter.Name);
  auto Free = [&](std::string Name) {
    while (Taken.count(Name) ||
           llvm::StringRef(P.Source).contains("define " + Name))
      Name += "_";
    return Name;
  };
  return {Free("grid"), Free("block"), Free("bytes"), Free("stream")};
}

/// What a function does that starts a version for launches of \p Plan.
static std::optional<LaunchChoice> choiceInLauncher(const Program &P,
                                                    const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  if (K.InstanceTest.empty()) // it cannot be told from others
    return std::nullopt;
  const LauncherNames Names = launcherNames(P, K);
  LaunchModel L = launchInside(K, Plan, Names.Grid, Names.Block);
  L.GridSource = {0, unsigned(Names.Grid.size())}; // there it has a place
  L.BlockSource = {0, unsigned(Names.Block.size())};
  bool KnowsBlock = true;
  const LaunchModel *First = nullptr;
  for (const LaunchModel *Call : P.launchesOf(Plan.Kernel)) {
    if (!Call->AsCall || Call->SwitchedOff)
      continue;
    KnowsBlock &= Call->Block == Plan.Block;
    L.Reshaped |= Call->Reshaped;
    L.OneMore |= Call->OneMore;
    for (unsigned A = 0; A < 3; ++A)
      if (!First || L.Grid[A] != Call->Grid[A])
        L.Grid[A] = First ? std::nullopt : Call->Grid[A];
    First = Call;
  }
  std::optional<LaunchChoice> Choice = choiceAt(L, K, Plan, /*CanTest=*/true);
  if (!Choice || Plan.OptIn || !Choice->DynamicBytes.empty())
    return std::nullopt;
  Choice->MayDeclare = true;
  if (!KnowsBlock)
    testBlock(Plan, Names.Block, *Choice);
  return Choice;
}

std::vector<LaunchChoice> chooseLaunches(const Program &P,
                                         const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::vector<LaunchChoice> Choices;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (!Plan.serves(L) || L.SwitchedOff)
      continue;
    if (L.AsCall) {
      if (std::optional<LaunchChoice> Choice = choiceInLauncher(P, Plan)) {
        Choice->Launch = {I};
        Choices.push_back(std::move(*Choice));
      }
      continue;
    }
    std::optional<LaunchChoice> Choice = choiceAt(L, K, Plan, !keepsKernel(L));
    if (!Choice)
      continue;
    Choice->Launch = {I};
    Choice->MayDeclare = mayDeclareBefore(P, Choice->Launch);
    if (Plan.OptIn && // a statement before the launch allows it, in this file
        !placeBehind(P, LaunchId{I}))
      continue;
    // In a namespace, another file cannot declare a version of it.
    if ((keepsKernel(L) || (L.isElsewhere() && !K.AtFileScope)) &&
        !(Choice->Test.empty() && changesNothing(*Choice)))
      continue;
    Choices.push_back(std::move(*Choice));
  }
  return Choices;
}

std::vector<LaunchChoice> chooseInside(const Program &P,
                                       const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::vector<LaunchChoice> Choices;
  const bool HasNames = llvm::all_of(
      K.Parameters, [](const ParameterInfo &P) { return !P.Name.empty(); });
  const bool CanName =
      K.TemplateArguments.empty() ||
      (!K.TemplateNames.empty() && !llvm::is_contained(K.TemplateNames, ""));
  if (!HasNames || !CanName || !K.CanHandOn || K.Scope.Qualifier.size() ||
      !Plan.Restricted.empty() ||
      llvm::any_of(P.launchesOf(Plan.Kernel), [](const LaunchModel *L) {
        return L->Reshaped || L->OneMore;
      }))
    return Choices;
  std::optional<LaunchChoice> Inside =
      choiceAt(launchInside(K, Plan, "gridDim", "blockDim"), K, Plan,
               /*CanTest=*/true);
  if (!Inside || !changesNothing(*Inside))
    return Choices;
  // One that is of this block in any case needs no test.
  const bool KnowsBlock =
      !K.MayStartElsewhere &&
      llvm::all_of(P.launchesOf(Plan.Kernel), [&](const LaunchModel *L) {
        return L->Block == Plan.Block;
      });
  if (!KnowsBlock)
    testBlock(Plan, "blockDim", *Inside);
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    if (const LaunchModel &L = P.Launches[I]; L.Kernel == Plan.Kernel) {
      if (L.SwitchedOff)
        return {};
      if (Plan.serves(L)) {
        Choices.push_back(*Inside);
        Choices.back().Launch = {I};
      }
    }
  return Choices;
}

/// Whether \p K, which another file defines, can get versions here: their
/// declarations are its own with other names.
static bool canDeclareVersions(const Program &P, const KernelModel &K,
                               llvm::ArrayRef<VersionElsewhere> Versions) {
  return K.AtFileScope && K.ParameterList.End > 0 &&
         llvm::none_of(Versions, [&](const VersionElsewhere &V) {
           return P.Host.Identifiers.count(V.Name);
         });
}

std::vector<LaunchChoice> choicesElsewhere(const Program &P, LaunchId Launch) {
  std::vector<LaunchChoice> Choices;
  if (keepsKernel(P.launch(Launch)) ||
      !canDeclareVersions(P, P.kernel(P.launch(Launch).Kernel),
                          P.launch(Launch).Versions))
    return Choices;
  for (const VersionElsewhere &V : P.launch(Launch).Versions) {
    LaunchChoice &Choice = Choices.emplace_back();
    Choice.Launch = Launch;
    Choice.Test = V.Test;
    Choice.DynamicBytes = V.DynamicBytes;
    Choice.Grid = V.Grid;
    Choice.Block = V.Block;
    Choice.TestName = V.TestName;
    Choice.MayDeclare = mayDeclareBefore(P, Launch);
  }
  return Choices;
}

} // namespace tessera
