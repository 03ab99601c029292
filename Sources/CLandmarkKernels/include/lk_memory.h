#ifndef LK_MEMORY_H
#define LK_MEMORY_H

#include <stddef.h>

/// The alignment of large pages, where the system has any.
enum { LK_LARGE_PAGE = 2 << 20 };

/// Allocates `bytes`, aligned to a large page, to be released with `free`; null when there is no
/// memory. Linux is advised to use large pages: it takes longer to provide a small page than to
/// fill it with weights.
void *lk_large_memory(size_t bytes);

#endif
