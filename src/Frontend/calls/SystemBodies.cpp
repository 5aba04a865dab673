//===- SystemBodies.cpp - Whether bodies in system headers matter ---------===//
#include "calls/SystemBodies.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// What libraries know of the file
//===----------------------------------------------------------------------===//

static bool isOfFile(const FrontendContext &C, const TemplateArgument &A);

/// Whether \p D, or an argument of the template that it is an instance of, is
/// declared in no header of the system.

static bool isOfFile(const FrontendContext &C, const NamedDecl *D) {
  if (!D)
    return false;
  if (D->getLocation().isValid() && !C.SM.isInSystemHeader(D->getLocation()))
    return true;
  const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D);
  return Class && llvm::any_of(Class->getTemplateArgs().asArray(),
                               [&](const TemplateArgument &A) {
                                 return isOfFile(C, A);
                               });
}

static bool isOfFile(const FrontendContext &C, QualType Type) {
  Type = Type.getCanonicalType().getNonReferenceType();
  while (true) {
    if (const auto *Array = C.AST.getAsArrayType(Type))
      Type = Array->getElementType();
    else if (QualType To = Type->getPointeeType(); !To.isNull())
      Type = To;
    else
      break;
  }
  if (const auto *Function = Type->getAs<FunctionProtoType>())
    return isOfFile(C, Function->getReturnType()) ||
           llvm::any_of(Function->param_types(),
                        [&](QualType P) { return isOfFile(C, P); });
  return isOfFile(C, Type->getAsTagDecl());
}

static bool isOfFile(const FrontendContext &C, const TemplateArgument &A) {
  switch (A.getKind()) {
  case TemplateArgument::Type:
    return isOfFile(C, A.getAsType());
  case TemplateArgument::Declaration:
    return isOfFile(C, A.getAsDecl());
  case TemplateArgument::Template:
    return isOfFile(C, A.getAsTemplate().getAsTemplateDecl());
  case TemplateArgument::Pack:
    return llvm::any_of(A.pack_elements(), [&](const TemplateArgument &Each) {
      return isOfFile(C, Each);
    });
  default:
    return false;
  }
}

bool isForFile(const FrontendContext &C, const FunctionDecl *F) {
  if (!C.SM.isInSystemHeader(F->getLocation()))
    return false;
  if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
    for (const TemplateArgument &A : Own->asArray())
      if (isOfFile(C, A))
        return true;
  for (const DeclContext *In = F->getDeclContext(); In; In = In->getParent())
    if (const auto *Class = dyn_cast<CXXRecordDecl>(In))
      if (isOfFile(C, Class))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What callers have to know
//===----------------------------------------------------------------------===//

/// Whether \p S does anything by name that callers have to know.
static bool matters(const HostStatement &S, const std::set<unsigned> &Calls) {
  return !S.Accesses.empty() || !S.Events.empty() || !S.Launches.empty() ||
         !S.Copies.empty() || S.CallsAway || S.Observes ||
         llvm::any_of(S.Calls,
                      [&](unsigned Callee) { return Calls.count(Callee); }) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return matters(Child, Calls);
         });
}

/// Whether \p Does does more than to read what it is given.
static bool matters(const FunctionSummary &Does) {
  return !Does.Returned.empty() ||
         llvm::any_of(Does.Parameters, [](const MemoryEffect &E) {
           return E.Writes || E.onDevice() || !E.Escapes.empty() ||
                  !E.HandedTo.empty();
         });
}

/// Whether libraries may run \p F without its address.
static bool isForLibraries(const FrontendContext &C, const FunctionDecl *F) {
  return isa<CXXMethodDecl>(F) ||
         llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
           return isOfFile(C, P->getType());
         });
}

bool needsSystemBodies(const FrontendContext &C, const Summaries &Known) {
  if (!C.CalledBack->misses())
    return false;
  const std::vector<HostFunction> &All = C.Result.Host.Functions;
  std::set<unsigned> Matter;
  for (bool Changed = true; std::exchange(Changed, false);)
    for (unsigned I = 0; I < All.size(); ++I) {
      auto Does = Known.find(C.HostFunctionList[I]);
      if (matters(All[I].Body, Matter) ||
          (Does != Known.end() && matters(Does->second)))
        Changed |= Matter.insert(I).second;
    }
  return llvm::any_of(Matter, [&](unsigned I) {
    return isForLibraries(C, C.HostFunctionList[I]);
  });
}

} // namespace tessera
