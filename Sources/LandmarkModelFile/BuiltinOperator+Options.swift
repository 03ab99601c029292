extension BuiltinOperator {
    /// Which member of the model format's union of options belongs to the operator; nil where we
    /// read none.
    var optionsKind: Int? {
        switch self {
        case .conv2D: 1
        case .depthwiseConv2D: 2
        case .maxPool2D, .averagePool2D: 5
        case .fullyConnected: 8
        case .softmax: 9
        case .concatenation: 10
        case .add: 11
        case .resizeBilinear: 15
        case .reshape: 17
        case .spaceToDepth: 19
        case .mul: 21
        case .gather: 23
        case .mean, .sum, .reduceMax, .reduceMin, .reduceProd: 27
        case .sub: 28
        case .div: 29
        case .squeeze: 30
        case .stridedSlice: 32
        case .split: 35
        case .cast: 37
        case .transposeConv: 49
        case .shape: 55
        case .pack: 59
        case .unpack: 64
        case .resizeNearestNeighbor: 74
        case .leakyRelu: 75
        case .mirrorPad: 77
        case .depthToSpace: 94
        default: nil
        }
    }

    /// Whether the operator cannot do without its table, because a default is not valid.
    var needsOptions: Bool {
        switch self {
        case .conv2D, .depthwiseConv2D, .maxPool2D, .averagePool2D, .transposeConv,
            .spaceToDepth, .depthToSpace, .split, .pack, .unpack, .softmax, .leakyRelu:
            true
        default: false
        }
    }
}
