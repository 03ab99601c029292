package import LandmarkCore

/// What the backend needs from the system, apart from files. Tests replace Core ML with their own.
package protocol CoreMLSystem: Sendable {
    /// The version of the operating system: another version may not load what this one compiled.
    var version: String { get }

    /// The folder for compiled models; nil if the system has none.
    var folder: String? { get }

    /// Compiles the package at a path, which takes seconds.
    ///
    /// - Returns: The path of the compiled model, a folder that the caller moves or removes.
    /// - Throws: `InferenceError.deviceUnavailable`.
    func compile(
        _ package: String, for device: ComputeDevice
    ) throws(InferenceError) -> String

    /// Loads a compiled model, whose runs read and write the memory of the tensors.
    ///
    /// - Throws: `InferenceError.deviceUnavailable`.
    func load(
        _ compiled: String, for device: ComputeDevice, inputs: [CoreMLTensor],
        outputs: [CoreMLTensor]
    ) throws(InferenceError) -> any CoreMLModel

    /// Runs `work` on another thread, after the work of earlier calls.
    func inBackground(_ work: @escaping @Sendable () -> Void)
}

/// A compiled model in memory.
package protocol CoreMLModel: AnyObject {
    /// Computes the outputs for the values of the inputs.
    ///
    /// - Throws: `InferenceError.deviceFailed`.
    func run() throws(InferenceError)
}

/// An input or an output of a Core ML model, with its memory.
package struct CoreMLTensor {
    /// The name in the Core ML model, and the shape.
    package let description: TensorDescription
    /// The values, row-major.
    package let memory: UnsafeMutablePointer<Float>

    /// Copies values that are `strides` floats apart in each dimension.
    package func copy(from source: UnsafePointer<Float>, strides: [Int]) {
        var target = memory
        func copy(_ dimension: Int, _ source: UnsafePointer<Float>) {
            guard dimension < description.shape.count else {
                target.pointee = source.pointee
                target += 1
                return
            }
            for index in 0..<description.shape[dimension] {
                copy(dimension + 1, source + index * strides[dimension])
            }
        }
        copy(0, source)
    }
}
