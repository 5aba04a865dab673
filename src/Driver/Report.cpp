//===- Report.cpp - What was done, for people and programs ----------------===//
#include "tessera/Driver/Report.h"
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

static llvm::StringRef name(DiagLevel Level) {
  static constexpr llvm::StringLiteral Names[] = {
      "remark", "missed", "analysis", "note", "warning", "error"};
  return Names[static_cast<unsigned>(Level)];
}

static llvm::json::Value toJson(const FileReport &File, const Diagnostic &D) {
  llvm::json::Object Message{
      {"id", identity(D.Kind)},
      {"level", name(level(D.Kind))},
      {"message", D.message()},
      {"arguments", llvm::json::Array(D.Arguments)},
  };
  if (!D.Where.isKnown())
    return Message;
  llvm::StringRef Before =
      llvm::StringRef(File.Source).take_front(D.Where.Offset);
  size_t Break = Before.rfind('\n');
  int64_t LineStart = Break == llvm::StringRef::npos ? 0 : Break + 1;
  Message["line"] = int64_t(Before.count('\n')) + 1;
  Message["column"] = int64_t(D.Where.Offset) - LineStart + 1;
  return Message;
}

std::string renderReport(llvm::StringRef Path,
                         const std::vector<FileReport> &Files) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (llvm::sys::path::extension(Path) != ".json") {
    for (const FileReport &File : Files)
      for (const Diagnostic &D : File.Messages)
        printMessage(OS, File.File, File.Source, D);
    return Text;
  }
  llvm::json::Array All;
  for (const FileReport &File : Files) {
    llvm::json::Array Messages;
    for (const Diagnostic &D : File.Messages)
      Messages.push_back(toJson(File, D));
    All.push_back(llvm::json::Object{{"file", File.File},
                                     {"changed", File.Changed},
                                     {"messages", std::move(Messages)}});
  }
  OS << llvm::formatv("{0:2}\n",
                      llvm::json::Value(llvm::json::Object{
                          {"version", 1}, {"files", std::move(All)}}));
  return Text;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {

using Lines = llvm::SmallVector<llvm::StringRef, 0>;

/// One changed region: lines [A, A + CountA) become [B, B + CountB).
struct Change {
  size_t A, CountA, B, CountB;
};

/// The changes between two files by their longest common subsequence, common
/// ends stripped first.
std::vector<Change> changes(const Lines &A, const Lines &B) {
  size_t Head = 0;
  while (Head < A.size() && Head < B.size() && A[Head] == B[Head])
    ++Head;
  size_t Tail = 0;
  while (Tail < A.size() - Head && Tail < B.size() - Head &&
         A[A.size() - 1 - Tail] == B[B.size() - 1 - Tail])
    ++Tail;
  size_t N = A.size() - Head - Tail, M = B.size() - Head - Tail;
  std::vector<Change> Result;
  if (N == 0 && M == 0)
    return Result;
  if (N * M > 25'000'000) // one big change is still right
    return {{Head, N, Head, M}};
  std::vector<std::vector<unsigned>> Length(N + 1,
                                            std::vector<unsigned>(M + 1));
  for (size_t I = N; I-- > 0;)
    for (size_t J = M; J-- > 0;)
      Length[I][J] = A[Head + I] == B[Head + J]
                         ? Length[I + 1][J + 1] + 1
                         : std::max(Length[I + 1][J], Length[I][J + 1]);
  size_t I = 0, J = 0;
  while (I < N || J < M) {
    if (I < N && J < M && A[Head + I] == B[Head + J]) {
      ++I;
      ++J;
      continue;
    }
    Change C{Head + I, 0, Head + J, 0};
    while ((I < N || J < M) &&
           !(I < N && J < M && A[Head + I] == B[Head + J])) {
      if (J >= M || (I < N && Length[I + 1][J] >= Length[I][J + 1]))
        ++I, ++C.CountA;
      else
        ++J, ++C.CountB;
    }
    Result.push_back(C);
  }
  return Result;
}

} // namespace

std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After) {
  if (Before == After)
    return "";
  constexpr size_t Around = 3;
  Lines A, B;
  Before.split(A, '\n');
  After.split(B, '\n');
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "--- a/" << File << "\n+++ b/" << File << "\n";
  std::vector<Change> All = changes(A, B);
  for (size_t First = 0; First < All.size();) {
    size_t Last = First;
    while (Last + 1 < All.size() &&
           All[Last + 1].A - (All[Last].A + All[Last].CountA) <= 2 * Around)
      ++Last;
    size_t FromA = All[First].A - std::min(Around, All[First].A);
    size_t FromB = All[First].B - (All[First].A - FromA);
    size_t ToA = std::min(A.size(), All[Last].A + All[Last].CountA + Around);
    size_t ToB =
        All[Last].B + All[Last].CountB + (ToA - All[Last].A - All[Last].CountA);
    OS << "@@ -" << FromA + 1 << "," << ToA - FromA << " +" << FromB + 1 << ","
       << ToB - FromB << " @@\n";
    size_t At = FromA;
    for (size_t I = First; I <= Last; ++I) {
      for (; At < All[I].A; ++At)
        OS << " " << A[At] << "\n";
      for (; At < All[I].A + All[I].CountA; ++At)
        OS << "-" << A[At] << "\n";
      for (size_t L = 0; L < All[I].CountB; ++L)
        OS << "+" << B[All[I].B + L] << "\n";
    }
    for (; At < ToA; ++At)
      OS << " " << A[At] << "\n";
    First = Last + 1;
  }
  return Text;
}

} // namespace tessera
