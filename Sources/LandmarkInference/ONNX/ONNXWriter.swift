/// Writes a `PortableGraph` as an ONNX model. Field numbers are those of onnx.proto.
struct ONNXWriter {
    /// The version of the operators.
    static let operators = 18
    /// The version of the file format that belongs to these operators.
    static let format = 8

    let source: PortableGraph
    let options: ONNXOptions
    /// The message `GraphProto`.
    private var graph = WireWriter()
    private var nodes = 0
    /// The names in the graph, and those of tensors by their number.
    var names: NameSource
    private var tensorNames: [String] = []
    /// The names of constants that nodes share, by content.
    private var integerNames: [[Int]: String] = [:]

    /// Returns the bytes of the model.
    ///
    /// - Parameter name: The name of the network.
    static func model(
        _ source: PortableGraph, name: String, _ options: ONNXOptions
    ) -> [UInt8] {
        var writer = ONNXWriter(source: source, options: options)
        writer.writeGraph(name)
        var model = WireWriter()
        model.number(1, format)
        model.string(2, "LandmarkKit")
        model.message(8) { $0.number(2, operators) }
        model.data(7, writer.graph.bytes)
        for (key, value) in options.properties.sorted(by: { $0.key < $1.key }) {
            model.message(14) { property in
                property.string(1, key)
                property.string(2, value)
            }
        }
        return model.bytes
    }

    private init(source: PortableGraph, options: ONNXOptions) {
        self.source = source
        self.options = options
        names = source.names
        tensorNames = source.tensors.map(\.name)
        guard options.precision == .half else { return }
        // The names of inputs and outputs belong to the 32-bit floats outside.
        for tensor in source.inputs + source.outputs {
            tensorNames[tensor] = names.take(source.tensors[tensor].name + "_f16")
        }
    }

    // MARK: The graph

    private mutating func writeGraph(_ name: String) {
        graph.string(2, name)
        let slopes = slopes
        for (index, tensor) in source.tensors.enumerated() {
            guard let values = tensor.constant else { continue }
            let shape = tensor.shape + (slopes.contains(index) ? [1, 1] : [])
            write(values, shape: shape, as: self.name(index))
        }
        let isHalf = options.precision == .half
        for input in source.inputs {
            let name = source.tensors[input].name
            describe(input, name, field: 11)
            if isHalf { writeCast(name, to: self.name(input), .half) }
        }
        for node in source.nodes { write(node) }
        for output in source.outputs {
            let name = source.tensors[output].name
            describe(output, name, field: 12)
            if isHalf { writeCast(self.name(output), to: name, .single) }
        }
    }

    /// The constants with slopes along channels, which broadcast over the rows and columns of pixels.
    private var slopes: Set<Int> {
        Set(
            source.nodes.compactMap { node in
                if case .prelu = node.operation { node.inputs[1] } else { nil }
            })
    }

    /// The name of a tensor in the graph.
    func name(_ tensor: Int) -> String { tensorNames[tensor] }

    /// Writes a `ValueInfoProto` of 32-bit floats.
    private mutating func describe(_ tensor: Int, _ name: String, field: Int) {
        graph.message(field) { [source, options] info in
            info.string(1, name)
            info.message(2) { type in
                type.message(1) { tensorType in
                    tensorType.number(1, ElementCode.float32)
                    tensorType.message(2) { shape in
                        shape.message(1) { batch in
                            switch options.batch {
                            case .fixed(let count): batch.number(1, count)
                            case .dynamic: batch.string(2, "batch")
                            }
                        }
                        for size in source.tensors[tensor].shape.dropFirst() {
                            shape.message(1) { $0.number(1, size) }
                        }
                    }
                }
            }
        }
    }

    /// `TensorProto.DataType`.
    enum ElementCode {
        static let float32 = 1
        static let int64 = 7
        static let float16 = 10
    }

    // MARK: Constants

    /// Writes an initializer of floats, and returns its name.
    mutating func constant(_ values: [Float], shape: [Int], like wanted: String) -> String {
        let name = names.take(wanted)
        write(values, shape: shape, as: name)
        return name
    }

    private mutating func write(
        _ values: [Float], shape: [Int], as name: String, _ precision: ExportPrecision? = nil
    ) {
        let precision = precision ?? options.precision
        graph.message(5) { tensor in
            tensor.numbers(1, shape)
            tensor.number(2, precision.elementCode)
            tensor.string(8, name)
            tensor.data(9, precision.bytes(of: values))
        }
    }

    /// Returns the name of a constant list of integers.
    mutating func integers(_ values: [Int]) -> String {
        if let known = integerNames[values] { return known }
        let name = names.take("integers_\(integerNames.count)")
        integerNames[values] = name
        graph.message(5) { tensor in
            tensor.numbers(1, [values.count])
            tensor.number(2, ElementCode.int64)
            tensor.string(8, name)
            tensor.data(9, values.flatMap { littleEndian(Int64($0)) })
        }
        return name
    }

    /// Returns the name of a constant list of 32-bit floats, whatever the precision.
    mutating func scales(_ values: [Float]) -> String {
        let name = names.take("scales")
        write(values, shape: [values.count], as: name, .single)
        return name
    }

    // MARK: Nodes

    /// An attribute of a node.
    enum Attribute {
        case integer(Int)
        case float(Float)
        case string(String)
        case integers([Int])
    }

    /// Writes a `NodeProto`.
    mutating func node(
        _ type: String, _ inputs: [String], _ output: String,
        _ attributes: KeyValuePairs<String, Attribute> = [:]
    ) {
        nodes += 1
        let name = "\(type)_\(nodes)"
        graph.message(1) { node in
            for input in inputs { node.string(1, input) }
            node.string(2, output)
            node.string(3, name)
            node.string(4, type)
            for (key, value) in attributes {
                node.message(5) { attribute in
                    attribute.string(1, key)
                    switch value {
                    case .float(let number):
                        attribute.float(2, number)
                        attribute.number(20, 1)
                    case .integer(let number):
                        attribute.number(3, number)
                        attribute.number(20, 2)
                    case .string(let text):
                        attribute.string(4, text)
                        attribute.number(20, 3)
                    case .integers(let numbers):
                        attribute.numbers(8, numbers)
                        attribute.number(20, 7)
                    }
                }
            }
        }
    }

    private mutating func writeCast(
        _ input: String, to output: String, _ precision: ExportPrecision
    ) {
        node("Cast", [input], output, ["to": .integer(precision.elementCode)])
    }
}

extension ExportPrecision {
    /// `TensorProto.DataType`.
    fileprivate var elementCode: Int {
        self == .half ? ONNXWriter.ElementCode.float16 : ONNXWriter.ElementCode.float32
    }
}
