#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_HALF lk_f32_half__neon
#include "body.h"
#endif
