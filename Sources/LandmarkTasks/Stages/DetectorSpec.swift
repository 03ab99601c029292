/// What is fixed about a task's detector: its network's layout and its thresholds.
package struct DetectorSpec {
    /// The side of the square input, in pixels; also the scale of the raw boxes.
    package let inputSize: Int
    /// The stride of each output layer.
    package let strides: [Int]
    package let keypointCount: Int
    /// Boxes that overlap more than this are one object.
    package var suppressionThreshold: Float
    /// Whether an upright image's bars are taken off by subtraction instead of by the matrix.
    package var removesLetterbox = false
    /// The input's range for a model that carries no metadata.
    package let inputRange: ClosedRange<Float>

    package static let hand = DetectorSpec(
        inputSize: 192, strides: [8, 16, 16, 16], keypointCount: 7, suppressionThreshold: 0.3,
        inputRange: 0...1)
    package static let pose = DetectorSpec(
        inputSize: 224, strides: [8, 16, 32, 32, 32], keypointCount: 4,
        suppressionThreshold: 0.5, removesLetterbox: true, inputRange: -1...1)
    package static let face = DetectorSpec(
        inputSize: 128, strides: [8, 16, 16, 16], keypointCount: 6, suppressionThreshold: 0.5,
        inputRange: -1...1)

    /// Values for each box in the box output.
    package var valuesPerBox: Int { 4 + 2 * keypointCount }
}
