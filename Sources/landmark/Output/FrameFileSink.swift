import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore

/// A folder of files with the results of single frames, which subclasses write.
class FrameFileSink<Record>: OutputSink<Record> {
    private let folder: String
    private let digits: Int
    private let separator: String
    /// The current group's stem, and whether it has several frames, whose indices distinguish the
    /// files.
    private var group: (stem: String, isNumbered: Bool)?

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - digits: The minimum number of digits of a frame's index.
    ///   - separator: The text between stem and index.
    init(
        _ folder: String, digits: Int = 6, separator: String = "-"
    ) throws(CommandError) {
        try OutputPaths.makeFolder(folder)
        self.folder = folder
        self.digits = digits
        self.separator = separator
    }

    override final func begin(_ group: InputGroup, from source: (any FrameSource)?) {
        self.group = (group.outputStem, !group.isImage)
    }

    /// The path of a frame's file without its suffix: the stem, followed by the frame's zero-padded index if
    /// there are several frames.
    final func path(for label: FrameLabel) -> String {
        guard let group else { preconditionFailure("no group has begun") }
        let path = Path.join(folder, group.stem)
        guard group.isNumbered else { return path }
        let number = String(label.number ?? 0)
        let zeros = String(repeating: "0", count: max(0, digits - number.count))
        return path + separator + zeros + number
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
