#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_PACK lk_f32_pack__neon
#define LK_UNPACK lk_f32_unpack__neon
#define LK_PAD lk_f32_pad__neon
#define LK_DEPTH_TO_SPACE lk_f32_depth_to_space__neon
#include "body.h"
#endif
