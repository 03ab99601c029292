extension OperatorOptions {
    /// The settings of a convolution. Strides and dilations are at least 1.
    public struct Conv2D: Sendable, Hashable {
        /// What happens at the border.
        public let padding: Padding
        /// Rows from one window to the next.
        public let strideHeight: Int
        /// Columns from one window to the next.
        public let strideWidth: Int
        /// Rows from one tap of a window to the next.
        public let dilationHeight: Int
        /// Columns from one tap of a window to the next.
        public let dilationWidth: Int
        /// What is applied to the result.
        public let activation: Activation
    }

    /// The settings of a convolution of each channel by itself.
    public struct DepthwiseConv2D: Sendable, Hashable {
        /// What happens at the border.
        public let padding: Padding
        /// Rows from one window to the next.
        public let strideHeight: Int
        /// Columns from one window to the next.
        public let strideWidth: Int
        /// Rows from one tap of a window to the next.
        public let dilationHeight: Int
        /// Columns from one tap of a window to the next.
        public let dilationWidth: Int
        /// Output channels for each input channel.
        public let depthMultiplier: Int
        /// What is applied to the result.
        public let activation: Activation
    }

    /// The settings of a transposed convolution.
    public struct TransposeConv: Sendable, Hashable {
        /// What happens at the border.
        public let padding: Padding
        /// Output rows for each input row.
        public let strideHeight: Int
        /// Output columns for each input column.
        public let strideWidth: Int
        /// What is applied to the result.
        public let activation: Activation
    }

    /// The settings of a pooling. All sizes are at least 1.
    public struct Pool2D: Sendable, Hashable {
        /// What happens at the border.
        public let padding: Padding
        /// Rows from one window to the next.
        public let strideHeight: Int
        /// Columns from one window to the next.
        public let strideWidth: Int
        /// Rows of a window.
        public let filterHeight: Int
        /// Columns of a window.
        public let filterWidth: Int
        /// What is applied to the result.
        public let activation: Activation
    }

    /// The settings of a fully connected layer.
    public struct FullyConnected: Sendable, Hashable {
        /// What is applied to the result.
        public let activation: Activation
        /// Whether the output has as many dimensions as the input, and not two.
        public let keepNumDims: Bool
        /// Whether the weights are shuffled, a form for 8-bit integers.
        public let shuffledWeights: Bool
    }

    /// The settings of a slice. Bit n of a mask is about dimension n of the slice.
    public struct StridedSlice: Sendable, Hashable {
        /// Dimensions that begin at their first position.
        public let beginMask: Int
        /// Dimensions that run to their last position.
        public let endMask: Int
        /// The one place that stands for all dimensions not named.
        public let ellipsisMask: Int
        /// Places where a dimension of size 1 is put in.
        public let newAxisMask: Int
        /// Dimensions of which one position is taken and which then vanish.
        public let shrinkAxisMask: Int
        /// Whether the end is counted from the begin.
        public let endIsOffset: Bool
    }
}
