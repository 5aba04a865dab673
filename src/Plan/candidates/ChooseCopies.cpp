//===- ChooseCopies.cpp - Which arrays blocks update on their own ---------===//
#include "candidates/ChooseCopies.h"
#include "candidates/ChoosePersistent.h"
#include "candidates/ShapePlanner.h"
#include "costs/CopyCosts.h"
#include "tessera/Analysis/AtomicArrays.h"
#include "tessera/Analysis/Frequency.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {
namespace {

class CopyChooser {
public:
  CopyChooser(const Program &P, const PlannerOptions &Opts, PlanDecision &D)
      : P(P), K(P.kernel(D.Kernel)), Opts(Opts), D(D) {}

  llvm::Error run() {
    if (llvm::Error Err = collect())
      return Err;
    if (Legal.empty())
      return llvm::Error::success();
    for (ShapeDecision &S : D.Shapes) {
      S.Plan = planFor(S);
      S.Otherwise.clear(); // it has no copies
    }
    shareOnePlan();
    std::erase_if(D.Messages, [&](const Diagnostic &M) {
      return M.Kind == DiagKind::HasAtomic && Taken.count(M.Arguments.front());
    });
    return llvm::Error::success();
  }

private:
  bool isForced() const { return Opts.Forced.has_value(); }

  /// The arrays to decide on, as far as copies may stand for them.
  llvm::Error collect() {
    std::set<std::string> Wanted;
    if (isForced())
      for (const KernelRequest &R : *Opts.Forced)
        if (R.Kernel == K.Name)
          Wanted.insert(R.Privatise.begin(), R.Privatise.end());
    for (ArrayId Array : atomicArrays(K)) {
      const std::string &Name = K.array(Array).Name;
      bool Placed = llvm::any_of(Opts.ForcedArrays, [&](const auto &Place) {
        return Place.first == Name;
      });
      if (isForced() ? !Wanted.erase(Name) : Placed)
        continue;
      llvm::Expected<AtomicArray> A =
          checkAtomicArray(P, D.Kernel, Array, Opts.AllowReassociation);
      if (A)
        Legal.push_back(std::move(*A));
      else if (llvm::Error Other = takeRejects(A.takeError(), D.Messages))
        return Other;
    }
    if (Wanted.empty())
      return llvm::Error::success();
    return reject(DiagKind::BadPlan, K.NamePlace,
                  "kernel '" + K.Name + "': '" + *Wanted.begin() +
                      "' is not updated atomically");
  }

  /// The plan of \p S with copies for the blocks of its shape.
  std::optional<KernelPlan> planFor(const ShapeDecision &S) {
    KernelPlan Plan;
    if (S.Plan) {
      Plan = *S.Plan;
    } else {
      Plan.Kernel = D.Kernel;
      Plan.Name = K.Name;
      Plan.Block = S.Block;
    }
    std::set<std::string> Used = K.Identifiers;
    int64_t Bytes = K.declaredSharedBytes();
    for (const StagePoint &Point : Plan.Points)
      for (const TileStage &T : Point.Tiles) {
        Used.insert(T.Name);
        if (!T.DynamicOffset)
          Bytes +=
              T.bytes(K.array(T.Array).ElementBytes).constant().value_or(0);
      }
    for (const AtomicArray &A : Legal) {
      PrivateCopy Copy = copyOf(A, Plan, Used);
      int64_t More = Bytes + bytesOf(Copy);
      std::string Why = whyNot(A, Copy, Plan, S.Block);
      if (Why.empty() && !fits(More, Plan) && !moveOut(Copy, Bytes, Plan, Used))
        Why = "a copy of " + std::to_string(bytesOf(Copy)) +
              " bytes is more than there is shared memory for";
      if (!Why.empty()) {
        say(DiagKind::NotPrivatised, A, Why);
        continue;
      }
      say(DiagKind::Privatised, A,
          Copy.Register.empty()
              ? std::to_string(bytesOf(Copy)) + " bytes of shared memory"
              : "registers");
      Taken.insert(K.array(A.Array).Name);
      if (!Copy.Dynamic)
        Bytes = More;
      Plan.Copies.push_back(std::move(Copy));
    }
    return Plan.Copies.empty() ? S.Plan : std::optional(Plan);
  }

  /// Whether a kernel may declare so many bytes beside what \p Plan has.
  bool fits(int64_t Declared, const KernelPlan &Plan) const {
    if (Declared > Opts.Device.SharedPerBlock)
      return false;
    if (!Plan.DynamicBytes)
      return true;
    std::optional<int64_t> Dynamic = Plan.DynamicBytes->constant();
    return Dynamic && Declared + *Dynamic <= Opts.Device.SharedOptIn;
  }

  /// Puts \p Copy, of one dimension, into dynamic shared memory, of which
  /// launches may have more than kernels may declare; beside \p Declared bytes.
  /// False if there is not enough, or some other use of it.
  bool moveOut(PrivateCopy &Copy, int64_t Declared, KernelPlan &Plan,
               std::set<std::string> &Used) const {
    if (Copy.Extents.size() > 1 || Plan.DynamicBytes ||
        Declared + bytesOf(Copy) > Opts.Device.SharedOptIn)
      return false;
    Copy.Dynamic = true;
    Plan.DynamicName = fresh(K.Name + "_copy", Used);
    Plan.DynamicBytes = Polynomial(bytesOf(Copy));
    Plan.OptIn = true;
    return true;
  }

  void say(DiagKind Kind, const AtomicArray &A, const std::string &What) {
    D.Messages.push_back({Kind,
                          {K.access(A.Updates.front()).Source.Begin},
                          {K.array(A.Array).Name, What}});
  }

  static std::string fresh(const std::string &Wanted,
                           std::set<std::string> &Used) {
    std::string Name = Wanted;
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = Wanted + std::to_string(I);
    return Name;
  }

  PrivateCopy copyOf(const AtomicArray &A, const KernelPlan &Plan,
                     std::set<std::string> &Used) const {
    PrivateCopy Copy;
    Copy.Array = A.Array;
    Copy.K = A.K;
    Copy.Extents = A.Extents;
    std::string Stem = K.array(A.Array).stem();
    Copy.Name = fresh(Stem + "_block", Used);
    int64_t Threads = 1;
    for (std::optional<int64_t> Size : Plan.Block)
      Threads *= Size.value_or(0);
    // Whole warps can exchange what is in registers.
    if (Copy.cells() == 1 && Threads > 0 &&
        Threads % Opts.Device.WarpSize == 0 &&
        Opts.Device.capability() >= HasShuffles) {
      Copy.Register = fresh(Stem + "_own", Used);
      Copy.Warps = Threads / Opts.Device.WarpSize;
    }
    return Copy;
  }

  int64_t bytesOf(const PrivateCopy &Copy) const {
    int64_t Cells = Copy.Register.empty() ? Copy.cells()
                    : Copy.Warps > 1      ? Copy.Warps
                                          : 0;
    return Cells * K.array(Copy.Array).ElementBytes;
  }

  //===--- Gain -----------------------------------------------------------===//

  /// Whether no two updates that a block makes are of the same element: as
  /// where it merges what it has by itself.
  static bool updatesOnce(const KernelSpace &Space, const AtomicArray &A) {
    ArrayCoordinates Coordinates = coordinatesOf(Space, A.Array);
    if (Coordinates.Coordinates.empty() || !Coordinates.Unknown.empty())
      return false;
    llvm::Expected<ReuseKind> Again =
        classifyReuse(Space, Coordinates, {}, A.Updates);
    if (Again)
      return !Again->InterThread && !Again->Private;
    llvm::consumeError(Again.takeError());
    return false;
  }

  /// What the device lacks, or how little a copy gains; empty if it is worth
  /// it.
  std::string whyNot(const AtomicArray &A, const PrivateCopy &Copy,
                     const KernelPlan &Plan, const BlockShape &Block) const {
    const DeviceModel &Device = Opts.Device;
    const AtomicUpdate &U = *K.access(A.Updates.front()).Update;
    if (Device.capability() < 20 && (U.Bytes > 4 || U.Floating))
      return Device.Name + " has no atomic functions for '" + U.Type +
             "' in shared memory";
    if (isForced())
      return "";
    IslContext Context;
    KernelSpace Space{Context, K, {}};
    Space.Shape.Block = Block;
    if (updatesOnce(Space, A))
      return "a block updates each element once";
    const AccessCosts Costs(Space, Device, {});
    KernelPlan With = Plan;
    With.Copies.push_back(Copy);
    const UpdateCosts Update =
        updateCosts(K, Copy, Costs, Device, expectedTurns(P, Opts, With));
    double Others = Costs.all();
    const double After = Update.OnCopy + Update.Merge;
    if (Others + Update.AsIs >= (Others + After) * WorthwhileGain)
      return "";
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::format(
        "an estimated %.0f updates of %.0f elements by a block "
        "cost %.0f, and %.0f with a copy, beside %.0f of its other accesses",
        Update.Updates, double(Copy.cells()), Update.AsIs, After, Others);
    return Text;
  }

  //===--- One plan for all shapes ----------------------------------------===//

  /// Plans that only have copies, and the same ones, are one for any block.
  void shareOnePlan() {
    auto IsPlain = [](const ShapeDecision &S) {
      return S.Plan && S.Plan->hasOnlyCopies() &&
             llvm::all_of(S.Plan->Copies, [](const PrivateCopy &C) {
               return C.Register.empty();
             });
    };
    if (D.Shapes.size() < 2 || !llvm::all_of(D.Shapes, IsPlain))
      return;
    size_t Copies = D.Shapes.front().Plan->Copies.size();
    if (!llvm::all_of(D.Shapes, [&](const ShapeDecision &S) {
          return S.Plan->Copies.size() == Copies;
        }))
      return;
    KernelPlan &Plan = *D.Shapes.front().Plan;
    Plan.AnyBlock = true;
    for (ShapeDecision &S : llvm::drop_begin(D.Shapes)) {
      for (unsigned A = 0; A < 3; ++A)
        if (S.Block[A] != Plan.Block[A])
          Plan.Block[A].reset();
      S.Plan.reset();
    }
  }

  const Program &P;
  const KernelModel &K;
  const PlannerOptions &Opts;
  PlanDecision &D;
  std::vector<AtomicArray> Legal;
  std::set<std::string> Taken; ///< arrays with copies
};

} // namespace

llvm::Error chooseCopies(const Program &P, const PlannerOptions &Opts,
                         PlanDecision &D) {
  return CopyChooser(P, Opts, D).run();
}

} // namespace tessera
