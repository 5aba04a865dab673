//===- ResultLines.cpp - Lines of results in reports ----------------------===//
#include "report/ResultLines.h"
#include "report/JsonText.h"

namespace tessera {

namespace {

/// Lines, one after the other, and what the first comes from: each of the
/// others from the next, or all from the same.
struct Run {
  int64_t Count = 1, From = 0, Step = 0;

  bool extend(int64_t Next) {
    const int64_t Further = Next - (From + Step * (Count - 1));
    if (From == 0 || Next == 0 ? Next != From
                               : Further != Step && (Count > 1 || Further != 1))
      return false;
    Step = Further;
    ++Count;
    return true;
  }
};

} // namespace

void addResultLines(json::Object &Result, const FileReport &File) {
  std::vector<Run> Runs;
  const size_t Lines = llvm::StringRef(File.Result).count('\n') + 1;
  for (size_t Line = 0; Line < Lines; ++Line) {
    // Without changes each is itself; what is behind the last that is known is
    // no part of the user's text.
    int64_t From = File.Changed ? 0 : int64_t(Line) + 1;
    if (Line < File.Lines.size())
      From = File.Lines[Line];
    if (Runs.empty() || !Runs.back().extend(From))
      Runs.push_back({1, From, 0});
  }
  json::Array All, Versions;
  for (const Run &R : Runs)
    All.push_back(json::Array{R.Count, R.From, R.Step});
  for (const VersionLines &V : File.Versions)
    Versions.push_back(json::Object{{"kernel", text(V.Name)},
                                    {"begin_line", V.Begin},
                                    {"end_line", V.End}});
  Result["result_lines"] = std::move(All);
  Result["versions"] = std::move(Versions);
}

} // namespace tessera
