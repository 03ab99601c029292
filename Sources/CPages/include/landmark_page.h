#ifndef LANDMARK_PAGE_H
#define LANDMARK_PAGE_H

// The files of the pages that the dashboard serves: documents, styles, scripts and words, as they are
// in `dashboard`. They are part of the library, so an installation needs no further files.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A file. Its text is UTF-8 and ends without a zero.
typedef struct {
    /// The path in `dashboard`.
    const char *path;
    const unsigned char *text;
    size_t length;
} lk_page_file;

/// Returns all files, in no particular order.
///
/// - Parameter count: Set to their number.
const lk_page_file *lk_page_files(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
