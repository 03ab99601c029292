#include "lk_f32.h"

#define LK_BLOCK 8
#define LK_MEAN lk_f32_mean__scalar
#include "body.h"
