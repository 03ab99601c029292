// A step as the pool publishes it to its threads.

#ifndef LK_POOL_TASK_H
#define LK_POOL_TASK_H

#include "lk_pool.h"

#include "claim.h"

#include <stdatomic.h>
#include <stddef.h>

// Relaxed: the number of the list, with its fences, orders what is read and written.
#define get(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define set(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)

/// A copy, because a preempted thread may resume after the caller's list is gone. It then reads a
/// later list, and detects that before using it.
struct task {
    _Atomic(lk_kernel) run;
    _Atomic(const void *) args;
    atomic_int units;
    /// Units per portion, which is what threads claim, and the number of portions.
    atomic_int grain;
    atomic_int portions;
    /// The minimum number of portions claimed at once.
    atomic_int least;
    /// The number of steps, starting with this one, that one thread runs in sequence as if they
    /// were one portion.
    atomic_int chain;
};

/// Runs portions of a step, or the chain that begins with it.
static inline void perform(const struct task *task, lk_portions portions) {
    const int32_t chain = get(task->chain);
    if (chain > 1) {
        for (int32_t i = 0; i < chain; i++)
            get(task[i].run)(get(task[i].args), 0, get(task[i].units));
        return;
    }
    const int64_t units = get(task->units), grain = get(task->grain);
    const int64_t end = portions.end * grain;
    get(task->run)(
        get(task->args), (int32_t)(portions.begin * grain), (int32_t)(end < units ? end : units));
}

/// Returns whether several of a pool's threads can share a step.
static inline bool is_shared(int32_t threads, const lk_step *step) {
    const int32_t least = step->least > 0 ? step->least : 1;
    return threads > 1 && step->units / least > 1;
}

/// Publishes a step to `threads` threads, and returns the first task of the chain that it belongs to,
/// or null. `chain` is the first task of the chain before it, or null.
static inline struct task *publish(
    int32_t threads, const lk_step *step, struct task *task, struct task *chain) {
    set(task->run, step->run);
    set(task->args, step->args);
    set(task->units, step->units);
    set(task->chain, 1);
    if (is_shared(threads, step)) {
        const int32_t grain = (step->units - 1) / LK_MOST_PORTIONS + 1;
        const int32_t least = step->least / (2 * grain);
        set(task->grain, grain);
        set(task->portions, (step->units - 1) / grain + 1);
        set(task->least, least > 1 ? least : 1);
        return NULL;
    }
    set(task->grain, step->units);
    set(task->portions, 1);
    set(task->least, 1);
    if (!chain) return task;
    set(chain->chain, get(chain->chain) + 1);
    return chain;
}

#endif
