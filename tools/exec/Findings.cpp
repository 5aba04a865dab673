//===- Findings.cpp -------------------------------------------------------===//
#include "Findings.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::exec {

/// The place in the program: the innermost frame outside our headers.
static std::string placeOf(llvm::symbolize::LLVMSymbolizer &Symbolizer,
                           const std::string &Executable, uint64_t Address) {
  // A return address belongs to the next statement.
  llvm::object::SectionedAddress Before{
      Address - 1, llvm::object::SectionedAddress::UndefSection};
  auto Frames = Symbolizer.symbolizeInlinedCode(Executable, Before);
  if (!Frames) {
    llvm::consumeError(Frames.takeError());
    return "";
  }
  for (uint32_t I = 0; I < Frames->getNumberOfFrames(); ++I) {
    const llvm::DILineInfo &Frame = Frames->getFrame(I);
    if (!Frame || Frame.Line == 0 ||
        llvm::StringRef(Frame.FileName).contains("/tessera/run/include/"))
      continue;
    return Frame.FileName + ":" + std::to_string(Frame.Line) + ":" +
           std::to_string(Frame.Column) + ": ";
  }
  return "";
}

void printFindings(const std::string &Report, const std::string &Executable) {
  auto Buffer = llvm::MemoryBuffer::getFile(Report);
  if (!Buffer)
    return; // nothing was found
  llvm::symbolize::LLVMSymbolizer::Options Options;
  Options.Demangle = false;
  Options.PathStyle =
      llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath;
  llvm::symbolize::LLVMSymbolizer Symbolizer(Options);
  llvm::SmallVector<llvm::StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    auto [Level, Rest] = Line.split('\t');
    auto [Identity, Rest2] = Rest.split('\t');
    auto [Hex, Text] = Rest2.split('\t');
    uint64_t Address = 0;
    std::string Place;
    if (!Hex.getAsInteger(16, Address) && Address)
      Place = placeOf(Symbolizer, Executable, Address);
    llvm::errs() << (Place.empty() ? "tessera-run: " : Place) << Level << ": "
                 << Text;
    if (Identity != "-")
      llvm::errs() << " [" << Identity << "]";
    llvm::errs() << '\n';
  }
}

} // namespace tessera::exec
