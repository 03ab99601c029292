#include "landmark_system.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)
#include <malloc.h>

void lk_memory_economize(void) { (void)mallopt(M_ARENA_MAX, 1); }
#else
void lk_memory_economize(void) {}
#endif
