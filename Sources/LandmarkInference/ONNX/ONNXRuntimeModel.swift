#if os(Linux)
internal import CONNXRuntime

/// An ONNX model in ONNX Runtime, on the processor. One thread at a time may use it.
package final class ONNXRuntimeModel {
    private let model: OpaquePointer

    /// Loads the library, from the path in `LANDMARK_ONNXRUNTIME`, or else as `libonnxruntime.so.1`, unless
    /// it is loaded.
    ///
    /// - Throws: `ONNXRuntimeError.unavailable`.
    package static func loadLibrary() throws(ONNXRuntimeError) {
        var message = ReasonBuffer()
        let status = message.write { lk_onnxruntime_load($0, $1) }
        if status != 0 { throw .unavailable(reason: message.text) }
    }

    /// Reads a model.
    ///
    /// - Parameters:
    ///   - onnx: The bytes of the file.
    ///   - threads: The threads that it may use.
    /// - Throws: `ONNXRuntimeError.unavailable` without the library, `.failed` if it rejects the model.
    init(_ onnx: [UInt8], threads: Int) throws(ONNXRuntimeError) {
        try Self.loadLibrary()
        var message = ReasonBuffer()
        let opened = onnx.withUnsafeBytes { bytes in
            message.write { reason, capacity in
                lk_onnxruntime_open(
                    bytes.baseAddress, bytes.count, Int32(threads), reason, capacity)
            }
        }
        guard let opened else { throw .failed(reason: message.text) }
        model = opened
    }

    deinit { lk_onnxruntime_close(model) }

    /// Runs the model.
    ///
    /// - Parameters:
    ///   - inputs: The values of each input.
    ///   - inputTensors: The inputs.
    ///   - outputTensors: The outputs.
    /// - Returns: The values of each output.
    /// - Throws: `ONNXRuntimeError.failed` if the model has other inputs or outputs, or cannot be run.
    func run(
        _ inputs: [[Float]], of inputTensors: [TensorDescription],
        to outputTensors: [TensorDescription]
    ) throws(ONNXRuntimeError) -> [[Float]] {
        let read = BoundTensors(inputTensors, values: inputs)
        let written = BoundTensors(
            outputTensors, values: outputTensors.map { [Float](repeating: .nan, count: $0.count) })
        var message = ReasonBuffer()
        // The library uses the memory of both until it returns.
        let status = withExtendedLifetime((read, written)) {
            message.write { reason, capacity in
                lk_onnxruntime_run(
                    model, read.tensors, read.tensors.count, written.tensors,
                    written.tensors.count, reason, capacity)
            }
        }
        if status != 0 { throw .failed(reason: message.text) }
        return written.values
    }
}

/// Tensors with memory of their own, as the library takes them.
private final class BoundTensors {
    private(set) var tensors: [lk_onnxruntime_tensor] = []

    init(_ descriptions: [TensorDescription], values: [[Float]]) {
        for (description, values) in zip(descriptions, values) {
            tensors.append(
                lk_onnxruntime_tensor(
                    name: UnsafePointer(Self.copy(description.name.utf8CString)),
                    shape: UnsafePointer(Self.copy(description.shape.map(Int64.init))),
                    rank: description.shape.count, values: Self.copy(values), count: values.count))
        }
    }

    deinit {
        for tensor in tensors {
            tensor.name.deallocate()
            tensor.shape.deallocate()
            tensor.values.deallocate()
        }
    }

    /// The values as they are now.
    var values: [[Float]] {
        tensors.map { Array(UnsafeBufferPointer(start: $0.values, count: $0.count)) }
    }

    private static func copy<Elements: Collection>(
        _ elements: Elements
    ) -> UnsafeMutablePointer<Elements.Element> {
        // An address for no elements, too.
        let memory = UnsafeMutableBufferPointer<Elements.Element>.allocate(
            capacity: max(elements.count, 1))
        _ = memory.initialize(from: elements)
        return memory.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1)
    }
}
#endif
