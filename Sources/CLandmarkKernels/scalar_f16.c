// The portable kernel on tensors in half precision.

#define LK_ISA scalar
#define LK_BLOCK 8
#define LK_HALF
#define LK_SOFT_HALF
#include "f32_pad/body.h"
