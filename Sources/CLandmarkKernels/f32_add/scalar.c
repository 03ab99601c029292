#include "lk_f32.h"

#define LK_BLOCK 8
#define LK_ADD lk_f32_add__scalar
#include "body.h"
