/// Writes small TensorFlow Lite models for tests.
///
/// The tables can be changed before they are written, to make broken models.
package struct ModelWriter {
    /// The root table's fields other than the lists below.
    package var model: [Int: FlatField] = [0: .int(3), 3: .text("test")]
    package var codes: [[Int: FlatField]] = []
    package var tensors: [[Int: FlatField]] = []
    package var operators: [[Int: FlatField]] = []
    /// Buffer 0 belongs to all tensors without stored elements.
    package var buffers: [[Int: FlatField]] = [[:]]
    package var inputs: [Int] = []
    package var outputs: [Int] = []

    package init() {}

    /// Adds a tensor of 32-bit floats, or another `type`, and gives back its index.
    package mutating func tensor(
        _ shape: [Int], type: Int = 0, name: String? = nil, content: [UInt8]? = nil
    ) -> Int {
        var fields: [Int: FlatField] = [
            0: .integers(shape), 1: .byte(type), 3: .text(name ?? "t\(tensors.count)"),
        ]
        if let content {
            fields[2] = .int(Int32(buffers.count))
            buffers.append([0: .bytes(content)])
        }
        tensors.append(fields)
        return tensors.count - 1
    }

    package mutating func input(_ shape: [Int]) -> Int {
        inputs.append(tensor(shape))
        return tensors.count - 1
    }

    package mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
        tensor(shape, content: values.flatMap { littleEndian($0.bitPattern) })
    }

    package mutating func constant(_ shape: [Int], _ values: [Int]) -> Int {
        tensor(shape, type: 2, content: values.flatMap { littleEndian(Int32($0)) })
    }

    /// Adds an operator that writes one new tensor, and gives back that tensor's index.
    package mutating func step(
        _ code: Int, _ inputs: [Int], shape: [Int], options: (kind: Int, [Int: FlatField])? = nil
    ) -> Int {
        let result = tensor(shape)
        step(code, inputs, outputs: [result], options: options)
        return result
    }

    /// Adds an operator; code 32 is custom and called `custom`.
    package mutating func step(
        _ code: Int, _ inputs: [Int], outputs: [Int], custom: String? = nil,
        options: (kind: Int, [Int: FlatField])? = nil
    ) {
        var codeFields: [Int: FlatField] = [0: .byte(min(code, 127)), 3: .int(Int32(code))]
        codeFields[1] = custom.map { .text($0) }
        codes.append(codeFields)
        var fields: [Int: FlatField] = [
            0: .int(Int32(codes.count - 1)), 1: .integers(inputs), 2: .integers(outputs),
        ]
        if let options {
            fields[3] = .byte(options.kind)
            fields[4] = .table(options.1)
        }
        operators.append(fields)
    }

    package func bytes() -> [UInt8] {
        let graph: [Int: FlatField] = [
            0: .tables(tensors), 1: .integers(inputs), 2: .integers(outputs),
            3: .tables(operators),
        ]
        let lists: [Int: FlatField] = [
            1: .tables(codes), 2: .tables([graph]), 4: .tables(buffers),
        ]
        return FlatNode.table(lists.merging(model) { $1 }).data(identifier: "TFL3")
    }
}
