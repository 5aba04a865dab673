//===- TuneResults.cpp - The fastest plans of a measurement ---------------===//
#include "files/Files.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Tune.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <numeric>

namespace tessera {

namespace {

namespace json = llvm::json;

// What Tune.cpp and measure.py write, as far as it is needed here.

struct KernelEntry {
  std::string Name;
  std::vector<std::string> Plans; ///< of the candidates, in short
};

struct VariantEntry {
  std::string Plan;
  std::vector<int64_t> Candidates;
  std::vector<int64_t> Plans; ///< how many there are for each kernel
};

struct Manifest {
  std::vector<KernelEntry> Kernels;
  std::vector<VariantEntry> Variants;
};

struct RunEntry {
  int64_t Variant = 0;
  std::vector<std::string> Arguments;
  std::vector<std::optional<double>> Milliseconds;
  std::vector<int64_t> Launches;
};

struct Results {
  int64_t Version = 0;
  std::string Manifest; ///< its digest
  std::string Device, Architecture;
  std::set<int64_t> Excluded;
  std::vector<RunEntry> Runs;
};

bool fromJSON(const json::Value &V, KernelEntry &K, json::Path P) {
  json::ObjectMapper O(V, P);
  if (!O || !O.map("kernel", K.Name))
    return false;
  const json::Array *Candidates = V.getAsObject()->getArray("candidates");
  if (!Candidates) {
    P.field("candidates").report("expected array");
    return false;
  }
  for (const json::Value &C : *Candidates) {
    json::ObjectMapper One(C, P.field("candidates"));
    if (!One || !One.map("plan", K.Plans.emplace_back()))
      return false;
  }
  return true;
}

bool fromJSON(const json::Value &V, VariantEntry &E, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("plan", E.Plan) && O.map("candidates", E.Candidates) &&
         O.map("plans", E.Plans);
}

bool fromJSON(const json::Value &V, Manifest &M, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("kernels", M.Kernels) && O.map("variants", M.Variants);
}

bool fromJSON(const json::Value &V, RunEntry &R, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("variant", R.Variant) && O.map("arguments", R.Arguments) &&
         O.map("ms", R.Milliseconds) && O.map("launches", R.Launches);
}

bool fromJSON(const json::Value &V, Results &R, json::Path P) {
  json::ObjectMapper O(V, P);
  if (!O || !O.map("version", R.Version) || !O.map("manifest", R.Manifest) ||
      !O.map("runs", R.Runs))
    return false;
  const json::Object &Object = *V.getAsObject();
  if (const json::Object *Excluded = Object.getObject("excluded"))
    for (const auto &[Variant, Why] : *Excluded) {
      int64_t Number = 0;
      if (llvm::StringRef(Variant).getAsInteger(10, Number)) {
        P.field("excluded").report("expected numbers of variants");
        return false;
      }
      R.Excluded.insert(Number);
    }
  const json::Value *Device = Object.get("device");
  if (!Device || Device->kind() == json::Value::Null)
    return true; // nothing was measured
  json::ObjectMapper D(*Device, P.field("device"));
  return D && D.map("name", R.Device) && D.map("architecture", R.Architecture);
}

/// What is wrong with what, and where it is.
struct Problem {
  std::string File;
  Diagnostic Message;
};

/// What was measured of one candidate.
struct Measurement {
  double Milliseconds = 0; ///< medians, of all arguments together
  int64_t Launches = 0;
};

double median(std::vector<double> Values) {
  llvm::sort(Values);
  const size_t Middle = Values.size() / 2;
  return Values.size() % 2 ? Values[Middle]
                           : (Values[Middle - 1] + Values[Middle]) / 2;
}

/// A candidate that comes later must be so much faster.
constexpr double Clearly = 0.99;

/// Reads results, and finds the fastest plans.
class Chooser {
public:
  explicit Chooser(const std::string &File)
      : File(File), Folder(llvm::sys::path::parent_path(File)) {}

  /// \returns what is wrong, if something is.
  std::optional<Problem> run() {
    if (!read(File, R, nullptr))
      return Wrong;
    llvm::SmallString<128> Beside(Folder);
    llvm::sys::path::append(Beside, "manifest.json");
    std::string Digest;
    if (!read(std::string(Beside), M, &Digest))
      return Wrong;
    if (R.Version != 1 || R.Manifest != Digest)
      return bad(File, "they are of other plans than those beside them");
    if (!isComplete())
      return bad(File, "they do not fit the plans beside them");
    if (R.Architecture.empty())
      return bad(File, "nothing was measured");
    for (const RunEntry &Run : R.Runs)
      if (!llvm::is_contained(Arguments, Run.Arguments))
        Arguments.push_back(Run.Arguments);
    for (size_t I = 0; I < M.Kernels.size(); ++I)
      if (!choose(I))
        return Wrong;
    return std::nullopt;
  }

  PlanRequest Fastest;
  std::vector<Diagnostic> Messages;

private:
  std::optional<Problem> bad(const std::string &Where, std::string What) {
    return Problem{
        Where,
        {DiagKind::BadResults, SourcePlace::nowhere(), {std::move(What)}}};
  }

  template <typename T>
  bool read(const std::string &Path, T &Into, std::string *Digest) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer) {
      Wrong = Problem{Path,
                      {DiagKind::CannotRead,
                       SourcePlace::nowhere(),
                       {Path, Buffer.getError().message()}}};
      return false;
    }
    llvm::StringRef Text = (*Buffer)->getBuffer();
    if (Digest)
      *Digest = llvm::toHex(
          llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)), true);
    llvm::Expected<T> Value = json::parse<T>(Text);
    if (Value) {
      Into = std::move(*Value);
      return true;
    }
    Wrong = bad(Path, toString(Value.takeError()));
    return false;
  }

  /// Whether all numbers are in range.
  bool isComplete() const {
    const size_t Kernels = M.Kernels.size();
    for (const VariantEntry &V : M.Variants) {
      if (V.Candidates.size() != Kernels || V.Plans.size() != Kernels)
        return false;
      for (size_t I = 0; I < Kernels; ++I)
        if (V.Plans[I] < 1 || V.Candidates[I] < 0 ||
            size_t(V.Candidates[I]) >= M.Kernels[I].Plans.size())
          return false;
    }
    return llvm::all_of(R.Runs, [&](const RunEntry &Run) {
      return Run.Variant >= 0 && size_t(Run.Variant) < M.Variants.size() &&
             Run.Milliseconds.size() == Kernels &&
             Run.Launches.size() == Kernels;
    });
  }

  /// Nothing if \p Candidate was not measured with all arguments that launch
  /// the kernel.
  std::optional<Measurement> measured(size_t Kernel, int64_t Candidate) const {
    Measurement Sum;
    bool Launched = false;
    for (const std::vector<std::string> &With : Arguments) {
      std::vector<double> Own;
      int64_t Launches = 0;
      bool ByAny = false;
      for (const RunEntry &Run : R.Runs) {
        std::optional<double> Time = Run.Milliseconds[Kernel];
        if (Run.Arguments != With || R.Excluded.count(Run.Variant) || !Time)
          continue;
        ByAny = true;
        if (M.Variants[Run.Variant].Candidates[Kernel] == Candidate) {
          Own.push_back(*Time);
          Launches = Run.Launches[Kernel];
        }
      }
      if (ByAny && Own.empty())
        return std::nullopt;
      if (!ByAny)
        continue;
      Launched = true;
      Sum.Milliseconds += median(Own);
      Sum.Launches += Launches;
    }
    return Launched ? std::optional(Sum) : std::nullopt;
  }

  /// The plans of a candidate, from the first variant that has it.
  std::optional<PlanRequest> plansOf(size_t Kernel, int64_t Candidate) {
    auto V = llvm::find_if(M.Variants, [&](const VariantEntry &V) {
      return V.Candidates[Kernel] == Candidate;
    });
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, V->Plan);
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer) {
      Wrong = Problem{std::string(Path),
                      {DiagKind::CannotRead,
                       SourcePlace::nowhere(),
                       {std::string(Path), Buffer.getError().message()}}};
      return std::nullopt;
    }
    llvm::Expected<PlanRequest> Plan = readPlan((*Buffer)->getBuffer());
    if (!Plan) {
      Wrong = bad(std::string(Path), toString(Plan.takeError()));
      return std::nullopt;
    }
    auto CountUpTo = [&](size_t End) {
      return size_t(std::accumulate(V->Plans.begin(), V->Plans.begin() + End,
                                    int64_t(0)));
    };
    if (Plan->size() != CountUpTo(V->Plans.size())) {
      Wrong = bad(std::string(Path), "it has a plan too many, or too few");
      return std::nullopt;
    }
    return PlanRequest(Plan->begin() + CountUpTo(Kernel),
                       Plan->begin() + CountUpTo(Kernel + 1));
  }

  /// Adds the fastest plan for \p Kernel. \returns false if it cannot be read.
  bool choose(size_t Kernel) {
    const KernelEntry &K = M.Kernels[Kernel];
    std::optional<Measurement> Best, Users;
    int64_t Which = 0;
    for (const VariantEntry &V : M.Variants) {
      const int64_t Candidate = V.Candidates[Kernel];
      std::optional<Measurement> Now = measured(Kernel, Candidate);
      if (Candidate == 0)
        Users = Now;
      if (!Now || (Best && Now->Milliseconds >= Best->Milliseconds * Clearly))
        continue;
      Best = Now;
      Which = Candidate;
    }
    if (!Best || !Users) {
      Messages.push_back({DiagKind::NotMeasured,
                          SourcePlace::nowhere(),
                          {K.Name, Best ? "it was not measured as it is"
                                        : "no run launches it"}});
      return true;
    }
    std::optional<PlanRequest> Plans = plansOf(Kernel, Which);
    if (!Plans)
      return false;
    const std::string Own = llvm::formatv("{0:f4}", Best->Milliseconds);
    const std::string AsIs = llvm::formatv("{0:f4}", Users->Milliseconds);
    Messages.push_back({DiagKind::Measured,
                        SourcePlace::nowhere(),
                        {K.Name, Own, K.Plans[Which], AsIs}});
    std::vector<std::string> All;
    for (const std::vector<std::string> &With : Arguments)
      All.push_back(With.empty() ? "none" : llvm::join(With, " "));
    for (KernelRequest &Request : *Plans)
      Request.Device = R.Architecture;
    Plans->front().Measured = llvm::formatv(
        "{0} ms in {1} launches, {2} ms as it is; {3}, "
        "arguments: {4}",
        Own, Best->Launches, AsIs, R.Device, llvm::join(All, " | "));
    llvm::append_range(Fastest, *Plans);
    return true;
  }

  const std::string &File;
  const std::string Folder;
  Manifest M;
  Results R;
  std::vector<std::vector<std::string>> Arguments; ///< that were measured
  std::optional<Problem> Wrong;
};

/// \p New, and what the plan file \p Path has for other kernels, sizes and
/// devices.
llvm::Expected<PlanRequest> merged(const std::string &Path, PlanRequest New) {
  if (Path.empty() || !llvm::sys::fs::exists(Path))
    return New;
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Path,
                  Buffer.getError().message());
  llvm::Expected<PlanRequest> Old = readPlan((*Buffer)->getBuffer());
  if (!Old)
    return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                  Path + ":" + toString(Old.takeError()));
  auto Key = [](const KernelRequest &R) {
    return std::tie(R.Kernel, R.Hash, R.Block, R.Sizes, R.Device);
  };
  PlanRequest All;
  llvm::copy_if(*Old, std::back_inserter(All), [&](const KernelRequest &R) {
    return llvm::none_of(
        New, [&](const KernelRequest &Other) { return Key(R) == Key(Other); });
  });
  llvm::append_range(All, New);
  return All;
}

} // namespace

int keepFastest(const Options &Opts, llvm::raw_ostream &Out,
                llvm::raw_ostream &Errors) {
  auto Fail = [&](const std::string &File, const Diagnostic &D) {
    printMessage(Errors, File, "", D);
    return 1;
  };
  Chooser C(Opts.TuneResults);
  if (std::optional<Problem> Wrong = C.run())
    return Fail(Wrong->File, Wrong->Message);
  llvm::Expected<PlanRequest> Plan = merged(Opts.Output, std::move(C.Fastest));
  if (!Plan) {
    std::vector<Diagnostic> Why;
    llvm::cantFail(takeRejects(Plan.takeError(), Why), "only Reject is made");
    return Fail(Opts.Output, Why.front());
  }
  for (const Diagnostic &D : C.Messages)
    if (std::optional<DiagLevel> Level = Opts.Messages.shownAs(D.Kind))
      printMessage(Errors, Opts.TuneResults, "", D, *Level);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePlan(OS, *Plan);
  if (Opts.Output.empty()) {
    Out << Text;
    return 0;
  }
  const std::string Why = replaceFile(Opts.Output, Text);
  return Why.empty() ? 0
                     : Fail(Opts.Output, {DiagKind::CannotWrite,
                                          SourcePlace::nowhere(),
                                          {Opts.Output, Why}});
}

} // namespace tessera
