//===- LaunchModel.h - How kernels are started ----------------------------===//
#ifndef TESSERA_MODEL_LAUNCHMODEL_H
#define TESSERA_MODEL_LAUNCHMODEL_H

#include "tessera/Model/LaunchArgument.h"
#include "tessera/Model/LaunchAsCall.h"
#include "tessera/Model/LaunchLoop.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A rewritten kernel in another file that a launch may start; expressions are
/// those of the launch, and empty where it stays as it is.
struct VersionElsewhere {
  std::string Name;
  std::string Test;     ///< where it is false, another one starts
  std::string TestName; ///< for the value of the test
  std::string Grid, Block, DynamicBytes;
  bool Persistent = false; ///< its blocks do the work of many
  bool operator==(const VersionElsewhere &) const = default;
};

/// How a launch starts versions whose threads stand for its own in blocks of
/// another size: along each axis as many as a guard of the kernel lets work.
struct OtherBlocks {
  /// So many threads, of the kernel's parameters; absent where the grid and the
  /// block are the user's.
  std::array<std::optional<Polynomial>, 3> Extents;
  std::array<std::string, 3> Threads; ///< the same as host expressions
  std::string Test; ///< whether the user's launch has all of them, and starts
  bool operator==(const OtherBlocks &) const = default;
};

/// The user's launch where the normal form of its kernel has threads in planes,
/// and the user's text has them in a row.
struct NumberedThreads {
  std::optional<int64_t> Grid, Block;
  std::optional<HostValue> GridValue;
  std::string Row; ///< threads in a row of the plane: a parameter, or a number
  bool operator==(const NumberedThreads &) const = default;
};

/// A launch `k<<<grid, block, bytes, stream>>>(arguments)`.
struct LaunchModel {
  KernelId Kernel;
  /// The other file of the program that has it: no range means anything here,
  /// and it stays as it is. Empty: this file.
  std::string File;
  unsigned Number = 0; ///< there, of the launches of that kernel
  /// Of a kernel that another file defines, the first first.
  std::vector<VersionElsewhere> Versions;
  /// Sizes of grid and block, x first; absent where not known at compile time.
  std::array<std::optional<int64_t>, 3> Grid, Block;
  std::array<std::optional<HostValue>, 3> GridValues;
  std::vector<LaunchArgument> Arguments;

  SourceRange Source;    ///< the whole expression
  SourceRange Statement; ///< of the statement it is, `;` included; empty if
                         ///< it is only part of one
  /// What follows it in that larger statement may notice whether the kernel has
  /// ended, or leaves the statement.
  bool Followed = false;
  SourceRange Callee;      ///< the kernel's name, template arguments included
  bool Overloaded = false; ///< that name alone may be other functions', too
  /// Between `<<<` and `>>>`; empty if a macro hides these.
  SourceRange Configuration;
  std::string GridText, BlockText;
  SourceRange GridSource;         ///< the text of the grid
  SourceRange BlockSource;        ///< the text of the block
  bool GridIsScalar = false;      ///< it is an integer and not a dim3
  bool GridRepeatable = false;    ///< as for arguments
  bool BlockIsInteger = false;    ///< `BlockText` is the x size, not a `dim3`
  bool BlockIsRepeatable = false; ///< as LaunchArgument::Repeatable
  /// Then `Block`, `Grid` and `GridValues` are those of versions; texts are
  /// the user's.
  std::optional<OtherBlocks> Other;
  /// Then `Block` is that of the normal form, and nothing is known of its grid.
  std::optional<NumberedThreads> Numbered;
  /// The kernel's normal form is for the user's threads in the other shape
  /// `Block`; and for one more block along x than `GridText`, unless that is 0.
  bool Reshaped = false, OneMore = false;
  SourceRange SharedBytes;     ///< of the third argument; empty if not given
  std::string SharedBytesText; ///< empty if not given
  /// The bytes of dynamic shared memory, if they are known; 0 if not given.
  std::optional<int64_t> DynamicBytes;
  std::string StreamText; ///< empty if not given
  std::string Function;   ///< the host function it stands in
  /// The user wants it to start the kernel as it is.
  bool SwitchedOff = false;
  /// The text of an operand (of the grid, the block, the bytes, the stream or
  /// an argument) that must be evaluated exactly once; empty if each may be
  /// evaluated any number of times.
  std::string Effect;
  /// It stays as it is: a kernel or a macro makes it, or its text starts
  /// others, too, as instances of a template share it, or it starts what a
  /// pointer holds.
  bool Fixed = false;
  /// But it may call a function that starts versions of each instance: of a
  /// template's kernel, whose instances share the text.
  std::optional<LaunchAsCall> AsCall;
  /// Or versions may be named where the kernel is.
  std::optional<LaunchByName> ByName;
  /// It may start another kernel instead: what a pointer holds.
  bool MayStartOther = false;
  /// The loop whose body, or a block of that, it stands in.
  std::optional<LaunchLoop> Around;
  std::optional<LaunchLoop> Loop; ///< the same, if it does nothing else

  bool isElsewhere() const { return !File.empty(); }
  /// Whether this file's text of it cannot change.
  bool staysAsIs() const { return Fixed || isElsewhere(); }
  /// The number of blocks; absent where not known at compile time.
  std::optional<int64_t> blocks() const {
    int64_t Product = 1;
    bool Known = true;
    for (const std::optional<int64_t> &Size : Grid) {
      Product *= Size.value_or(1);
      Known &= Size.has_value();
    }
    return Known || Product == 0 ? std::optional(Product) : std::nullopt;
  }
  bool operator==(const LaunchModel &) const = default;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const LaunchModel &L);

} // namespace tessera

#endif
