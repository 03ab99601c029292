/// One file in a model bundle.
public struct ArchiveEntry: Sendable, Hashable {
    /// Its name in the bundle.
    public let name: String
    /// Its size in bytes when it is read.
    public let size: Int
    /// Whether it is stored deflated, and not as it is.
    public let isCompressed: Bool

    /// The bytes that it takes in the bundle.
    let storedSize: Int
    /// The checksum of its bytes when it is read.
    let checksum: UInt32
    /// Where its record begins.
    let recordOffset: Int
    /// Where its stored bytes begin.
    let dataOffset: Int
}
