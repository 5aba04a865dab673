//===- SharedNames.h - A set of names that many models have ---------------===//
//
// Every kernel of a file has all names of the file: one set, which is copied
// where it changes.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_SUPPORT_SHAREDNAMES_H
#define TESSERA_SUPPORT_SHAREDNAMES_H

#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace tessera {

class SharedNames {
public:
  using Set = std::set<std::string>;

  SharedNames() : Names(std::make_shared<Set>()) {}
  SharedNames(Set Names) : Names(std::make_shared<Set>(std::move(Names))) {}
  SharedNames(std::initializer_list<std::string> Names)
      : SharedNames(Set(Names)) {}

  operator const Set &() const { return *Names; }
  Set::const_iterator begin() const { return Names->begin(); }
  Set::const_iterator end() const { return Names->end(); }
  size_t count(const std::string &Name) const { return Names->count(Name); }

  std::pair<Set::const_iterator, bool> insert(const std::string &Name) {
    if (auto It = Names->find(Name); It != Names->end())
      return {It, false};
    return own().insert(Name);
  }
  template <typename Iterator> void insert(Iterator Begin, Iterator End) {
    if (Begin != End)
      own().insert(Begin, End);
  }

  friend bool operator==(const SharedNames &A, const SharedNames &B) {
    return A.Names == B.Names || *A.Names == *B.Names;
  }

private:
  Set &own() {
    if (Names.use_count() > 1)
      Names = std::make_shared<Set>(*Names);
    return *Names;
  }

  std::shared_ptr<Set> Names; ///< never null
};

} // namespace tessera

#endif
