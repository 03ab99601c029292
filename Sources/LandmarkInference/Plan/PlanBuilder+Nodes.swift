extension PlanBuilder {
    /// Plans one node.
    mutating func plan(_ node: Node) throws(InferenceError) {
        switch node.operation {
        case .convolution(let window, let weights, let bias):
            try planConvolution(node, window, weights: weights, bias: bias)
        case .depthwise(let window, let weights, let bias):
            try planDepthwise(node, window, weights: weights, bias: bias)
        case .pool(let window, let average):
            try planPool(node, window, average: average)
        case .resize(let alignCorners, let halfPixelCenters):
            try planResize(node, alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
        case .identity, .padChannels:
            try planIdentity(node)
        case .depthToSpace(let square):
            try planDepthToSpace(node, square: square)
        case .spatialMean:
            try planSpatialMean(node)
        case .normalize(let factors, let epsilon, let turned):
            try planNormalize(node, factors: factors, epsilon: epsilon, turned: turned)
        case .padImage(let top, let left):
            try planPadImage(node, top: top, left: left)
        case .binary(let operation, let activation):
            try planBinary(node, operation, activation)
        case .unary(let operation, let parameter):
            try planUnary(node, operation, parameter: parameter)
        case .copies(let copies, let fill):
            try planCopies(node, copies, fill: fill)
        case .reduce(let axes, let mean):
            try planReduce(node, axes: axes, mean: mean)
        case .softmax(let beta):
            try planSoftmax(node, beta: beta)
        case .reshape:
            try planReshape(node)
        }
    }
}
