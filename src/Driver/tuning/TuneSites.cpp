//===- TuneSites.cpp - The plans that may be measured ---------------------===//
#include "tessera/Driver/Tune.h"
#include "tessera/Plan/MeasuredPlans.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::string planInShort(const KernelRequest &Request) {
  std::vector<std::string> Parts;
  if (std::string Tiles = describe(Request); !Tiles.empty())
    Parts.push_back(std::move(Tiles));
  else if (!Request.Registers.empty())
    Parts.push_back("registers");
  if (!Request.Restrict.empty())
    Parts.push_back("restrict");
  if (!Request.Privatise.empty())
    Parts.push_back("private " + llvm::join(Request.Privatise, ","));
  if (!Request.Constant.empty())
    Parts.push_back("constant " + llvm::join(Request.Constant, ","));
  return Parts.empty() ? "as it is" : llvm::join(Parts, ", ");
}

PlanRequest plansOf(const TuneSite &Site, size_t Candidate) {
  PlanRequest Plans = {Site.Candidates[Candidate].Request};
  if (Candidate > 0 && Plans.front().changesKernel())
    llvm::copy_if(Site.Otherwise, std::back_inserter(Plans),
                  [&](const KernelRequest &R) { return R != Plans.front(); });
  return Plans;
}

/// Whether only estimates speak against \p C.
static bool isPossible(const Candidate &C) {
  auto Is = [&](DiagKind Kind) { return C.Verdict == identity(Kind); };
  return C.Verdict.empty() || C.Verdict == "dominated" ||
         C.Verdict == "otherwise" || Is(DiagKind::DoesNotPay) ||
         Is(DiagKind::FewWarps);
}

/// In the order of their estimates, those in cycles and the others by turns.
static void order(std::vector<TuneCandidate> &All) {
  std::vector<std::pair<double, size_t>> Ratios;
  for (size_t I = 0; I < All.size(); ++I)
    Ratios.push_back(
        {All[I].Estimate->second / std::max(All[I].Estimate->first, 1e-9), I});
  llvm::sort(Ratios);
  std::vector<TuneCandidate> Kinds[2], Result;
  for (auto [Ratio, I] : Ratios)
    Kinds[All[I].InCycles ? 0 : 1].push_back(std::move(All[I]));
  for (size_t I = 0; I < All.size(); ++I)
    for (std::vector<TuneCandidate> &Kind : Kinds)
      if (I < Kind.size())
        Result.push_back(std::move(Kind[I]));
  All = std::move(Result);
}

static bool hasTiles(const ShapeDecision &S) {
  return llvm::any_of(S.Considered, isPossible);
}

namespace {

/// The candidates for one shape of blocks.
class SiteBuilder {
public:
  SiteBuilder(const Program &P, const PlanDecision &D, const ShapeDecision &S)
      : D(D), S(S), K(P.kernel(D.Kernel)) {
    Site.Kernel = K.Name;
    Site.TemplateArguments = K.TemplateArguments;
    Site.Hash = contentHash(P, K);
    Site.Sizes = sizesOf(P, D.Kernel, knownBlock(S.Block));
    Site.Block = S.Block;
  }

  TuneSite build() && {
    choose();
    add(complete({}));
    std::vector<TuneCandidate> Others;
    for (const Candidate &C : S.Considered)
      if (isPossible(C)) {
        const KernelRequest Request = withElements(C.Request);
        Others.push_back({Request, planInShort(Request),
                          C.Cycles.value_or(std::pair(C.Before, C.After)),
                          C.Cycles.has_value(), C.SharedBytes,
                          C.Verdict.empty()});
      }
    order(Others);
    // Elements in registers are for all blocks: either there are tiles, or not.
    const bool Alone =
        D.Shapes.size() == 1 || llvm::none_of(D.Shapes, hasTiles);
    if (D.WithoutTiles && Alone)
      add(complete(*D.WithoutTiles));
    for (TuneCandidate &C : Others)
      add(std::move(C));
    return std::move(Site);
  }

private:
  /// What the translation does for these blocks.
  void choose() {
    const std::vector<int64_t> Users = knownBlock(S.Block);
    launched(K.Name, Users);
    KernelRequest Chosen;
    const ShapeDecision &First = D.Shapes.front();
    if (S.Plan) {
      Chosen = toRequest(K, *S.Plan);
      Chosen.Least = {}; // what is measured shows whether it pays
      for (const KernelPlan *Plan : S.plans())
        launched(Plan->Name, knownBlock(Plan->newBlock()));
    } else if (First.Plan && First.Plan->AnyBlock) {
      Chosen = toRequest(K, *First.Plan);
      launched(First.Plan->Name, Users);
    }
    if (S.Plan || !D.Constants.empty())
      Chosen.Constant = D.Constants;
    Site.Chosen = complete(std::move(Chosen));
    for (const KernelPlan &Plan : S.Otherwise) {
      KernelRequest R = toRequest(K, Plan);
      R.Least = {};
      R.Constant = D.Constants;
      Site.Otherwise.push_back(complete(std::move(R)));
    }
  }

  void launched(const std::string &Name, const std::vector<int64_t> &Block) {
    if (!llvm::is_contained(Site.Launched, std::pair(Name, Block)))
      Site.Launched.push_back({Name, Block});
  }

  /// \p R for this kernel and block.
  KernelRequest complete(KernelRequest R) const {
    R.Kernel = K.Name;
    R.Block = knownBlock(S.Block);
    R.Hash = Site.Hash;
    R.Sizes = Site.Sizes;
    return R;
  }

  /// \p R with what is done beside tiles.
  KernelRequest withElements(KernelRequest R) const {
    R.Registers = D.Registers;
    R.Privatise = Site.Chosen.Privatise;
    R.Constant = D.Constants;
    return complete(std::move(R));
  }

  void add(TuneCandidate C) {
    if (llvm::none_of(Site.Candidates, [&](const TuneCandidate &Other) {
          return Other.Request == C.Request;
        }))
      Site.Candidates.push_back(std::move(C));
  }

  void add(KernelRequest R) {
    TuneCandidate C;
    C.Request = std::move(R);
    C.What = planInShort(C.Request);
    add(std::move(C));
  }

  const PlanDecision &D;
  const ShapeDecision &S;
  const KernelModel &K;
  TuneSite Site;
};

} // namespace

std::vector<TuneSite> tuneSites(const Program &P,
                                const std::vector<PlanDecision> &Decisions) {
  std::vector<TuneSite> Sites;
  for (const PlanDecision &D : Decisions)
    for (const ShapeDecision &S : D.Shapes)
      Sites.push_back(SiteBuilder(P, D, S).build());
  return Sites;
}

void printCandidates(llvm::raw_ostream &OS, llvm::ArrayRef<TuneSite> Sites) {
  for (const TuneSite &Site : Sites)
    for (const TuneCandidate &C : Site.Candidates) {
      OS << "# " << Site.Kernel << ": " << C.What << "\n";
      writePlan(OS, {C.Request});
    }
}

} // namespace tessera
