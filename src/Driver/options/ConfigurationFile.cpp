//===- ConfigurationFile.cpp - The text of a configuration file -----------===//
#include "options/Configuration.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/YAMLTraits.h"

namespace tessera {
namespace {

/// Texts that have rules of their own.
struct GpuName {
  std::string Text;
};
struct Pattern {
  std::string Text;
};
struct Toolkit {
  std::string Text;
};
struct PieceCount {
  unsigned Number = 1;
};
struct GpuCount {
  bool All = false;
};
struct Place {
  bool Shared = false;
};

/// What values are checked against, and where a message about one stays.
struct Context {
  std::string Devices;
  std::string Message;
};

llvm::StringRef keep(void *C, const llvm::Twine &Message) {
  return static_cast<Context *>(C)->Message = Message.str();
}

} // namespace
} // namespace tessera

using namespace tessera;

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(AssumedBlock)

namespace llvm::yaml {

/// Of all that is written without quotation marks if it can be.
template <typename T> struct PlainTraits {
  static QuotingType mustQuote(StringRef Text) { return needsQuotes(Text); }
};

template <> struct ScalarTraits<GpuName> : PlainTraits<GpuName> {
  static void output(const GpuName &V, void *, raw_ostream &OS) {
    OS << V.Text;
  }
  static StringRef input(StringRef Text, void *C, GpuName &V) {
    V.Text = Text.str();
    Expected<DeviceModel> Known =
        findDevice(Text, static_cast<Context *>(C)->Devices);
    return Known ? "" : keep(C, toString(Known.takeError()));
  }
};

template <> struct ScalarTraits<Pattern> : PlainTraits<Pattern> {
  static void output(const Pattern &V, void *, raw_ostream &OS) {
    OS << V.Text;
  }
  static StringRef input(StringRef Text, void *C, Pattern &V) {
    V.Text = Text.str();
    std::string Bad;
    return Regex(Text).isValid(Bad)
               ? ""
               : keep(C, "'" + Text + "' is no regular expression: " + Bad);
  }
};

template <> struct ScalarTraits<Toolkit> : PlainTraits<Toolkit> {
  static void output(const Toolkit &V, void *, raw_ostream &OS) {
    OS << V.Text;
  }
  static StringRef input(StringRef Text, void *C, Toolkit &V) {
    V.Text = Text.str();
    if (Text == "none" || sys::fs::exists(Text + "/include/cuda_runtime.h"))
      return "";
    return keep(C, "'" + Text +
                       "' is no CUDA Toolkit: it has no "
                       "include/cuda_runtime.h");
  }
};

template <> struct ScalarTraits<PieceCount> : PlainTraits<PieceCount> {
  static void output(const PieceCount &V, void *, raw_ostream &OS) {
    OS << V.Number;
  }
  static StringRef input(StringRef Text, void *, PieceCount &V) {
    const bool Bad = Text.getAsInteger(10, V.Number) || V.Number == 0;
    return Bad ? "'pieces' takes a positive number" : "";
  }
};

/// One of a few words; of these the first that has a value stands for it.
template <typename T, typename Words>
StringRef readWord(StringRef Text, T &V, const Words &All) {
  for (const auto &[Word, Value] : All)
    if (Text == Word) {
      V = Value;
      return "";
    }
  return "this value is none of the known ones";
}

template <typename T, typename Words>
void writeWord(raw_ostream &OS, const T &V, const Words &All) {
  for (const auto &[Word, Value] : All)
    if (V == Value) {
      OS << Word;
      return;
    }
}

using Outputs = tessera::SeveralOutputs;
constexpr std::pair<StringLiteral, Outputs> CoarsenWords[] = {
    {"never", Outputs::Never},
    {"large", Outputs::LargeLaunches},
    {"always", Outputs::Always}};

template <> struct ScalarTraits<Outputs> : PlainTraits<Outputs> {
  static void output(const Outputs &V, void *, raw_ostream &OS) {
    writeWord(OS, V, CoarsenWords);
  }
  static StringRef input(StringRef Text, void *, Outputs &V) {
    return readWord(Text, V, CoarsenWords).empty()
               ? ""
               : "'coarsen' takes never, large or always";
  }
};

using Phases = std::optional<PhaseForm>;
constexpr std::pair<StringLiteral, Phases> PhaseWords[] = {
    {"never", std::nullopt},
    {"faster", PhaseForm::Faster},
    {"launches", PhaseForm::Launches},
    {"cooperative", PhaseForm::Cooperative}};

struct PhaseWord {
  Phases Form;
};

template <> struct ScalarTraits<PhaseWord> : PlainTraits<PhaseWord> {
  static void output(const PhaseWord &V, void *, raw_ostream &OS) {
    writeWord(OS, V.Form, PhaseWords);
  }
  static StringRef input(StringRef Text, void *, PhaseWord &V) {
    return readWord(Text, V.Form, PhaseWords).empty()
               ? ""
               : "'split-phases' takes never, faster, launches or cooperative";
  }
};

constexpr std::pair<StringLiteral, bool> GpuWords[] = {{"1", false},
                                                       {"all", true}};
template <> struct ScalarTraits<GpuCount> {
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
  static void output(const GpuCount &V, void *, raw_ostream &OS) {
    writeWord(OS, V.All, GpuWords);
  }
  static StringRef input(StringRef Text, void *, GpuCount &V) {
    return readWord(Text, V.All, GpuWords).empty() ? ""
                                                   : "'gpus' takes 1 or all";
  }
};

constexpr std::pair<StringLiteral, bool> PlaceWords[] = {{"shared", true},
                                                         {"global", false}};
template <> struct ScalarTraits<Place> : PlainTraits<Place> {
  static void output(const Place &V, void *, raw_ostream &OS) {
    writeWord(OS, V.Shared, PlaceWords);
  }
  static StringRef input(StringRef Text, void *, Place &V) {
    return readWord(Text, V.Shared, PlaceWords).empty()
               ? ""
               : "an array is shared or global";
  }
};

template <> struct ScalarTraits<AssumedBlock> : PlainTraits<AssumedBlock> {
  static void output(const AssumedBlock &V, void *, raw_ostream &OS) {
    const auto [X, Y, Z] = V.Sizes;
    OS << V.Kernel << ":block=" << X << ',' << Y << ',' << Z;
  }
  static StringRef input(StringRef Text, void *C, AssumedBlock &V) {
    Expected<AssumedBlock> Block = parseAssumedBlock(Text);
    if (!Block)
      return keep(C, "'" + Text + "': " + toString(Block.takeError()) +
                         ", which needs quotation marks in brackets");
    V = std::move(*Block);
    return "";
  }
};

template <> struct CustomMappingTraits<std::map<std::string, Place>> {
  static void inputOne(IO &Io, StringRef Key,
                       std::map<std::string, Place> &Into) {
    Io.mapRequired(Key, Into[Key.str()]);
  }
  static void output(IO &Io, std::map<std::string, Place> &From) {
    for (auto &[Key, Value] : From)
      Io.mapRequired(Key, Value);
  }
};

template <> struct MappingTraits<Configuration> {
  /// \p Key as a value of type \p T, which becomes \p Into by \p Member.
  template <typename T, typename V, typename M>
  static void map(IO &Io, StringRef Key, std::optional<V> &Into, M T::*Member) {
    std::optional<T> Value;
    if (Into) {
      Value.emplace();
      (*Value).*Member = *Into;
    }
    Io.mapOptional(Key, Value);
    if (Value)
      Into = (*Value).*Member;
  }

  static void mapping(IO &Io, Configuration &C) {
    Io.mapOptional("InheritParentConfig", C.InheritParent);
    map(Io, "gpu", C.Gpu, &GpuName::Text);
    map(Io, "cuda-path", C.CudaPath, &Toolkit::Text);
    Io.mapOptional("plan", C.Plan);
    Io.mapOptional("tiles", C.Tiles);
    Io.mapOptional("transfers", C.Transfers);
    map(Io, "kernel", C.Kernel, &Pattern::Text);
    std::map<std::string, Place> Arrays;
    for (const auto &[Name, Shared] : C.Arrays)
      Arrays[Name].Shared = Shared;
    Io.mapOptional("arrays", Arrays);
    for (const auto &[Name, Where] : Arrays)
      C.Arrays[Name] = Where.Shared;
    Io.mapOptional("assume", C.Assumed);
    Io.mapOptional("coarsen", C.Coarsen);
    map(Io, "pieces", C.Pieces, &PieceCount::Number);
    map(Io, "gpus", C.AllGpus, &GpuCount::All);
    Io.mapOptional("graphs", C.Graphs);
    map(Io, "split-phases", C.SplitPhases, &PhaseWord::Form);
    Io.mapOptional("improve-copies", C.ImproveCopies);
    Io.mapOptional("allow-reassociation", C.AllowReassociation);
    Io.mapOptional("quiet", C.Quiet);
    Io.mapOptional("flags", C.Flags);
  }
};

} // namespace llvm::yaml

namespace tessera {

/// A message of LLVM's reader in our form.
static std::string sentence(llvm::StringRef Message) {
  for (auto [Known, Ours] :
       {std::pair<llvm::StringRef, const char *>(
            "not a mapping", "keys with values are expected: 'tiles: false'"),
        {"not a sequence", "a list is expected: '[-DN=1, -Iinclude]'"},
        {"invalid boolean", "true or false is expected"}})
    if (Message == Known)
      return Ours;
  std::string Result = Message.rtrim(".!").str();
  if (!Result.empty())
    Result.front() = llvm::toLower(Result.front());
  return Result;
}

std::variant<Configuration, ConfigurationError>
readConfiguration(llvm::StringRef Text, const std::string &Devices) {
  Context Checks{Devices, ""};
  std::optional<ConfigurationError> Problem;
  auto Keep = [](const llvm::SMDiagnostic &D, void *Into) {
    auto &First = *static_cast<std::optional<ConfigurationError> *>(Into);
    if (First)
      return;
    First.emplace();
    First->Message = sentence(D.getMessage());
    if (D.getLineNo() > 0 && D.getColumnNo() >= 0)
      First->Offset = D.getLoc().getPointer() -
                      D.getSourceMgr()->getMemoryBuffer(1)->getBufferStart();
  };
  Configuration Result;
  llvm::yaml::Input In(Text, &Checks, Keep, &Problem);
  In >> Result; // nothing but comments sets nothing
  if (In.error() && !Problem)
    Problem = ConfigurationError{"it is no YAML", std::nullopt};
  if (Problem)
    return *Problem;
  return Result;
}

void writeConfiguration(llvm::raw_ostream &OS, Configuration C) {
  llvm::yaml::Output Out(OS);
  Out << C;
}

} // namespace tessera
