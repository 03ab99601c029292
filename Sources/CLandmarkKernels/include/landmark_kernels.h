#ifndef LANDMARK_KERNELS_H
#define LANDMARK_KERNELS_H

#include "lk_draw.h"
#include "lk_f16.h"
#include "lk_f32.h"
#include "lk_integer.h"
#include "lk_kernels.h"
#include "lk_mask.h"
#include "lk_memory.h"
#include "lk_pool.h"
#include "lk_row_major.h"
#include "lk_sparse.h"
#include "lk_warp.h"
#include "lk_yuv.h"

#endif
