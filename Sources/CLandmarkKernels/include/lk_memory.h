#ifndef LK_MEMORY_H
#define LK_MEMORY_H

#include <stddef.h>

/// The alignment of large pages, where the system has any.
enum { LK_LARGE_PAGE = 2 << 20 };

/// The alignment of other memory: a cache line of most processors.
enum { LK_CACHE_LINE = 64 };

/// Allocates `bytes`, aligned to a large page, to be released with `lk_memory_free`; null when
/// there is no memory. Linux is advised to use large pages: it takes longer to provide a small page than to
/// fill it with weights. An end that would leave more than a quarter of its large page unused gets small
/// pages.
void *lk_large_memory(size_t bytes);

/// Allocates `bytes`, aligned to a cache line, to be released with `lk_memory_free`; null when there is
/// no memory.
void *lk_line_memory(size_t bytes);

/// Releases memory from the two functions above.
void lk_memory_free(void *memory);

#endif
