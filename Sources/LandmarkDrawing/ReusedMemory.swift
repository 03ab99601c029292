import LandmarkCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Bytes that return to a store when they are released: drawing on each frame of a video would
/// otherwise let the system hand out, and clear, megabytes for each of them.
final class ReusedMemory {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
    private let store: MemoryStore

    fileprivate init(_ start: UnsafeMutableRawPointer, byteCount: Int, of store: MemoryStore) {
        self.start = start
        self.byteCount = byteCount
        self.store = store
    }

    deinit { store.keep(start, byteCount: byteCount) }

    /// The bytes.
    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: byteCount) }
}

/// Memory that is not in use, and may be used again. Any thread may take and keep.
final class MemoryStore: Sendable {
    /// The frames that canvases draw on; what is in them is not defined.
    static let frames = MemoryStore(isClear: false)
    /// Coverages, all zero.
    static let coverages = MemoryStore(isClear: true)

    /// The most pieces of memory that are kept, and the most bytes of each.
    private static let most = (pieces: 4, bytes: 1 << 25)

    private let isClear: Bool
    // Addresses, because pointers are not Sendable.
    private let unused = Mutex<[(address: UInt, byteCount: Int)]>([])

    private init(isClear: Bool) { self.isClear = isClear }

    /// Returns memory of at least `byteCount` bytes; nil when the system has none.
    func take(_ byteCount: Int) -> ReusedMemory? {
        let found = unused.withLock { unused -> (address: UInt, byteCount: Int)? in
            // Much larger memory is left to who needs it.
            let fitting = unused.lastIndex { byteCount...max(2 * byteCount, 4096) ~= $0.byteCount }
            return fitting.map { unused.remove(at: $0) }
        }
        if let found, let start = UnsafeMutableRawPointer(bitPattern: found.address) {
            return ReusedMemory(start, byteCount: found.byteCount, of: self)
        }
        // The system has clear pages, and provides those that are drawn on.
        let start = isClear ? calloc(max(byteCount, 1), 1) : malloc(max(byteCount, 1))
        return start.map { ReusedMemory($0, byteCount: byteCount, of: self) }
    }

    fileprivate func keep(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        let address = UInt(bitPattern: start)
        let dropped = unused.withLock { unused -> UInt? in
            guard byteCount <= Self.most.bytes else { return address }
            unused.append((address, byteCount))
            return unused.count > Self.most.pieces ? unused.removeFirst().address : nil
        }
        if let dropped { free(UnsafeMutableRawPointer(bitPattern: dropped)) }
    }
}
