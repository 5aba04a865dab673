//===- TokenSpelling.h - One spelling for each token ----------------------===//
#ifndef TESSERA_FRONTEND_TOKENSPELLING_H
#define TESSERA_FRONTEND_TOKENSPELLING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// \p Source with the usual spelling of each token, and all other tokens, lines
/// and comments where they are: there are no digraphs, and what is continued on
/// another line is so between tokens, in front of a space. What is looked for
/// in texts is there then.
///
/// Before:  a<:i:> = te\
///          rm;
/// After:   a[ i]  = term;\
///
std::string withPlainTokens(llvm::StringRef Source);

/// \p Source with the tokens that nvcc reads in its own way spelled for Clang;
/// its lines stay where they are.
std::string spelledForClang(llvm::StringRef Source);

} // namespace tessera

#endif
