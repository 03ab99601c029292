#ifndef LANDMARK_CWINDOW_H
#define LANDMARK_CWINDOW_H

// A window, made by the part of SDL 2 that is used. The first call loads the library; building needs no
// headers.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Opens the program's window on its own thread.
///
/// Returns 0, or -1 and a message in `reason`: SDL 2 is missing, or there is no display.
int lk_window_open(const char *title, int width, int height, char *reason, size_t size);

/// Shows an image of RGB bytes in place of the previous one, scaled to the window. The bytes are copied.
///
/// Returns -1 once the window has been closed, or Escape or Q has been pressed; otherwise 0.
int lk_window_show(const uint8_t *rgb, int width, int height, size_t stride);

/// Waits until the window is closed, or `is_over` returns nonzero.
void lk_window_wait(int (*is_over)(void));

/// Closes the window.
void lk_window_close(void);

#endif

#endif
