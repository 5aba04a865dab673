//===- OutputOptions.h - Options on messages and on what is written -------===//
#ifndef TESSERA_DRIVER_OPTIONS_OUTPUTOPTIONS_H
#define TESSERA_DRIVER_OPTIONS_OUTPUTOPTIONS_H

#include "tessera/Driver/Options.h"
#include "llvm/Support/CommandLine.h"

namespace tessera {

/// The category of these options. Makes them known: to be called before the
/// command line is read.
llvm::cl::OptionCategory &outputCategory();

/// A sentence on what is wrong with the value of one of them, or nothing.
std::string wrongOutputValue();

/// Puts them into \p Opts, and lets the streams have colours or not.
void readOutputOptions(Options &Opts);

/// A sentence on what is wrong with them taken together, or nothing.
std::string outputContradiction(const Options &Opts);

} // namespace tessera

#endif
