//===- NormalKernels.cpp --------------------------------------------------===//
#include "reading/NormalKernels.h"
#include "kernel/KernelParts.h"
#include "kernel/parameters/ConstParameters.h"
#include "normal/NormalForm.h"
#include "reading/Reader.h"
#include "tessera/Kernel/Spell.h"
#include "tessera/Support/Marker.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Finds the kernels of a file, each with its instances.
class DefinitionFinder : public DynamicRecursiveASTVisitor {
public:
  explicit DefinitionFinder(const FrontendContext &C) : C(C) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!isKernel(F) || !F->doesThisDeclarationHaveABody() ||
        F->isDependentContext() || !C.offset(F->getLocation()))
      return true;
    Found[F->getLocation()].push_back(F);
    return true;
  }
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *Template) override {
    for (FunctionDecl *Instance : Template->specializations())
      if (Instance->getTemplateSpecializationKind() !=
              TSK_ExplicitSpecialization &&
          Instance->doesThisDeclarationHaveABody())
        VisitFunctionDecl(Instance);
    return true;
  }

  std::map<SourceLocation, std::vector<const FunctionDecl *>> Found;

private:
  const FrontendContext &C;
};

/// A kernel's normal form, and the steps that led to it.
struct Normal {
  std::vector<std::string> Steps;
  std::vector<ir::Piece> Text;
  std::optional<std::array<int64_t, 3>> Blocks;
  std::string Row;
  bool OneMore = false;
  std::optional<ir::Obstacle> KeepsTiles;
  std::map<std::string, std::string> UsersNames; ///< see NormalForm
};

} // namespace

/// What is known of the launches of \p F.
static LaunchFacts factsOf(const FrontendContext &C, const FunctionDecl *F) {
  LaunchFacts Facts;
  const std::optional<KernelId> Id = C.kernel(F);
  if (!Id)
    return Facts;
  const KernelModel &K = C.Result.kernel(*Id);
  Facts.HidesIds =
      K.HasHiddenIds || K.CalledThreadIds || !K.CalledGridSymbols.empty();
  Facts.KeepTiles = C.KeepTiles->count(K.Name);
  Facts.WorkTogether = K.HasBarrier || K.HasShared || K.HasWarpOperation;
  if (K.MayStartElsewhere)
    return Facts;
  for (const LaunchModel *L : C.Result.launchesOf(*Id)) {
    if (L->isElsewhere()) {
      Facts.Launches.clear();
      break;
    }
    LaunchFact &Fact = Facts.Launches.emplace_back();
    Fact.MayChange = !L->AsCall && !L->Fixed && !L->SwitchedOff && !L->Loop &&
                     L->GridRepeatable && L->BlockIsRepeatable &&
                     L->BlockSource.size() > 0;
    Fact.Grid = L->GridValues;
    Fact.Block = L->Block;
    for (unsigned I = 0; I != L->Arguments.size(); ++I)
      if (L->Arguments[I].Value && I < K.Parameters.size())
        Fact.Arguments[K.Parameters[I].Name] = *L->Arguments[I].Value;
  }
  return Facts;
}

static std::optional<Normal> normalOf(const FrontendContext &C,
                                      const FunctionDecl *F) {
  std::optional<ir::Kernel> K = KernelReader(C, F).read();
  if (!K)
    return std::nullopt;
  // What is read has the text that it was read from.
  std::optional<SourceRange> Body =
      C.parsedRange(F->getBody()->getSourceRange());
  std::optional<std::vector<ir::Piece>> Users = ir::spell(*K, C.buffer());
  if (!Body || !Users || ir::textOf(*Users, C.buffer()) != C.text(*Body))
    return std::nullopt;
  Normal Result;
  normalise(*K, factsOf(C, F), [&](const NormalStep &Step) {
    Result.Steps.push_back(Step.Name.str());
  });
  std::optional<std::vector<ir::Piece>> Text = ir::spell(*K, C.buffer());
  if (!Text)
    return std::nullopt;
  Result.Text = std::move(*Text);
  Result.Blocks = K->Blocks;
  Result.Row = K->Row;
  Result.OneMore = K->OneMore;
  Result.KeepsTiles = K->KeepsTiles;
  for (const ir::Scalar &S : K->Scalars) {
    const std::string &Users = S.Users.empty() ? S.Stem : S.Users;
    if (Users != S.Name)
      Result.UsersNames[S.Name] = Users;
  }
  return Result;
}

/// Those of \p Pieces that stay where they are in \p Body: in ascending order,
/// as many bytes as can be.
static std::vector<bool> staying(const std::vector<ir::Piece> &Pieces,
                                 SourceRange Body) {
  const size_t Count = Pieces.size();
  std::vector<unsigned> Best(Count);
  std::vector<size_t> Before(Count, Count);
  size_t Last = Count;
  for (size_t I = 0; I != Count; ++I) {
    if (!Pieces[I].New.empty() || !Body.contains(Pieces[I].Bytes))
      continue;
    for (size_t J = 0; J != I; ++J)
      if (Pieces[J].Bytes.End <= Pieces[I].Bytes.Begin && Best[J] > Best[I]) {
        Best[I] = Best[J];
        Before[I] = J;
      }
    Best[I] += Pieces[I].Bytes.size();
    if (Last == Count || Best[I] > Best[Last])
      Last = I;
  }
  std::vector<bool> Result(Count);
  for (size_t I = Last; I != Count; I = Before[I])
    Result[I] = true;
  return Result;
}

/// Puts \p Pieces in the place of \p Body.
static void replace(const FrontendContext &C, SourceRange Body,
                    const std::vector<ir::Piece> &Pieces, Overlay &Into) {
  const std::vector<bool> Stays = staying(Pieces, Body);
  unsigned At = Body.Begin;
  std::string New;
  auto Flush = [&](unsigned End) {
    if (!New.empty() || End > At)
      Into.replace(At, End, New);
    New.clear();
  };
  for (size_t I = 0; I != Pieces.size(); ++I) {
    if (!Stays[I]) {
      New +=
          Pieces[I].New.empty() ? C.text(Pieces[I].Bytes).str() : Pieces[I].New;
      continue;
    }
    Flush(Pieces[I].Bytes.Begin);
    At = Pieces[I].Bytes.End;
  }
  Flush(Body.End);
}

/// Whether \p F, whose body is \p Body, is ours.
static bool isRewritten(const FrontendContext &C, const FunctionDecl *F,
                        SourceRange Body) {
  const FunctionDecl *Pattern = patternOf(F);
  const FunctionTemplateDecl *Template =
      Pattern->getDescribedFunctionTemplate();
  std::optional<unsigned> Begin =
      C.offset(Template ? Template->getBeginLoc() : F->getBeginLoc());
  return Begin &&
         isMarked(C.buffer().take_front(markerPlace(C.buffer(), *Begin)),
                  C.text(Body));
}

Overlay normaliseKernels(FrontendContext &C) {
  DefinitionFinder Find(C);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  Overlay Edits;
  C.Result.TilesKept.clear();
  for (const auto &[Where, Instances] : Find.Found) {
    const FunctionDecl *F = Instances.front();
    std::optional<SourceRange> Body =
        C.parsedRange(F->getBody()->getSourceRange());
    if (!Body || isRewritten(C, F, *Body) ||
        C.Result.WrongForms.count(F->getNameAsString()))
      continue;
    std::optional<Normal> Form = normalOf(C, F);
    if (Form && Form->KeepsTiles) {
      const ir::Obstacle &Why = *Form->KeepsTiles;
      C.Result.TilesKept.emplace_back(
          C.toUser(*Body),
          Diagnostic{DiagKind::OwnTiles,
                     Why.At.size() > 0 ? C.toUser(Why.At.Begin)
                                       : C.place(F->getLocation()),
                     {F->getNameAsString(), Why.Why}});
    }
    if (!Form || Form->Steps.empty())
      continue;
    // Instances have one text.
    const std::string Text = ir::textOf(Form->Text, C.buffer());
    if (!llvm::all_of(llvm::drop_begin(Instances), [&](const auto *Other) {
          std::optional<Normal> Same = normalOf(C, Other);
          return Same && ir::textOf(Same->Text, C.buffer()) == Text &&
                 Same->Blocks == Form->Blocks && Same->Row == Form->Row &&
                 Same->OneMore == Form->OneMore;
        }))
      continue;
    replace(C, *Body, Form->Text, Edits);
    const bool Untiled = llvm::is_contained(Form->Steps, LeaveOutTiles);
    const bool Shifted = llvm::is_contained(Form->Steps, ShiftThreads) ||
                         llvm::is_contained(Form->Steps, ShowIds) ||
                         !Form->Row.empty();
    const bool KeepsConst = llvm::all_of(Instances, [&](const auto *Each) {
      const std::optional<KernelId> Id = C.kernel(Each);
      return Id && C.Result.kernel(*Id).KeepsConst;
    });
    std::set<std::string> NotConst;
    for (const FunctionDecl *Each : Instances)
      for (const ParmVarDecl *P : Each->parameters())
        if (P->getType()->isPointerType() && !mayPointToConst(C, Each, P))
          NotConst.insert(P->getNameAsString());
    C.Result.NormalForms.push_back(
        {F->getNameAsString(), C.place(F->getLocation()).Offset,
         std::move(Form->Steps), Form->Blocks, Form->Row, Form->OneMore,
         Shifted, Untiled, KeepsConst, std::move(NotConst),
         std::move(Form->UsersNames)});
  }
  return Edits;
}

} // namespace tessera
