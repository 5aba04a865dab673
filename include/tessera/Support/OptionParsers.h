//===- OptionParsers.h - Options whose errors are ours to tell ------------===//
//
// LLVM's parsers print what is wrong with a value themselves. These keep the
// sentence for the program, which says it in its own form.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_SUPPORT_OPTIONPARSERS_H
#define TESSERA_SUPPORT_OPTIONPARSERS_H

#include "llvm/Support/CommandLine.h"
#include <string>

namespace tessera {

/// Keeps the sentence `--print takes model, plan, not 'plans'; the nearest is
/// 'plan'`. \returns true, as parsers do that fail.
bool rejectValue(const llvm::cl::Option &O, llvm::StringRef Takes,
                 llvm::StringRef Value, llvm::StringRef Nearest = "");

/// Reads \p Arguments, of which the first is the program, as LLVM's
/// ParseCommandLineOptions does. \returns whether that worked; else \p Wrong is
/// a sentence, unless LLVM has printed one.
bool readOptions(llvm::ArrayRef<const char *> Arguments,
                 llvm::StringRef Overview, std::string &Wrong);

/// The one of \p Names that is most like \p Word.
llvm::StringRef nearestTo(llvm::StringRef Word,
                          llvm::ArrayRef<llvm::StringRef> Names);

/// For options with named values.
template <typename T> class ValueParser : public llvm::cl::parser<T> {
  using Base = llvm::cl::parser<T>;

public:
  using Base::Base;

  bool parse(llvm::cl::Option &O, llvm::StringRef, llvm::StringRef Text,
             T &Value) {
    llvm::SmallVector<llvm::StringRef> Names;
    std::string Takes;
    for (const auto &Info : this->Values) {
      if (Info.Name == Text) {
        Value = Info.V.getValue();
        return false;
      }
      Names.push_back(Info.Name);
      if (!Info.Name.empty())
        Takes += (Takes.empty() ? "" : ", ") + Info.Name.str();
    }
    return rejectValue(O, Takes, Text, nearestTo(Text, Names));
  }
};

/// For numbers.
template <> class ValueParser<unsigned> : public llvm::cl::parser<unsigned> {
public:
  using parser::parser;

  bool parse(llvm::cl::Option &O, llvm::StringRef, llvm::StringRef Text,
             unsigned &Value);
};

/// For switches.
template <> class ValueParser<bool> : public llvm::cl::parser<bool> {
public:
  using parser::parser;

  bool parse(llvm::cl::Option &O, llvm::StringRef, llvm::StringRef Text,
             bool &Value);
};

template <typename T>
using Option = llvm::cl::opt<T, /*ExternalStorage=*/false, ValueParser<T>>;

} // namespace tessera

#endif
