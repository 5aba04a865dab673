//===- JsonText.h - Values of reports as JSON -----------------------------===//
#ifndef TESSERA_DRIVER_REPORT_JSONTEXT_H
#define TESSERA_DRIVER_REPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace tessera {

namespace json = llvm::json;

/// What is printed of \p Value. Bytes that are no UTF-8 are replaced.
template <typename T> json::Value text(const T &Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Value;
  return json::isUTF8(Text) ? std::move(Text) : json::fixUTF8(Text);
}

template <typename Range> json::Array texts(const Range &All) {
  json::Array Result;
  for (const auto &One : All)
    Result.push_back(text(One));
  return Result;
}

/// Adds what is known.
template <typename T>
void add(json::Object &To, llvm::StringRef Key, const std::optional<T> &Value) {
  if (Value)
    To[Key] = *Value;
}
inline void add(json::Object &To, llvm::StringRef Key,
                const std::string &Value) {
  if (!Value.empty())
    To[Key] = text(Value);
}

/// JSON has no infinity, which is what a kernel takes that cannot run.
inline std::optional<double> finite(std::optional<double> Value) {
  return Value && std::isfinite(*Value) ? Value : std::nullopt;
}

using Sizes = std::array<std::optional<int64_t>, 3>;
inline json::Array sizes(const Sizes &All) {
  json::Array Result;
  for (std::optional<int64_t> Size : All)
    Result.push_back(Size ? json::Value(*Size) : json::Value(nullptr));
  return Result;
}

} // namespace tessera

#endif
