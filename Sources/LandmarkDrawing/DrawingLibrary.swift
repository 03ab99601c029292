/// The library behind ``Canvas``, at run time.
package enum DrawingLibrary {
    /// The name and version of the library.
    package static var version: (name: String, version: String) { PlatformDrawing.library }

    /// The font family of text if no other is available.
    package static var fallbackFontFamily: String { PlatformDrawing.fallbackFontFamily }
}
