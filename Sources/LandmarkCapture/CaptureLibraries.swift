import CFFmpeg

/// The versions of FFmpeg's libraries that are in use, as they tell them.
package enum CaptureLibraries {
    /// Each library's name and version.
    package static var versions: [(name: String, version: String)] {
        [
            ("libavcodec", text(avcodec_version())),
            ("libavdevice", text(lk_devices_version())),
            ("libavfilter", text(avfilter_version())),
            ("libavformat", text(avformat_version())),
            ("libavutil", text(avutil_version())),
        ]
    }

    private static func text(_ version: UInt32) -> String {
        version == 0
            ? "missing"
            : "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }
}
