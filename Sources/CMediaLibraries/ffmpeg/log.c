// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#define _GNU_SOURCE
#include "lk_ffmpeg.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// FFmpeg has one log per process. A message refers to an object whose `opaque` field points to one
// of our sinks. Other users of FFmpeg in the process may store anything in that field, so it is
// only compared with the open sinks and never dereferenced.

struct lk_log_sink {
    lk_log_receiver receiver;
    void *context;
    lk_log_sink *next;
};

// Recursive, because a receiver may itself cause an FFmpeg message.
static pthread_mutex_t lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static lk_log_sink *sinks;

/// Returns the `opaque` field of the codec or format that an object belongs to, or NULL.
static const void *owner_of(void *object) {
    for (int depth = 0; object && depth < 8; depth++) {
        const AVClass *class = *(const AVClass **)object;
        if (!class) return NULL;
        if (class == avcodec_get_class()) return ((AVCodecContext *)object)->opaque;
        if (class == avformat_get_class()) return ((AVFormatContext *)object)->opaque;
        if (!class->parent_log_context_offset) return NULL;
        object = *(void **)((uint8_t *)object + class->parent_log_context_offset);
    }
    return NULL;
}

static void receive(void *object, int level, const char *format, va_list arguments) {
    if (level > AV_LOG_INFO || !object) return;
    const void *owner = owner_of(object);
    if (!owner) return;
    char line[512];
    int print_prefix = 0;
    av_log_format_line2(NULL, level, format, arguments, line, sizeof line, &print_prefix);
    line[strcspn(line, "\r\n")] = 0;
    if (!line[0]) return;
    pthread_mutex_lock(&lock);
    for (lk_log_sink *sink = sinks; sink; sink = sink->next)
        if (sink == owner) {
            sink->receiver(sink->context, level, line);
            break;
        }
    pthread_mutex_unlock(&lock);
}

static void take_over(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_mutexattr_destroy(&kind);
    av_log_set_callback(receive);
}

lk_log_sink *lk_log_sink_open(lk_log_receiver receiver, void *context) {
    pthread_once(&once, take_over);
    lk_log_sink *sink = malloc(sizeof *sink);
    if (!sink) return NULL;
    pthread_mutex_lock(&lock);
    *sink = (lk_log_sink){receiver, context, sinks};
    sinks = sink;
    pthread_mutex_unlock(&lock);
    return sink;
}

void lk_log_sink_close(lk_log_sink *sink) {
    if (!sink) return;
    pthread_mutex_lock(&lock);
    for (lk_log_sink **place = &sinks; *place; place = &(*place)->next)
        if (*place == sink) {
            *place = sink->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    free(sink);
}

void lk_log_format(AVFormatContext *format, lk_log_sink *sink) { format->opaque = sink; }

void lk_log_codec(AVCodecContext *codec, lk_log_sink *sink) { codec->opaque = sink; }
#endif
