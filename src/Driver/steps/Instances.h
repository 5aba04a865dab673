//===- Instances.h - Instances of one kernel template ---------------------===//
#ifndef TESSERA_DRIVER_STEPS_INSTANCES_H
#define TESSERA_DRIVER_STEPS_INSTANCES_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/Planner.h"
#include <map>

namespace tessera {

/// What the instances of templates, whose text is one, have to do with each
/// other.
struct InstancePlan {
  /// Their text is what the edits for another instance make it.
  std::set<KernelId> Repeated;
  /// The first statement of a text that replaces the template's.
  std::map<KernelId, std::string> Assertions;
  /// By the instance whose edits make the template call the versions of all:
  /// the others that have some.
  std::map<KernelId, std::vector<KernelId>> Callers;
  /// Versions, by name, whose text is that of another instance's.
  std::set<std::pair<KernelId, std::string>> Same;
};

/// Makes the plans of templates fit: where all instances of one lead to the
/// same text, it replaces the template's. Otherwise each instance gets a
/// version of its own behind the template.
InstancePlan planInstances(const Program &P, const DeviceModel &Device,
                           std::vector<PlanDecision> &Decisions);

/// The messages about a kernel, by their places in a list.
struct MessagesOf {
  KernelId Kernel;
  size_t Begin, End;
};

/// Says in \p Messages which instance of a template they are about where not
/// all have the same.
void nameInstances(const Program &P, llvm::ArrayRef<MessagesOf> Each,
                   std::vector<Diagnostic> &Messages);

/// \p Body with the first statement that \p Plan has for it.
NodePtr withAssertion(const NodePtr &Body, const InstancePlan &Plan,
                      KernelId Kernel);

/// Drops of \p Edits those that the edits of another instance make.
void dropRepeated(const KernelModel &K, std::vector<TextEdit> &Edits);

} // namespace tessera

#endif
