/// Writes a `PortableGraph` as a Core ML model: a program in the Model Intermediate Language, with
/// operations of iOS 15 and macOS 12. Field numbers are those of Model.proto and MIL.proto.
struct MILWriter {
    /// The version of the specification that iOS 15 and macOS 12 introduced.
    private static let specification = 6
    /// Its operations.
    private static let operations = "CoreML5"

    let source: PortableGraph
    let precision: ExportPrecision
    /// The operations of the message `Block`.
    private var block = WireWriter()
    private var weights = WeightBlob()
    /// All names in the program.
    var free = NameSource()
    /// The names of tensors outside the program.
    private var names: [String] = []
    /// The names of tensors inside the program.
    private var innerNames: [String] = []
    private var constants = 0

    /// Returns the package of a graph.
    static func package(
        _ source: PortableGraph, _ precision: ExportPrecision, properties: [String: String]
    ) -> CoreMLPackage {
        var writer = MILWriter(source: source, precision: precision)
        writer.writeOperations()
        return CoreMLPackage(
            model: writer.model(properties: properties), weights: writer.weights.bytes,
            inputs: source.inputs.map { writer.names[$0] },
            outputs: source.outputs.map { writer.names[$0] })
    }

    private init(source: PortableGraph, precision: ExportPrecision) {
        self.source = source
        self.precision = precision
        names = source.tensors.map(\.name)
        // Inputs and outputs keep their names.
        let ends = source.inputs + source.outputs
        for tensor in ends + source.tensors.indices.filter({ !ends.contains($0) }) {
            names[tensor] = free.take(Self.identifier(names[tensor]))
        }
        innerNames = names
        guard precision == .half else { return }
        // The names of inputs and outputs belong to the 32-bit floats outside.
        for tensor in ends { innerNames[tensor] = free.take(names[tensor] + "_f16") }
    }

    /// A name of letters, digits and underscores.
    private static func identifier(_ name: String) -> String {
        let letters = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return letters.first?.isLetter ?? false ? letters : "tensor_" + letters
    }

    // MARK: The model

    /// Writes the message `Model`.
    private func model(properties: [String: String]) -> [UInt8] {
        var model = WireWriter()
        model.number(1, Self.specification)
        model.message(2) { description in
            for input in source.inputs { describe(input, field: 1, in: &description) }
            for output in source.outputs { describe(output, field: 10, in: &description) }
            description.message(100) { metadata in
                for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
                    metadata.message(100) { entry in
                        entry.string(1, key)
                        entry.string(2, value)
                    }
                }
            }
        }
        model.message(502) { program in
            program.number(1, 1)
            program.entry(2, "main") { function in
                for input in source.inputs {
                    function.message(1) { value in
                        value.string(1, names[input])
                        value.message(2) {
                            $0.tensorType(.float32, source.tensors[input].shape)
                        }
                    }
                }
                function.string(2, Self.operations)
                function.entry(3, Self.operations) { block in
                    for output in source.outputs { block.string(2, names[output]) }
                    block.append(self.block)
                }
            }
        }
        return model.bytes
    }

    /// Writes a `FeatureDescription` of 32-bit floats.
    private func describe(_ tensor: Int, field: Int, in description: inout WireWriter) {
        description.message(field) { feature in
            feature.string(1, names[tensor])
            feature.message(3) { type in
                type.message(5) { array in
                    array.numbers(1, source.tensors[tensor].shape)
                    array.number(2, 65568)
                }
            }
        }
    }

    private mutating func writeOperations() {
        for (index, tensor) in source.tensors.enumerated() {
            guard let values = tensor.constant else { continue }
            writeConstant(values, shape: tensor.shape, as: names[index])
        }
        if precision == .half {
            for input in source.inputs {
                cast(names[input], to: .float16, as: name(input), source.tensors[input].shape)
            }
        }
        for node in source.nodes { write(node) }
        if precision == .half {
            for output in source.outputs {
                cast(name(output), to: .float32, as: names[output], source.tensors[output].shape)
            }
        }
    }

    /// The name of a tensor in the program.
    func name(_ tensor: Int) -> String { innerNames[tensor] }

    private mutating func cast(
        _ input: String, to type: MILType, as output: String, _ shape: [Int]
    ) {
        let name = constant(.string(type == .float16 ? "fp16" : "fp32"))
        operation("cast", ["x": [input], "dtype": [name]], output, shape, type)
    }

    // MARK: Operations

    /// The type of tensors between operations.
    var type: MILType { precision == .half ? .float16 : .float32 }

    /// Writes an operation that computes a tensor.
    mutating func operation(
        _ kind: String, _ inputs: KeyValuePairs<String, [String]>, _ output: String,
        _ shape: [Int], _ type: MILType? = nil
    ) {
        let type = type ?? self.type
        block.message(3) { operation in
            operation.string(1, kind)
            for (key, names) in inputs {
                operation.entry(2, key) { argument in
                    for name in names { argument.message(1) { $0.string(1, name) } }
                }
            }
            operation.message(3) { value in
                value.string(1, output)
                value.message(2) { $0.tensorType(type, shape) }
            }
            operation.entry(5, "name") { $0.immediate(.string(output)) }
        }
    }

    /// Writes an operation with a small constant, and returns its name.
    mutating func constant(_ value: MILValue) -> String {
        constants += 1
        let name = free.take("parameter_\(constants)")
        constant(name, value.type, value.shape) { $0.immediate(value) }
        return name
    }

    /// Writes an operation with one number in the tensors' type, and returns its name.
    mutating func constant(_ number: Float) -> String {
        constant(precision == .half ? .half(HalfPrecision.narrow(number)) : .float(number))
    }

    /// Writes an operation with an array stored in the file of weights.
    mutating func writeConstant(_ values: [Float], shape: [Int], as name: String) {
        let offset = weights.append(values, precision)
        let type = self.type
        constant(name, type, shape) { value in
            value.message(2) { $0.tensorType(type, shape) }
            value.message(5) { file in
                file.string(1, "@model_path/weights/weight.bin")
                file.number(2, offset)
            }
        }
    }

    private mutating func constant(
        _ name: String, _ type: MILType, _ shape: [Int], _ value: (inout WireWriter) -> Void
    ) {
        block.message(3) { operation in
            operation.string(1, "const")
            operation.message(3) { result in
                result.string(1, name)
                result.message(2) { $0.tensorType(type, shape) }
            }
            operation.entry(5, "name") { $0.immediate(.string(name)) }
            operation.entry(5, "val", value)
        }
    }
}
