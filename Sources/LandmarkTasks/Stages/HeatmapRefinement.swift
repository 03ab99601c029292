/// Moves the body's points to the centre of mass of the heatmap around them.
package enum HeatmapRefinement {
    /// Rows and columns of the heatmap.
    package static let side = 64
    private static let reach = 3
    private static let minConfidence: Float = 0.5

    /// Refines x and y of `points`; `logits` are rows × columns × one channel a point.
    package static func refine(
        _ points: inout [PosePoint], logits: UnsafeBufferPointer<Float>
    ) {
        for index in points.indices {
            refine(&points[index], channel: index, of: points.count, logits: logits)
        }
    }

    private static func refine(
        _ point: inout PosePoint, channel: Int, of channels: Int,
        logits: UnsafeBufferPointer<Float>
    ) {
        let extent = Float(side)
        // Towards zero, as C++ converts: −0.5 is cell 0. MediaPipe tests the row only against 0,
        // so a point just below the region is drawn to what the last rows say.
        guard
            let column = Int(exactly: (point.x * extent).rounded(.towardZero)),
            let row = Int(exactly: (point.y * extent).rounded(.towardZero)),
            column >= 0, column < side, row >= 0, row < side + reach
        else { return }

        var sum: Float = 0
        var weightedColumn: Float = 0
        var weightedRow: Float = 0
        var highest: Float = 0
        for y in max(0, row - reach)..<min(side, row + reach + 1) {
            for x in max(0, column - reach)..<min(side, column + reach + 1) {
                let confidence = sigmoid(logits[(y * side + x) * channels + channel])
                sum += confidence
                highest = max(highest, confidence)
                weightedColumn += Float(x) * confidence
                weightedRow += Float(y) * confidence
            }
        }
        guard highest >= minConfidence, sum > 0 else { return }
        point.x = weightedColumn / extent / sum
        point.y = weightedRow / extent / sum
    }
}
