/// Reads the options of one operator from its table in the model.
///
/// Absent fields have the schema's defaults.
struct OptionsReader {
    let table: FlatBufferTable?
    let index: Int
    let name: String
    let file: String

    /// Returns the options of `builtin`, all of them defaults if the table is missing.
    ///
    /// - Throws: ``ModelFileError/model(file:fault:)`` for invalid values, or
    ///   ``ModelFileError/table(file:offset:fault:)``.
    func read(
        _ builtin: BuiltinOperator
    ) throws(ModelFileError) -> OperatorOptions {
        switch builtin {
        case .conv2D: .conv2D(try conv2D())
        case .depthwiseConv2D: .depthwiseConv2D(try depthwiseConv2D())
        case .transposeConv: .transposeConv(try transposeConv())
        case .maxPool2D, .averagePool2D: .pool2D(try pool2D())
        case .fullyConnected: .fullyConnected(try fullyConnected())
        case .add, .sub, .mul, .div: .elementwise(activation: try activation(0))
        case .concatenation: .concatenation(axis: try number(0), activation: try activation(1))
        case .reshape: .reshape(newShape: try table?.integers(0))
        case .resizeBilinear:
            // Slots 0 and 1 held the output size in an older schema.
            .resizeBilinear(alignCorners: try flag(2), halfPixelCenters: try flag(3))
        case .resizeNearestNeighbor:
            .resizeNearestNeighbor(alignCorners: try flag(0), halfPixelCenters: try flag(1))
        default: try readShapeOptions(builtin)
        }
    }

    private func readShapeOptions(
        _ builtin: BuiltinOperator
    ) throws(ModelFileError) -> OperatorOptions {
        switch builtin {
        case .depthToSpace: .depthToSpace(blockSize: try positive(0, "block size"))
        case .spaceToDepth: .spaceToDepth(blockSize: try positive(0, "block size"))
        case .softmax: .softmax(beta: try table?.float(0) ?? 0)
        case .mean, .sum, .reduceMax, .reduceMin, .reduceProd: .reducer(keepDims: try flag(0))
        case .stridedSlice: .stridedSlice(try stridedSlice())
        case .leakyRelu: .leakyRelu(alpha: try table?.float(0) ?? 0)
        case .split: .split(count: try positive(0, "number of parts"))
        case .squeeze: .squeeze(dimensions: try table?.integers(0) ?? [])
        case .pack: .pack(axis: try number(1), count: try positive(0, "number of inputs"))
        case .unpack: .unpack(axis: try number(1), count: try positive(0, "number of outputs"))
        case .gather: .gather(axis: try number(0), batchDimensions: try number(1))
        case .mirrorPad: .mirrorPad(symmetric: try mirrorMode() == 1)
        case .shape: .shape(type: try elementType(0))
        case .cast: .cast(from: try elementType(0), to: try elementType(1))
        default: .none
        }
    }

    private func conv2D() throws(ModelFileError) -> OperatorOptions.Conv2D {
        OperatorOptions.Conv2D(
            padding: try padding(0), strideHeight: try positive(2, "row stride"),
            strideWidth: try positive(1, "column stride"),
            dilationHeight: try positive(5, "row dilation", default: 1),
            dilationWidth: try positive(4, "column dilation", default: 1),
            activation: try activation(3))
    }

    private func depthwiseConv2D() throws(ModelFileError) -> OperatorOptions.DepthwiseConv2D {
        OperatorOptions.DepthwiseConv2D(
            padding: try padding(0), strideHeight: try positive(2, "row stride"),
            strideWidth: try positive(1, "column stride"),
            dilationHeight: try positive(6, "row dilation", default: 1),
            dilationWidth: try positive(5, "column dilation", default: 1),
            depthMultiplier: try positive(3, "depth multiplier"),
            activation: try activation(4))
    }

    private func transposeConv() throws(ModelFileError) -> OperatorOptions.TransposeConv {
        OperatorOptions.TransposeConv(
            padding: try padding(0), strideHeight: try positive(2, "row stride"),
            strideWidth: try positive(1, "column stride"), activation: try activation(3))
    }

    private func pool2D() throws(ModelFileError) -> OperatorOptions.Pool2D {
        OperatorOptions.Pool2D(
            padding: try padding(0), strideHeight: try positive(2, "row stride"),
            strideWidth: try positive(1, "column stride"),
            filterHeight: try positive(4, "window height"),
            filterWidth: try positive(3, "window width"), activation: try activation(5))
    }

    private func fullyConnected() throws(ModelFileError) -> OperatorOptions.FullyConnected {
        let format = Int(try table?.integer(1, as: Int8.self) ?? 0)
        guard format == 0 || format == 1 else { throw refusal("weights format", format) }
        return OperatorOptions.FullyConnected(
            activation: try activation(0), keepNumDims: try flag(2), shuffledWeights: format == 1)
    }

    private func stridedSlice() throws(ModelFileError) -> OperatorOptions.StridedSlice {
        OperatorOptions.StridedSlice(
            beginMask: try number(0), endMask: try number(1), ellipsisMask: try number(2),
            newAxisMask: try number(3), shrinkAxisMask: try number(4),
            endIsOffset: try flag(5))
    }
}

extension OptionsReader {
    private func number(_ slot: Int) throws(ModelFileError) -> Int {
        Int(try table?.integer(slot, as: Int32.self) ?? 0)
    }

    private func positive(
        _ slot: Int, _ option: String, default fallback: Int32 = 0
    ) throws(ModelFileError) -> Int {
        let value = try table?.integer(slot, as: Int32.self, default: fallback) ?? fallback
        guard value >= 1 else { throw refusal(option, Int(value)) }
        return Int(value)
    }

    private func flag(_ slot: Int) throws(ModelFileError) -> Bool {
        try table?.flag(slot) ?? false
    }

    private func activation(_ slot: Int) throws(ModelFileError) -> Activation {
        let value = Int(try table?.integer(slot, as: Int8.self) ?? 0)
        guard let activation = Activation(rawValue: value) else {
            throw refusal("activation", value)
        }
        return activation
    }

    private func padding(_ slot: Int) throws(ModelFileError) -> Padding {
        let value = Int(try table?.integer(slot, as: Int8.self) ?? 0)
        guard let padding = Padding(rawValue: value) else { throw refusal("padding", value) }
        return padding
    }

    private func elementType(_ slot: Int) throws(ModelFileError) -> ElementType {
        let value = Int(try table?.integer(slot, as: Int8.self) ?? 0)
        guard let type = ElementType(rawValue: value) else {
            throw refusal("element type", value)
        }
        return type
    }

    private func mirrorMode() throws(ModelFileError) -> Int {
        let value = Int(try table?.integer(0, as: Int8.self) ?? 0)
        guard value == 0 || value == 1 else { throw refusal("mirror mode", value) }
        return value
    }

    private func refusal(_ option: String, _ value: Int) -> ModelFileError {
        .model(
            file: file,
            fault: .option(operator: index, name: name, option: option, value: value))
    }
}
