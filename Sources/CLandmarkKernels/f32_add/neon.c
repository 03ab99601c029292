#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_ADD lk_f32_add__neon
#include "body.h"
#endif
