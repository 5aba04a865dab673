//===- WindowGroups.cpp - Accesses that share a window --------------------===//
#include "registers/WindowGroups.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Columns from the first access of a window.
constexpr int64_t MostColumns = 128;
/// Iterations of all unrolled loops around an access.
constexpr int64_t MostIterations = 256;

std::vector<WindowInstance> WindowGroup::all() const {
  std::vector<WindowInstance> All = Instances;
  llvm::append_range(All, Covered);
  return All;
}

WindowGrouper::WindowGrouper(const CoarsenedKernel &Coarse,
                             const InteriorPath &Path)
    : K(Coarse.Kernel), Holds(Path.Holds), Around(loopsAroundOutputs(Coarse)) {
  if (Path.RowAxis)
    Rows = &Coarse.Axes[*Path.RowAxis];
  if (Path.ColumnAxis)
    Columns = &Coarse.Axes[*Path.ColumnAxis];
}

const std::string &WindowGrouper::rowSymbol() const {
  return K.loop(*Rows->Members).Symbol;
}

const std::string &WindowGrouper::columnSymbol() const {
  return K.loop(*Columns->Members).Symbol;
}

int64_t WindowGrouper::outputs(const WindowGroup &G) const {
  const bool Same =
      llvm::all_of(G.Step, [](const Polynomial &S) { return S.isZero(); });
  return Rows && !Same ? Rows->Factor : 1;
}

WindowCells WindowGrouper::cells(const WindowGroup &G) const {
  return cellsOf(G.Instances, outputs(G), width());
}

bool WindowGrouper::isBesideNext(AccessId Id) const {
  const Place &At = K.access(Id).Subscripts;
  for (size_t D = 0; D < At.size(); ++D) {
    if (Rows && !linearIn(At[D], rowSymbol()))
      return false;
    if (!Columns)
      continue;
    auto Form = linearIn(At[D], columnSymbol());
    if (!Form || Form->Coefficient != Polynomial(D + 1 == At.size()))
      return false;
  }
  return true;
}

std::vector<LoopId> WindowGrouper::loopsOf(AccessId Id) const {
  std::vector<LoopId> Loops;
  for (LoopId L : K.access(Id).Loops)
    if (!K.loop(L).OverOutputs)
      Loops.push_back(L);
  return Loops;
}

std::optional<LoopId> WindowGrouper::loopOf(AccessId Id, size_t Depth) const {
  const std::vector<LoopId> Loops = loopsOf(Id);
  Depth = std::min(Depth, Loops.size());
  return Depth > 0 ? std::optional(Loops[Depth - 1]) : std::nullopt;
}

/// The values of the counter of \p L; nothing if they are not known.
std::optional<std::vector<int64_t>> WindowGrouper::valuesOf(LoopId Id) const {
  const LoopInfo &L = K.loop(Id);
  if (L.Opaque || L.Stride || L.hasOwnBounds() || L.StartsBefore ||
      L.Step == 0 || L.Inside || !Around.count(Id))
    return std::nullopt;
  std::optional<int64_t> Lower = L.Lower.constant(), Upper = L.Upper.constant();
  if (!Lower || !Upper || std::abs(*Upper - *Lower) > 4 * MostIterations)
    return std::nullopt;
  std::vector<int64_t> Values;
  for (int64_t V = *Lower; L.Step > 0 ? V < *Upper : V > *Upper; V += L.Step)
    Values.push_back(V);
  return Values.empty() ? std::nullopt : std::optional(Values);
}

/// What a round of a loop of \p Counters adds to the place of \p Id, if these
/// are rows, and conditions tell which of them read what: one window has all.
Place WindowGrouper::rowOf(AccessId Id,
                           const std::map<LoopId, int64_t> &Counters) const {
  const AccessInfo &A = K.access(Id);
  const Place None(A.Subscripts.size());
  if (llvm::none_of(A.Guards, [&](const GuardUse &G) {
        return !llvm::is_contained(Holds, G) && isOfCounters(G, Id);
      }))
    return None;
  for (LoopId L : loopsOf(Id)) {
    Place Step = None;
    bool IsRow = false;
    for (size_t D = 0; D < Step.size() && Counters.count(L); ++D) {
      auto Form = linearIn(A.Subscripts[D], K.loop(L).Symbol);
      if (!Form)
        return None;
      Step[D] = Form->Coefficient;
      IsRow |= D + 1 < Step.size() ? !Step[D].isZero()
                                   : !Step[D].constant().has_value();
    }
    if (IsRow)
      return Step;
  }
  return None;
}

/// Where the origin of the group is that \p Id begins with these \p Counters.
WindowGroup WindowGrouper::groupOf(AccessId Id,
                                   const std::map<LoopId, int64_t> &Counters,
                                   std::optional<LoopId> Loop) const {
  Place Origin = K.access(Id).Subscripts,
        Step = Rows ? Place(Origin.size()) : rowOf(Id, Counters);
  for (size_t D = 0; D < Origin.size(); ++D) {
    for (auto [L, Value] : Counters)
      Origin[D] = Origin[D].substitute(K.loop(L).Symbol, Value);
    if (Columns)
      Origin[D] = Origin[D].substitute(columnSymbol(), 0);
    if (!Rows)
      continue;
    LinearForm Form = *linearIn(Origin[D], rowSymbol());
    Step[D] = Form.Coefficient;
    Origin[D] = Form.Rest;
  }
  return {Origin, Step, Loop, {{Id, Counters, 0, 0}}, {}};
}

/// Finds the row and column of \p Origin in \p G, if it has any.
static bool offset(const WindowGroup &G, const Place &Origin,
                   WindowInstance &One) {
  return placeIn(G.Origin, G.Step, Origin, One) &&
         std::abs(One.Column) <= MostColumns;
}

std::optional<WindowInstance>
WindowGrouper::instanceAt(const WindowGroup &G, AccessId Id,
                          const std::map<LoopId, int64_t> &Counters) const {
  WindowGroup New = groupOf(Id, Counters, G.Loop);
  return offset(G, New.Origin, New.Instances.front())
             ? std::optional(New.Instances.front())
             : std::nullopt;
}

/// The one of \p Groups that \p New, of one instance, belongs to, whose row and
/// column in it are found; null if there is none.
static WindowGroup *groupAround(WindowGroup &New,
                                std::vector<WindowGroup> &Groups) {
  auto At = llvm::find_if(Groups, [&](const WindowGroup &G) {
    return G.Loop == New.Loop && G.Step == New.Step &&
           offset(G, New.Origin, New.Instances.front());
  });
  return At == Groups.end() ? nullptr : &*At;
}

/// Whether \p C, about nothing but counters, holds for these; nothing if it is
/// about more.
static std::optional<bool> holds(const KernelModel &K, const Condition &C,
                                 const std::map<LoopId, int64_t> &Counters) {
  switch (C.K) {
  case Condition::Kind::True:
    return true;
  case Condition::Kind::NonNegative:
  case Condition::Kind::Zero: {
    Polynomial V = C.Value;
    for (auto [L, Value] : Counters)
      V = V.substitute(K.loop(L).Symbol, Value);
    const std::optional<int64_t> Known = V.constant();
    if (!Known)
      return std::nullopt;
    return C.K == Condition::Kind::Zero ? *Known == 0 : *Known >= 0;
  }
  case Condition::Kind::Not: {
    const auto Of = holds(K, C.Operands.front(), Counters);
    return Of ? std::optional(!*Of) : std::nullopt;
  }
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    const bool IsOr = C.K == Condition::Kind::Or;
    bool Known = true;
    for (const Condition &Operand : C.Operands) {
      const auto Of = holds(K, Operand, Counters);
      if (Of == IsOr)
        return IsOr;
      Known &= Of.has_value();
    }
    return Known ? std::optional(!IsOr) : std::nullopt;
  }
  case Condition::Kind::Opaque:
    return std::nullopt;
  }
  return std::nullopt;
}

bool WindowGrouper::isOfCounters(const GuardUse &G, AccessId Id) const {
  const std::set<std::string> Symbols = K.guard(G.Guard).When.symbols();
  return !K.guard(G.Guard).When.isOpaque() &&
         llvm::all_of(Symbols, [&](const std::string &S) {
           return llvm::any_of(K.access(Id).Loops, [&](LoopId L) {
             return K.loop(L).Symbol == S && valuesOf(L);
           });
         });
}

/// Whether \p Id is executed with these \p Counters, as far as conditions that
/// do not hold on the path are about them; nothing if that is not known.
std::optional<bool>
WindowGrouper::isExecuted(AccessId Id,
                          const std::map<LoopId, int64_t> &Counters) const {
  for (const GuardUse &G : K.access(Id).Guards) {
    if (llvm::is_contained(Holds, G) || !isOfCounters(G, Id))
      continue;
    const auto Taken = holds(K, K.guard(G.Guard).When, Counters);
    if (!Taken)
      return std::nullopt;
    if (*Taken == G.Negated)
      return false;
  }
  return true;
}

/// A group for each instance of \p Id; nothing if their loops cannot be
/// unrolled.
std::optional<std::vector<WindowGroup>>
WindowGrouper::instancesOf(AccessId Id, size_t Depth) const {
  const std::vector<LoopId> Loops = loopsOf(Id);
  Depth = std::min(Depth, Loops.size());
  std::vector<std::map<LoopId, int64_t>> All = {{}};
  for (LoopId L : llvm::ArrayRef(Loops).drop_front(Depth)) {
    auto Values = valuesOf(L);
    if (!Values || int64_t(All.size() * Values->size()) > MostIterations)
      return std::nullopt;
    std::vector<std::map<LoopId, int64_t>> More;
    for (const auto &Counters : All)
      for (int64_t V : *Values) {
        More.push_back(Counters);
        More.back()[L] = V;
      }
    All = std::move(More);
  }
  const std::optional<LoopId> Loop = loopOf(Id, Depth);
  if (Loop && !Around.count(*Loop))
    return std::nullopt;
  std::vector<WindowGroup> Result;
  for (const auto &Counters : All) {
    const auto Executed = isExecuted(Id, Counters);
    if (!Executed)
      return std::nullopt;
    if (*Executed)
      Result.push_back(groupOf(Id, Counters, Loop));
  }
  return Result;
}

bool WindowGrouper::addInstances(AccessId Id, size_t Depth,
                                 std::vector<WindowGroup> &Groups) const {
  auto All = instancesOf(Id, Depth);
  if (!All)
    return false;
  for (WindowGroup &New : *All)
    if (WindowGroup *G = groupAround(New, Groups))
      G->Instances.push_back(New.Instances.front());
    else
      Groups.push_back(New);
  return true;
}

std::optional<size_t> WindowGrouper::depthOf(AccessId Id,
                                             size_t AtLeast) const {
  const size_t All = loopsOf(Id).size();
  for (size_t Depth = std::min(AtLeast, All); Depth <= All; ++Depth) {
    std::vector<WindowGroup> Own;
    if (addInstances(Id, Depth, Own) && Own.size() == 1)
      return Depth;
  }
  return std::nullopt;
}

void WindowGrouper::cover(AccessId Id, size_t Depth,
                          std::vector<WindowGroup> &Groups) const {
  auto All = instancesOf(Id, Depth);
  if (!All)
    return;
  std::vector<WindowInstance> Own;
  WindowGroup *In = nullptr;
  for (WindowGroup &New : *All) {
    WindowGroup *G = groupAround(New, Groups);
    if (!G || (In && G != In))
      return;
    In = G;
    Own.push_back(New.Instances.front());
  }
  const WindowCells Loaded = cells(*In);
  for (const auto &[Row, Columns] : cellsOf(Own, outputs(*In), width())) {
    auto At = Loaded.find(Row);
    if (At == Loaded.end() ||
        !std::includes(At->second.begin(), At->second.end(), Columns.begin(),
                       Columns.end()))
      return;
  }
  llvm::append_range(In->Covered, Own);
}

/// Where the origin of \p G is in the next round of its loop.
std::optional<WindowInstance>
WindowGrouper::nextRound(const WindowGroup &G) const {
  const LoopInfo &L = K.loop(*G.Loop);
  const Polynomial Counter = Polynomial::symbol(L.Symbol);
  Place Next = G.Origin;
  for (Polynomial &P : Next)
    P = P.substitute(L.Symbol, Counter + L.Step);
  WindowInstance One;
  return offset(G, Next, One) ? std::optional(One) : std::nullopt;
}

bool WindowGrouper::rolls(const WindowGroup &G) const {
  if (!G.Loop)
    return false;
  const auto Rounds = valuesOf(*G.Loop);
  if (!Rounds || Rounds->size() * G.Instances.size() > MostIterations)
    return false;
  const auto Next = nextRound(G);
  return Next && Next->Row == 1 && Next->Column == 0;
}

WindowCells movedOn(const WindowCells &Cells,
                    std::pair<int64_t, int64_t> Ahead) {
  WindowCells Result;
  for (const auto &[Row, Columns] : Cells)
    if (auto From = Cells.find(Row + Ahead.first); From != Cells.end())
      for (int64_t Column : Columns)
        if (From->second.count(Column + Ahead.second))
          Result[Row].insert(Column);
  return Result;
}

std::optional<std::pair<int64_t, int64_t>>
WindowGrouper::slides(const WindowGroup &G, const WindowCells &Cells) const {
  if (!G.Loop || K.loop(*G.Loop).Opaque ||
      llvm::any_of(K.Barriers, [&](const BarrierInfo &B) {
        return llvm::is_contained(B.Loops, *G.Loop);
      }))
    return std::nullopt;
  const auto Next = nextRound(G);
  if (!Next || std::abs(Next->Row) + std::abs(Next->Column) != 1)
    return std::nullopt;
  const std::pair Ahead(Next->Row, Next->Column);
  return movedOn(Cells, Ahead).empty() ? std::nullopt : std::optional(Ahead);
}

} // namespace tessera
