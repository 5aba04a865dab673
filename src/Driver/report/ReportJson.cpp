//===- ReportJson.cpp - Reports for programs ------------------------------===//
#include "report/ReportJson.h"
#include "report/EstimateJson.h"
#include "report/JsonText.h"
#include "report/ResultLines.h"
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Tune.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

llvm::StringRef name(DiagLevel Level) {
  static constexpr llvm::StringLiteral Names[] = {
      "remark", "missed", "analysis", "note", "warning", "error"};
  return Names[static_cast<unsigned>(Level)];
}

llvm::StringRef name(AccessInfo::Kind K) {
  static constexpr llvm::StringLiteral Names[] = {"read", "write", "update",
                                                  "atomic", "address taken"};
  return Names[static_cast<unsigned>(K)];
}

llvm::StringRef name(SharedVariable::Dialect D) {
  static constexpr llvm::StringLiteral Names[] = {"simple", "managed", "host",
                                                  "device"};
  return Names[static_cast<unsigned>(D)];
}

llvm::StringRef name(Placement Where) {
  static constexpr llvm::StringLiteral Names[] = {"host", "value", "device",
                                                  "constant", "managed"};
  return Names[static_cast<unsigned>(Where)];
}

llvm::StringRef name(ReportEvent::Lane L) {
  static constexpr llvm::StringLiteral Names[] = {"host", "copy", "kernel"};
  return Names[static_cast<unsigned>(L)];
}

json::Object device(const DeviceModel &D) {
  return json::Object{{"name", text(D.Name)},
                      {"architecture", text(D.Architecture)},
                      {"multiprocessors", D.Multiprocessors},
                      {"shared_bytes", D.SharedPerMultiprocessor},
                      {"registers", D.RegistersPerMultiprocessor},
                      {"blocks", D.BlocksPerMultiprocessor},
                      {"warps", D.ThreadsPerMultiprocessor / D.WarpSize},
                      {"warp_size", D.WarpSize},
                      {"banks", D.Banks},
                      {"rates", D.hasRates()}};
}

/// One file; knows where its lines begin.
class FileWriter {
public:
  explicit FileWriter(const FileReport &File) : File(File) {
    Begins.push_back(0);
    for (size_t I = 0; I < File.Source.size(); ++I)
      if (File.Source[I] == '\n')
        Begins.push_back(I + 1);
  }

  json::Object write() const {
    json::Array Messages;
    for (const Diagnostic &D : File.Messages)
      Messages.push_back(message(D));
    json::Object Result{{"file", text(File.File)},
                        {"changed", File.Changed},
                        {"messages", std::move(Messages)},
                        {"source", text(File.Source)}};
    Result["result"] = text(File.Result);
    json::Array Changes;
    for (const Hunk &H : difference(File.Source, File.Result, /*Around=*/0))
      Changes.push_back(json::Array{int64_t(H.Before), int64_t(H.count('-')),
                                    int64_t(H.After), int64_t(H.count('+'))});
    Result["line_changes"] = std::move(Changes);
    addResultLines(Result, File);
    return Result;
  }

  json::Object members(const ReportData &Data) const {
    json::Array Kernels;
    for (const ReportKernel &K : Data.Kernels)
      Kernels.push_back(kernel(K));
    return json::Object{{"device", device(Data.Device)},
                        {"kernels", std::move(Kernels)},
                        {"host", host(Data.Host)}};
  }

private:
  int64_t lineOf(SourcePlace Where) const {
    return llvm::upper_bound(Begins, Where.Offset) - Begins.begin();
  }

  void place(json::Object &To, SourcePlace Where) const {
    if (!Where.isKnown())
      return;
    const int64_t Line = lineOf(Where);
    To["line"] = Line;
    To["column"] = int64_t(Where.Offset) - int64_t(Begins[Line - 1]) + 1;
  }

  json::Object message(const Diagnostic &D) const {
    json::Object Result{{"id", identity(D.Kind)},
                        {"level", name(level(D.Kind))},
                        {"message", text(D.message())},
                        {"arguments", texts(D.Arguments)}};
    place(Result, D.Where);
    return Result;
  }

  //===--- Kernels --------------------------------------------------------===//

  json::Value kernel(const ReportKernel &K) const {
    json::Object Result{{"name", text(K.Name)},
                        {"changed", K.Changed},
                        {"constants", texts(K.Constants)},
                        {"uses", texts(K.Uses)}};
    add(Result, "template", K.TemplateArguments);
    place(Result, K.Where);
    json::Array Launches, Shapes;
    if (K.Begin.isKnown() && K.End.isKnown()) {
      Result["begin_line"] = lineOf(K.Begin);
      Result["end_line"] = lineOf(K.End);
    }
    for (const auto &[Where, L] : K.Launches)
      Launches.push_back(launch(Where, L));
    for (const ReportShape &S : K.Shapes)
      Shapes.push_back(shape(S));
    json::Array Refusals;
    for (const Diagnostic &D : K.Refusals)
      Refusals.push_back(message(D));
    Result["messages"] = std::move(Refusals); // see assignMessages
    Result["launches"] = std::move(Launches);
    Result["shapes"] = std::move(Shapes);
    return Result;
  }

  json::Object launch(SourcePlace Where, const LaunchModel &L) const {
    json::Object Result{{"grid", sizes(L.Grid)}, {"block", sizes(L.Block)}};
    place(Result, Where);
    add(Result, "grid_text", L.GridText);
    add(Result, "block_text", L.BlockText);
    add(Result, "dynamic_shared_bytes", L.DynamicBytes);
    add(Result, "stream", L.StreamText);
    add(Result, "function", L.Function);
    return Result;
  }

  json::Object shape(const ReportShape &S) const {
    json::Object Result{{"block", sizes(S.Block)}, {"grid", sizes(S.Grid)}};
    json::Array Arrays, Candidates, Plans;
    for (const ReportArray &A : S.Arrays)
      Arrays.push_back(array(A));
    for (const Candidate &C : S.Considered)
      Candidates.push_back(candidate(C));
    for (const ReportPlan &Plan : S.Plans)
      Plans.push_back(this->plan(Plan));
    Result["arrays"] = std::move(Arrays);
    Result["candidates"] = std::move(Candidates);
    Result["plans"] = std::move(Plans);
    if (S.Before)
      Result["before"] = estimate(*S.Before);
    if (!S.Plans.empty() && S.Plans.front().Estimate)
      Result["after"] = estimate(*S.Plans.front().Estimate);
    return Result;
  }

  static json::Object candidate(const Candidate &C) {
    json::Object Result{
        {"what", text(planInShort(C.Request))},
        {"verdict", text(C.Verdict.empty() ? "chosen" : C.Verdict)},
        {"shared_bytes", C.SharedBytes}};
    auto Estimate = [&](llvm::StringRef Unit, double Before, double After) {
      json::Object Costs{{"unit", Unit}};
      add(Costs, "before", finite(Before));
      add(Costs, "after", finite(After));
      Result["estimate"] = std::move(Costs);
    };
    if (C.Cycles)
      Estimate("cycles", C.Cycles->first, C.Cycles->second);
    else if (C.Before > 0 || C.Verdict.empty())
      Estimate("cost", C.Before, C.After);
    if (C.Registers > 0)
      Result["registers"] = C.Registers;
    if (C.Obstacle)
      Result["obstacle"] =
          json::Object{{"id", identity(C.Obstacle->Kind)},
                       {"message", text(C.Obstacle->message())}};
    return Result;
  }

  //===--- Arrays ---------------------------------------------------------===//

  json::Object array(const ReportArray &A) const {
    json::Object Result{{"name", text(A.Info.Name)},
                        {"type", text(A.Info.ElementType)},
                        {"element_bytes", A.Info.ElementBytes},
                        {"reads", A.Facts.Reads},
                        {"writes", A.Facts.Writes},
                        {"atomic", A.Facts.Atomic},
                        {"escapes", A.Facts.Escapes},
                        {"strides", texts(A.Facts.Coordinates.Strides)},
                        {"goes", texts(A.Goes)}};
    json::Array Accesses, Footprints, Refusals;
    for (const ReportAccess &Access : A.Accesses)
      Accesses.push_back(access(Access));
    for (const ReportFootprint &F : A.Footprints)
      Footprints.push_back(footprint(F));
    for (const auto &[At, D] : A.Refusals)
      Refusals.push_back(json::Object{{"at", text(At)},
                                      {"id", identity(D.Kind)},
                                      {"message", text(D.message())}});
    Result["accesses"] = std::move(Accesses);
    Result["footprints"] = std::move(Footprints);
    Result["refusals"] = std::move(Refusals);
    return Result;
  }

  json::Object access(const ReportAccess &A) const {
    json::Object Result{{"id", A.Id.Index}, {"kind", name(A.K)}};
    place(Result, A.Where);
    if (!A.Coordinates.empty())
      Result["coordinates"] = texts(A.Coordinates);
    if (A.Requests)
      Result["requests"] =
          json::Object{{"warps", A.Requests->Requests},
                       {"sectors", A.Requests->Sectors},
                       {"dense_sectors", A.Requests->Dense},
                       {"sectors_per_warp", A.Requests->sectorsPerRequest()},
                       {"coalesced", A.Requests->isCoalesced()},
                       {"broadcast", A.Requests->Broadcast}};
    return Result;
  }

  static json::Object count(const Count &C) {
    json::Object Result{{"text", text(C.Value)}, {"exact", C.Exact}};
    add(Result, "value", C.Value.constant());
    return Result;
  }

  static json::Array ids(const std::vector<AccessId> &All) {
    json::Array Result;
    for (AccessId Id : All)
      Result.push_back(Id.Index);
    return Result;
  }

  json::Object footprint(const ReportFootprint &F) const {
    json::Array Dimensions;
    for (const auto &[D, Halo] : llvm::zip_equal(F.Enclosing.Dims, F.Halo)) {
      json::Object One{{"origin", text(D.Origin)},
                       {"extent", text(D.Extent)},
                       {"stride", D.Stride}};
      add(One, "cells", D.Extent.constant());
      if (Halo)
        One["halo"] = json::Array{Halo->first, Halo->second};
      Dimensions.push_back(std::move(One));
    }
    json::Object Result{{"at", text(F.At)},
                        {"accesses", ids(F.Accesses)},
                        {"dimensions", std::move(Dimensions)},
                        {"may", F.May},
                        {"access_count", count(F.Frequency.Accesses)},
                        {"after_registers", count(F.Frequency.AfterRegisters)},
                        {"element_count", count(F.Frequency.Elements)},
                        {"reuse", json::Object{{"threads", F.Reuse.InterThread},
                                               {"private", F.Reuse.Private}}}};
    if (!F.Cells.empty())
      Result["cells"] = texts(F.Cells);
    add(Result, "frequency", finite(F.Frequency.ratio()));
    add(Result, "sharing", finite(F.Frequency.sharing()));
    if (F.Frequency.LoadsBefore)
      Result["grid_loads_before"] = count(*F.Frequency.LoadsBefore);
    if (F.Frequency.LoadsAfter)
      Result["grid_loads_after"] = count(*F.Frequency.LoadsAfter);
    return Result;
  }

  //===--- Plans ----------------------------------------------------------===//

  json::Object plan(const ReportPlan &Plan) const {
    json::Array Tiles, Starts;
    for (const ReportTile &T : Plan.Tiles)
      Tiles.push_back(tile(T));
    for (const ReportStart &S : Plan.Starts)
      Starts.push_back(start(S));
    json::Object Result{
        {"kernel", text(Plan.Name)},   {"what", text(Plan.What)},
        {"block", sizes(Plan.Block)},  {"tiles", std::move(Tiles)},
        {"starts", std::move(Starts)}, {"called", Plan.Called}};
    if (Plan.Estimate)
      Result["estimate"] = estimate(*Plan.Estimate);
    return Result;
  }

  json::Object start(const ReportStart &S) const {
    json::Object Result;
    place(Result, S.Where);
    add(Result, "test", S.Test);
    add(Result, "grid", S.Grid);
    return Result;
  }

  json::Object tile(const ReportTile &T) const {
    const TileStage &S = T.Stage;
    json::Array Dimensions, Uses;
    for (const TileDimension &D : S.Dimensions) {
      json::Object One{{"origin", text(D.Origin)},
                       {"extent", text(D.Extent)},
                       {"stride", D.Step}};
      add(One, "cells", D.Extent.constant());
      Dimensions.push_back(std::move(One));
    }
    for (const ReportTileUse &Use : T.Uses)
      Uses.push_back(this->use(Use));
    const Polynomial Bytes = S.bytes(T.ElementBytes);
    json::Object Result{{"name", text(S.Name)},
                        {"array", text(T.Array)},
                        {"at", text(T.At)},
                        {"element_bytes", T.ElementBytes},
                        {"dimensions", std::move(Dimensions)},
                        {"bytes_text", text(Bytes)},
                        {"buffers", S.Buffers},
                        {"async", T.Async},
                        {"transposed", S.Transposed},
                        {"vector", S.Vector},
                        {"copied_in", S.CopiedIn},
                        {"copied_out", S.CopiedOut},
                        {"uses", std::move(Uses)}};
    add(Result, "bytes", Bytes.constant());
    memory(S, Result);
    return Result;
  }

  /// Rows in memory, if their number and length are known.
  void memory(const TileStage &S, json::Object &Result) const {
    const std::vector<unsigned> Order = S.memoryOrder();
    const TileDimension &Row = S.Dimensions[Order.back()];
    Polynomial Rows = 1;
    for (unsigned D : llvm::ArrayRef(Order).drop_back())
      Rows = Rows * S.Dimensions[D].Extent;
    const auto Count = Rows.constant(), Cells = Row.Extent.constant(),
               Pitch = S.pitch().constant();
    if (Count && Cells && Pitch)
      Result["memory"] = json::Object{{"rows", *Count},
                                      {"row_cells", *Cells},
                                      {"pitch", *Pitch},
                                      {"padding", Row.Padding},
                                      {"skew", S.Skew}};
  }

  json::Object use(const ReportTileUse &Use) const {
    json::Object Result{{"access", Use.Access.Index},
                        {"index", texts(Use.Index)},
                        {"lanes", json::Array(Use.Lanes)},
                        {"width", Use.Width}};
    place(Result, Use.Where);
    add(Result, "wavefronts", Use.Wavefronts);
    add(Result, "warps", Use.Warps);
    return Result;
  }

  //===--- The host -------------------------------------------------------===//

  json::Object host(const ReportHost &Host) const {
    json::Array Variables, Loops;
    for (const ReportVariable &V : Host.Variables)
      Variables.push_back(variable(V));
    for (const auto &[Begin, End] : Host.Loops) {
      json::Object Loop;
      if (Begin.isKnown() && End.isKnown())
        Loop = json::Object{{"line", lineOf(Begin)}, {"end_line", lineOf(End)}};
      Loops.push_back(std::move(Loop));
    }
    json::Object Result{{"variables", std::move(Variables)},
                        {"loops", std::move(Loops)},
                        {"before", events(Host.Before)}};
    if (Host.After)
      Result["after"] = events(*Host.After);
    return Result;
  }

  json::Object variable(const ReportVariable &V) const {
    json::Object Result{{"name", text(V.Variable.Name)},
                        {"type", text(V.Variable.ElementType)},
                        {"element_bytes", V.Variable.ElementBytes},
                        {"dialect", name(V.Variable.D)}};
    place(Result, V.Where);
    add(Result, "bytes", V.Variable.knownBytes());
    if (!V.Plan)
      return Result;
    Result["placement"] = name(V.Plan->Where);
    Result["pinned"] = V.Plan->Pinned;
    add(Result, "why", V.Plan->Why);
    return Result;
  }

  json::Array events(const std::vector<ReportEvent> &All) const {
    json::Array Result;
    for (const ReportEvent &E : All) {
      json::Object One{{"lane", name(E.L)},
                       {"what", text(E.What)},
                       {"loops", json::Array(E.Loops)},
                       {"conditional", E.Conditional}};
      place(One, E.Where);
      for (const auto &[Key, Value] : {std::pair("function", &E.Function),
                                       {"variable", &E.Variable},
                                       {"other", &E.Other},
                                       {"kernel", &E.Kernel},
                                       {"stream", &E.Stream},
                                       {"note", &E.Note},
                                       {"memory", &E.Memory},
                                       {"bytes_text", &E.BytesText}})
        add(One, Key, *Value);
      add(One, "bytes", E.Bytes);
      if (!E.Reads.empty())
        One["reads"] = texts(E.Reads);
      if (!E.Writes.empty())
        One["writes"] = texts(E.Writes);
      Result.push_back(std::move(One));
    }
    return Result;
  }

  const FileReport &File;
  std::vector<size_t> Begins;
};

} // namespace

std::string reportMembers(llvm::StringRef Source, const ReportData &Data) {
  FileReport File;
  File.Source = Source.str();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << json::Value(FileWriter(File).members(Data));
  return Text;
}

json::Value reportJson(const std::vector<FileReport> &Files) {
  json::Array All;
  json::Object Result{{"version", 2},
                      {"tool", json::Object{{"name", "tessera"},
                                            {"version", TESSERA_VERSION}}}};
  for (const FileReport &File : Files) {
    json::Object Own = FileWriter(File).write();
    if (!File.Data.empty()) {
      json::Value Data = llvm::cantFail(json::parse(File.Data)); // is our own
      for (auto &[Name, Value] : *Data.getAsObject())
        (Name == "device" ? Result : Own)[Name] = std::move(Value);
      assignMessages(Own);
    }
    All.push_back(std::move(Own));
  }
  Result["files"] = std::move(All);
  return Result;
}

} // namespace tessera
