#include "lk_f32.h"

#define LK_BLOCK 8
#define LK_PACK lk_f32_pack__scalar
#define LK_UNPACK lk_f32_unpack__scalar
#define LK_PAD lk_f32_pad__scalar
#define LK_DEPTH_TO_SPACE lk_f32_depth_to_space__scalar
#include "body.h"
