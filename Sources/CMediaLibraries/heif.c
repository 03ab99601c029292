// Elsewhere ImageIO reads images.
#if defined(__linux__)
#include "lk_heif.h"

#include <lk_lazy_library.h>
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

typedef struct heif_context heif_context;
typedef struct heif_image_handle heif_image_handle;
typedef struct heif_image heif_image;
extern heif_context *heif_context_alloc(void);
extern void heif_context_free(heif_context *context);
extern lk_heif_error heif_context_read_from_memory_without_copy(
    heif_context *context, const void *bytes, size_t count, const void *options);
extern lk_heif_error heif_context_get_primary_image_handle(
    heif_context *context, heif_image_handle **handle);
extern int heif_image_handle_get_width(const heif_image_handle *handle);
extern int heif_image_handle_get_height(const heif_image_handle *handle);
extern int heif_image_handle_has_alpha_channel(const heif_image_handle *handle);
extern lk_heif_error heif_decode_image(
    const heif_image_handle *handle, heif_image **image, int colorspace, int chroma,
    const void *options);
extern int heif_image_get_width(const heif_image *image, int channel);
extern int heif_image_get_height(const heif_image *image, int channel);
extern const uint8_t *heif_image_get_plane_readonly(
    const heif_image *image, int channel, int *stride);
extern void heif_image_release(const heif_image *image);
extern void heif_image_handle_release(const heif_image_handle *handle);
extern const char *heif_get_version(void);

#define HEIF(F) \
    F(heif_context_alloc) F(heif_context_free) F(heif_context_read_from_memory_without_copy) \
    F(heif_context_get_primary_image_handle) F(heif_image_handle_get_width) \
    F(heif_image_handle_get_height) F(heif_image_handle_has_alpha_channel) F(heif_decode_image) \
    F(heif_image_get_width) F(heif_image_get_height) F(heif_image_get_plane_readonly) \
    F(heif_image_release) F(heif_image_handle_release) F(heif_get_version)

HEIF(LK_LAZY_DEFINE)

static const lk_lazy_function functions[] = {HEIF(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {LK_LAZY_LIBRARY("libheif.so.1", functions)};

/// Returns NULL, or the reason why libheif cannot be used.
static const char *load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), NULL);
}

const char *lk_heif_version(void) { return load() ? NULL : heif_get_version(); }

static lk_heif_outcome failed(lk_heif *heif, lk_heif_error error) {
    snprintf(heif->reason, sizeof heif->reason, "%s", error.message ? error.message : "no reason");
    return lk_heif_failed;
}

lk_heif_outcome lk_heif_decode(
    lk_heif *heif, const uint8_t *bytes, size_t count, int64_t pixel_limit) {
    memset(heif, 0, sizeof *heif);
    const char *missing = load();
    if (missing) {
        snprintf(heif->reason, sizeof heif->reason, "%s", missing);
        return lk_heif_missing;
    }
    const lk_heif_error no_memory = {1, 0, "memory could not be allocated"};
    heif->context = heif_context_alloc();
    if (!heif->context) return failed(heif, no_memory);
    lk_heif_error error = heif_context_read_from_memory_without_copy(heif->context, bytes, count, NULL);
    if (error.code) return failed(heif, error);
    error = heif_context_get_primary_image_handle(heif->context, &heif->handle);
    if (error.code) return failed(heif, error);
    heif->width = heif_image_handle_get_width(heif->handle);
    heif->height = heif_image_handle_get_height(heif->handle);
    if ((int64_t)heif->width * heif->height > pixel_limit) return lk_heif_too_large;
    int has_alpha = heif_image_handle_has_alpha_channel(heif->handle);
    heif->channels = has_alpha ? 4 : 3;
    // The file's own rotation is applied by default.
    error = heif_decode_image(
        heif->handle, &heif->image, LK_COLORSPACE_RGB,
        has_alpha ? LK_CHROMA_INTERLEAVED_RGBA : LK_CHROMA_INTERLEAVED_RGB, NULL);
    if (error.code) return failed(heif, error);
    heif->width = heif_image_get_width(heif->image, LK_CHANNEL_INTERLEAVED);
    heif->height = heif_image_get_height(heif->image, LK_CHANNEL_INTERLEAVED);
    heif->pixels = heif_image_get_plane_readonly(heif->image, LK_CHANNEL_INTERLEAVED, &heif->stride);
    if (!heif->pixels || heif->width <= 0 || heif->height <= 0
        || heif->stride < heif->width * heif->channels)
        return failed(heif, no_memory);
    return lk_heif_done;
}

void lk_heif_close(lk_heif *heif) {
    if (heif->image) heif_image_release(heif->image);
    if (heif->handle) heif_image_handle_release(heif->handle);
    if (heif->context) heif_context_free(heif->context);
    heif->image = NULL;
    heif->handle = NULL;
    heif->context = NULL;
}
#endif
