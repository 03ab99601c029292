/// What is wrong with a zip archive.
public enum ArchiveFault: Sendable, Hashable {
    /// The end record is missing: the file is cut off or is no zip archive.
    case noEndRecord
    /// The file is a single TensorFlow Lite model where a bundle was expected.
    case looseModel
    /// The archive is spread over several files.
    case multiDisk
    /// The archive uses the 64-bit extension.
    case zip64
    /// A record does not begin with its signature.
    case badSignature(expected: UInt32, found: UInt32)
    /// A record reaches beyond the end of the archive.
    case recordOutside
    /// The list of entries does not have the size or the count that the end record states.
    case directoryMismatch
    /// An entry's name is empty or not UTF-8.
    case badName
    /// Two entries share a name.
    case duplicateName(String)
    /// An entry is named otherwise in front of its data than in the list of entries.
    case nameMismatch(String)
    /// An entry is encrypted.
    case encrypted(String)
    /// An entry uses a compression other than none (0) and deflate (8).
    case compression(String, method: Int)
    /// An entry's data reaches outside the archive.
    case dataOutside(String)
    /// An entry's data overlaps another entry's.
    case overlap(String, String)
    /// A stored entry states two sizes.
    case storedSize(String, stored: Int, declared: Int)
    /// An entry, or all of them, would take more memory than is allowed.
    case tooLarge(String, size: Int, limit: Int)
    /// An entry states an expansion that no model has.
    case expansion(String, compressed: Int, declared: Int)
    /// An entry's compressed data is broken, or its size is not the one stated.
    case inflate(String, code: Int, produced: Int, declared: Int)
    /// An entry's bytes do not have the stated checksum.
    case checksum(String, expected: UInt32, found: UInt32)
    /// The archive has more entries than are allowed.
    case tooManyEntries(Int, limit: Int)
}

extension ArchiveFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .noEndRecord: "no zip end record, the file is cut off or is no bundle,"
        case .looseModel: "a single model and not a bundle"
        case .multiDisk: "an archive spread over several files"
        case .zip64: "a 64-bit zip archive"
        case .badSignature(let expected, let found):
            "signature \(hex(found)) where \(hex(expected)) belongs"
        case .recordOutside: "a record that reaches beyond the end"
        case .directoryMismatch: "a list of entries unlike what the end record states"
        case .badName: "an entry name that is empty or not UTF-8"
        case .duplicateName(let name): "a second entry \"\(name)\""
        case .nameMismatch(let name): "data of \"\(name)\" that carries another name"
        case .encrypted(let name): "encrypted entry \"\(name)\""
        case .compression(let name, let method): "compression \(method) of \"\(name)\""
        case .dataOutside(let name): "data of \"\(name)\" outside the archive"
        case .overlap(let a, let b): "entries \"\(a)\" and \"\(b)\" that overlap"
        case .storedSize(let name, let stored, let declared):
            "stored entry \"\(name)\" of \(stored) bytes that states \(declared)"
        case .tooLarge(let name, let size, let limit):
            "\"\(name)\" of \(size) bytes, more than \(limit),"
        case .expansion(let name, let compressed, let declared):
            "\"\(name)\" that states \(declared) bytes from \(compressed)"
        case .inflate(let name, let code, let produced, let declared):
            "compressed data of \"\(name)\" (\(produced) of \(declared) bytes, zlib code \(code))"
        case .checksum(let name, let expected, let found):
            "checksum \(hex(found)) of \"\(name)\" where \(hex(expected)) is stated"
        case .tooManyEntries(let count, let limit): "\(count) entries, more than \(limit),"
        }
    }

    private func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
}
