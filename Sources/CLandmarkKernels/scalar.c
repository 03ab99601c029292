// Portable kernels without a scalar definition of their own.

#define LK_ISA scalar
#define LK_BLOCK 8
#include "portable_kernels.h"
