//===- AnalysisTable.cpp - The kernels of a source tree -------------------===//
#include "report/AnalysisTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera {

static unsigned lineOf(llvm::StringRef Source, SourcePlace Where) {
  return Where.isKnown() ? Source.take_front(Where.Offset).count('\n') + 1 : 0;
}

static void addRows(const TranslatedFile &F, std::vector<AnalysisRow> &Rows) {
  AnalysisRow Row;
  Row.File = F.Path;
  for (const KernelSummary &K : F.Kernels) {
    Row.Line = lineOf(F.Source, K.Where);
    Row.Kernel = K.Name;
    Row.Launches = K.Launches;
    Row.Gain = K.Gain;
    for (const Outcome &O : K.Outcomes) {
      Row.What = O;
      if (!O.Array.empty() || !O.Done.empty() || !O.Missed.empty() ||
          K.Outcomes.size() == 1)
        Rows.push_back(Row);
    }
  }
}

std::vector<AnalysisRow> rowsOf(const FileResult &R) {
  std::vector<AnalysisRow> Rows;
  AnalysisRow Row;
  Row.File = R.File;
  if (R.failed()) {
    const std::vector<Diagnostic> Problems = R.problems();
    auto First = llvm::find_if(Problems, [](const Diagnostic &D) {
      return level(D.Kind) == DiagLevel::Error;
    });
    if (!R.Program.Files.empty())
      Row.Line = lineOf(R.Program.main().Source, First->Where);
    Row.Error =
        First->message() + " [tessera-" + identity(First->Kind).str() + "]";
    return {Row};
  }
  for (const TranslatedFile &F : R.Program.Files)
    addRows(F, Rows);
  if (Rows.empty())
    Rows.push_back(Row);
  return Rows;
}

void AnalysisTable::add(const FileResult &R) {
  llvm::append_range(Rows, rowsOf(R));
  ++Files;
  if (R.failed()) {
    ++Failed;
    return;
  }
  for (const TranslatedFile &F : R.Program.Files) {
    Kernels += F.Kernels.size();
    ChangedKernels += llvm::count_if(
        F.Kernels, [](const KernelSummary &K) { return K.Changed; });
  }
}

std::string AnalysisTable::totals() const {
  auto Counted = [](size_t Count, llvm::StringRef What) {
    return (llvm::Twine(Count) + " " + What + (Count == 1 ? "" : "s")).str();
  };
  return Counted(Files, "file") +
         (Failed ? " (" + std::to_string(Failed) + " failed)" : "") + ", " +
         Counted(Kernels, "kernel") + ", " + std::to_string(ChangedKernels) +
         " would be changed";
}

static std::string gainOf(const AnalysisRow &Row) {
  return Row.Gain ? llvm::formatv("{0:f2}", *Row.Gain).str() : "";
}

/// The cells of \p Row that CSV and HTML have.
static std::vector<std::string> cells(const AnalysisRow &Row) {
  auto Known = [](int64_t Number) {
    return Number ? std::to_string(Number) : "";
  };
  const bool HasKernel = !Row.Kernel.empty();
  return {Row.File,
          Known(Row.Line),
          Row.Kernel,
          HasKernel ? std::to_string(Row.Launches) : "",
          gainOf(Row),
          Row.What.Array,
          Known(Row.What.TileBytes),
          Row.What.Outputs > 1 ? std::to_string(Row.What.Outputs) : "",
          llvm::join(Row.What.Done, " "),
          llvm::join(Row.What.Missed, " "),
          Row.Error};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What would be done, in short: `staged (2176 bytes), kept-in-register`.
static std::string doneInShort(const Outcome &O) {
  std::vector<std::string> Parts;
  for (const std::string &Id : O.Done) {
    std::string Part = Id;
    if (O.TileBytes && llvm::StringRef(Id).starts_with("staged"))
      Part += " (" + std::to_string(O.TileBytes) + " bytes)";
    if (O.Outputs > 1 && Id == "coarsened")
      Part += " (" + std::to_string(O.Outputs) + " outputs)";
    Parts.push_back(std::move(Part));
  }
  return llvm::join(Parts, ", ");
}

void printAsText(llvm::raw_ostream &OS, const AnalysisTable &Table) {
  using Line = std::vector<std::string>;
  std::vector<Line> Lines = {
      {"kernel", "launches", "gain", "array", "would be done", "not done"}};
  std::vector<size_t> Widths(Lines.front().size());
  for (const AnalysisRow &Row : Table.Rows)
    Lines.push_back(
        {(Row.File + ":" + llvm::Twine(Row.Line) + " " + Row.Kernel).str(),
         std::to_string(Row.Launches), gainOf(Row),
         Row.What.Array.empty() ? "(kernel)" : Row.What.Array,
         doneInShort(Row.What), llvm::join(Row.What.Missed, ", ")});
  for (size_t I = 1; I < Lines.size(); ++I) {
    const AnalysisRow &Row = Table.Rows[I - 1];
    if (Row.Kernel.empty())
      Lines[I] = {Row.File +
                  (Row.Error.empty()
                       ? ": no kernel"
                       : (Row.Line ? ":" + std::to_string(Row.Line) : "") +
                             ": " + Row.Error)};
    else
      for (size_t C = 0; C < Widths.size(); ++C)
        Widths[C] =
            std::max({Widths[C], Lines[I][C].size(), Lines.front()[C].size()});
  }
  std::string Before; // what the kernel's first line begins with
  for (const Line &L : Lines) {
    std::string Text;
    const bool Repeats = L.size() > 1 && L.front() == Before;
    for (size_t C = 0; C < L.size(); ++C) {
      Text += Repeats && C < 3 ? "" : L[C];
      size_t End = 0;
      for (size_t I = 0; I <= C; ++I)
        End += Widths[I] + 2;
      if (L.size() > 1)
        Text.resize(std::max(Text.size(), End), ' ');
    }
    Before = L.front();
    OS << llvm::StringRef(Text).rtrim() << "\n";
  }
  OS << Table.totals() << "\n";
}

//===----------------------------------------------------------------------===//
// CSV and HTML
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral Columns[] = {
    "file",       "line",    "kernel", "launches", "gain", "array",
    "tile bytes", "outputs", "done",   "not done", "error"};

static std::string quoted(llvm::StringRef Cell) {
  if (Cell.find_first_of(",\"\r\n") == llvm::StringRef::npos)
    return Cell.str();
  std::string Text = "\"";
  for (char C : Cell)
    Text += C == '"' ? "\"\"" : std::string(1, C);
  return Text + "\"";
}

void printAsCsv(llvm::raw_ostream &OS, const AnalysisTable &Table) {
  OS << llvm::join(std::begin(Columns), std::end(Columns), ",") << "\r\n";
  for (const AnalysisRow &Row : Table.Rows) {
    std::vector<std::string> Line = cells(Row);
    llvm::transform(Line, Line.begin(), quoted);
    OS << llvm::join(Line, ",") << "\r\n";
  }
}

static constexpr char PageHead[] =
#include "html/analysis-head.inc"
    ;
static constexpr char PageScript[] =
#include "html/analysis-script.inc"
    ;

static std::string escaped(llvm::StringRef Text) {
  std::string Html;
  llvm::raw_string_ostream OS(Html);
  llvm::printHTMLEscaped(Text, OS);
  return Html;
}

void printAsHtml(llvm::raw_ostream &OS, const AnalysisTable &Table) {
  OS << PageHead << "<p>" << escaped(Table.totals()) << "</p>\n<table>\n<thead>"
     << "<tr>";
  for (llvm::StringRef Name : Columns)
    OS << "<th scope=\"col\">" << Name << "</th>";
  OS << "</tr></thead>\n<tbody>\n";
  for (const AnalysisRow &Row : Table.Rows) {
    OS << (!Row.Error.empty()      ? "<tr class=\"failed\">"
           : Row.What.Done.empty() ? "<tr>"
                                   : "<tr class=\"done\">");
    for (const std::string &Cell : cells(Row))
      OS << "<td>" << escaped(Cell) << "</td>";
    OS << "</tr>\n";
  }
  OS << "</tbody>\n</table>\n" << PageScript << "</body>\n</html>\n";
}

} // namespace tessera
