import LandmarkCommandSupport
import LandmarkImageFiles
import LandmarkImaging

/// Images made of segmentation masks, as PNG files in a folder: `STEM-ID.png` for images,
/// `STEM-FRAME-ID.png` for frames.
final class MaskSink<Instance: OutputInstance>: FrameFileSink<LandmarkRecord<Instance>> {
    private let makeImage: (Mask, PixelBuffer) throws -> PixelBuffer

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - makeImage: Returns the image to write for a mask and the frame.
    init(
        _ folder: String, _ makeImage: @escaping (Mask, PixelBuffer) throws -> PixelBuffer
    ) throws(CommandError) {
        self.makeImage = makeImage
        try super.init(folder)
    }

    override func write(_ record: LandmarkRecord<Instance>) throws {
        guard let frame = record.frame?.image else { return }
        let path = path(for: record.label)
        for instance in record.instances {
            guard let mask = instance.outputMask else { continue }
            try PNGFile.write(makeImage(mask, frame), to: "\(path)-\(instance.id).png")
        }
    }
}
