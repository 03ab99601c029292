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
    const size_t end = bytes % LK_LARGE_PAGE;
    size_t large = bytes - end;
    if (end > LK_LARGE_PAGE / 4 * 3) large += LK_LARGE_PAGE;
    void *memory = NULL;
    const size_t size = large > bytes ? large : bytes;
    if (posix_memalign(&memory, LK_LARGE_PAGE, size > 0 ? size : 1) != 0) return NULL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Small pages work too, so a failure is ignored.
    (void)madvise(memory, large, MADV_HUGEPAGE);
#endif
    return memory;
}

void *lk_line_memory(size_t bytes) {
    if (bytes > SIZE_MAX - LK_CACHE_LINE) return NULL;
    const size_t lines = bytes / LK_CACHE_LINE + (bytes % LK_CACHE_LINE > 0 || bytes == 0);
    return aligned_alloc(LK_CACHE_LINE, lines * LK_CACHE_LINE);
}

void lk_memory_free(void *memory) { free(memory); }
