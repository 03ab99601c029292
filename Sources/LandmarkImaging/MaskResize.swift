package import LandmarkCore

/// Scales a mask bilinearly, as OpenCV's `resize` with `INTER_LINEAR` does for floats: centers of pixels are
/// mapped to centers, and the outermost pixels continue beyond the edge.
package struct MaskResize {
    /// For each column of the result, the left one of two columns and the weight of the right one.
    private var columns: [(left: Int, weight: Float)] = []
    /// Two rows of the mask, scaled horizontally, and which ones they are.
    private var rows: [[Float]] = [[], []]
    private var rowIndices = [-1, -1]

    package init() {}

    /// Replaces `result` with `mask`, whose rows are contiguous, scaled to `target`.
    package mutating func resize(
        _ mask: UnsafeBufferPointer<Float>, of size: PixelSize, to target: PixelSize,
        into result: inout [Float]
    ) {
        precondition(mask.count == size.width * size.height, "the mask has another size")
        columns.removeAll(keepingCapacity: true)
        for column in 0..<target.width {
            columns.append(Self.place(column, of: target.width, in: size.width))
        }
        rowIndices = [-1, -1]
        result.removeAll(keepingCapacity: true)
        result.reserveCapacity(target.width * target.height)
        for row in 0..<target.height {
            let (top, weight) = Self.place(row, of: target.height, in: size.height)
            let upper = scaledRow(top, of: mask, width: size.width)
            let lower = scaledRow(min(top + 1, size.height - 1), of: mask, width: size.width)
            rows[upper].withUnsafeBufferPointer { above in
                rows[lower].withUnsafeBufferPointer { below in
                    for column in 0..<target.width {
                        result.append(above[column] * (1 - weight) + below[column] * weight)
                    }
                }
            }
        }
    }

    /// Returns the place in `rows` of a row of the mask. Consecutive rows take different places.
    private mutating func scaledRow(
        _ row: Int, of mask: UnsafeBufferPointer<Float>, width: Int
    ) -> Int {
        let place = row & 1
        guard rowIndices[place] != row else { return place }
        rowIndices[place] = row
        rows[place].removeAll(keepingCapacity: true)
        let start = row * width
        for (left, weight) in columns {
            let a = mask[start + left]
            let b = mask[start + min(left + 1, width - 1)]
            rows[place].append(a * (1 - weight) + b * weight)
        }
        return place
    }

    /// The first of the two source pixels of `index`, and the weight of the second.
    private static func place(
        _ index: Int, of count: Int, in source: Int
    ) -> (left: Int, weight: Float) {
        let scale = Double(source) / Double(count)
        let position = Float((Double(index) + 0.5) * scale - 0.5)
        let floor = position.rounded(.down)
        guard floor >= 0 else { return (0, 0) }
        guard Int(floor) < source - 1 else { return (source - 1, 0) }
        return (Int(floor), position - floor)
    }
}
