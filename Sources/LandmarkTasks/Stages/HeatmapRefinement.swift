package import LandmarkInference

/// Moves a point of the body to the center of mass of the heatmap around it.
package enum HeatmapRefinement {
    /// Rows and columns of the heatmap.
    private static let side = 64
    /// Rows, columns and channels of the heatmap, which has a channel for each point.
    static let shape = [side, side, PoseDecoder.pointCount]
    private static let reach = 3
    private static let minConfidence: Float = 0.5

    /// The cells around `point` on its channel of the heatmap; nil where it lies outside.
    package static func window(around point: PosePoint, channel: Int) -> ChannelWindow? {
        let extent = Float(side)
        // Towards zero, as C++ converts: −0.5 is cell 0. MediaPipe tests the row only against 0,
        // so a point just below the region is drawn to what the last rows say.
        guard
            let column = Int(exactly: (point.x * extent).rounded(.towardZero)),
            let row = Int(exactly: (point.y * extent).rounded(.towardZero)),
            column >= 0, column < side, row >= 0, row < side + reach
        else { return nil }
        return ChannelWindow(
            channel: channel, rows: max(0, row - reach)..<min(side, row + reach + 1),
            columns: max(0, column - reach)..<min(side, column + reach + 1))
    }

    /// Refines x and y of `point` by the logits of the cells in `window`, row by row.
    package static func refine(
        _ point: inout PosePoint, by logits: UnsafeBufferPointer<Float>, in window: ChannelWindow
    ) {
        let extent = Float(side)
        var sum: Float = 0
        var weightedColumn: Float = 0
        var weightedRow: Float = 0
        var highest: Float = 0
        var cell = 0
        for y in window.rows {
            for x in window.columns {
                let confidence = sigmoid(logits[cell])
                cell += 1
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
