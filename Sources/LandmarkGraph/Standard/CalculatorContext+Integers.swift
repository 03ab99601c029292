extension CalculatorContext {
    /// The integer that a side packet carries, as MediaPipe's `int64` or as Swift's `Int`.
    func sideInteger(_ tag: String) throws(StreamError) -> Int64 {
        if let value = try? sidePacket(tag).get(Int.self) { return Int64(value) }
        return try sideValue(Int64.self, tag)
    }
}
