#ifndef LK_LEVEL_H
#define LK_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

/// The instruction sets that kernels are written for.
typedef enum {
    LK_SCALAR = 0,
    LK_NEON = 1,
    LK_AVX2 = 2,
    LK_AVX512 = 3,
} lk_level;

/// Whether this processor, and this build, can run kernels of `level`.
bool lk_level_available(lk_level level);

/// The fastest level that can run here, without looking at the environment.
lk_level lk_level_best(void);

#endif
