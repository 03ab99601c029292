#include "lk_heif.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The part of libheif's interface that is used, declared here so that its headers need not be
// installed. It has been the same since libheif 1.0.
typedef struct {
    int code;
    int subcode;
    const char *message;
} lk_heif_error;

enum {
    LK_COLORSPACE_RGB = 1,
    LK_CHROMA_INTERLEAVED_RGB = 10,
    LK_CHROMA_INTERLEAVED_RGBA = 11,
    LK_CHANNEL_INTERLEAVED = 10,
};

static struct {
    void *(*context_alloc)(void);
    void (*context_free)(void *);
    lk_heif_error (*read)(void *, const void *, size_t, const void *);
    lk_heif_error (*primary)(void *, void **);
    int (*width)(const void *);
    int (*height)(const void *);
    int (*has_alpha)(const void *);
    lk_heif_error (*decode)(const void *, void **, int, int, const void *);
    int (*image_width)(const void *, int);
    int (*image_height)(const void *, int);
    const uint8_t *(*plane)(const void *, int, int *);
    void (*image_release)(const void *);
    void (*handle_release)(const void *);
    const char *(*version)(void);
} library;

static char missing[256] = "libheif.so.1 was not loaded";

static void load(void) {
    // Never unloaded, because its plugins keep pointers into it.
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *message = dlerror();
        snprintf(missing, sizeof missing, "%s", message ? message : "libheif.so.1 is missing");
        return;
    }
    const struct {
        const char *name;
        void *place;
    } entries[] = {
        {"heif_context_alloc", &library.context_alloc},
        {"heif_context_free", &library.context_free},
        {"heif_context_read_from_memory_without_copy", &library.read},
        {"heif_context_get_primary_image_handle", &library.primary},
        {"heif_image_handle_get_width", &library.width},
        {"heif_image_handle_get_height", &library.height},
        {"heif_image_handle_has_alpha_channel", &library.has_alpha},
        {"heif_decode_image", &library.decode},
        {"heif_image_get_width", &library.image_width},
        {"heif_image_get_height", &library.image_height},
        {"heif_image_get_plane_readonly", &library.plane},
        {"heif_image_release", &library.image_release},
        {"heif_image_handle_release", &library.handle_release},
        {"heif_get_version", &library.version},
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        void *function = dlsym(handle, entries[i].name);
        if (!function) {
            snprintf(missing, sizeof missing, "libheif.so.1 has no %s", entries[i].name);
            return;
        }
        memcpy(entries[i].place, &function, sizeof function);
    }
    missing[0] = 0;
}

static int is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return !missing[0];
}

const char *lk_heif_version(void) { return is_loaded() ? library.version() : NULL; }

static lk_heif_outcome failed(lk_heif *heif, lk_heif_error error) {
    snprintf(heif->reason, sizeof heif->reason, "%s", error.message ? error.message : "no reason");
    return lk_heif_failed;
}

lk_heif_outcome lk_heif_decode(
    lk_heif *heif, const uint8_t *bytes, size_t count, int64_t pixel_limit) {
    memset(heif, 0, sizeof *heif);
    if (!is_loaded()) {
        snprintf(heif->reason, sizeof heif->reason, "%s", missing);
        return lk_heif_missing;
    }
    const lk_heif_error no_memory = {1, 0, "memory could not be allocated"};
    heif->context = library.context_alloc();
    if (!heif->context) return failed(heif, no_memory);
    lk_heif_error error = library.read(heif->context, bytes, count, NULL);
    if (error.code) return failed(heif, error);
    error = library.primary(heif->context, &heif->handle);
    if (error.code) return failed(heif, error);
    heif->width = library.width(heif->handle);
    heif->height = library.height(heif->handle);
    if ((int64_t)heif->width * heif->height > pixel_limit) return lk_heif_too_large;
    int has_alpha = library.has_alpha(heif->handle);
    heif->channels = has_alpha ? 4 : 3;
    // The file's own rotation is applied by default.
    error = library.decode(
        heif->handle, &heif->image, LK_COLORSPACE_RGB,
        has_alpha ? LK_CHROMA_INTERLEAVED_RGBA : LK_CHROMA_INTERLEAVED_RGB, NULL);
    if (error.code) return failed(heif, error);
    heif->width = library.image_width(heif->image, LK_CHANNEL_INTERLEAVED);
    heif->height = library.image_height(heif->image, LK_CHANNEL_INTERLEAVED);
    heif->pixels = library.plane(heif->image, LK_CHANNEL_INTERLEAVED, &heif->stride);
    if (!heif->pixels || heif->width <= 0 || heif->height <= 0
        || heif->stride < heif->width * heif->channels)
        return failed(heif, no_memory);
    return lk_heif_done;
}

void lk_heif_close(lk_heif *heif) {
    if (heif->image) library.image_release(heif->image);
    if (heif->handle) library.handle_release(heif->handle);
    if (heif->context) library.context_free(heif->context);
    heif->image = heif->handle = heif->context = NULL;
}
