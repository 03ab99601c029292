#ifndef LANDMARK_SYSTEM_H
#define LANDMARK_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What Swift cannot say, such as what may be called in a signal handler: Swift's own atomics need newer systems than this package.

/// Sets or clears the flag that the program has been asked to stop.
void lk_interruption_request(bool requested);

/// Whether the flag is set.
bool lk_interruption_requested(void);

/// The handler of signals that ask the program to stop: the first sets the flag, any later one ends
/// the program as if it had no handler. Those that arrive together count as one.
void lk_interruption_handler(int signal);

/// Has all threads allocate from one arena, where the C library would reserve one for each.
void lk_memory_economize(void);

/// Copies at most `limit` bytes from the start of a pipe, on Linux, without taking them out of it. Returns
/// their number, 0 at the pipe's end, or -1 with `errno`: `EAGAIN` for an empty pipe.
ssize_t lk_pipe_peek(int pipe, void *target, size_t limit);

#endif
