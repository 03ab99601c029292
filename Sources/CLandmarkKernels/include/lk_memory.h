#ifndef LK_MEMORY_H
#define LK_MEMORY_H

#include <stddef.h>

/// What large pages are aligned to, where the system has some.
enum { LK_LARGE_PAGE = 2 << 20 };

/// Memory for `bytes` that begins with a large page, to be given back with `free`; null when there
/// is none. On Linux it is asked to be of large pages: to be handed a page takes longer than to
/// fill a small one with weights.
void *lk_large_memory(size_t bytes);

#endif
