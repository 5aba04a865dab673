//===- OptionParsers.cpp - Options whose errors are ours to tell ----------===//
#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

namespace tessera {

/// Whether who wrote \p Word may have meant \p Name.
static bool isNear(llvm::StringRef Word, llvm::StringRef Name) {
  return !Name.empty() &&
         Word.edit_distance(Name) <= std::max<size_t>(2, Word.size() / 3);
}

static std::string &firstWrongValue() {
  static std::string Sentence;
  return Sentence;
}

bool rejectValue(const llvm::cl::Option &O, llvm::StringRef Takes,
                 llvm::StringRef Value, llvm::StringRef Nearest) {
  if (firstWrongValue().empty()) {
    firstWrongValue() = ((O.ArgStr.size() > 1 ? "--" : "-") + O.ArgStr +
                         " takes " + Takes + ", not '" + Value + "'")
                            .str();
    if (isNear(Value, Nearest))
      firstWrongValue() += "; the nearest is '" + Nearest.str() + "'";
  }
  return true;
}

llvm::StringRef nearestTo(llvm::StringRef Word,
                          llvm::ArrayRef<llvm::StringRef> Names) {
  llvm::StringRef Nearest;
  for (llvm::StringRef Name : Names)
    if (Nearest.empty() ||
        Word.edit_distance(Name) < Word.edit_distance(Nearest))
      Nearest = Name;
  return Nearest;
}

/// What stands behind the last colon of LLVM's `tool: Did you mean '--a'?`.
static std::string sentence(llvm::StringRef Line) {
  Line = Line.split("  Try:").first;
  if (size_t Colon = Line.find(": "); Colon != llvm::StringRef::npos)
    Line = Line.drop_front(Colon + 2);
  std::string Sentence = Line.rtrim(".!? ").str();
  if (!Sentence.empty())
    Sentence.front() = llvm::toLower(Sentence.front());
  return Sentence;
}

/// What \p Sentence has between its quotes.
static llvm::StringRef quoted(llvm::StringRef Sentence) {
  return Sentence.split('\'').second.rsplit('\'').first;
}

/// The first sentence that rejectValue() keeps, or what LLVM says in \p
/// Message.
static std::string wrongOption(llvm::StringRef Message) {
  if (!firstWrongValue().empty())
    return firstWrongValue();
  auto [First, Rest] = Message.split('\n');
  const std::string Hint = sentence(Rest.split('\n').first);
  std::string Result = sentence(First);
  const llvm::StringRef Nearest = quoted(Hint);
  if (isNear(quoted(Result), Nearest))
    Result += "; the nearest is '" + Nearest.str() + "'";
  return Result;
}

/// What is wrong with the first of \p Arguments that begins with `--` and is no
/// option. LLVM reads such a word as options of one letter and their values:
/// `--out=x` as `-o ut=x`.
static std::string unknownOption(llvm::ArrayRef<const char *> Arguments) {
  const auto &Options = llvm::cl::getRegisteredOptions();
  bool IsValue = false; // of the option before
  for (llvm::StringRef Word : Arguments.drop_front()) {
    if (Word == "--")
      break;
    if (std::exchange(IsValue, false) || !Word.starts_with("-"))
      continue;
    const auto [Name, Value] =
        Word.drop_while([](char C) { return C == '-'; }).split('=');
    auto Known = Options.find(Name);
    if (Known != Options.end()) {
      IsValue =
          Known->second->getValueExpectedFlag() == llvm::cl::ValueRequired &&
          Name.end() == Word.end();
      continue;
    }
    if (!Word.starts_with("--"))
      continue;
    std::vector<llvm::StringRef> Names;
    for (const auto &[Own, Option] : Options)
      if (Own.size() > 1 &&
          Option->getOptionHiddenFlag() == llvm::cl::NotHidden)
        Names.push_back(Own);
    llvm::sort(Names);
    std::string Result = "unknown command line argument '" + Word.str() + "'";
    if (llvm::StringRef Nearest = nearestTo(Name, Names); isNear(Name, Nearest))
      Result += "; the nearest is '--" + Nearest.str() +
                Word.drop_front(2 + Name.size()).str() + "'";
    return Result;
  }
  return "";
}

bool readOptions(llvm::ArrayRef<const char *> Arguments,
                 llvm::StringRef Overview, std::string &Wrong) {
  Wrong = unknownOption(Arguments);
  if (!Wrong.empty())
    return false;
  std::string Message;
  llvm::raw_string_ostream Problems(Message);
  const bool Read = llvm::cl::ParseCommandLineOptions(
      Arguments.size(), Arguments.data(), Overview, &Problems);
  if (!Read)
    Wrong = wrongOption(Message);
  return Read;
}

bool ValueParser<unsigned>::parse(llvm::cl::Option &O, llvm::StringRef,
                                  llvm::StringRef Text, unsigned &Value) {
  return Text.getAsInteger(0, Value) && rejectValue(O, "a number", Text);
}

bool ValueParser<bool>::parse(llvm::cl::Option &O, llvm::StringRef,
                              llvm::StringRef Text, bool &Value) {
  if (Text.empty() || Text.equals_insensitive("true") || Text == "1")
    return !(Value = true);
  if (Text.equals_insensitive("false") || Text == "0")
    return (Value = false);
  return rejectValue(O, "true or false", Text);
}

} // namespace tessera
