//===- ProjectIndexJson.cpp - The index of a program as JSON --------------===//
#include "project/ProjectIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace json = llvm::json;

namespace tessera {

/// Changes whenever the meaning of a field does.
constexpr int64_t IndexVersion = 3;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {

using Sizes = std::array<std::optional<int64_t>, 3>;

json::Value toJson(const std::optional<int64_t> &Value) {
  return Value ? json::Value(*Value) : json::Value(nullptr);
}

json::Value toJson(const Sizes &Of) {
  return json::Array{toJson(Of[0]), toJson(Of[1]), toJson(Of[2])};
}

json::Value toJson(const Polynomial &P) {
  json::Array Terms;
  for (const auto &[Symbols, Coefficient] : P.terms())
    Terms.push_back(json::Object{{"times", Coefficient},
                                 {"symbols", json::Array(Symbols)}});
  return Terms;
}

json::Value toJson(const std::optional<HostValue> &Value) {
  return Value ? json::Value(json::Object{{"sum", toJson(Value->Numerator)},
                                          {"divisor", Value->Divisor}})
               : json::Value(nullptr);
}

json::Value toJson(const MemoryUse &Use) {
  return json::Object{{"reads", Use.Reads}, {"writes", Use.Writes}};
}

json::Value toJson(const KernelEffects &Effects) {
  json::Array Parameters;
  for (const MemoryUse &Use : Effects.Parameters)
    Parameters.push_back(toJson(Use));
  json::Object Names;
  for (const auto &[Name, Use] : Effects.ByName)
    Names[Name] = toJson(Use);
  return json::Object{{"parameters", std::move(Parameters)},
                      {"names", std::move(Names)},
                      {"prints", Effects.MayPrint}};
}

json::Value toJson(const LaunchArgument &A) {
  return json::Object{
      {"text", A.Text},
      {"pointer", A.IsPointer},
      {"root", json::Object{{"kind", int64_t(A.Root.K)}, {"of", A.Root.Name}}},
      {"atRoot", A.AtRoot},
      {"bytes", toJson(A.Bytes)},
      {"integer", A.IsInteger},
      {"convertedTo", A.ConvertedTo},
      {"naturalBits", int64_t(A.NaturalBits)},
      {"constant", toJson(A.Constant)},
      {"value", toJson(A.Value)},
      {"repeatable", A.Repeatable}};
}

json::Value toJson(const std::string &Kernel, const LaunchModel &L) {
  json::Array Arguments, GridValues;
  for (const LaunchArgument &A : L.Arguments)
    Arguments.push_back(toJson(A));
  for (const auto &Value : L.GridValues)
    GridValues.push_back(toJson(Value));
  return json::Object{{"kernel", Kernel},
                      {"grid", toJson(L.Grid)},
                      {"gridValues", std::move(GridValues)},
                      {"gridText", L.GridText},
                      {"gridIsScalar", L.GridIsScalar},
                      {"gridRepeatable", L.GridRepeatable},
                      {"block", toJson(L.Block)},
                      {"blockText", L.BlockText},
                      {"blockIsInteger", L.BlockIsInteger},
                      {"blockRepeatable", L.BlockIsRepeatable},
                      {"sharedBytes", toJson(L.DynamicBytes)},
                      {"sharedBytesText", L.SharedBytesText},
                      {"stream", L.StreamText},
                      {"off", L.SwitchedOff},
                      {"arguments", std::move(Arguments)}};
}

json::Value toJson(const VersionsByLaunch &All) {
  json::Array Result;
  for (const auto &[Launch, Versions] : All) {
    const auto &[Kernel, File, Number] = Launch;
    json::Array Each;
    for (const VersionElsewhere &V : Versions)
      Each.push_back(json::Object{{"name", V.Name},
                                  {"test", V.Test},
                                  {"testName", V.TestName},
                                  {"grid", V.Grid},
                                  {"block", V.Block},
                                  {"sharedBytes", V.DynamicBytes},
                                  {"persistent", V.Persistent}});
    Result.push_back(json::Object{{"kernel", Kernel},
                                  {"file", File},
                                  {"launch", int64_t(Number)},
                                  {"versions", std::move(Each)}});
  }
  return Result;
}

json::Value toJson(const IndexedText &Text) {
  return json::Object{{"path", Text.Path}, {"hash", Text.Hash}};
}

json::Value toJson(const IndexedFile &F) {
  json::Array Headers, Launches;
  for (const IndexedText &H : F.Headers)
    Headers.push_back(toJson(H));
  json::Array Taken(F.KernelsTaken);
  json::Object Kernels, Arrays;
  for (const auto &[Name, Effects] : F.Kernels)
    Kernels[Name] = toJson(Effects);
  for (const auto &[Name, L] : F.Launches)
    Launches.push_back(toJson(Name, L));
  for (const auto &[Name, IsSimple] : F.Arrays)
    Arrays[Name] = IsSimple;
  return json::Object{{"source", toJson(F.Source)},
                      {"headers", std::move(Headers)},
                      {"flags", json::Array(F.Flags)},
                      {"architectures", json::Array(F.Architectures)},
                      {"kernels", std::move(Kernels)},
                      {"launches", std::move(Launches)},
                      {"taken", std::move(Taken)},
                      {"minds-errors", F.MindsErrors},
                      {"versions", toJson(F.Versions)},
                      {"arrays", std::move(Arrays)}};
}

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// Found by argument-dependent lookup from llvm::json.

static bool fromJSON(const json::Value &V, Sizes &Into, json::Path P) {
  const json::Array *A = V.getAsArray();
  if (!A || A->size() != 3) {
    P.report("expected three sizes");
    return false;
  }
  for (unsigned I = 0; I < 3; ++I)
    if (!json::fromJSON((*A)[I], Into[I], P.index(I)))
      return false;
  return true;
}

static bool fromJSON(const json::Value &V, Polynomial &Into, json::Path P) {
  const json::Array *A = V.getAsArray();
  if (!A) {
    P.report("expected a sum");
    return false;
  }
  Into = {};
  for (size_t I = 0; I < A->size(); ++I) {
    int64_t Times = 0;
    std::vector<std::string> Symbols;
    json::ObjectMapper O((*A)[I], P.index(I));
    if (!O || !O.map("times", Times) || !O.map("symbols", Symbols))
      return false;
    Polynomial Term = Times;
    for (const std::string &Symbol : Symbols)
      Term = Term * Polynomial::symbol(Symbol);
    Into += Term;
  }
  return true;
}

static bool fromJSON(const json::Value &V, std::optional<HostValue> &Into,
                     json::Path P) {
  Into = std::nullopt;
  if (V.getAsNull())
    return true;
  HostValue Value;
  json::ObjectMapper O(V, P);
  const json::Object *Of = V.getAsObject();
  const json::Value *Sum = Of ? Of->get("sum") : nullptr;
  if (!O || !O.map("divisor", Value.Divisor))
    return false;
  if (!Sum || Value.Divisor < 1) {
    P.report("expected a sum and a positive divisor");
    return false;
  }
  if (!fromJSON(*Sum, Value.Numerator, P.field("sum")))
    return false;
  Into = std::move(Value);
  return true;
}

namespace {

/// Reads the fields of one object.
class Reader {
public:
  Reader(const json::Value &V, json::Path P)
      : Fields(V.getAsObject()), Where(P) {
    if (!Fields)
      P.report("expected an object");
    Right = Fields;
  }
  explicit operator bool() const { return Right; }

  template <typename T> Reader &map(const char *Name, T &Into) {
    const json::Value *V = Right ? Fields->get(Name) : nullptr;
    if (Right && !V)
      Where.field(Name).report("missing value");
    Right = V && read(*V, Into, Where.field(Name));
    return *this;
  }

private:
  template <typename T>
  static bool read(const json::Value &V, T &Into, json::Path P) {
    using llvm::json::fromJSON;
    using tessera::fromJSON;
    return fromJSON(V, Into, P);
  }
  template <typename T>
  static bool read(const json::Value &V, std::vector<T> &Into, json::Path P) {
    const json::Array *A = V.getAsArray();
    if (!A) {
      P.report("expected an array");
      return false;
    }
    Into.resize(A->size());
    for (size_t I = 0; I < A->size(); ++I)
      if (!read((*A)[I], Into[I], P.index(I)))
        return false;
    return true;
  }
  static bool read(const json::Value &V, std::set<std::string> &Into,
                   json::Path P) {
    std::vector<std::string> All;
    if (!read(V, All, P))
      return false;
    Into.insert(All.begin(), All.end());
    return true;
  }
  template <typename T>
  static bool read(const json::Value &V, std::map<std::string, T> &Into,
                   json::Path P) {
    const json::Object *O = V.getAsObject();
    if (!O) {
      P.report("expected an object");
      return false;
    }
    for (const auto &[Name, Value] : *O)
      if (!read(Value, Into[Name.str()], P.field(Name)))
        return false;
    return true;
  }
  static bool read(const json::Value &V, MemoryUse &Into, json::Path P) {
    return bool(
        Reader(V, P).map("reads", Into.Reads).map("writes", Into.Writes));
  }
  static bool read(const json::Value &V, KernelEffects &Into, json::Path P) {
    return bool(Reader(V, P)
                    .map("parameters", Into.Parameters)
                    .map("names", Into.ByName)
                    .map("prints", Into.MayPrint));
  }
  static bool read(const json::Value &V, PointerRoot &Into, json::Path P) {
    int64_t Kind = 0;
    if (!Reader(V, P).map("kind", Kind).map("of", Into.Name))
      return false;
    if (Kind < 0 || Kind > int64_t(PointerRoot::Kind::Allocation)) {
      P.report("unknown kind");
      return false;
    }
    Into.K = PointerRoot::Kind(Kind);
    return true;
  }
  static bool read(const json::Value &V, LaunchArgument &Into, json::Path P) {
    return bool(Reader(V, P)
                    .map("text", Into.Text)
                    .map("pointer", Into.IsPointer)
                    .map("root", Into.Root)
                    .map("atRoot", Into.AtRoot)
                    .map("bytes", Into.Bytes)
                    .map("integer", Into.IsInteger)
                    .map("convertedTo", Into.ConvertedTo)
                    .map("naturalBits", Into.NaturalBits)
                    .map("constant", Into.Constant)
                    .map("value", Into.Value)
                    .map("repeatable", Into.Repeatable));
  }
  static bool read(const json::Value &V,
                   std::pair<std::string, LaunchModel> &Into, json::Path P) {
    LaunchModel &L = Into.second;
    std::vector<std::optional<HostValue>> GridValues;
    if (!Reader(V, P)
             .map("kernel", Into.first)
             .map("grid", L.Grid)
             .map("gridValues", GridValues)
             .map("gridText", L.GridText)
             .map("gridIsScalar", L.GridIsScalar)
             .map("gridRepeatable", L.GridRepeatable)
             .map("block", L.Block)
             .map("blockText", L.BlockText)
             .map("blockIsInteger", L.BlockIsInteger)
             .map("blockRepeatable", L.BlockIsRepeatable)
             .map("sharedBytes", L.DynamicBytes)
             .map("sharedBytesText", L.SharedBytesText)
             .map("stream", L.StreamText)
             .map("off", L.SwitchedOff)
             .map("arguments", L.Arguments))
      return false;
    if (GridValues.size() != 3) {
      P.field("gridValues").report("expected three values");
      return false;
    }
    llvm::copy(GridValues, L.GridValues.begin());
    return true;
  }
  static bool read(const json::Value &V, VersionElsewhere &Into, json::Path P) {
    return bool(Reader(V, P)
                    .map("name", Into.Name)
                    .map("test", Into.Test)
                    .map("testName", Into.TestName)
                    .map("grid", Into.Grid)
                    .map("block", Into.Block)
                    .map("sharedBytes", Into.DynamicBytes)
                    .map("persistent", Into.Persistent));
  }
  static bool read(const json::Value &V, VersionsByLaunch &Into, json::Path P) {
    struct Launch {
      std::string Kernel, File;
      int64_t Number = 0;
      std::vector<VersionElsewhere> Versions;
    };
    const json::Array *A = V.getAsArray();
    if (!A) {
      P.report("expected an array");
      return false;
    }
    for (size_t I = 0; I < A->size(); ++I) {
      Launch L;
      if (!Reader((*A)[I], P.index(I))
               .map("kernel", L.Kernel)
               .map("file", L.File)
               .map("launch", L.Number)
               .map("versions", L.Versions))
        return false;
      Into[{L.Kernel, L.File, unsigned(L.Number)}] = std::move(L.Versions);
    }
    return true;
  }
  static bool read(const json::Value &V, IndexedText &Into, json::Path P) {
    return bool(Reader(V, P).map("path", Into.Path).map("hash", Into.Hash));
  }

public:
  static bool read(const json::Value &V, IndexedFile &Into, json::Path P) {
    return bool(Reader(V, P)
                    .map("source", Into.Source)
                    .map("headers", Into.Headers)
                    .map("flags", Into.Flags)
                    .map("architectures", Into.Architectures)
                    .map("kernels", Into.Kernels)
                    .map("launches", Into.Launches)
                    .map("taken", Into.KernelsTaken)
                    .map("minds-errors", Into.MindsErrors)
                    .map("versions", Into.Versions)
                    .map("arrays", Into.Arrays));
  }

private:
  const json::Object *Fields;
  json::Path Where;
  bool Right = false;
};

} // namespace

std::string toJson(const ProjectIndex &Index) {
  std::string Text =
      "{\"version\": " + std::to_string(IndexVersion) + ", \"files\": [";
  llvm::raw_string_ostream OS(Text);
  llvm::ListSeparator Comma(",");
  for (const IndexedFile &F : Index.Files)
    OS << Comma << "\n" << toJson(F);
  OS << "\n]}\n";
  return Text;
}

llvm::Expected<ProjectIndex> mergeIndexes(llvm::ArrayRef<std::string> Texts,
                                          llvm::ArrayRef<std::string> Names) {
  ProjectIndex Result;
  for (auto [Text, Name] : llvm::zip(Texts, Names)) {
    llvm::Expected<json::Value> Whole = json::parse(Text);
    if (!Whole)
      return badIndex("'" + Name +
                      "' is no index: " + toString(Whole.takeError()));
    const json::Object *O = Whole->getAsObject();
    const json::Array *Files = O ? O->getArray("files") : nullptr;
    if (!Files || O->getInteger("version") != IndexVersion)
      return badIndex("'" + Name + "' is no index of this version of tessera");
    for (const json::Value &V : *Files) {
      json::Path::Root Root("file");
      IndexedFile F;
      if (!Reader::read(V, F, Root))
        return badIndex("'" + Name +
                        "' is no index: " + toString(Root.getError()));
      if (llvm::any_of(Result.Files, [&](const IndexedFile &Other) {
            return Other.Source.Path == F.Source.Path;
          }))
        return badIndex("'" + F.Source.Path + "' is in the index twice");
      Result.Files.push_back(std::move(F));
    }
  }
  llvm::sort(Result.Files, [](const IndexedFile &A, const IndexedFile &B) {
    return A.Source.Path < B.Source.Path;
  });
  return Result;
}

} // namespace tessera
