#ifndef LANDMARK_CONTENT_DIGEST_H
#define LANDMARK_CONTENT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/// The number of words in the key of a digest.
#define LK_DIGEST_KEY 130

/// A digest of bytes. Two different sequences of the same length, up to a gigabyte, have the same digest
/// for at most one of 2^63 keys, even if chosen on purpose. Sequences that end in zeros need their lengths
/// compared, too.
typedef struct lk_digest {
    uint64_t first;
    uint64_t second;
} lk_digest;

/// Returns the digest of `count` bytes for a key of `LK_DIGEST_KEY` random words.
lk_digest lk_content_digest(const void *bytes, size_t count, const uint64_t *key);

#endif
