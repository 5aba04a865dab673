//===- Model.h - Precompiled for the layers between front end and text ----===//
//
// Beside libraries only what nearly all of their files include anyway.
//
//===----------------------------------------------------------------------===//
#include "Common.h"
#include "tessera/Model/Program.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Polyhedral/Sets.h"
