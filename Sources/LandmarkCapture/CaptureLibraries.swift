import CFFmpeg

/// FFmpeg's libraries, which are loaded when the first video or camera is opened.
package enum CaptureLibraries {
    /// Makes FFmpeg's functions callable; whatever opens or makes a file does this first.
    static func load() throws(CaptureError) {
        guard let reason = lk_libraries_load() else { return }
        throw .librariesMissing(reason: String(cString: reason))
    }

    /// Each library's name and version.
    package static var versions: [(name: String, version: String)] {
        let isHere = isComplete
        return [
            ("libavcodec", text(isHere ? avcodec_version() : 0)),
            ("libavdevice", text(isHere ? lk_devices_version() : 0)),
            ("libavfilter", text(isHere ? avfilter_version() : 0)),
            ("libavformat", text(isHere ? avformat_version() : 0)),
            ("libavutil", text(isHere ? avutil_version() : 0)),
        ]
    }

    /// Whether videos can be read and written; cameras need the library of devices besides.
    package static var isComplete: Bool { lk_libraries_load() == nil }

    private static func text(_ version: UInt32) -> String {
        version == 0
            ? "missing"
            : "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }
}
