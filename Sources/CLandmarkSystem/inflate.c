#include "inflate.h"

// The part of zlib's interface that is used, declared here so that its headers need not be
// installed. It has been the same since zlib 1.0.
typedef struct lk_z_stream {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *zalloc;
    void *zfree;
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} lk_z_stream;

enum { LK_Z_OK = 0, LK_Z_STREAM_END = 1, LK_Z_FINISH = 4, LK_Z_BUF_ERROR = -5 };

/// A window of 32 KB; negative for deflate data without a header.
enum { LK_Z_RAW = -15 };

/// zlib refuses callers that were compiled for another major version.
static const char lk_z_interface[] = "1";

typedef int (*lk_init_function)(lk_z_stream *, int, const char *, int);
typedef int (*lk_stream_function)(lk_z_stream *, int);
typedef int (*lk_end_function)(lk_z_stream *);
typedef const char *(*lk_version_function)(void);

typedef struct lk_zlib {
    lk_init_function init;
    lk_stream_function inflate;
    lk_end_function end;
    lk_version_function version;
} lk_zlib;

#if defined(__APPLE__)

#define ZLIB_FILE "libz.dylib"

int inflateInit2_(lk_z_stream *, int, const char *, int);
int inflate(lk_z_stream *, int);
int inflateEnd(lk_z_stream *);
const char *zlibVersion(void);

static const lk_zlib *library(void) {
    static const lk_zlib linked = {inflateInit2_, inflate, inflateEnd, zlibVersion};
    return &linked;
}

#else

#include "lk_lazy_library.h"

#define ZLIB_FILE "libz.so.1"

// These are not jumps under zlib's names, which would be defined twice in a program that links zlib
// statically.
static void *init, *inflate, *end, *version;
static const lk_lazy_function functions[] = {
    {"inflateInit2_", &init},
    {"inflate", &inflate},
    {"inflateEnd", &end},
    {"zlibVersion", &version},
};
static const lk_lazy_library libraries[] = {LK_LAZY_LIBRARY(ZLIB_FILE, functions)};

static lk_zlib loaded;

static void prepare(void) {
    loaded.init = (lk_init_function)init;
    loaded.inflate = (lk_stream_function)inflate;
    loaded.end = (lk_end_function)end;
    loaded.version = (lk_version_function)version;
}

static const lk_zlib *library(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), prepare) ? NULL : &loaded;
}

#endif

lk_inflate_result lk_inflate(
    const void *compressed, size_t count, void *output, size_t capacity) {
    lk_inflate_result result = {LK_INFLATE_NO_LIBRARY, 0, 0, count};
    const lk_zlib *zlib = library();
    if (!zlib) return result;
    result.outcome = LK_INFLATE_STOPPED;
    result.code = LK_Z_BUF_ERROR;
    if (count > UINT32_MAX || capacity > UINT32_MAX) return result;
    lk_z_stream stream = {0};
    result.code = zlib->init(&stream, LK_Z_RAW, lk_z_interface, (int)sizeof stream);
    if (result.code != LK_Z_OK) return result;
    stream.next_in = compressed;
    stream.avail_in = (unsigned int)count;
    stream.next_out = output;
    stream.avail_out = (unsigned int)capacity;
    result.code = zlib->inflate(&stream, LK_Z_FINISH);
    result.unread = stream.avail_in;
    result.written = capacity - stream.avail_out;
    zlib->end(&stream);
    if (result.code == LK_Z_STREAM_END) result.outcome = LK_INFLATE_ENDED;
    return result;
}

const char *lk_zlib_name(void) { return ZLIB_FILE; }

const char *lk_zlib_version(void) {
    const lk_zlib *zlib = library();
    return zlib ? zlib->version() : NULL;
}
