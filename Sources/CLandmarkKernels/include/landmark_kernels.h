#ifndef LANDMARK_KERNELS_H
#define LANDMARK_KERNELS_H
#include "lk_level.h"
#include "lk_warp.h"
#endif
