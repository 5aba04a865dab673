//===- with_thrust.h - What a program that includes thrust says -----------===//
#pragma once
#include "thrust.h"

inline const bool tessera_thrust = tessera_rt::hostStandsForDevice();
