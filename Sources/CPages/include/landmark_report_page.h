#ifndef LANDMARK_REPORT_PAGE_H
#define LANDMARK_REPORT_PAGE_H

// The document in which the images of a report stand, and its style, as they are in `report`. Marks
// stand where each report has something of its own.

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the document as UTF-8.
const char *lk_report_document(void);

/// Returns the style as UTF-8.
const char *lk_report_style(void);

#ifdef __cplusplus
}
#endif

#endif
