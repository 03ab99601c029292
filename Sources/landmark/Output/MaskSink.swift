import LandmarkCommandSupport
import LandmarkImageFiles
import LandmarkImaging

/// Segmentation masks as gray PNG files in a folder: `STEM-ID.png` for images, `STEM-FRAME-ID.png`
/// for frames.
final class MaskSink<Record: FrameRecord>: FrameFileSink<Record> {
    private let masks: (Record) -> [(id: Int, mask: Mask)]

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - masks: The masks of a record with the IDs of their instances.
    init(
        _ folder: String, masks: @escaping (Record) -> [(id: Int, mask: Mask)]
    ) throws(CommandError) {
        self.masks = masks
        try super.init(folder)
    }

    override func write(_ record: Record) throws {
        let path = path(for: record.label)
        for (id, mask) in masks(record) {
            try PNGFile.write(mask.image, to: "\(path)-\(id).png")
        }
    }
}
