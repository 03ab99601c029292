#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this program: only with glibc, and not with a sanitizer,
/// which brings its own allocator.
bool lk_allocations_are_counted(void);

/// The number of allocations by this thread; frees do not count.
uint64_t lk_allocations(void);

/// The maximum number of addresses of a call stack to keep.
#define LK_ALLOCATION_STACK 24

/// Records the call stack of this thread's next allocation, innermost call first, and discards any
/// earlier one.
void lk_allocation_stack_watch(void);

/// Writes that call stack to `file`, one call per line; nothing if there was no allocation.
void lk_allocation_stack_write(int file);

#endif
