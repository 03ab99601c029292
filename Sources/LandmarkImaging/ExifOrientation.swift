/// How a file says its image is stored: the value of EXIF's tag 0x0112.
package enum ExifOrientation: UInt16, CaseIterable {
    /// The first row is the top, the first column is the left.
    case upright = 1
    /// The first column is the right.
    case mirrored = 2
    /// Upside down.
    case turnedHalf = 3
    /// The first row is the bottom.
    case mirroredTurnedHalf = 4
    /// The first row is the left, the first column is the top.
    case transposed = 5
    /// A quarter turn counter-clockwise from upright: the first row is the right side.
    case turnedLeft = 6
    /// The first row is the right, the first column is the bottom.
    case transposedTurnedHalf = 7
    /// A quarter turn clockwise from upright: the first row is the left side.
    case turnedRight = 8

    /// Whether the stored rows are the columns of what is to be seen.
    package var swapsAxes: Bool { rawValue >= ExifOrientation.transposed.rawValue }
}

extension ExifOrientation {
    private static let tag: UInt16 = 0x0112
    private static let shortType: UInt16 = 3

    /// Reads the orientation out of a TIFF header and its first directory.
    ///
    /// What is damaged or missing counts as upright: the image itself is readable all the same,
    /// and every other reader shows it that way.
    init(tiff bytes: ArraySlice<UInt8>) {
        self = Self.find(in: TIFFBytes(bytes)) ?? .upright
    }

    private static func find(in tiff: TIFFBytes?) -> ExifOrientation? {
        guard let tiff, let directory = tiff.uint32(at: 4),
            let count = tiff.uint16(at: Int(directory))
        else { return nil }
        for index in 0..<Int(count) {
            let entry = Int(directory) + 2 + 12 * index
            guard let tag = tiff.uint16(at: entry) else { return nil }
            guard tag == Self.tag else { continue }
            guard tiff.uint16(at: entry + 2) == shortType, tiff.uint32(at: entry + 4) == 1,
                let value = tiff.uint16(at: entry + 8)
            else { return nil }
            return ExifOrientation(rawValue: value)
        }
        return nil
    }
}
