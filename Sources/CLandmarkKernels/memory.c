// Declares madvise in strict C.
#define _DEFAULT_SOURCE

#include "lk_memory.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

void *lk_large_memory(size_t bytes) {
    if (bytes > SIZE_MAX - LK_LARGE_PAGE) return NULL;
    const size_t pages = bytes / LK_LARGE_PAGE + (bytes % LK_LARGE_PAGE > 0 || bytes == 0);
    void *memory = aligned_alloc(LK_LARGE_PAGE, pages * LK_LARGE_PAGE);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Small pages work too, so a failure is ignored.
    if (memory) (void)madvise(memory, pages * LK_LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return memory;
}

void *lk_line_memory(size_t bytes) {
    if (bytes > SIZE_MAX - LK_CACHE_LINE) return NULL;
    const size_t lines = bytes / LK_CACHE_LINE + (bytes % LK_CACHE_LINE > 0 || bytes == 0);
    return aligned_alloc(LK_CACHE_LINE, lines * LK_CACHE_LINE);
}

void lk_memory_free(void *memory) { free(memory); }
