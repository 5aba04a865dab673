//===- LibraryTable.cpp - What functions of libraries do ------------------===//
#include "calls/LibraryTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/YAMLTraits.h"
#include <map>

namespace {

/// A row as it is written.
struct WrittenRow {
  std::vector<std::string> Names, Args, Reads, Writes, Copies, Keeps;
  std::optional<std::vector<std::string>> Calls, Returns;
  std::map<std::string, std::string> Stores;
  std::string Format;
  bool Clock = false, Prints = false;
};

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(WrittenRow)
LLVM_YAML_IS_STRING_MAP(std::string)

template <> struct llvm::yaml::MappingTraits<WrittenRow> {
  static void mapping(IO &Io, WrittenRow &R) {
    Io.mapRequired("names", R.Names);
    Io.mapRequired("args", R.Args);
    Io.mapOptional("reads", R.Reads);
    Io.mapOptional("writes", R.Writes);
    Io.mapOptional("copies", R.Copies);
    Io.mapOptional("keeps", R.Keeps);
    Io.mapOptional("calls", R.Calls);
    Io.mapOptional("returns", R.Returns);
    Io.mapOptional("stores", R.Stores);
    Io.mapOptional("formats", R.Format);
    Io.mapOptional("clock", R.Clock, false);
    Io.mapOptional("prints", R.Prints, false);
  }
};

namespace tessera {
namespace {

/// Turns roles into numbers of arguments.
class RowReader {
public:
  explicit RowReader(const WrittenRow &From) : From(From) {}

  llvm::Expected<LibraryRow> read() {
    Row.Names = From.Names;
    Row.Clock = From.Clock;
    Row.Prints = From.Prints;
    if (From.Names.empty())
      fail("it names no function");
    for (const std::string &Written : From.Args)
      declare(Written);
    for (const std::string &Role : From.Reads)
      set(Role, &LibraryArgument::Reads);
    for (const std::string &Written : From.Writes)
      write(Written);
    for (const std::string &Role : From.Copies)
      set(Role, &LibraryArgument::Copies);
    for (const std::string &Role : From.Keeps)
      set(Role, &LibraryArgument::Keeps);
    Row.RunsOthers = From.Calls.has_value();
    if (From.Calls)
      for (const std::string &Role : *From.Calls)
        set(Role, &LibraryArgument::Calls);
    Row.KnowsResult = From.Returns.has_value();
    if (From.Returns)
      for (const std::string &Role : *From.Returns)
        set(Role, &LibraryArgument::Returned);
    for (const auto &[Target, Source] : From.Stores) {
      std::optional<unsigned> To = find(Target), What = find(Source);
      if (To)
        Row.Arguments[*To].Source = What;
    }
    if (!From.Format.empty())
      Row.Format = find(From.Format);
    if (Why.empty())
      return std::move(Row);
    std::string Name = From.Names.empty() ? "" : From.Names.front();
    return llvm::createStringError("the row of '" + Name + "': " + Why);
  }

private:
  void fail(const llvm::Twine &Reason) {
    if (Why.empty())
      Why = Reason.str();
  }

  void declare(llvm::StringRef Written) {
    LibraryArgument New;
    New.Rest = Written.consume_back("...");
    New.Optional = Written.consume_back("?");
    New.Role = Written.str();
    if (Written.empty() || Written.find_first_of("?.+*") != Written.npos)
      fail("'" + Written + "' is no role");
    for (const LibraryArgument &Old : Row.Arguments) {
      if (Old.Role == New.Role)
        fail("it has two roles '" + Written + "'");
      if (Old.Rest || (Old.Optional && !New.Optional && !New.Rest))
        fail("nothing can follow the role '" + Old.Role + "'");
    }
    Row.Arguments.push_back(std::move(New));
  }

  std::optional<unsigned> find(llvm::StringRef Role) {
    for (unsigned I = 0; I < Row.Arguments.size(); ++I)
      if (Row.Arguments[I].Role == Role)
        return I;
    fail("it has no role '" + Role + "'");
    return std::nullopt;
  }

  std::optional<unsigned> set(llvm::StringRef Role,
                              bool LibraryArgument::*Fact) {
    std::optional<unsigned> At = find(Role);
    if (At)
      Row.Arguments[*At].*Fact = true;
    return At;
  }

  /// `to`, `first..last`, `to+bytes`, `to+count*`.
  void write(llvm::StringRef Written) {
    using End = LibraryExtent::End;
    auto [First, Last] = Written.split("..");
    auto [To, Count] = Written.split('+');
    LibraryExtent Certain;
    if (Last.empty()) {
      First = To;
      Last = Count;
      Certain.K = Last.consume_back("*") ? End::Elements : End::Bytes;
    }
    std::optional<unsigned> From = set(First, &LibraryArgument::Writes);
    std::optional<unsigned> Until = Last.empty() ? std::nullopt : find(Last);
    if (!From || !Until)
      return;
    if (Row.Certain)
      fail("only one extent can be written");
    Certain.From = *From;
    Certain.To = *Until;
    if (Certain.K == End::Pointer)
      Row.Arguments[*Until].Writes = true;
    Row.Certain = Certain;
  }

  const WrittenRow &From;
  LibraryRow Row;
  std::string Why;
};

} // namespace

bool LibraryRow::fits(unsigned Count) const {
  unsigned Least = 0;
  for (const LibraryArgument &A : Arguments)
    Least += !A.Optional && !A.Rest;
  bool Open = !Arguments.empty() && Arguments.back().Rest;
  return Count >= Least && (Open || Count <= Arguments.size());
}

const LibraryArgument *LibraryRow::argument(unsigned Index) const {
  if (Index < Arguments.size())
    return &Arguments[Index];
  return !Arguments.empty() && Arguments.back().Rest ? &Arguments.back()
                                                     : nullptr;
}

llvm::Expected<LibraryTable> LibraryTable::parse(llvm::StringRef Yaml) {
  std::vector<WrittenRow> Written;
  std::string Why;
  auto Note = [](const llvm::SMDiagnostic &D, void *Into) {
    auto &Text = *static_cast<std::string *>(Into);
    if (Text.empty())
      Text =
          "line " + std::to_string(D.getLineNo()) + ": " + D.getMessage().str();
  };
  llvm::yaml::Input In(Yaml, nullptr, Note, &Why);
  In >> Written;
  if (In.error())
    return llvm::createStringError(In.error(), Why);
  LibraryTable Table;
  for (const WrittenRow &From : Written) {
    llvm::Expected<LibraryRow> Row = RowReader(From).read();
    if (!Row)
      return Row.takeError();
    for (const std::string &Name : Row->Names)
      Table.ByName[Name].push_back(Table.Rows.size());
    Table.Rows.push_back(std::move(*Row));
  }
  return Table;
}

llvm::StringRef LibraryTable::text() {
  static constexpr char Text[] =
#include <LibraryText.inc>
      ;
  return llvm::StringRef(Text, sizeof(Text) - 1);
}

const LibraryTable &LibraryTable::get() {
  static const LibraryTable Table = llvm::cantFail(parse(text()));
  return Table;
}

const std::vector<unsigned> *LibraryTable::rowsOf(llvm::StringRef Name) const {
  if (auto Own = ByName.find(Name); Own != ByName.end())
    return &Own->second;
  for (size_t End = Name.rfind("::"); End != Name.npos;
       End = Name.take_front(End).rfind("::"))
    if (auto All = ByName.find((Name.take_front(End) + "::*").str());
        All != ByName.end())
      return &All->second;
  return nullptr;
}

const LibraryRow *LibraryTable::find(llvm::StringRef Name,
                                     unsigned Count) const {
  if (const std::vector<unsigned> *Candidates = rowsOf(Name))
    for (unsigned I : *Candidates)
      if (Rows[I].fits(Count))
        return &Rows[I];
  return nullptr;
}

const LibraryRow *LibraryTable::find(llvm::StringRef Name) const {
  const std::vector<unsigned> *Candidates = rowsOf(Name);
  return Candidates ? &Rows[Candidates->front()] : nullptr;
}

} // namespace tessera
