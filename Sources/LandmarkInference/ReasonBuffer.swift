#if os(Linux)
/// Memory for a sentence from a library.
struct ReasonBuffer {
    private(set) var text = ""

    mutating func write<Result>(
        _ body: (_ reason: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            buffer.initialize(repeating: 0)
            let result = body(buffer.baseAddress, buffer.count)
            if let base = buffer.baseAddress { text = String(cString: base) }
            return result
        }
    }
}
#endif
