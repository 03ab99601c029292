/* Each thread's last error message; Swift has no thread-local storage. */
#ifndef LANDMARK_ERROR_H
#define LANDMARK_ERROR_H

#include "landmarkkit.h"

/* Stores `text` as the calling thread's message; truncates it after 2,047 bytes. */
void lk_error_set(const char *text);

#endif
