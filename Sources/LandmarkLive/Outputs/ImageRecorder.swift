#if os(Linux)
import Dispatch
import LandmarkCore
import LandmarkDrawing
import LandmarkHistory
import LandmarkImageFiles
import LandmarkImaging

/// Keeps images of a run in its recording, several per second; see `--record-video`.
///
/// Each is a separate JPEG, so that it is complete once written, is deleted with its session,
/// counts toward the size limit, and belongs to the exact frame whose landmarks are drawn on it.
/// Images are scaled and encoded on a queue; one that arrives while another is being encoded is
/// dropped.
final class ImageRecorder: Sendable {
    /// The longer side in pixels.
    private static let side = 640
    private static let quality = 60

    private struct State {
        var isBusy = false
        /// The timestamp in milliseconds from which the next image is kept.
        var next = Int.min
    }

    private let recorder: HistoryRecorder
    /// The milliseconds from one image to the next.
    private let interval: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "landmark.images", qos: .utility)

    /// - Parameter rate: The images per second.
    init(_ recorder: HistoryRecorder, rate: Int) {
        self.recorder = recorder
        interval = 1000 / max(1, rate)
    }

    /// A session begins.
    func begin() { state.withLock { $0.next = .min } }

    /// Keeps the image of a result if one is due.
    func add(_ result: LiveResult) {
        let time = result.frame.timestamp.milliseconds
        let isDue = state.withLock { state in
            guard !state.isBusy, time >= state.next else { return false }
            // In step with the interval, unless frames arrive less often.
            let step = state.next == .min ? time : state.next
            state.next = max(step + interval, time + interval / 2)
            state.isBusy = true
            return true
        }
        guard isDue else { return }
        queue.async { [self] in
            // An image that cannot be encoded is omitted; the results are kept.
            if let jpeg = try? Self.encode(result.image()) {
                recorder.add(HistoryImage(time: time, jpeg: jpeg))
            }
            state.withLock { $0.isBusy = false }
        }
    }

    private static func encode(_ image: PixelBuffer) throws(ImagingError) -> [UInt8] {
        let longest = max(image.width, image.height)
        guard longest > side else {
            return try JPEGFile.encode(image, name: "a recorded image", quality: quality)
        }
        let scale = Double(side) / Double(longest)
        let size = PixelSize(
            width: max(1, Int((Double(image.width) * scale).rounded())),
            height: max(1, Int((Double(image.height) * scale).rounded())))
        let canvas = try Canvas(size, filledWith: OverlayColor(0x000000))
        try canvas.draw(
            image, left: 0, top: 0, width: Double(size.width), height: Double(size.height))
        return try JPEGFile.encode(
            try canvas.image(), name: "a recorded image", quality: quality)
    }
}
#endif
