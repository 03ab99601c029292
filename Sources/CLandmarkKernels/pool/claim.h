// Divides a step: threads claim portions until none are left, so a thread that is late or was
// preempted delays only what it has claimed.

#ifndef LK_POOL_CLAIM_H
#define LK_POOL_CLAIM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { LK_MOST_PORTIONS = UINT16_MAX };

/// The remainder of the current step, and the amount done since the pool was created.
typedef struct {
    /// The ticket of the step, the first remaining portion and the end of the portions: 32, 16 and
    /// 16 bits. Tickets count steps, so a thread that is late to a step finds nothing to claim.
    atomic_ullong left;
    atomic_ullong done;
} lk_claims;

/// A step from the point of view of one of the threads that claim its portions.
typedef struct {
    uint32_t ticket;
    uint32_t portions;
    /// The minimum number to claim at once.
    uint32_t least;
    uint32_t threads;
    /// Whether to claim from the end. Two threads that start at opposite ends of every step find
    /// most of their inputs in their own caches.
    bool from_end;
} lk_claimed;

typedef struct {
    uint32_t begin;
    uint32_t end;
} lk_portions;

/// Returns three quarters of a fair share of the remainder: the last claims are small, so that all
/// threads finish together.
static inline uint32_t lk_share(const lk_claimed *step, uint32_t left) {
    const uint32_t fair = left * 3 / (step->threads * 4);
    const uint32_t share = fair > step->least ? fair : step->least;
    return share < left ? share : left;
}

/// Claims portions of a step whose predecessors are all done. Returns false when none are left.
///
/// Relaxed: a thread has acquired the list of the step, and what earlier steps wrote, before it claims;
/// a claim only has to be the thread's own.
static inline bool lk_claim(lk_claims *claims, const lk_claimed *step, lk_portions *portions) {
    unsigned long long seen = atomic_load_explicit(&claims->left, memory_order_relaxed);
    for (;;) {
        uint32_t begin = seen >> 16 & UINT16_MAX, end = seen & UINT16_MAX;
        if ((uint32_t)(seen >> 32) != step->ticket) {
            // The first thread finds that nothing is left of the previous step. A late thread finds
            // the ticket of a later step.
            if ((uint32_t)(seen >> 32) + 1 != step->ticket) return false;
            begin = 0;
            end = step->portions;
        }
        if (begin == end) return false;
        const uint32_t share = lk_share(step, end - begin);
        *portions = step->from_end ? (lk_portions){end - share, end}
                                   : (lk_portions){begin, begin + share};
        if (step->from_end) end -= share;
        else begin += share;
        const unsigned long long rest =
            (unsigned long long)step->ticket << 32 | begin << 16 | end;
        if (atomic_compare_exchange_weak_explicit(
                &claims->left, &seen, rest, memory_order_relaxed, memory_order_relaxed))
            return true;
    }
}

/// Reports `portions` more as done, and releases what they wrote. Later additions continue the release.
static inline void lk_claims_finish(lk_claims *claims, uint32_t portions) {
    atomic_fetch_add_explicit(&claims->done, portions, memory_order_release);
}

/// Returns whether `goal` portions are done, and acquires their writes.
static inline bool lk_claims_reached(lk_claims *claims, uint64_t goal) {
    return atomic_load_explicit(&claims->done, memory_order_acquire) >= goal;
}

#endif
