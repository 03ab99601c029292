import LandmarkCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Bytes that return to a store when they are released. Otherwise the system would have to provide,
/// and clear, megabytes for every video frame that is drawn on.
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

/// Unused memory for reuse. Any thread may take memory from it and return it.
final class MemoryStore: Sendable {
    /// The frames that canvases draw on; their contents are undefined.
    static let frames = MemoryStore(isClear: false)
    /// Coverages, all zero.
    static let coverages = MemoryStore(isClear: true)

    /// The maximum number of blocks to keep, and the maximum bytes of each.
    private static let most = (pieces: 4, bytes: 1 << 25)

    private let isClear: Bool
    // Addresses, because pointers are not Sendable.
    private let unused = Mutex<[(address: UInt, byteCount: Int)]>([])

    private init(isClear: Bool) { self.isClear = isClear }

    /// Returns memory of at least `byteCount` bytes; nil if the system has none.
    func take(_ byteCount: Int) -> ReusedMemory? {
        let found = unused.withLock { unused -> (address: UInt, byteCount: Int)? in
            // Much larger blocks are left to callers that need them.
            let fitting = unused.lastIndex { byteCount...max(2 * byteCount, 4096) ~= $0.byteCount }
            return fitting.map { unused.remove(at: $0) }
        }
        if let found, let start = UnsafeMutableRawPointer(bitPattern: found.address) {
            return ReusedMemory(start, byteCount: found.byteCount, of: self)
        }
        // The system has zeroed pages, and provides only those that are drawn on.
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
