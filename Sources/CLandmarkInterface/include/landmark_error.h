/* The message of the last error of each thread, which Swift has no storage for. */
#ifndef LANDMARK_ERROR_H
#define LANDMARK_ERROR_H

#include "landmarkkit.h"

/* Keeps `text` as the calling thread's message; cuts it after 2,047 bytes. */
void lk_error_set(const char *text);

#endif
