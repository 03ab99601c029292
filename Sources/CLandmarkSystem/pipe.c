#define _GNU_SOURCE
#include "landmark_system.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

ssize_t lk_pipe_peek(int pipe, void *target, size_t limit) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return -1;
    ssize_t count = tee(pipe, ends[1], limit, SPLICE_F_NONBLOCK);
    if (count > 0) count = read(ends[0], target, (size_t)count);
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return count;
}
#endif
