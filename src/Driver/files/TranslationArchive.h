//===- TranslationArchive.h - What is kept of a translation ---------------===//
#ifndef TESSERA_DRIVER_FILES_TRANSLATIONARCHIVE_H
#define TESSERA_DRIVER_FILES_TRANSLATIONARCHIVE_H

#include "files/Archive.h"
#include "files/FileResult.h"

namespace tessera {

inline auto fields(SourcePlace &P) { return std::tie(P.Offset); }

inline auto fields(Diagnostic &D) {
  return std::tie(D.Kind, D.Where, D.Arguments, D.Instance);
}

inline auto fields(KnownNames &N) { return std::tie(N.Arrays, N.Kernels); }

inline auto fields(Outcome &O) {
  return std::tie(O.Array, O.TileBytes, O.Outputs, O.Done, O.Missed);
}

inline auto fields(KernelSummary &K) {
  return std::tie(K.Name, K.Where, K.Launches, K.Changed, K.Gain, K.Outcomes);
}

inline auto fields(SourceRange &R) { return std::tie(R.Begin, R.End); }

inline auto fields(FunctionPlace &F) { return std::tie(F.Name, F.Where); }

inline auto fields(VersionLines &V) { return std::tie(V.Name, V.Begin, V.End); }

inline auto fields(VersionElsewhere &V) {
  return std::tie(V.Name, V.Test, V.TestName, V.Grid, V.Block, V.DynamicBytes,
                  V.Persistent);
}

/// All but the sites, which only tuning needs, and what the files have.
inline auto fields(Translation &T) {
  return std::tie(T.Text, T.Lines, T.Versions, T.Changed, T.Dependencies,
                  T.Names, T.VersionsForOthers);
}

inline auto fields(TranslatedFile &F) {
  return std::tie(F.Path, F.Source, F.Text, F.Lines, F.Versions, F.CopyName,
                  F.Messages, F.Functions, F.Kernels, F.Data);
}

inline auto fields(TranslatedProgram &P) {
  return std::tie(P.Files, P.Rejected, P.Whole);
}

inline auto fields(FileResult &R) {
  return std::tie(R.File, R.Program, R.Errors, R.Stderr, R.UsedBackup,
                  R.UsedCopies);
}

} // namespace tessera

#endif
