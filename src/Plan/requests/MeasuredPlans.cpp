//===- MeasuredPlans.cpp - Which plans of a file hold ---------------------===//
#include "tessera/Plan/MeasuredPlans.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace tessera {

/// \p Text without comments and white space; literals stay as they are.
static std::string withoutLayout(llvm::StringRef Text) {
  std::string Dense;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.drop_until([](char C) { return C == '\n'; });
    } else if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Text = End == Text.npos ? "" : Text.drop_front(End + 2);
    } else if (char Quote = Text.front(); Quote == '"' || Quote == '\'') {
      size_t End = 1;
      while (End < Text.size() && Text[End] != Quote)
        End += Text[End] == '\\' ? 2 : 1;
      Dense += Text.take_front(End + 1);
      Text = Text.drop_front(std::min(Text.size(), End + 1));
    } else {
      if (!llvm::isSpace(Quote))
        Dense += Quote;
      Text = Text.drop_front();
    }
  }
  return Dense;
}

std::string contentHash(const Program &P, const KernelModel &K) {
  std::string Content = withoutLayout(
      llvm::StringRef(P.Source).slice(K.Definition.Begin, K.Definition.End));
  llvm::raw_string_ostream(Content) << K;
  return llvm::utohexstr(llvm::xxh3_64bits(llvm::StringRef(Content)),
                         /*LowerCase=*/true, /*Width=*/16);
}

/// `64x64x1`, with `?` for what is not known.
static std::string joined(const std::array<std::optional<int64_t>, 3> &Sizes) {
  std::string Text;
  for (const std::optional<int64_t> &Size : Sizes)
    Text += (Text.empty() ? "" : "x") + (Size ? std::to_string(*Size) : "?");
  return Text;
}

std::vector<int64_t>
knownBlock(const std::array<std::optional<int64_t>, 3> &Block) {
  std::vector<int64_t> Sizes;
  for (std::optional<int64_t> Size : Block)
    if (Size)
      Sizes.push_back(*Size);
  return Sizes.size() == 3 ? Sizes : std::vector<int64_t>();
}

std::string sizesOf(const Program &P, KernelId Kernel,
                    const std::vector<int64_t> &Block) {
  std::vector<std::string> All;
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    if (knownBlock(L->Block) != Block)
      continue;
    std::vector<std::string> Parts;
    if (llvm::any_of(L->Grid,
                     [](const auto &Size) { return Size.has_value(); }))
      Parts.push_back("grid " + joined(L->Grid));
    for (size_t I = 0; I < L->Arguments.size(); ++I)
      if (std::optional<int64_t> Value = L->Arguments[I].Constant)
        Parts.push_back(P.kernel(Kernel).Parameters[I].Name + "=" +
                        std::to_string(*Value));
    std::string Sizes = llvm::join(Parts, ", ");
    if (!Sizes.empty() && !llvm::is_contained(All, Sizes))
      All.push_back(std::move(Sizes));
  }
  return llvm::join(All, "; ");
}

namespace {

/// Compares the plans of a file with a kernel as it is.
class Matcher {
public:
  Matcher(const Program &P, KernelId Kernel, const PlannerOptions &Opts)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Hash(contentHash(P, K)) {}

  std::optional<PlanRequest> match(std::vector<Diagnostic> &Messages) {
    PlanRequest Mine;
    llvm::copy_if(*Opts.Forced, std::back_inserter(Mine),
                  [&](const KernelRequest &R) { return R.Kernel == K.Name; });
    PlanRequest Fitting;
    llvm::copy_if(Mine, std::back_inserter(Fitting),
                  [&](const KernelRequest &R) { return applies(R); });
    auto IsForAll = [](const KernelRequest &R) { return R.Hash.empty(); };
    if (llvm::any_of(Fitting, IsForAll) ||
        (!Fitting.empty() && llvm::all_of(P.launchesOf(Kernel), [&](auto *L) {
          return llvm::any_of(Fitting, [&](const KernelRequest &R) {
            return isFor(R, L->Block);
          });
        })))
      return Fitting;
    if (!Mine.empty())
      Messages.push_back(
          {DiagKind::PlanIsStale, K.NamePlace, {K.Name, whyNot(Mine)}});
    return std::nullopt;
  }

private:
  static bool isFor(const KernelRequest &R,
                    const std::array<std::optional<int64_t>, 3> &Block) {
    return R.Block.empty() || R.Block == knownBlock(Block);
  }

  bool isOnDevice(const KernelRequest &R) const {
    return R.Device.empty() || R.Device == Opts.Device.Architecture;
  }

  bool applies(const KernelRequest &R) const {
    if (R.Hash.empty())
      return true;
    return R.Hash == Hash && isOnDevice(R) &&
           (R.Sizes.empty() || R.Sizes == sizesOf(P, Kernel, R.Block));
  }

  /// Why none of \p Mine is followed, from the one that comes closest.
  std::string whyNot(const PlanRequest &Mine) const {
    auto IsSame = [&](const KernelRequest &R) { return R.Hash == Hash; };
    if (llvm::none_of(Mine, IsSame))
      return "the kernel is another one than was measured";
    std::set<std::string> Devices;
    for (const KernelRequest &R : Mine)
      if (IsSame(R) && !isOnDevice(R))
        Devices.insert(R.Device);
      else if (IsSame(R) && !applies(R))
        return "it was measured for other launches: " + R.Sizes +
               " instead of " + sizesOf(P, Kernel, R.Block);
    if (!Devices.empty())
      return "it was measured on " + llvm::join(Devices, ", ") +
             " instead of " + Opts.Device.Architecture;
    return "blocks of another size are launched, too";
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  const std::string Hash;
};

} // namespace

std::optional<PlanRequest> plansToFollow(const Program &P, KernelId Kernel,
                                         const PlannerOptions &Opts,
                                         std::vector<Diagnostic> &Messages) {
  if (!Opts.Forced)
    return std::nullopt;
  if (llvm::all_of(*Opts.Forced,
                   [](const KernelRequest &R) { return R.Hash.empty(); }))
    return Opts.Forced;
  return Matcher(P, Kernel, Opts).match(Messages);
}

} // namespace tessera
