//===- Archive.h - Values as bytes, and back ------------------------------===//
//
// For another process of the same program. Of a struct, `fields` gives what is
// kept:
//
//     inline auto fields(Diagnostic &D) { return std::tie(D.Kind, ...); }
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_ARCHIVE_H
#define TESSERA_DRIVER_FILES_ARCHIVE_H

#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tessera {

template <typename T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;
/// Also a pair.
template <typename T>
concept Tuple = requires { std::tuple_size<T>::value; };

/// Appends values to `Bytes`.
struct ArchiveWriter {
  std::string Bytes;

  void add(Scalar auto Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
  }
  void add(const std::string &Text) {
    add(Text.size());
    Bytes += Text;
  }
  template <typename T> void add(const std::vector<T> &V) { addAll(V); }
  template <typename T> void add(const std::set<T> &V) { addAll(V); }
  template <typename K, typename T> void add(const std::map<K, T> &V) {
    addAll(V);
  }
  template <typename T> void add(const std::optional<T> &V) {
    add(V.has_value());
    if (V)
      add(*V);
  }
  void add(const Tuple auto &V) {
    std::apply([&](const auto &...Part) { (add(Part), ...); }, V);
  }
  template <typename T>
    requires(std::is_class_v<T> && !Tuple<T>)
  void add(const T &Struct) {
    // `fields` is also for reading.
    std::apply([&](const auto &...Field) { (add(Field), ...); },
               fields(const_cast<T &>(Struct)));
  }

private:
  void addAll(const auto &Range) {
    add(Range.size());
    for (const auto &Element : Range)
      add(Element);
  }
};

/// Takes values from the front of `Rest`. Behind bytes that are none of the
/// type, `IsWrong`, and values are arbitrary.
struct ArchiveReader {
  llvm::StringRef Rest;
  bool IsWrong = false;

  void take(Scalar auto &Value) {
    IsWrong |= Rest.size() < sizeof(Value);
    if (IsWrong)
      return;
    std::memcpy(&Value, Rest.data(), sizeof(Value));
    Rest = Rest.drop_front(sizeof(Value));
  }
  void take(std::string &Text) {
    const size_t Size = takeSize();
    Text = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
  }
  template <typename T> void take(std::vector<T> &V) {
    for (size_t I = takeSize(); I > 0 && !IsWrong; --I)
      take(V.emplace_back());
  }
  template <typename T> void take(std::set<T> &V) {
    for (size_t I = takeSize(); I > 0 && !IsWrong; --I) {
      T Element;
      take(Element);
      V.insert(std::move(Element));
    }
  }
  template <typename K, typename T> void take(std::map<K, T> &V) {
    for (size_t I = takeSize(); I > 0 && !IsWrong; --I) {
      K Key;
      take(Key);
      take(V[std::move(Key)]);
    }
  }
  template <typename T> void take(std::optional<T> &V) {
    bool Has = false;
    take(Has);
    if (Has && !IsWrong)
      take(V.emplace());
  }
  void take(Tuple auto &V) {
    std::apply([&](auto &...Part) { (take(Part), ...); }, V);
  }
  template <typename T>
    requires(std::is_class_v<T> && !Tuple<T>)
  void take(T &Struct) {
    std::apply([&](auto &...Field) { (take(Field), ...); }, fields(Struct));
  }

private:
  /// How many elements follow, each of at least one byte.
  size_t takeSize() {
    size_t Size = 0;
    take(Size);
    IsWrong |= Size > Rest.size();
    return IsWrong ? 0 : Size;
  }
};

template <typename T> std::string toBytes(const T &Value) {
  ArchiveWriter Writer;
  Writer.add(Value);
  return std::move(Writer.Bytes);
}

/// The value that gave \p Bytes, or nothing if none can have.
template <typename T> std::optional<T> fromBytes(llvm::StringRef Bytes) {
  ArchiveReader Reader{Bytes};
  T Value;
  Reader.take(Value);
  if (Reader.IsWrong || !Reader.Rest.empty())
    return std::nullopt;
  return Value;
}

} // namespace tessera

#endif
