#ifndef LANDMARK_SYSTEM_H
#define LANDMARK_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Functions that cannot be written in Swift, such as those called in a signal handler: Swift's own atomics
// need newer systems than this package does.

/// Sets or clears the flag that indicates a request to stop the program.
void lk_interruption_request(bool requested);

/// Whether the flag is set.
bool lk_interruption_requested(void);

/// Handles signals that ask the program to stop: the first sets the flag, and any later one ends the program
/// as if there were no handler. Signals that arrive together count as one.
void lk_interruption_handler(int signal);

/// The number of arguments that the process was started with, including the program, and the arguments; 0 and
/// null except with the GNU C library on Linux.
int lk_argument_count(void);
char **lk_arguments(void);

/// Makes all threads allocate from one arena instead of one per thread, the C library's default.
void lk_memory_economize(void);

/// Copies at most `limit` bytes from the start of a pipe, on Linux, without consuming them. Returns
/// their number, 0 at the pipe's end, or -1 with `errno`: `EAGAIN` for an empty pipe.
ssize_t lk_pipe_peek(int pipe, void *target, size_t limit);

#endif
