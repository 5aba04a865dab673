//===- CheckOutput.cpp - The result, parsed again -------------------------===//
#include "steps/CheckOutput.h"
#include "files/LineDirectives.h"
#include "tessera/Analysis/CheckCopies.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Transform/FlowTransforms.h"
#include "tessera/Transform/MergeVersions.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace tessera {

/// Whether the facts of the text can be compared with the plan directly: the
/// outputs of a coarsened thread and the stages of a pipeline are new loops and
/// buffers, which the plan does not spell out.
static bool isPlain(const KernelPlan &Plan) {
  return Plan.Coarsen.empty() &&
         llvm::all_of(Plan.Points, [](const StagePoint &Point) {
           bool Once = !Point.Unroll || Point.Divides;
           return Once && llvm::all_of(Point.Tiles, [](const TileStage &T) {
                    return T.Buffer.empty() && !T.Window;
                  });
         });
}

/// How often the text has the register of \p C: in each update, in the steps
/// that combine those of a warp and of the warps, and in the merge.
static unsigned usesOfRegister(const PrivateCopy &C, unsigned Updates) {
  bool Picks = C.K == AtomicUpdate::Kind::Min || C.K == AtomicUpdate::Kind::Max;
  const unsigned Update = Picks ? 2 : 1;
  const unsigned ByWarps = C.Warps > 1 ? 1 + Update : 0;
  return Updates * Update + (Update + 1) + ByWarps + 2;
}

/// What the copies of \p Plan add to what the text must show.
static void expectCopies(const KernelPlan &Plan, const KernelModel &User,
                         ExpectedTiles &Into) {
  bool Starts = false, Ends = false;
  for (const PrivateCopy &C : Plan.Copies) {
    ExpectedTiles::Copy &Copy = Into.Copies[C.Name];
    Copy.Array = User.array(C.Array).Name;
    Copy.IsScalar = User.array(C.Array).IsScalar;
    Copy.Merge = C.K;
    for (const AccessInfo &A : User.Accesses)
      if (A.Array == C.Array)
        Copy.Updates.push_back(A.Update->K);
    llvm::sort(Copy.Updates);
    Copy.Cells = C.cells();
    Copy.Register = C.Register;
    Copy.RegisterUses = usesOfRegister(C, Copy.Updates.size());
    Starts |= C.Register.empty();
    Ends |= C.Register.empty() || C.Warps > 1;
  }
  Into.Barriers += Starts + Ends;
}

/// What the text of \p Plan for the kernel \p User must show.
static ExpectedTiles expectationOf(const KernelPlan &Plan,
                                   const KernelModel &User) {
  const std::set<LoopId> Aligned = loopsAround(User.Body, Plan);
  const KernelModel Ordered =
      Plan.modelFor(hidesNames(User) ? withDistinctNames(User) : User);
  ExpectedTiles Expected;
  Expected.Parameters = User.Parameters.size();
  Expected.Block = Plan.newBlock();
  Expected.Barriers = User.Barriers.size();
  IslContext Context;
  KernelSpace Space{Context, User, {}};
  Space.Shape.Block = Plan.Block;
  Expected.NotUniform =
      llvm::count_if(User.Barriers, [&](const BarrierInfo &B) {
        return !isUniform(Space, B);
      });
  expectCopies(Plan, User, Expected);
  for (const StagePoint &Point : Plan.Points) {
    Expected.Barriers += Point.barriers();
    for (const TileStage &T : Point.Tiles) {
      if (T.DynamicOffset)
        continue; // its rows are flattened: nothing to compare directly
      ExpectedTiles::Tile &Tile = Expected.Tiles[T.Name];
      Tile.CopiedIn = T.CopiedIn;
      if (T.CopiedIn && T.Transposed) // a vector is taken apart
        Tile.CopiedIn = unsigned(T.CopyWidth);
      Tile.CopiedOut = T.CopiedOut;
      Tile.ByWords = T.Words > 1;
      for (const RedirectedAccess &R : T.Redirected) {
        std::vector<Polynomial> Index;
        for (unsigned D : T.memoryOrder())
          Index.push_back(
              byNames(inCounters(R.Index[D], Ordered, Aligned), Ordered));
        if (User.access(R.Access).reads())
          Tile.Reads.push_back(Index);
        if (User.access(R.Access).writes())
          Tile.Writes.push_back(Index);
      }
    }
  }
  return Expected;
}

/// The kernel of \p Result that \p Plan made. Others of its name, overloads or
/// in other namespaces, stand in the order of the user's kernels.
static const KernelModel *madeBy(const KernelPlan &Plan, const Program &User,
                                 llvm::ArrayRef<KernelPlan> Plans,
                                 const Program &Result) {
  const auto [Name, Instance] = splitInstance(Plan.Name);
  const std::string Arguments = Instance.empty()
                                    ? User.kernel(Plan.Kernel).TemplateArguments
                                    : Instance.str();
  std::set<unsigned> Before;
  for (unsigned I = 0; I < Plan.Kernel.Index; ++I)
    if (User.Kernels[I].Name == Plan.Name)
      Before.insert(I);
  for (const KernelPlan &Other : Plans)
    if (Other.Name == Plan.Name && Other.Kernel.Index < Plan.Kernel.Index)
      Before.insert(Other.Kernel.Index);
  std::erase_if(Before, [&](unsigned I) {
    return User.Kernels[I].TemplateArguments != Arguments;
  });
  for (const KernelModel &K : Result.Kernels)
    if (K.Name == Name && K.TemplateArguments == Arguments) {
      if (Before.empty())
        return &K;
      Before.erase(Before.begin());
    }
  return nullptr;
}

char WrongText::ID = 0;

/// What compilers let a kernel declare of shared memory.
static constexpr int64_t MostStaticShared = 48 * 1024;

static llvm::Error wrongKernel(const KernelPlan &Plan, std::string Why) {
  WrongText Result(std::move(Why));
  Result.Kernel = Plan.Kernel;
  return llvm::make_error<WrongText>(std::move(Result));
}

/// The lines of \p Text where \p K is defined, the version \p Name.
static VersionLines linesOf(llvm::StringRef Text, const KernelModel &K,
                            const std::string &Name) {
  const unsigned Begin = Text.take_front(K.Definition.Begin).count('\n') + 1;
  return {Name, Begin,
          Begin + unsigned(Text.slice(K.Definition.Begin, K.Definition.End)
                               .count('\n'))};
}

/// \returns what \p Plans made of kernels; a refusal if \p Text is no program,
/// WrongText if it is not the one that \p Plans are for.
static llvm::Expected<std::vector<VersionLines>>
compare(const Program &User, llvm::StringRef Text,
        const std::vector<KernelPlan> &Plans, const FrontendOptions &Options) {
  std::vector<VersionLines> Result;
  FrontendOptions Own = Options;
  Own.Normal = false;
  for (const KernelPlan &Plan : Plans)
    if (Plan.Called)
      Own.AsKernels.insert(Plan.Name);
  llvm::Expected<Program> P = readProgram(User.File, Text, Own);
  if (!P)
    return P.takeError();
  for (const KernelPlan &Plan : Plans) {
    const KernelModel *Kernel = madeBy(Plan, User, Plans, *P);
    if (!Kernel)
      return wrongKernel(Plan, "no kernel '" + Plan.Name + "'");
    if (const int64_t Bytes = Kernel->declaredSharedBytes();
        Bytes > MostStaticShared &&
        Bytes > User.kernel(Plan.Kernel).declaredSharedBytes())
      return wrongKernel(Plan, "kernel '" + Plan.Name + "' declares " +
                                   std::to_string(Bytes) +
                                   " bytes of shared memory");
    ExpectedTiles Expected = expectationOf(
        Plan, keepInRegisters(User.kernel(Plan.Kernel), Plan.Registers).Kernel);
    Expected.Repeats = !isPlain(Plan);
    if (std::optional<std::string> Wrong =
            Expected.Repeats ? checkCopies(*Kernel, Expected)
                             : checkRewritten(*Kernel, Expected))
      return wrongKernel(Plan, "kernel '" + Plan.Name + "': " + *Wrong);
    VersionLines Lines = linesOf(Text, *Kernel, Plan.Name);
    // Several plans may be for the instances of a template.
    if (llvm::none_of(Result, [&](const VersionLines &Other) {
          return Other.Begin == Lines.Begin && Other.Name == Lines.Name;
        }))
      Result.push_back(std::move(Lines));
  }
  return Result;
}

/// Where the line that \p Where in \p New comes from has its first character.
static SourcePlace originOf(const Program &P, const TracedText &New,
                            SourcePlace Where) {
  if (!Where.isKnown())
    return Where;
  llvm::StringRef Text = New.Text, Rest = P.Source;
  const size_t Line = Text.take_front(Where.Offset).count('\n');
  for (unsigned I = 1; I < New.Lines[Line]; ++I)
    Rest = Rest.split('\n').second;
  return {unsigned(P.Source.size() - Rest.ltrim(" \t").size())};
}

llvm::Expected<std::vector<VersionLines>>
checkResult(const Program &P, const TracedText &New,
            const std::vector<KernelPlan> &Plans, const Options &Opts) {
  llvm::Expected<std::vector<VersionLines>> Made =
      compare(P, New.Text, Plans, Opts.Frontend);
  if (Made)
    return Made;
  std::vector<Diagnostic> Syntax;
  llvm::Error Wrong = takeRejects(Made.takeError(), Syntax);
  if (!Wrong) {
    auto Still = compare(P, withLineDirectives(P.File, New.Text, New.Lines),
                         Plans, Opts.Frontend);
    const bool ByLines = bool(Still);
    llvm::consumeError(Still.takeError());
    if (ByLines && Opts.ForCompiler)
      return std::vector<VersionLines>();
    if (ByLines)
      return reject(DiagKind::LineDependent,
                    originOf(P, New, Syntax.front().Where),
                    Syntax.front().message());
  }
  WrongText Result("the rewritten text did not pass its check: ");
  if (Syntax.empty()) {
    llvm::handleAllErrors(
        std::move(Wrong),
        [&](const WrongText &W) {
          Result.Why += W.Why;
          Result.Kernel = W.Kernel;
        },
        [&](const llvm::ErrorInfoBase &Other) {
          Result.Why += Other.message();
        });
  } else {
    llvm::consumeError(std::move(Wrong));
    Result.Why += Syntax.front().message();
    Result.Where = Syntax.front().Where;
  }
  return llvm::make_error<WrongText>(std::move(Result));
}

} // namespace tessera
