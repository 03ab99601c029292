import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// Segmentation masks as gray PNG files in a folder: `STEM-ID.png` for images, `STEM-FRAME-ID.png`
/// for frames.
final class MaskSink<Record: FrameRecord>: OutputSink<Record> {
    private let folder: String
    private let masks: (Record) -> [(id: Int, mask: Mask)]
    /// The names of the current group's files.
    private var names: FrameFileNames?

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - masks: The masks of a record with the IDs of their instances.
    init(
        _ folder: String, masks: @escaping (Record) -> [(id: Int, mask: Mask)]
    ) throws(CommandError) {
        try OutputPaths.makeFolder(folder)
        self.folder = folder
        self.masks = masks
    }

    override func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {
        names = FrameFileNames(group)
    }

    override func write(_ record: Record) throws {
        guard let names else { return }
        let name = names.name(for: record.label, digits: 6, separator: "-")
        for (id, mask) in masks(record) {
            try PNGFile.write(mask.image, to: Path.join(folder, "\(name)-\(id).png"))
        }
    }
}

/// Checks of a folder of images of instances, `STEM-ID.png` or `STEM-FRAME-ID.png`.
enum FrameFilePaths {
    /// Checks that no image can replace a file that is read, or become one of the inputs.
    ///
    /// - Throws: `CommandError`.
    static func check(
        _ folder: String, option: String, for inputs: InputList, at files: InputFiles
    ) throws(CommandError) {
        let stems = Set(inputs.groups.map(\.outputStem))
        let existing = ((try? FileSystem.names(in: folder)) ?? []).filter { isOne($0, of: stems) }
        // One additional path that need not exist, for a folder that is itself an input.
        let all = existing + stems.sorted().prefix(1).map { "\($0)-1.png" }
        try files.check(all.map { Path.join(folder, $0) }, for: option)
    }

    /// Whether `name` is `STEM-ID.png` or `STEM-FRAME-ID.png`.
    private static func isOne(_ name: String, of stems: Set<String>) -> Bool {
        guard name.hasSuffix(".png") else { return false }
        var stem = Path.stem(of: name)[...]
        for _ in 0..<2 {
            guard let dash = stem.lastIndex(of: "-"),
                stem[dash...].dropFirst().allSatisfy(\.isNumber)
            else { return false }
            stem = stem[..<dash]
            if stems.contains(String(stem)) { return true }
        }
        return false
    }
}
