import LandmarkCommandSupport

/// The names of files in a folder that hold results of single frames.
struct FrameFileNames {
    private let stem: String
    /// Whether the group has several frames, whose indices distinguish the files.
    private let isNumbered: Bool

    /// Creates the names of a group's files.
    init(_ group: InputGroup) {
        stem = group.outputStem
        isNumbered = !group.isImage
    }

    /// The name of a frame's file without a suffix: the stem, followed by the frame's zero-padded
    /// index if there are several frames.
    ///
    /// - Parameters:
    ///   - label: The frame's label.
    ///   - digits: The minimum number of digits.
    ///   - separator: The text between stem and index.
    func name(for label: FrameLabel, digits: Int, separator: String) -> String {
        guard isNumbered else { return stem }
        let number = String(label.number ?? 0)
        let zeros = String(repeating: "0", count: max(0, digits - number.count))
        return stem + separator + zeros + number
    }
}
