// Counts allocations by wrapping the C library's allocator. Only the test program links this.
#define _GNU_SOURCE
#include "allocation_count.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LK_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(LK_SANITIZED)

#include <errno.h>
#include <execinfo.h>

// Other names of glibc's malloc and related functions.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t allocations;
static _Thread_local bool watching;
static _Thread_local int depth;
static _Thread_local void *stack[LK_ALLOCATION_STACK];

static void count(void) {
    allocations += 1;
    if (watching) {
        watching = false;
        depth = backtrace(stack, LK_ALLOCATION_STACK);
    }
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
        return EINVAL;
    }
    count();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

bool lk_allocations_are_counted(void) {
    // Another library's allocator may take precedence.
    uint64_t before = allocations;
    void *volatile block = malloc(1);
    free(block);
    return allocations == before + 1;
}

uint64_t lk_allocations(void) { return allocations; }

void lk_allocation_stack_watch(void) {
    // The first call loads the unwinder, which itself allocates memory.
    void *here[1];
    backtrace(here, 1);
    depth = 0;
    watching = true;
}

void lk_allocation_stack_write(int file) {
    watching = false;
    if (depth > 0) backtrace_symbols_fd(stack, depth, file);
}

#else

bool lk_allocations_are_counted(void) { return false; }
uint64_t lk_allocations(void) { return 0; }
void lk_allocation_stack_watch(void) {}
void lk_allocation_stack_write(int file) { (void)file; }

#endif
