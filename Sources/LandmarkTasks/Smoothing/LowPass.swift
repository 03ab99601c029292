/// MediaPipe's low-pass filter of one value, which keeps its state in single precision and mixes
/// in double.
package struct LowPass {
    private var value: Float = 0
    /// Whether nothing has come in yet.
    package private(set) var isEmpty = true

    package init() {}

    /// The next output: the first input as it is, then `weight` of the input and the rest of the
    /// output before.
    package mutating func apply(_ input: Float, weight: Float) -> Float {
        if isEmpty {
            value = input
            isEmpty = false
        } else {
            value = Float(Double(weight * input) + (1 - Double(weight)) * Double(value))
        }
        return value
    }
}
