#ifndef LANDMARK_OPTIONAL_H
#define LANDMARK_OPTIONAL_H

// The parts of libqrencode 4 and SDL 2 that are used. Few runs need them: each is loaded by the first call,
// and building needs none of their headers.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Encodes a text as a QR code: a byte for each module, 1 for a dark one, row after row.
///
/// Returns the number of modules of a side, or 0 without libqrencode and for a text that is too long.
int lk_qrcode_encode(const char *text, unsigned char *modules, size_t capacity);

/// Opens the program's window, on a thread of its own.
///
/// Returns 0, or -1 and a message in `reason`: SDL 2 is missing, or there is no display.
int lk_window_open(const char *title, int width, int height, char *reason, size_t size);

/// Shows an image of RGB bytes in place of the one before, scaled to the window. The bytes are copied.
///
/// Returns -1 once the window was closed, or Escape or Q was pressed; otherwise 0.
int lk_window_show(const uint8_t *rgb, int width, int height, size_t stride);

/// Waits until the window is closed, or `is_over` returns nonzero.
void lk_window_wait(int (*is_over)(void));

/// Closes the window.
void lk_window_close(void);

#endif

#endif
