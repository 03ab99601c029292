#ifndef LANDMARK_REPORT_PAGE_H
#define LANDMARK_REPORT_PAGE_H

// The document that contains the images of a report, and its style, as they are in `report`. Marks indicate
// where each report inserts its own content.

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
