#include "lk_sparse.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_SPARSE lk_f32_sparse__neon
#include "body.h"
#endif
