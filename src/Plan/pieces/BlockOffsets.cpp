//===- BlockOffsets.cpp ---------------------------------------------------===//
#include "pieces/BlockOffsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// Whether the expansion of a macro in \p T uses the built-in \p Symbol, which
/// its call does not show.
static bool isHidden(const Text &T, const std::string &Symbol, bool InMacro) {
  return llvm::any_of(T, [&](const Piece &P) {
    if (P.K == Piece::Kind::Builtin && P.Spelling == Symbol)
      return InMacro;
    return isHidden(P.Parts, Symbol, InMacro) ||
           isHidden(P.Expanded, Symbol, true);
  });
}

static bool isHidden(const KernelModel &K, const std::string &Symbol) {
  bool Hidden = false;
  walk(K.Body, [&](const NodePtr &N) {
    for (const Text *T : {&N->Head, &N->Middle, &N->Tail})
      Hidden |= isHidden(*T, Symbol, false);
  });
  return Hidden;
}

static llvm::StringRef bodyText(const Program &P, const KernelModel &K) {
  SourceRange Body = *K.Body->Source;
  return llvm::StringRef(P.Source).slice(Body.Begin, Body.End);
}

std::string offsetObstacle(const Program &P, KernelId Kernel, unsigned Axis) {
  const KernelModel &K = P.kernel(Kernel);
  if (!K.Refusals.empty() || !K.Body || !K.TemplateArguments.empty())
    return "it is not known what '" + K.Name + "' does";
  if (const std::string &Fixed = P.Host.Kernels[Kernel.Index].FixedParameters;
      !Fixed.empty())
    return "'" + K.Name + "' " + Fixed;
  // The user's kernel may start for a piece.
  if (llvm::any_of(P.NormalForms, [&](const NormalForm &Form) {
        return Form.isOf(K) && Form.Shifted;
      }))
    return "the user's text of '" + K.Name + "' names its blocks otherwise";
  if (K.DeclaredEarlier && K.DeclaredAt.Offset == 0)
    return "a header declares '" + K.Name + "'";
  if (llvm::any_of(P.launchesOf(Kernel),
                   [](const LaunchModel *L) { return L->isElsewhere(); }))
    return "another file launches '" + K.Name + "'";
  if (llvm::any_of(P.launchesOf(Kernel),
                   [](const LaunchModel *L) { return L->Fixed; }))
    return "a launch of '" + K.Name + "' starts other kernels, too";
  char Letter = "xyz"[Axis];
  for (auto [Variable, Prefix] :
       {std::pair("blockIdx", 'b'), {"gridDim", 'G'}}) {
    std::string Symbol = {Prefix, Letter};
    if (K.HasHiddenIds || K.AsksGroups || K.CalledGridSymbols.count(Symbol) ||
        isHidden(K, Symbol) || !findBuiltin(bodyText(P, K), Variable, Axis))
      return "'" + K.Name + "' uses " + Variable + "." + Letter +
             " in a function or a macro";
  }
  return "";
}

/// Whether tiles of \p Plan depend on the size of the grid along \p Axis.
static bool needsGrid(const KernelPlan &Plan, unsigned Axis) {
  std::string Symbol = {'G', "xyz"[Axis]};
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles) {
      std::optional<std::vector<SourceRange>> Named =
          findBuiltin(T.LoadTest, "gridDim", Axis);
      if (!Named || !Named->empty())
        return true;
      for (const TileDimension &D : T.Dimensions)
        for (const Polynomial *Part : {&D.Origin, &D.Extent, &D.Stride})
          if (Part->symbols().count(Symbol))
            return true;
    }
  return false;
}

bool mayBeEmpty(const LaunchModel &L, unsigned Axis) {
  for (unsigned Other = 0; Other < 3; ++Other)
    if (Other != Axis && L.Grid[Other].value_or(0) == 0)
      return true;
  return false;
}

bool changesLaunch(const std::vector<PlanDecision> &Decisions,
                   KernelId Kernel) {
  for (const PlanDecision &D : Decisions)
    for (const ShapeDecision &Shape : D.Shapes)
      if (D.Kernel == Kernel)
        for (const KernelPlan *Plan : Shape.plans())
          for (const LaunchChoice &Choice : Plan->Launches)
            if (!Choice.Grid.empty() || Plan->OptIn)
              return true;
  return false;
}

bool needsAllBlocks(const Program &P,
                    const std::vector<PlanDecision> &Decisions, KernelId Kernel,
                    unsigned Axis) {
  return !findBuiltin(bodyText(P, P.kernel(Kernel)), "gridDim", Axis)
              ->empty() ||
         llvm::any_of(Decisions, [&](const PlanDecision &D) {
           return D.Kernel == Kernel &&
                  llvm::any_of(D.Shapes, [&](const ShapeDecision &Shape) {
                    return llvm::any_of(Shape.plans(), [&](auto *Plan) {
                      return needsGrid(*Plan, Axis);
                    });
                  });
         });
}

/// Whether \p Text is a name or a call, `dim3(n, m)`.
static bool isOperand(llvm::StringRef Text) {
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += (Text[I] == '(') - (Text[I] == ')');
    bool Closes = Text[I] == ')' && I + 1 == Text.size();
    if (Depth == 0 && !llvm::isAlnum(Text[I]) && Text[I] != '_' && !Closes)
      return false;
  }
  return !Text.starts_with("(");
}

std::optional<std::string> blocksText(const LaunchModel &L, unsigned Axis,
                                      const TransferPlan &Plan) {
  bool Changes = llvm::any_of(Plan.Replacements, [&](const HostReplacement &R) {
    return R.Source == L.GridSource;
  });
  if (Changes || !L.GridRepeatable || L.GridText.empty())
    return std::nullopt;
  if (L.GridIsScalar)
    return Axis == 0 ? L.GridText : "1";
  return (isOperand(L.GridText) ? L.GridText : "(" + L.GridText + ")") + "." +
         "xyz"[Axis];
}

bool offsetBlocks(const Program &P, const std::vector<PlanDecision> &Decisions,
                  KernelId Kernel, unsigned Axis, TransferPlan &Into) {
  const KernelModel &K = P.kernel(Kernel);
  auto Change = llvm::find_if(Into.Kernels, [&](const KernelTransfers &Other) {
    return Other.Kernel == Kernel;
  });
  if (Change == Into.Kernels.end())
    Change = Into.Kernels.insert(Change, {Kernel, {}, {}});
  bool NeedsAll = needsAllBlocks(P, Decisions, Kernel, Axis);
  auto Parameter = [&](std::string Name) {
    while (K.Identifiers.count(Name))
      Name += "_";
    Change->Parameters.push_back("unsigned int " + Name);
    return Name;
  };
  std::string First = Parameter("first_block");
  std::string All = NeedsAll ? Parameter("all_blocks") : "";
  Change->Offset = {Axis, First, All};
  return NeedsAll;
}

} // namespace tessera
