// Portable kernels without a separate scalar definition.

#define LK_ISA scalar
#define LK_BLOCK 8
#include "portable_kernels.h"
