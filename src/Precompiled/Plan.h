//===- Plan.h - Precompiled for plans and transformations -----------------===//
#include "Model.h"
#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Plan/TilePlan.h"
#include "tessera/Plan/TransferPlan.h"
