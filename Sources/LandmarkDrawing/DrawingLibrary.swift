import CCairo

/// The library behind ``Canvas``, at run time.
package enum DrawingLibrary {
    /// The name and version of the library.
    package static var version: (name: String, version: String) {
        ("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown")
    }
}
