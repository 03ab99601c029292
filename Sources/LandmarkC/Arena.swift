#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The memory of one result: lists and strings that callers read, freed together.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    init() {}

    deinit {
        for block in blocks { free(block) }
    }

    /// Frees everything that was allocated.
    func removeAll() {
        for block in blocks { free(block) }
        blocks.removeAll(keepingCapacity: true)
    }

    /// Returns a copy of `values`, or nil if they are empty.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    func copy<Value>(
        _ values: [Value]
    ) throws(InterfaceError) -> UnsafePointer<Value>? {
        try make(values.count) { target in
            values.withUnsafeBufferPointer { source in
                if let base = source.baseAddress {
                    target.initialize(from: base, count: source.count)
                }
            }
        }
    }

    /// Returns `count` values that `fill` sets, or nil if `count` is 0.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    func make<Value>(
        _ count: Int, _ fill: (UnsafeMutablePointer<Value>) -> Void
    ) throws(InterfaceError) -> UnsafePointer<Value>? {
        guard count > 0 else { return nil }
        let bytes = count * MemoryLayout<Value>.stride
        guard let block = malloc(bytes) else { throw .outOfMemory(bytes: bytes) }
        blocks.append(block)
        let values = block.bindMemory(to: Value.self, capacity: count)
        fill(values)
        return UnsafePointer(values)
    }

    /// Returns a C string.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    func string(_ text: String) throws(InterfaceError) -> UnsafePointer<CChar>? {
        try copy(text.utf8CString.map { $0 })
    }

    /// Returns a list of C strings, or nil for an empty list.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    func strings(
        _ texts: [String]
    ) throws(InterfaceError) -> UnsafePointer<UnsafePointer<CChar>?>? {
        var pointers: [UnsafePointer<CChar>?] = []
        for text in texts { pointers.append(try string(text)) }
        return try copy(pointers)
    }
}

/// C strings that live as long as the process, for a small number of names.
struct StaticStrings: Sendable {
    // SAFETY: they are never written after their creation, and never freed.
    nonisolated(unsafe) private let pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { UnsafePointer(strdup($0)) }
    }

    var count: Int { pointers.count }

    /// The string at `index`, or nil if none is there.
    subscript(index: Int) -> UnsafePointer<CChar>? {
        pointers.indices.contains(index) ? pointers[index] : nil
    }
}
