#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Memory between two unreadable pages: reading or writing beyond it crashes the process.
///
/// It ends at the page after it. With `LANDMARK_GUARD=start` it begins after the page before it instead;
/// `make sanitize` runs the tests of kernels both ways.
final class GuardedMemory {
    let bytes: UnsafeMutableRawBufferPointer

    private let mapping: UnsafeMutableRawPointer
    private let length: Int

    private static let isAtStart = getenv("LANDMARK_GUARD").map { String(cString: $0) } == "start"

    init(_ count: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let data = (count + page - 1) / page * page
        length = page + data + page
        guard
            let mapping = mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED, mprotect(mapping, page, PROT_NONE) == 0,
            mprotect(mapping + page + data, page, PROT_NONE) == 0
        else { preconditionFailure("no memory for \(count) guarded bytes") }
        self.mapping = mapping
        let start = mapping + page + (Self.isAtStart ? 0 : data - count)
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(mapping, length) }
}

/// Numbers in guarded memory.
final class Guarded<Number: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Number>
    let count: Int

    private let memory: GuardedMemory

    init(_ values: [Number]) {
        memory = GuardedMemory(values.count * MemoryLayout<Number>.stride)
        let numbers = memory.bytes.bindMemory(to: Number.self)
        guard let base = numbers.baseAddress else { preconditionFailure("no guarded memory") }
        self.base = base
        count = values.count
        base.update(from: values, count: values.count)
    }

    convenience init(count: Int, repeating value: Number) {
        self.init(Array(repeating: value, count: count))
    }

    var values: [Number] { Array(UnsafeBufferPointer(start: base, count: count)) }
}

typealias GuardedFloats = Guarded<Float>
typealias GuardedBytes = Guarded<UInt8>

extension Guarded<Float> {
    /// Memory for results, which no kernel may read.
    convenience init(count: Int) { self.init(count: count, repeating: .nan) }
}
