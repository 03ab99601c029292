import CCairo
import CPNG

/// The versions of the system's libraries that are in use, as they tell them.
package enum ImagingLibraries {
    /// Each library's name and version. libturbojpeg does not tell its own.
    package static var versions: [(name: String, version: String)] {
        [
            ("libpng", png_get_libpng_ver(nil).map { String(cString: $0) } ?? "unknown"),
            ("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown"),
        ]
    }
}
