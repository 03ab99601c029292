#ifndef LK_POOL_H
#define LK_POOL_H

#include "lk_f32.h"

/// One operator of a plan: `units` pieces of work that may be done in any split and order.
typedef struct {
    lk_kernel run;
    const void *args;
    int32_t units;
    /// The fewest units worth a thread.
    int32_t least;
} lk_step;

/// A fixed set of threads that walk through lists of steps together. The caller's thread is one of
/// them, and does all of a list by itself where the others come too late.
///
/// Workers wait awake while the pool is held and for a moment after that, and then sleep. When one
/// of the threads was taken off its processor for another program, and the others had to wait for
/// it, the caller's thread works alone for a while.
typedef struct lk_pool lk_pool;

/// A pool of `threads` in all (1…64), or null when a thread cannot be made.
lk_pool *lk_pool_create(int32_t threads);
void lk_pool_destroy(lk_pool *pool);
int32_t lk_pool_threads(const lk_pool *pool);
/// How many workers sleep, which costs nothing.
int32_t lk_pool_sleeping(const lk_pool *pool);

/// Runs the steps in order, each one shared by the threads; one call at a time.
void lk_pool_run(lk_pool *pool, const lk_step *steps, int32_t count);

/// Runs a step whose units take long, and not equally long: that a thread waits for the last of
/// them says nothing of other programs.
void lk_pool_run_long(lk_pool *pool, const lk_step *step);

/// Says that lists will follow each other closely until the pool is released: workers wake now and
/// stay awake between lists, some milliseconds at most. Holds may be nested; they come from the
/// thread that runs lists.
void lk_pool_hold(lk_pool *pool);
void lk_pool_release(lk_pool *pool);

#endif
