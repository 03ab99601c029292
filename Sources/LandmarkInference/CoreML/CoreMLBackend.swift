package import LandmarkCore
internal import LandmarkModelFile

/// Runs networks through Core ML, which divides their layers among processor, graphics processor and
/// Neural Engine.
///
/// A network is compiled in the background once per system version, and then comes from a cache.
package struct CoreMLBackend: Backend {
    package let device: ComputeDevice
    private let system: any CoreMLSystem

    package init(_ device: ComputeDevice, _ system: some CoreMLSystem) {
        self.device = device
        self.system = system
    }

    /// Sums are added in a different order than in this package, and the Neural Engine calculates in 16 bits.
    package var tolerance: Float { device.kind == .neuralEngine ? 1e-2 : 1e-4 }

    private var precision: ExportPrecision { device.kind == .neuralEngine ? .half : .single }

    package func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        let network = try PortableNetwork(
            source.model, outputs: source.options.outputs, limits: source.options.limits)
        let package = try network.coreMLPackage(precision: precision)
        let positions = source.options.outputs ?? Array(source.model.outputs.indices)
        if let path = system.cache?.find(package) {
            do throws(InferenceError) {
                let model = CompiledModel(path, isKept: true)
                return .ready(try load(model, network, package, positions: positions))
            } catch {
                // Core ML rejects its earlier compilation: compile again.
                system.cache?.remove(package)
            }
        } else if let reason = system.cache?.rejection(of: package) {
            throw .deviceUnavailable(device, reason: reason)
        }
        let pending = PendingExecutable()
        system.inBackground { [self] in
            pending.finish { () throws(InferenceError) in
                let compiled = try compile(package)
                do throws(InferenceError) {
                    return try load(compiled, network, package, positions: positions)
                } catch {
                    if case .deviceUnavailable(_, let reason) = error {
                        system.cache?.reject(package, reason: reason)
                    }
                    throw error
                }
            }
        }
        return .pending(pending)
    }

    /// Compiles a package and keeps the result. Where that is impossible, on a full disk for example, the
    /// model is used where it is, in the system's folder for temporary files, and the next start compiles
    /// again.
    private func compile(_ package: CoreMLPackage) throws(InferenceError) -> CompiledModel {
        guard let folder = system.folder else {
            throw .deviceUnavailable(device, reason: "the system has no folder for caches")
        }
        let temporary = TemporaryFile.path(beside: Path.join(folder, "package"))
        // Core ML requires the suffix.
        let name = "model.mlpackage"
        let files = package.files.map { (Path.join(name, $0.key), $0.value) }
        do throws(SystemError) {
            try FileSystem.makePrivateFolder(folder)
            try FileSystem.writeFolder(
                Dictionary(uniqueKeysWithValues: files), to: temporary)
        } catch {
            throw .deviceUnavailable(device, reason: "\(folder): cannot write the model: \(error)")
        }
        defer { FileSystem.removeFolder(temporary) }
        let compiled = try system.compile(Path.join(temporary, name), for: device)
        guard let kept = try? system.cache?.store(compiled, of: package) else {
            return CompiledModel(compiled, isKept: false)
        }
        return CompiledModel(kept, isKept: true)
    }

    private func load(
        _ model: CompiledModel, _ network: PortableNetwork, _ package: CoreMLPackage,
        positions: [Int]
    ) throws(InferenceError) -> any Executable {
        try CoreMLExecutable(network, package, model, positions: positions) {
            inputs, outputs throws(InferenceError) in
            try system.load(model.path, for: device, inputs: inputs, outputs: outputs)
        }
    }
}

/// A compiled model on the disk. A model that the cache does not keep is removed after its last use.
final class CompiledModel {
    let path: String
    private let isKept: Bool

    init(_ path: String, isKept: Bool) {
        self.path = path
        self.isKept = isKept
    }

    deinit {
        if !isKept { FileSystem.removeFolder(path) }
    }
}

extension CoreMLSystem {
    fileprivate var cache: CoreMLCache? {
        folder.map { CoreMLCache(folder: $0, version: version) }
    }
}
