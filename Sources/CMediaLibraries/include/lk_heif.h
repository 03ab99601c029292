#ifndef LANDMARK_CHEIF_H
#define LANDMARK_CHEIF_H

// libheif 1.4 or later, loaded when the first HEIC, HEIF or AVIF image is read.

#include <stddef.h>
#include <stdint.h>

/// How decoding ended.
typedef enum {
    lk_heif_done = 0,
    /// libheif cannot be loaded.
    lk_heif_missing,
    /// The image has more pixels than allowed; nothing was allocated for them.
    lk_heif_too_large,
    /// The file is damaged, or needs a decoder that is missing.
    lk_heif_failed,
} lk_heif_outcome;

/// A decoded image, upright, with 3 or 4 bytes per pixel (RGB, or RGBA that is not premultiplied).
typedef struct {
    int width, height;
    int channels;
    int stride;
    const uint8_t *pixels;
    /// The reason for a failure.
    char reason[256];
    /// libheif's objects.
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
} lk_heif;

/// Decodes the primary image of a file. Call `lk_heif_close` in any case; until then, `bytes` must
/// remain valid.
lk_heif_outcome lk_heif_decode(
    lk_heif *heif, const uint8_t *bytes, size_t count, int64_t pixel_limit);

/// Frees the memory that decoding allocated.
void lk_heif_close(lk_heif *heif);

/// The version of libheif, or NULL if it cannot be loaded.
const char *lk_heif_version(void);

#endif
