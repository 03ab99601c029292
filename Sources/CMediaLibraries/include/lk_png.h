#ifndef LANDMARK_CPNG_H
#define LANDMARK_CPNG_H

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libpng reports errors with longjmp, which must not cross Swift frames, so each function below
// sets its own jump target. The simplified API (`png_image`) does so too, but applies gamma and
// rounds 16-bit samples; these functions read samples as stored.

/// A PNG file in memory being decoded.
typedef struct {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    uint32_t width;
    uint32_t height;
    /// The number of channels after expansion to 8 bits: 1 (gray), 3 (RGB) or 4 (RGBA).
    int channels;
    /// Whether the data ended before the image was complete.
    int truncated;
    char message[128];
} lk_png_reader;

static inline void lk_png__fail(png_structp png, png_const_charp message) {
    lk_png_reader *reader = (lk_png_reader *)png_get_error_ptr(png);
    strncpy(reader->message, message, sizeof reader->message - 1);
    longjmp(png_jmpbuf(png), 1);
}

static inline void lk_png__warn(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static inline void lk_png__read_bytes(png_structp png, png_bytep target, size_t count) {
    lk_png_reader *reader = (lk_png_reader *)png_get_io_ptr(png);
    if (count > reader->count - reader->offset) {
        reader->truncated = 1;
        png_error(png, "the file is truncated");
    }
    memcpy(target, reader->bytes + reader->offset, count);
    reader->offset += count;
}

/// Frees the reader's resources. It may be called repeatedly.
static inline void lk_png_close(lk_png_reader *reader) {
    if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
}

/// Reads the header of `count` bytes, which must outlive the reader.
///
/// Returns 0, or -1 with `message` set. Call `lk_png_close` in both cases.
static inline int lk_png_open(lk_png_reader *reader, const uint8_t *bytes, size_t count) {
    memset(reader, 0, sizeof *reader);
    reader->bytes = bytes;
    reader->count = count;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, lk_png__fail, lk_png__warn);
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    if (!reader->info) {
        strncpy(reader->message, "out of memory", sizeof reader->message - 1);
        return -1;
    }
    if (setjmp(png_jmpbuf(reader->png))) return -1;
    png_set_read_fn(reader->png, reader, lk_png__read_bytes);
    png_read_info(reader->png, reader->info);
    png_set_expand(reader->png);
    png_set_strip_16(reader->png);
    reader->width = png_get_image_width(reader->png, reader->info);
    reader->height = png_get_image_height(reader->png, reader->info);
    int type = png_get_color_type(reader->png, reader->info);
    int clear = png_get_valid(reader->png, reader->info, PNG_INFO_tRNS) != 0;
    // Gray with alpha becomes RGBA, because no gray format has alpha.
    if (!(type & PNG_COLOR_MASK_COLOR) && ((type & PNG_COLOR_MASK_ALPHA) || clear))
        png_set_gray_to_rgb(reader->png);
    png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    reader->channels = png_get_channels(reader->png, reader->info);
    if (png_get_rowbytes(reader->png, reader->info) != (size_t)reader->width * reader->channels)
        png_error(reader->png, "unexpected row size");
    return 0;
}

/// Decodes `height` rows of `width * channels` bytes, `stride` bytes apart, and the rest of the
/// file.
///
/// Returns 0, or -1 with `message` set.
static inline int lk_png_read(lk_png_reader *reader, uint8_t *target, size_t stride) {
    if (setjmp(png_jmpbuf(reader->png))) return -1;
    int passes = png_set_interlace_handling(reader->png);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < reader->height; y++)
            png_read_row(reader->png, target + (size_t)y * stride, NULL);
    png_read_end(reader->png, NULL);
    return 0;
}

/// Returns the maximum size that `lk_png_write` can need, or 0 if the image is too large.
static inline size_t lk_png_bound(uint32_t width, uint32_t height, uint32_t format) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = format;
    uint64_t bytes = (uint64_t)width * height * PNG_IMAGE_SAMPLE_CHANNELS(format);
    if (bytes > (uint64_t)1 << 31) return 0;
    return PNG_IMAGE_PNG_SIZE_MAX(image);
}

/// Encodes 8-bit pixels into `target` of `*count` bytes, and sets `*count` to the size used.
///
/// `format` is one of libpng's `PNG_FORMAT_` values. Returns 0, or -1 with `message` set.
static inline int lk_png_write(
    uint32_t width, uint32_t height, uint32_t format, const uint8_t *pixels, int32_t stride,
    uint8_t *target, size_t *count, char message[64]) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = format;
    // Files are 50 % larger, but written in a third of the time.
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t used = *count;
    int done = png_image_write_to_memory(&image, target, &used, 0, pixels, stride, NULL);
    *count = used;
    memcpy(message, image.message, sizeof image.message);
    png_image_free(&image);
    return done ? 0 : -1;
}

static const uint32_t lk_png_gray = PNG_FORMAT_GRAY;
static const uint32_t lk_png_rgb = PNG_FORMAT_RGB;
static const uint32_t lk_png_rgba = PNG_FORMAT_RGBA;
static const uint32_t lk_png_bgra = PNG_FORMAT_BGRA;

#endif
