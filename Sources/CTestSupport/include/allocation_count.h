#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this program: with glibc, and under no sanitizer, which
/// bring their own allocators.
bool lk_allocations_are_counted(void);

/// How often this thread has asked for memory; frees do not count.
uint64_t lk_allocations(void);

/// The most addresses of a call stack that are kept.
#define LK_ALLOCATION_STACK 24

/// Keeps where this thread asks for memory next, and nothing before that; innermost call first.
void lk_allocation_stack_watch(void);

/// Writes that call stack to `file`, one call a line; nothing when no memory was asked for.
void lk_allocation_stack_write(int file);

#endif
