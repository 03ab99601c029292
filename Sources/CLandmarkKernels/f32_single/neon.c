#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_SINGLE lk_f32_single__neon
#include "body.h"
#endif
