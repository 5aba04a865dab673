//===- ReportMessages.cpp - Which messages are about a kernel -------------===//
#include "report/ReportJson.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace json = llvm::json;

/// The places in \p Messages of those in the lines of \p Kernel, and of its
/// own ones elsewhere.
static json::Array messagesOf(const json::Object &Kernel,
                              const json::Array &Messages) {
  json::Array Result;
  const json::Array *Own = Kernel.getArray("messages");
  std::optional<int64_t> Begin = Kernel.getInteger("begin_line");
  std::optional<int64_t> End = Kernel.getInteger("end_line");
  for (size_t I = 0; Begin && End && I < Messages.size(); ++I) {
    std::optional<int64_t> Line = Messages[I].getAsObject()->getInteger("line");
    if ((Line && *Begin <= *Line && *Line <= *End) ||
        (Own && llvm::is_contained(*Own, Messages[I])))
      Result.push_back(int64_t(I));
  }
  return Result;
}

void assignMessages(json::Object &File) {
  const json::Array *Messages = File.getArray("messages");
  json::Array *Kernels = File.getArray("kernels");
  if (!Messages || !Kernels)
    return;
  for (json::Value &Kernel : *Kernels) {
    json::Object &K = *Kernel.getAsObject();
    K["messages"] = messagesOf(K, *Messages);
  }
}

} // namespace tessera
