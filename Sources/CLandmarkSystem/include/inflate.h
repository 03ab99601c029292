#ifndef LANDMARK_INFLATE_H
#define LANDMARK_INFLATE_H

#include <stddef.h>
#include <stdint.h>

// The functions that model archives need: checksums, computed here, and inflation with the system's
// zlib.
//
// On Apple's systems zlib is linked, since every SDK has it. Elsewhere, it is loaded for the first compressed
// entry: models are usually stored uncompressed, and a program then does not need zlib.

/// Returns the CRC-32, as used in zip archives, of `count` bytes.
uint32_t lk_crc32(const void *bytes, size_t count);

/// Returns the same, computed only from tables, as on processors without suitable instructions.
uint32_t lk_crc32_by_table(const void *bytes, size_t count);

/// How inflating ended.
typedef enum lk_inflate_outcome {
    /// The data ended properly.
    LK_INFLATE_ENDED,
    /// The data is longer than `capacity`, truncated or damaged.
    LK_INFLATE_STOPPED,
    /// zlib is not installed, or lacks a function.
    LK_INFLATE_NO_LIBRARY,
} lk_inflate_outcome;

/// The result of `lk_inflate`.
typedef struct lk_inflate_result {
    lk_inflate_outcome outcome;
    /// zlib's last return code.
    int code;
    /// The number of bytes written.
    size_t written;
    /// The number of bytes after the end of the compressed data.
    size_t unread;
} lk_inflate_result;

/// Inflates raw deflate data into at most `capacity` bytes; both sizes fit 32 bits.
lk_inflate_result lk_inflate(
    const void *compressed, size_t count, void *output, size_t capacity);

/// Returns the file name of zlib.
const char *lk_zlib_name(void);

/// Returns zlib's version at run time; null if it is not installed.
const char *lk_zlib_version(void);

#endif
