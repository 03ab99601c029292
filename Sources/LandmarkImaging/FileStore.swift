import LandmarkCore

/// Reads and writes whole files, reporting failures as ``ImagingError``.
package enum FileStore {
    /// The maximum size of a file to read, in bytes.
    static let byteLimit = 1 << 30

    /// Returns the contents of a file.
    ///
    /// - Throws: ``ImagingError/notFound(file:)``, `isFolder`, `notPermitted`, `readFailed`,
    ///   `fileTooLarge` or `emptyFile`.
    package static func read(_ path: String) throws(ImagingError) -> [UInt8] {
        let size: Int
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try OpenFile(reading: path)
            size = try file.status().byteCount
            bytes = size > byteLimit ? [] : try file.read(atMost: byteLimit + 1)
        } catch {
            throw failure(error, path, else: .readFailed(file: path, code: error.code))
        }
        if max(size, bytes.count) > byteLimit {
            throw .fileTooLarge(file: path, limit: byteLimit)
        }
        if bytes.isEmpty { throw .emptyFile(file: path) }
        return bytes
    }

    /// Replaces the contents of a file atomically; a device or pipe is written directly.
    ///
    /// - Throws: ``ImagingError/notFound(file:)``, `isFolder`, `notPermitted` or `writeFailed`; an
    ///   existing file is then unchanged.
    package static func write(_ bytes: [UInt8], to path: String) throws(ImagingError) {
        do throws(SystemError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw failure(error, path, else: .writeFailed(file: path, code: error.code))
        }
    }

    private static func failure(
        _ error: SystemError, _ file: String, else other: ImagingError
    ) -> ImagingError {
        switch error.cause {
        case .notFound: .notFound(file: file)
        case .isFolder: .isFolder(file: file)
        case .notPermitted: .notPermitted(file: file)
        case .busy, .brokenPipe, .other: other
        }
    }
}
