#ifndef HALO
#define HALO 1
#endif
