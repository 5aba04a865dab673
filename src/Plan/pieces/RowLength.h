//===- RowLength.h - Rows of a run-time length, as the host knows them ----===//
#ifndef TESSERA_PLAN_PIECES_ROWLENGTH_H
#define TESSERA_PLAN_PIECES_ROWLENGTH_H

#include "tessera/Analysis/BlockRange.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// \p Row, of parameters of the kernel of \p L, in terms of the arguments
/// there: an operand of `*` in a product of type size_t. Nothing if an argument
/// is not an integer or cannot be evaluated again.
std::optional<std::string> rowText(const Program &P, const LaunchModel &L,
                                   const Polynomial &Row);

/// The same in terms of host variables; nothing if an argument is not known to
/// be a polynomial in these.
std::optional<Polynomial> rowValue(const Program &P, const LaunchModel &L,
                                   const Polynomial &Row);

/// \p Range in rows of \p V, as host variables tell how long these are: of what
/// the first subscript selects, or of a run-time length. Nothing if blocks are
/// not whole numbers of rows apart, or that is not known.
std::optional<BlockRange> inRows(const Program &P, const LaunchModel &L,
                                 const SharedVariable &V, BlockRange Range);

/// The elements of what the first subscript of \p V selects.
int64_t rowElements(const SharedVariable &V);

/// The number of rows of \p Length elements in \p V; nothing if it is not known
/// to be whole.
std::optional<HostValue> rowCount(const SharedVariable &V,
                                  const Polynomial &Length);

/// \p Value of type size_t, where the host's variables in it can be named.
std::string sizeText(const Polynomial &Value);

} // namespace tessera

#endif
