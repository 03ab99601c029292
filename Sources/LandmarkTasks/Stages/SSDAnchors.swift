/// The centers that a detector's boxes are relative to.
package enum SSDAnchors {
    /// Centers in fractions of the detector's square input, in the order of its outputs.
    ///
    /// Layers in a row with the same stride share one grid; each gives two anchors a cell. The
    /// anchors' size is always 1, so scales and aspect ratios play no part.
    package static func centers(inputSize: Int, strides: [Int]) -> [SIMD2<Float>] {
        var centers: [SIMD2<Float>] = []
        var layer = 0
        while layer < strides.count {
            let stride = strides[layer]
            let group = strides[layer...].prefix { $0 == stride }.count
            let cells = (inputSize + stride - 1) / stride
            for row in 0..<cells {
                for column in 0..<cells {
                    let center = SIMD2(Float(column) + 0.5, Float(row) + 0.5) / Float(cells)
                    centers.append(contentsOf: repeatElement(center, count: 2 * group))
                }
            }
            layer += group
        }
        return centers
    }
}
