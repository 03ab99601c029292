// 64-bit ARM with arithmetic in half precision (FEAT_FP16).

#if defined(__aarch64__)
#define LK_ISA neon
#define LK_BLOCK 8
#define LK_HALF
#include "kernel.h"

LK_FP16_BEGIN
#include "f16_conv/body.h"
#include "f32_add/body.h"
#include "f32_dwconv/body.h"
#include "f32_pad/body.h"
#include "f32_pool/body.h"
LK_END
#endif
