import CLandmarkKernels
package import LandmarkCore

/// The memory that images need.
package enum ImageMemory {
    /// Smaller images are not checked: other data takes more memory.
    private static let small = 1 << 22

    /// Checks that the system has `bytes` bytes for an image, before an array is allocated: the
    /// Swift runtime ends the process if there is no memory for one.
    ///
    /// - Throws: ``ImagingError/outOfMemory(file:size:bytes:)``.
    package static func check(
        _ bytes: Int, for size: PixelSize, file: String
    ) throws(ImagingError) {
        guard bytes > small else { return }
        // The compiler removes a `malloc` whose memory is only freed, and assumes that it succeeds.
        guard let memory = lk_line_memory(bytes) else {
            throw .outOfMemory(file: file, size: size, bytes: bytes)
        }
        lk_memory_free(memory)
    }
}
