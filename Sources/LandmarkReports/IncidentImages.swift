package import DriverMonitoring
import LandmarkCore
import LandmarkDrawing
import LandmarkImageFiles
package import LandmarkImaging
package import LandmarkTasks

/// Small images of the moments at which incidents were detected, cropped around the driver's face.
///
/// For an incident with several events, the moment of the most urgent one is shown. At most `limit` incidents
/// have images: the most urgent ones, and the earliest among equals. A frame is scaled down and encoded only
/// when an event of an incident fires, so all other frames cost nothing.
package struct IncidentImages: Sendable {
    /// The maximum number of images.
    package static let limit = 12
    /// The longer side of an image in pixels.
    package static let side = 320
    /// The quality of the JPEG files, 0…100.
    private static let quality = 80

    struct Moment: Sendable {
        let key: IncidentKey
        let event: DriverEvent
        let image: ReportImage

        /// How long the event had lasted, in milliseconds.
        var delay: Int { event.fire.milliseconds - event.start.milliseconds }

        fileprivate var order: (Int, Int) { (event.kind.rank, event.start.milliseconds) }
    }

    private var kept: [Moment] = []

    package init() {}

    /// The images in order of time.
    var moments: [Moment] {
        kept.sorted { ($0.event.start, $0.event.id) < ($1.event.start, $1.event.id) }
    }

    /// Adds a frame with the events that fired in it.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - face: The driver's face in it; without one, the whole image is shown.
    ///   - events: The events that fired; those that are not incidents are ignored.
    /// - Throws: `ImagingError` when a small image cannot be drawn or encoded.
    package mutating func add(
        _ image: PixelBuffer, _ face: Face?, _ events: [DriverEvent]
    ) throws(ImagingError) {
        var drawn: ReportImage?
        for event in events where event.kind.isIncident {
            let key = IncidentKey(event)
            let known = kept.firstIndex { $0.key == key }
            if let known {
                guard event.kind.rank < kept[known].event.kind.rank else { continue }
            } else if kept.count >= Self.limit {
                // Only the most urgent moments are kept, and the earliest among equals.
                guard let last = kept.indices.max(by: { kept[$0].order < kept[$1].order }),
                    (event.kind.rank, event.start.milliseconds) < kept[last].order
                else { continue }
                kept.remove(at: last)
            }
            let small: ReportImage
            if let drawn { small = drawn } else { small = try Self.draw(image, face) }
            drawn = small
            let moment = Moment(key: key, event: event, image: small)
            if let known { kept[known] = moment } else { kept.append(moment) }
        }
    }

    /// Scales a face with its surroundings down and encodes it.
    private static func draw(
        _ image: PixelBuffer, _ face: Face?
    ) throws(ImagingError) -> ReportImage {
        let box = box(around: face, in: image.size)
        // Images are not enlarged: nothing would be gained.
        let scale = min(1, Double(side) / max(box.width, box.height))
        let size = PixelSize(
            width: max(1, Int((box.width * scale).rounded())),
            height: max(1, Int((box.height * scale).rounded())))
        let canvas = try Canvas(size, filledWith: Ink.page.color(opacity: 1))
        try canvas.draw(
            image, left: -box.left * scale, top: -box.top * scale,
            width: Double(image.width) * scale, height: Double(image.height) * scale)
        let bytes = try JPEGFile.encode(
            try canvas.image(), name: "an image of the report", quality: quality)
        return ReportImage(jpeg: bytes, size: size)
    }

    /// The part of an image around a face, with half the face's size on every side where there is
    /// room.
    static func box(around face: Face?, in size: PixelSize) -> Mark.Box {
        let (width, height) = (Double(size.width), Double(size.height))
        let points = (face?.landmarks ?? []).filter { $0.x.isFinite && $0.y.isFinite }
        let xs = points.map { Double($0.x) * width }
        let ys = points.map { Double($0.y) * height }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
            left < width, right > 0, top < height, bottom > 0
        else { return Mark.Box(left: 0, top: 0, width: width, height: height) }
        let margin = 0.5 * max(right - left, bottom - top)
        let x = max(0, left - margin).rounded(.down)
        let y = max(0, top - margin).rounded(.down)
        return Mark.Box(
            left: x, top: y, width: max(1, min(width, right + margin).rounded(.up) - x),
            height: max(1, min(height, bottom + margin).rounded(.up) - y))
    }
}
