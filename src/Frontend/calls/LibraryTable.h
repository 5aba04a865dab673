//===- LibraryTable.h - What functions of libraries do --------------------===//
//
// The table is data: calls/library.yaml says how its rows are read.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_CALLS_LIBRARYTABLE_H
#define TESSERA_FRONTEND_CALLS_LIBRARYTABLE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One argument of a function, or all from there on.
struct LibraryArgument {
  std::string Role;
  bool Optional = false, Rest = false;
  bool Reads = false, Writes = false;
  bool Copies = false;   ///< it becomes an element of a container
  bool Keeps = false;    ///< the pointer is remembered
  bool Calls = false;    ///< it is run, and then forgotten
  bool Returned = false; ///< the result may point there
  /// The argument that the pointer there points into behind the call.
  std::optional<unsigned> Source;
};

/// What is certainly written.
struct LibraryExtent {
  enum class End { Pointer, Bytes, Elements };
  unsigned From = 0, To = 0; ///< arguments
  End K = End::Pointer;
};

struct LibraryRow {
  std::vector<std::string> Names;
  std::vector<LibraryArgument> Arguments;
  std::optional<unsigned> Format;
  std::optional<LibraryExtent> Certain;
  bool KnowsResult = false; ///< Returned is set where it applies
  bool Clock = false;
  bool Prints = false;     ///< it writes to a file or to the output
  bool RunsOthers = false; ///< it calls what it is given, or what it is

  bool fits(unsigned Count) const;
  const LibraryArgument *argument(unsigned Index) const;
};

class LibraryTable {
public:
  static llvm::Expected<LibraryTable> parse(llvm::StringRef Yaml);
  /// The one that the program was built with.
  static const LibraryTable &get();
  static llvm::StringRef text();

  /// The row of a function and \p Count arguments; null if there is none.
  const LibraryRow *find(llvm::StringRef Name, unsigned Count) const;
  /// Any row of the function.
  const LibraryRow *find(llvm::StringRef Name) const;
  const std::vector<LibraryRow> &rows() const { return Rows; }

private:
  const std::vector<unsigned> *rowsOf(llvm::StringRef Name) const;

  std::vector<LibraryRow> Rows;
  llvm::StringMap<std::vector<unsigned>> ByName;
};

} // namespace tessera

#endif
