//===- Precompiled.h - Precompiled for the unit tests ---------------------===//
#ifndef TESSERA_TEST_UNIT_PRECOMPILED_H
#define TESSERA_TEST_UNIT_PRECOMPILED_H

#include "../../src/Precompiled/Plan.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#endif
