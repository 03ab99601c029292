// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#define _GNU_SOURCE
#include "lk_ffmpeg.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

// Files are opened by the caller and accessed through these functions, so that FFmpeg does not
// interpret names as addresses and the caller receives the operating system's errors.

enum { BUFFER_SIZE = 1 << 16 };

static int descriptor_of(void *opaque) { return (int)(intptr_t)opaque; }

static int read_some(void *opaque, uint8_t *target, int size) {
    ssize_t got;
    do got = read(descriptor_of(opaque), target, (size_t)size);
    while (got < 0 && errno == EINTR);
    if (got < 0) return AVERROR(errno);
    return got ? (int)got : AVERROR_EOF;
}

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_some(void *opaque, const uint8_t *bytes, int size) {
#else
static int write_some(void *opaque, uint8_t *bytes, int size) {
#endif
    int done = 0;
    while (done < size) {
        ssize_t put = write(descriptor_of(opaque), bytes + done, (size_t)(size - done));
        if (put < 0 && errno != EINTR) return AVERROR(errno);
        if (put > 0) done += (int)put;
    }
    return size;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    int descriptor = descriptor_of(opaque);
    if (whence & AVSEEK_SIZE) {
        struct stat status;
        if (fstat(descriptor, &status)) return AVERROR(errno);
        return S_ISREG(status.st_mode) ? (int64_t)status.st_size : AVERROR(ENOSYS);
    }
    off_t reached = lseek(descriptor, (off_t)offset, whence & ~AVSEEK_FORCE);
    return reached < 0 ? AVERROR(errno) : (int64_t)reached;
}

static AVIOContext *open_io(int descriptor, int writes) {
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    if (!buffer) return NULL;
    struct stat status;
    int seeks = !fstat(descriptor, &status) && S_ISREG(status.st_mode);
    AVIOContext *io = avio_alloc_context(
        buffer, BUFFER_SIZE, writes, (void *)(intptr_t)descriptor, writes ? NULL : read_some,
        writes ? write_some : NULL, seeks ? seek : NULL);
    if (!io) av_free(buffer);
    return io;
}

AVIOContext *lk_reader_open(int descriptor) { return open_io(descriptor, 0); }

AVIOContext *lk_writer_open(int descriptor) { return open_io(descriptor, 1); }

int lk_rewind(int descriptor) { return lseek(descriptor, 0, SEEK_SET) ? AVERROR(errno) : 0; }

void lk_io_close(AVIOContext **io) {
    if (!*io) return;
    av_freep(&(*io)->buffer);
    avio_context_free(io);
}

static int refuse(
    AVFormatContext *format, AVIOContext **io, const char *name, int flags,
    AVDictionary **options) {
    (void)flags;
    (void)options;
    av_log(format, AV_LOG_ERROR, "it refers to another file or address, %s\n", name);
    *io = NULL;
    return AVERROR(EACCES);
}

void lk_confine(AVFormatContext *format) { format->io_open = refuse; }
#endif
