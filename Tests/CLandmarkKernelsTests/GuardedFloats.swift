#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Floats that end where an unreadable page begins: reading or writing past them ends the process.
final class GuardedFloats {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    private let mapping: UnsafeMutableRawPointer
    private let length: Int

    init(_ values: [Float]) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let bytes = values.count * MemoryLayout<Float>.stride
        let data = (bytes + page - 1) / page * page
        length = data + page
        guard
            let mapping = mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED, mprotect(mapping + data, page, PROT_NONE) == 0
        else { preconditionFailure("no memory for \(values.count) guarded floats") }
        self.mapping = mapping
        count = values.count
        base = (mapping + data - bytes).bindMemory(to: Float.self, capacity: values.count)
        base.update(from: values, count: values.count)
    }

    convenience init(count: Int, repeating value: Float = .nan) {
        self.init(Array(repeating: value, count: count))
    }

    deinit { munmap(mapping, length) }

    var values: [Float] { Array(UnsafeBufferPointer(start: base, count: count)) }
}
