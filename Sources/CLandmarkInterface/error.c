#include "landmark_error.h"

#include <stdio.h>

static _Thread_local char message[2048];

const char *landmark_error_message(void) { return message; }

void lk_error_set(const char *text) { snprintf(message, sizeof message, "%s", text); }
