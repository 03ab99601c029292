import LandmarkModelFile
import LandmarkTestSupport

/// Minimal handmade models.
enum TinyModels {
    /// Returns a model with one `ADD` of an input and a constant.
    static func add() -> ModelWriter {
        var writer = ModelWriter()
        let input = writer.input([1, 2, 2, 3])
        let constant = writer.constant([3], [1, 2, 3] as [Float])
        let sum = writer.step(
            0, [input, constant], shape: [1, 2, 2, 3], options: (11, [0: .byte(1)]))
        writer.outputs = [sum]
        return writer
    }

    /// Returns a model with one operator over two inputs.
    static func single(_ code: Int, kind: Int, _ options: [Int: FlatField]?) -> ModelWriter {
        var writer = ModelWriter()
        let inputs = [writer.input([1, 4]), writer.input([1, 4])]
        let result = writer.step(
            code, inputs, shape: [1, 4], options: options.map { (kind, $0) })
        writer.outputs = [result]
        return writer
    }

    static func parse(_ writer: ModelWriter) throws -> TFLiteModel {
        try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
    }

    /// Returns the fault of a model or of one of its constants; nil without a fault.
    static func fault(of writer: ModelWriter) throws -> ModelFault? {
        do {
            let model = try parse(writer)
            for tensor in model.tensors { _ = try model.constantBytes(of: tensor.index) }
            return nil
        } catch ModelFileError.model("m", let fault) {
            return fault
        }
    }

    /// Returns the fault after a change to the model with a single `ADD`.
    static func fault(_ change: (inout ModelWriter) -> Void) throws -> ModelFault? {
        var writer = add()
        change(&writer)
        return try fault(of: writer)
    }
}
