import CZlib

/// The system's library that inflates compressed entries of bundles.
package enum CompressionLibrary {
    /// Its version, as it tells it.
    package static var version: String { zlibVersion().map { String(cString: $0) } ?? "unknown" }
}
