#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_NORMALIZE lk_f32_normalize__neon
#include "body.h"
#endif
