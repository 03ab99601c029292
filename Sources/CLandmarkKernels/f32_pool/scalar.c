#include "lk_f32.h"

#define LK_BLOCK 8
#define LK_POOL lk_f32_pool__scalar
#include "body.h"
