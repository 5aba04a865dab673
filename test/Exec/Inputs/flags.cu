#include "Inputs/flags.h"
static_assert(VALUE == HERE, "the last -D counts");
static_assert(__cplusplus >= 202002L, "-std=");
int main() { return 0; }
