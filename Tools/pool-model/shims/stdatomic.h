// C11's atomics, as operations of the model.

#ifndef SHIM_STDATOMIC_H
#define SHIM_STDATOMIC_H

#include "model.h"

/// `type` only names the type of the value.
#define _Atomic(T)     \
    union {            \
        uint64_t bits; \
        T type;        \
    }
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(bool) atomic_bool;

#define MODEL_TYPE(p) __typeof__((p)->type)
#define atomic_load_explicit(p, order) ((MODEL_TYPE(p))model_load(&(p)->bits, order))
#define atomic_store_explicit(p, v, order) model_store(&(p)->bits, (uint64_t)(MODEL_TYPE(p))(v), order)
#define atomic_fetch_add_explicit(p, v, order) ((MODEL_TYPE(p))model_add(&(p)->bits, (uint64_t)(v), order))
#define atomic_compare_exchange_weak_explicit(p, expected, v, success, failure) \
    model_exchange_if(&(p)->bits, expected, v, success, failure)
#define atomic_load(p) atomic_load_explicit(p, memory_order_seq_cst)
#define atomic_store(p, v) atomic_store_explicit(p, v, memory_order_seq_cst)
#define atomic_fetch_add(p, v) atomic_fetch_add_explicit(p, v, memory_order_seq_cst)
#define atomic_fetch_sub_explicit(p, v, order) atomic_fetch_add_explicit(p, -(uint64_t)(v), order)
#define atomic_fetch_sub(p, v) atomic_fetch_sub_explicit(p, v, memory_order_seq_cst)
#define atomic_thread_fence(order) model_fence(order)

#endif
