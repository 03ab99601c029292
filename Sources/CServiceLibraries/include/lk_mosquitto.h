#ifndef LANDMARK_CMOSQUITTO_H
#define LANDMARK_CMOSQUITTO_H

// libmosquitto, which is loaded when the first broker is used.

#if defined(__linux__)

#include <mosquitto.h>

/// Loads the library once.
///
/// - Returns: NULL, or the reason why it cannot be loaded.
const char *lk_mosquitto_load(void);

#endif

#endif
