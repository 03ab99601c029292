#include "landmark_report_page.h"

// From C23, but supported for C11 by the compiler of every Swift that can build this package.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char document[] = {
#embed "report/report.html" suffix(, 0)
};
static const char style[] = {
#embed "report/report.css" suffix(, 0)
};

const char *lk_report_document(void) { return document; }

const char *lk_report_style(void) { return style; }
