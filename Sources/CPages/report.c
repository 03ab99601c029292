#include "landmark_report_page.h"

// C23, which every compiler of a Swift that can build this package has for C11, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char document[] = {
#embed "report/report.html" suffix(, 0)
};
static const char style[] = {
#embed "report/report.css" suffix(, 0)
};

const char *lk_report_document(void) { return document; }

const char *lk_report_style(void) { return style; }
