#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_PEAK lk_f32_peak__neon
#include "body.h"
#endif
