#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// An FFmpeg encoder, and how the options are passed to it.
struct EncoderChoice {
    /// The hardware that an encoder needs.
    enum Hardware {
        /// An Nvidia GPU, which takes images from memory.
        case nvidia
        /// A GPU used through VAAPI, which takes uploaded images.
        case render

        /// The device that the encoder needs to open. Loading the drivers to find out would add a
        /// tenth of a second to every start.
        var device: String {
            switch self {
            case .nvidia: "/dev/nvidia0"
            case .render: "/dev/dri/renderD128"
            }
        }
    }

    let name: String
    let hardware: Hardware?
    /// The encoder's own options.
    let settings: [(name: String, value: String)]
    /// Whether the encoder needs a bit rate because it has no constant-quality mode.
    var needsBitRate: Bool { name == "libopenh264" }
    /// The pixel format of its input images.
    var pixelFormat: AVPixelFormat {
        hardware == .render ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P
    }

    /// The encoders to try for `options` and images of `size`, the preferred one first.
    static func candidates(
        _ options: VideoWriterOptions, size: PixelSize
    ) -> [EncoderChoice] {
        let hardware = options.usesHardware ? hardware(options) : []
        return hardware.filter { $0.hardware.map { options.hasDevice($0.device) } ?? true }
            + software(options, size)
    }

    private static func hardware(_ options: VideoWriterOptions) -> [EncoderChoice] {
        let factor = "\(options.rateFactor ?? 22)"
        let preset =
            switch options.quality {
            case .fast: "p1"
            case .balanced: "p4"
            case .small: "p6"
            }
        return [
            EncoderChoice(
                name: "\(options.codec.rawValue)_nvenc", hardware: .nvidia,
                settings: [("preset", preset), ("rc", "vbr"), ("cq", factor)]),
            EncoderChoice(
                name: "\(options.codec.rawValue)_vaapi", hardware: .render,
                settings: [("rc_mode", "CQP"), ("qp", factor)]),
        ]
    }

    private static func software(
        _ options: VideoWriterOptions, _ size: PixelSize
    ) -> [EncoderChoice] {
        switch options.codec {
        case .h264:
            [
                EncoderChoice(name: "libx264", hardware: nil, settings: x264(options, size)),
                EncoderChoice(name: "libopenh264", hardware: nil, settings: []),
            ]
        case .hevc: [EncoderChoice(name: "libx265", hardware: nil, settings: x265(options))]
        }
    }

    /// The number of pixels above which memory use matters more than file size: that of 1080p.
    private static let largeSize = 1920 * 1088

    /// The settings of x264. The fastest preset, plus options that save more bytes than they cost
    /// time; docs/video.md has the measurements.
    private static func x264(
        _ options: VideoWriterOptions, _ size: PixelSize
    ) -> [(name: String, value: String)] {
        switch options.quality {
        case .fast where size.width * size.height > largeSize:
            // Each image of lookahead takes 20 MB here, the planes of a subpixel search take 26 MB
            // for each reference image, and slices need no images in flight.
            [
                ("preset", "ultrafast"), ("crf", "\(options.rateFactor ?? 19)"),
                (
                    "x264-params",
                    "mbtree=1:rc-lookahead=1:aq-mode=2:no-deblock=0:subme=0:sliced-threads=1"
                ),
            ]
        case .fast:
            [
                ("preset", "ultrafast"), ("crf", "\(options.rateFactor ?? 19)"),
                (
                    "x264-params",
                    "mbtree=1:rc-lookahead=3:aq-mode=2:no-deblock=0:bframes=1:b-adapt=0:subme=1"
                        + ":sliced-threads=1"
                ),
            ]
        case .balanced: [("preset", "veryfast"), ("crf", "\(options.rateFactor ?? 20)")]
        case .small: [("preset", "medium"), ("crf", "\(options.rateFactor ?? 22)")]
        }
    }

    private static func x265(
        _ options: VideoWriterOptions
    ) -> [(name: String, value: String)] {
        let (preset, factor) =
            switch options.quality {
            case .fast: ("ultrafast", 19)
            case .balanced: ("superfast", 20)
            case .small: ("fast", 22)
            }
        // Otherwise its frames in flight and its thread pools depend on the machine.
        let threads = min(options.threads, 16)
        return [
            ("preset", preset), ("crf", "\(options.rateFactor ?? factor)"),
            (
                "x265-params",
                "log-level=warning:pools=\(threads):frame-threads=\(min(threads, 4))"
            ),
        ]
    }
}
#endif
