#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_INPUT_BLOCK 8
#define LK_POINTS lk_f32_points__neon
#include "body.h"
#endif
