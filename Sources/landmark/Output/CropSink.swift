import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// `--crops`: the part of the image with each instance, as PNG files in a folder: `STEM-ID.png` for images,
/// `STEM-FRAME-ID.png` for frames.
final class CropSink<Record: FrameRecord>: FrameFileSink<Record> {
    /// The margin on each side of the box around the landmarks, as a share of its longer side: a
    /// head and fingers extend beyond their landmarks.
    private static var margin: Float { 0.15 }

    private let instances: (Record) -> [(id: Int, landmarks: [Landmark])]

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - instances: The landmarks of a record's instances, with their IDs.
    init(
        _ folder: String, instances: @escaping (Record) -> [(id: Int, landmarks: [Landmark])]
    ) throws(CommandError) {
        self.instances = instances
        try super.init(folder)
    }

    override func write(_ record: Record) throws {
        guard let image = record.frame?.image else { return }
        let path = path(for: record.label)
        var used = UniqueNames()
        for (id, landmarks) in instances(record) {
            guard let area = Self.area(around: landmarks, in: image.size) else { continue }
            let crop = try ImageToTensor().crop(
                image, roi: area, border: .replicate, width: Int(area.width),
                height: Int(area.height))
            try PNGFile.write(crop, to: used.next("\(path)-\(id)") + ".png")
        }
    }

    /// The box around landmarks with a margin, in whole pixels inside the image; nil outside of it.
    private static func area(around landmarks: [Landmark], in size: PixelSize) -> PixelRect? {
        let xs = landmarks.map { $0.x * Float(size.width) }
        let ys = landmarks.map { $0.y * Float(size.height) }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return nil }
        let margin = margin * max(right - left, bottom - top)
        let (minX, maxX) = (max(0, left - margin), min(Float(size.width), right + margin))
        let (minY, maxY) = (max(0, top - margin), min(Float(size.height), bottom + margin))
        guard maxX - minX >= 1, maxY - minY >= 1 else { return nil }
        let (x, y) = (minX.rounded(.down), minY.rounded(.down))
        let (width, height) = (maxX.rounded(.up) - x, maxY.rounded(.up) - y)
        return PixelRect(
            xCenter: x + width / 2, yCenter: y + height / 2, width: width, height: height,
            rotation: 0)
    }
}
