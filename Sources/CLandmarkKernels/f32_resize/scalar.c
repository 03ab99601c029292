#include "lk_f32.h"

#define LK_BLOCK 8
#define LK_RESIZE lk_f32_resize__scalar
#include "body.h"
