// Informs ThreadSanitizer of the operations of Swift's `Mutex` when threads wait for each other. Only the
// test program is linked with this.
//
// The fast path into and out of a `Mutex` is compiled into its users, where the sanitizer sees it.
// The slow path, taken under contention, is in a library that it does not see: without this file,
// it reports everything that such a lock protects as a race.
#define _GNU_SOURCE

#if defined(__has_feature) && defined(__linux__)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// `Synchronization._MutexHandle._lockSlow(UInt32)` and `._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

SWIFT void lk_lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void lk_unlock_slow(SELF mutex) __asm__(UNLOCK);

SWIFT void lk_lock_slow(uint32_t thread, SELF mutex) {
    SWIFT void (*real)(uint32_t, SELF) =
        (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    real(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void lk_unlock_slow(SELF mutex) {
    SWIFT void (*real)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    real(mutex);
}

#endif
#endif
