import CLandmarkSystem

/// Distinguishes the contents of files within one process. Different contents have the same digest with a
/// probability of at most 2⁻⁶³, because each process chooses a random key.
package struct ContentDigest: Sendable, Hashable {
    private let count: Int
    private let first: UInt64
    private let second: UInt64

    private static let key = (0..<Int(LK_DIGEST_KEY)).map { _ in
        UInt64.random(in: 0...UInt64.max)
    }

    /// Reads all bytes.
    package init(_ bytes: FileBytes) {
        let digest = bytes.withUnsafeBytes { bytes in
            Self.key.withUnsafeBufferPointer {
                lk_content_digest(bytes.baseAddress, bytes.count, $0.baseAddress)
            }
        }
        count = bytes.count
        first = digest.first
        second = digest.second
    }
}

extension TFLiteModel {
    /// The digest of the whole model, including its constants but not its name.
    package var contentDigest: ContentDigest { ContentDigest(bytes) }
}
