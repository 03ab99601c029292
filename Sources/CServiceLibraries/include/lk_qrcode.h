#ifndef LANDMARK_CQRCODE_H
#define LANDMARK_CQRCODE_H

// The part of libqrencode 4 that is used. The first call loads the library; building needs no headers.

#if defined(__linux__)

#include <stddef.h>

/// Encodes a text as a QR code: a byte for each module, 1 for a dark one, row after row.
///
/// Returns the number of modules per side, or 0 without libqrencode or for a text that is too long.
int lk_qrcode_encode(const char *text, unsigned char *modules, size_t capacity);

#endif

#endif
