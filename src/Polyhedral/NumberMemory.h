//===- NumberMemory.h - Where the digits of isl's numbers are -------------===//
#ifndef TESSERA_POLYHEDRAL_NUMBERMEMORY_H
#define TESSERA_POLYHEDRAL_NUMBERMEMORY_H

namespace tessera {

/// Lets isl's numbers use memory of numbers that are gone. Called before the
/// first number is made.
void keepNumberMemory();

} // namespace tessera

#endif
