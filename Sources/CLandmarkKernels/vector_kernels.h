// The kernels written once for all vector instruction sets, in the vocabulary of vector.h.
//
// avx2.c, avx512.c and neon.c each define LK_ISA and LK_BLOCK and include this file.

#include "portable_kernels.h"

#include "f32_conv/body.h"
#include "f32_conv/f16_weights.h"
#include "f32_conv_c1/body.h"
#include "f32_dwconv/body.h"
#include "f32_layer_norm/body.h"
#include "f32_peak/body.h"
#include "f32_pointwise_window/body.h"
#include "f32_resize/body.h"
#include "f32_sparse/body.h"
#include "img_draw/body.h"
