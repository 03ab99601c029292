extension NetworkGraph {
    /// A sliding window: the size, stride, dilation and padding of a convolution or pooling.
    package struct Window: Equatable, Sendable {
        package var height: Int
        package var width: Int
        package var strideY: Int
        package var strideX: Int
        package var dilationY: Int
        package var dilationX: Int
        /// Rows of padding above and below the input.
        package var top: Int
        package var bottom: Int
        /// Columns of padding left and right of the input.
        package var left: Int
        package var right: Int

        /// A single pixel with stride 1.
        static let pointwise = Window(
            height: 1, width: 1, strideY: 1, strideX: 1, dilationY: 1, dilationX: 1, top: 0,
            bottom: 0, left: 0, right: 0)

        /// Rows that the window spans.
        var reachY: Int { (height - 1) * dilationY + 1 }
        /// Columns that the window spans.
        var reachX: Int { (width - 1) * dilationX + 1 }
        /// Whether the window reads exactly one pixel, for every pixel of the input.
        package var isPointwise: Bool {
            height == 1 && width == 1 && strideY == 1 && strideX == 1 && !isPadded
        }
        /// Whether there is any padding.
        package var isPadded: Bool { top != 0 || bottom != 0 || left != 0 || right != 0 }

        /// Sets the padding so that the output has ⌈size/stride⌉ pixels; an odd pixel of padding goes at the
        /// end.
        mutating func padSame(inputHeight: Int, inputWidth: Int) {
            (top, bottom) = Self.same(inputHeight, reachY, strideY)
            (left, right) = Self.same(inputWidth, reachX, strideX)
        }

        private static func same(_ size: Int, _ reach: Int, _ stride: Int) -> (Int, Int) {
            let outputs = (size + stride - 1) / stride
            let total = max((outputs - 1) * stride + reach - size, 0)
            return (total / 2, total - total / 2)
        }

        /// Returns the size of the output for an input of this size, or nil when the window does not
        /// fit.
        func output(
            height inputHeight: Int, width inputWidth: Int
        ) -> (height: Int, width: Int)? {
            let spaceY = inputHeight + top + bottom - reachY
            let spaceX = inputWidth + left + right - reachX
            guard spaceY >= 0, spaceX >= 0 else { return nil }
            return (spaceY / strideY + 1, spaceX / strideX + 1)
        }
    }
}
