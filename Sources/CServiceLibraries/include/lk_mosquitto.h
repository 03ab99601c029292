#ifndef LANDMARK_CMOSQUITTO_H
#define LANDMARK_CMOSQUITTO_H

// libmosquitto, which is loaded with the first broker.

#if defined(__linux__)

#include <mosquitto.h>

/// Loads the library once.
///
/// - Returns: NULL, or why it cannot be loaded.
const char *lk_mosquitto_load(void);

#endif

#endif
