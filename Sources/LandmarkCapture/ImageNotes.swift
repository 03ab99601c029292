#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// Logs, once each, what a file declares about its images that results and drawings do not take
/// into account.
struct ImageNotes {
    private let path: String
    private let logger: Logger
    private var hasDescribed = false
    private var hasChanged = false
    /// The minimum height of high definition, whose usual matrix is BT.709.
    private static let highDefinition = 720
    /// The usual formats of luma and chroma.
    private static let formats = [
        AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV420P10LE,
    ].map(\.rawValue)

    init(_ path: String, _ logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// Examines the first image.
    mutating func describe(_ frame: MediaFrame) {
        guard !hasDescribed else { return }
        hasDescribed = true
        let image = frame.pointer.pointee
        let aspect = image.sample_aspect_ratio
        if aspect.num > 0, aspect.den > 0, aspect.num != aspect.den {
            log("have pixels of \(aspect.num):\(aspect.den), which are treated as square")
        }
        switch image.color_trc {
        case AVCOL_TRC_SMPTE2084: log("are HDR (PQ) and are not mapped to standard brightness")
        case AVCOL_TRC_ARIB_STD_B67:
            log("are HDR (HLG) and are not mapped to standard brightness")
        default: break
        }
        if image.colorspace == AVCOL_SPC_UNSPECIFIED, Int(image.height) >= Self.highDefinition,
            Self.formats.contains(image.format)
        {
            // OpenCV, and therefore MediaPipe, does the same.
            log("do not specify their colors; BT.601 is assumed, not BT.709")
        }
    }

    /// Logs a change of size.
    mutating func sizeChange(from: PixelSize, to: PixelSize, at frame: Int) {
        guard !hasChanged else { return }
        hasChanged = true
        log("change size from \(from) to \(to) at frame \(frame)")
    }

    private func log(_ fact: String) {
        logger.log(.warning, "\(path): its images \(fact)")
    }
}
#endif
