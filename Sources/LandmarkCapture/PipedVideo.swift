#if !canImport(AVFoundation)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif
import LandmarkCore

/// A video from a pipe whose index comes at its end, after the images for which it is needed.
///
/// Cameras and phones write MP4 files in this order. Such a video is copied to an unnamed temporary
/// file; any other is read directly.
enum PipedVideo {
    /// The maximum number of bytes to copy.
    private static let limit = 4 << 30
    private static let portion = 1 << 20
    /// The number of bytes to examine, within which the index or the images begin.
    private static let startCount = 1 << 12

    /// Returns a copy of a video that requires seeking; nil for any other video, from which nothing
    /// is then read.
    ///
    /// - Throws: ``CaptureError/undecodable(file:reason:)`` beyond the limit, or `readFailed`.
    static func seekable(
        _ pipe: OpenFile, named name: String, _ logger: Logger
    ) throws(CaptureError) -> OpenFile? {
        do throws(SystemError) {
            guard try hasIndexAtEnd(in: pipe) else { return nil }
            logger.log(
                .warning, "\(name): its index is at the end, so the whole video is read first")
            let copy = try OpenFile.unnamed()
            var count = 0
            while case let bytes = try pipe.readAvailable(atMost: portion), !bytes.isEmpty {
                count += bytes.count
                if count > limit { break }
                try copy.write(bytes)
            }
            try copy.seek(to: 0)
            if count <= limit { return copy }
        } catch {
            throw .reading(name, error)
        }
        throw .undecodable(
            file: name,
            reason:
                "its index is at the end, but at most \(limit >> 30) GB of a pipe are kept;"
                + " pass a file instead, as in “< FILE”")
    }

    /// Whether an MP4 file that begins with these bytes has its images before its index; nil if the
    /// bytes do not show this.
    static func hasIndexAtEnd(_ start: [UInt8]) -> Bool? {
        var offset = 0
        while offset + 8 <= start.count {
            switch String(decoding: start[offset + 4..<offset + 8], as: UTF8.self) {
            case "mdat": return offset > 0
            case "ftyp", "free", "skip", "wide", "uuid", "pdin": break
            default: return false
            }
            let length = start[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 8, offset + length < startCount else { return false }
            offset += length
        }
        return nil
    }

    /// Whether a pipe contains such a file. This consumes nothing from the pipe.
    private static func hasIndexAtEnd(in pipe: OpenFile) throws(SystemError) -> Bool {
        var idle = 0
        var seen = 0
        while idle < 100 {
            guard let bytes = try pipe.peek(atMost: startCount), !bytes.isEmpty else {
                return false
            }
            if let answer = hasIndexAtEnd(bytes) { return answer }
            idle = bytes.count == seen ? idle + 1 : 0
            seen = bytes.count
            usleep(10_000)
        }
        return false
    }
}
#endif
