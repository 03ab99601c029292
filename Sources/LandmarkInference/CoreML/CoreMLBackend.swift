package import LandmarkCore
internal import LandmarkModelFile

/// Runs networks through Core ML, which divides their layers among processor, graphics processor and
/// Neural Engine.
///
/// A network is compiled in the background once per system version, and comes from a cache from then on.
package struct CoreMLBackend: Backend {
    package let device: ComputeDevice
    private let system: any CoreMLSystem

    package init(_ device: ComputeDevice, _ system: some CoreMLSystem) {
        self.device = device
        self.system = system
    }

    /// Sums have another order than in this package, and the Neural Engine calculates in 16 bits.
    package var tolerance: Float { device.kind == .neuralEngine ? 1e-2 : 1e-4 }

    private var precision: ExportPrecision { device.kind == .neuralEngine ? .half : .single }

    package func prepare(_ source: NetworkSource) throws(InferenceError) -> any Executable {
        let (network, package) = try translate(source)
        let cache = system.cache
        if let compiled = cache?.find(package) {
            return try executable(compiled, network, source, package)
        }
        let temporary = try compile(package)
        // Where it cannot be kept, on a full disk for example, it is used where it is, in the system's
        // folder for temporary files, and the next start compiles again.
        let compiled = (try? cache?.store(temporary, of: package)) ?? temporary
        return try executable(compiled, network, source, package)
    }

    package func prepareLater(_ source: NetworkSource) throws(InferenceError) -> PendingExecutable?
    {
        let (_, package) = try translate(source)
        if system.cache?.find(package) != nil { return nil }
        let pending = PendingExecutable(for: device)
        system.inBackground {
            pending.finish { () throws(InferenceError) in try prepare(source) }
        }
        return pending
    }

    private func translate(
        _ source: NetworkSource
    ) throws(InferenceError) -> (PortableNetwork, CoreMLPackage) {
        let network = try PortableNetwork(source.model, outputs: source.options.outputs)
        return (network, try network.coreMLPackage(precision: precision))
    }

    /// Writes a package, compiles it, and removes it.
    private func compile(_ package: CoreMLPackage) throws(InferenceError) -> String {
        guard let folder = system.folder else {
            throw .deviceUnavailable(device, reason: "the system has no folder for caches")
        }
        let temporary = TemporaryFile.path(beside: Path.join(folder, "package"))
        // Core ML wants the suffix.
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
        return try system.compile(Path.join(temporary, name), for: device)
    }

    private func executable(
        _ compiled: String, _ network: PortableNetwork, _ source: NetworkSource,
        _ package: CoreMLPackage
    ) throws(InferenceError) -> any Executable {
        do {
            return try CoreMLExecutable(
                network, package,
                positions: source.options.outputs ?? Array(source.model.outputs.indices)
            ) { inputs, outputs throws(InferenceError) in
                try system.load(compiled, for: device, inputs: inputs, outputs: outputs)
            }
        } catch {
            // What Core ML does not accept is compiled again at the next start.
            system.cache?.remove(package)
            throw error
        }
    }
}

extension CoreMLSystem {
    fileprivate var cache: CoreMLCache? {
        folder.map { CoreMLCache(folder: $0, version: version) }
    }
}
