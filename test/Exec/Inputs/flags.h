#define HERE 8
