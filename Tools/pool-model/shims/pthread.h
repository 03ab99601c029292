// Threads, as coroutines of the model.

#ifndef SHIM_PTHREAD_H
#define SHIM_PTHREAD_H

#include "model.h"

typedef model_object pthread_mutex_t, pthread_cond_t;
typedef int pthread_t;
#define pthread_mutex_init(mutex, attributes) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_mutex_lock(mutex) model_lock(mutex)
#define pthread_mutex_unlock(mutex) model_unlock(mutex)
#define pthread_cond_init(condition, attributes) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, mutex) model_wait(condition, mutex)
#define pthread_cond_broadcast(condition) model_broadcast(condition)
#define pthread_create(thread, attributes, function, argument) \
    ((*(thread) = model_start(function, argument)), 0)
#define pthread_join(thread, result) model_join(thread)

#endif
