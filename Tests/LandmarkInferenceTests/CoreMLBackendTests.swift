import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// When networks run through Core ML, and what becomes of its compiled models. Core ML itself is a fake.
struct CoreMLBackendTests {
    private let parent: TemporaryFolder
    private let folder: String
    private let model: TFLiteModel
    private let input: [Float]
    private let expected: [Float]

    init() throws {
        parent = try TemporaryFolder()
        folder = parent.path("models")
        let tiny = TinyNetwork.convolution
        model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
        input = tiny.inputs[0]
        let network = try Network(model, pool: WorkerPool(threads: 1))
        try network.setInput(input)
        try network.run()
        expected = try network.output(0)
    }

    private func start(
        _ system: FakeCoreML, _ device: ComputeDevice = .gpu
    ) throws -> Network {
        try Network(
            model, backend: CoreMLBackend(device, system), pool: WorkerPool(threads: 1))
    }

    /// Runs the network, whose results are those of the processor wherever it runs.
    private func run(
        _ network: Network, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try network.setInput(input)
        try network.run()
        #expect(try network.output(0) == expected, sourceLocation: sourceLocation)
    }

    /// Starts, and waits until the network runs on the device.
    private func startCompiled(_ system: FakeCoreML) throws -> Network {
        let network = try start(system)
        system.work()
        try run(network)
        #expect(network.device == .gpu)
        return network
    }

    private func entries() throws -> [String] { try FileSystem.names(in: folder, hidden: true) }

    private func entry() throws -> String {
        Path.join(folder, try #require(try entries().first))
    }

    @Test("the processor runs a network until it is compiled; the next start finds it compiled")
    func firstStarts() throws {
        let system = try FakeCoreML(model, folder: folder)
        let network = try start(system)
        var placements: [NetworkPlacement] = []
        network.onPlacement = { placements.append($0) }
        for _ in 0..<2 {
            try run(network)
            #expect(network.device.kind == .cpu)
            #expect(network.placement.reason == "it is being compiled for gpu")
        }
        system.work()
        try run(network)
        #expect(network.device == .gpu && network.placement.reason == nil)
        #expect(placements == [network.placement])

        let second = try start(system)
        #expect(second.device == .gpu)
        try run(second)
        #expect(system.state.withLock { $0.compiled } == 1)
        let loaded = system.state.withLock { $0.loaded }
        #expect(loaded.count == 2 && Set(loaded).count == 1)
        #expect(try entries().count == 1)
    }

    @Test("the folder may move, as it does when an app is updated")
    func moved() throws {
        _ = try startCompiled(FakeCoreML(model, folder: folder))
        let new = parent.path("elsewhere")
        try FileSystem.move(folder, to: new)
        let system = try FakeCoreML(model, folder: new)
        #expect(try start(system).device == .gpu)
        #expect(system.state.withLock { $0.compiled } == 0)
    }

    enum Damage: CaseIterable {
        case weight, missing, longer, list, noList, package
    }

    @Test("what is damaged is compiled again", arguments: Damage.allCases)
    func damaged(_ damage: Damage) throws {
        let system = try FakeCoreML(model, folder: folder)
        _ = try startCompiled(system)
        let entry = try entry()
        let compiled = Path.join(entry, "model.mlmodelc")
        let weights = Path.join(compiled, "weights/weight.bin")
        func change(_ path: String, _ body: (inout [UInt8]) -> Void) throws {
            var bytes = try FileSystem.read(path)
            body(&bytes)
            try FileSystem.write(bytes, to: path)
        }
        switch damage {
        case .weight: try change(weights) { $0[$0.count / 2] ^= 4 }
        case .missing: FileSystem.remove(weights)
        case .longer: try change(Path.join(compiled, "model.mil")) { $0.append(0) }
        case .list: try change(Path.join(entry, "files.txt")) { $0.removeLast(9) }
        case .noList: FileSystem.remove(Path.join(entry, "files.txt"))
        case .package:
            try change(
                Path.join(entry, "model.mlpackage/Data/com.apple.CoreML/weights/weight.bin")
            ) { $0[$0.count / 2] ^= 4 }
        }
        let second = try start(system)
        #expect(second.device.kind == .cpu)
        system.work()
        try run(second)
        #expect(second.device == .gpu)
        #expect(system.state.withLock { $0.compiled } == 2)
    }

    @Test("a kept model that Core ML does not accept any more is compiled again")
    func outdated() throws {
        let system = try FakeCoreML(model, folder: folder)
        _ = try startCompiled(system)
        system.state.withLock { $0.failures.load = true }
        let network = try start(system)
        system.state.withLock { $0.failures.load = false }
        system.work()
        try run(network)
        #expect(network.device == .gpu)
        #expect(system.state.withLock { $0.compiled } == 2)
        #expect(try start(system).device == .gpu)
    }

    @Test("a model that Core ML compiles but cannot load is not compiled again for a day")
    func rejected() throws {
        let system = try FakeCoreML(model, folder: folder)
        system.state.withLock { $0.failures.load = true }
        _ = try start(system)
        system.work()
        for _ in 0..<2 {
            let error = #expect(throws: InferenceError.self) { try start(system) }
            #expect(error?.description == "gpu cannot run the network: it cannot be loaded")
        }
        #expect(system.state.withLock { $0.compiled } == 1)
        system.state.withLock { $0.failures.load = false }
        try FileSystem.write(Array("1700000000000\n".utf8), to: Path.join(entry(), "used.txt"))
        _ = try startCompiled(system)
        #expect(try start(system).device == .gpu)
        #expect(system.state.withLock { $0.compiled } == 2)
    }

    @Test("the processor goes on where Core ML cannot compile, load or write")
    func unavailable() throws {
        let failures: [(FakeCoreML.Failures, String)] = [
            (FakeCoreML.Failures(compile: true), "gpu cannot run the network: it does not compile"),
            (FakeCoreML.Failures(load: true), "gpu cannot run the network: it cannot be loaded"),
        ]
        for (failures, reason) in failures {
            FileSystem.removeFolder(folder)
            let system = try FakeCoreML(model, folder: folder)
            system.state.withLock { $0.failures = failures }
            let network = try start(system)
            system.work()
            try run(network)
            #expect(network.device.kind == .cpu && network.placement.reason == reason)
        }
        let file = parent.path("file")
        try FileSystem.makePrivateFile(file)
        let system = try FakeCoreML(model, folder: file)
        let network = try start(system)
        system.work()
        try run(network)
        #expect(
            network.placement.reason?.hasPrefix(
                "gpu cannot run the network: \(file): cannot write the model") == true)
    }

    @Test("a model that cannot be kept is used nevertheless, and then removed")
    func notKept() throws {
        let system = try FakeCoreML(model, folder: folder)
        system.state.withLock { $0.failures.losesFolder = true }
        func use() throws -> String {
            let network = try startCompiled(system)
            try run(network)
            let loaded = try #require(system.state.withLock { $0.loaded }.first)
            #expect(!loaded.hasPrefix(folder) && FileSystem.isFolder(loaded))
            return loaded
        }
        #expect(try !FileSystem.isFolder(use()))
        system.state.withLock { $0.failures.load = true }
        FileSystem.remove(folder)
        _ = try start(system)
        system.work()
        let loaded = try #require(system.state.withLock { $0.loaded }.last)
        #expect(!loaded.hasPrefix(folder) && !FileSystem.isFolder(loaded))
    }

    @Test("what another process has kept meanwhile is used")
    func raced() throws {
        let system = try FakeCoreML(model, folder: folder)
        let networks = [try start(system), try start(system)]
        system.work()
        for network in networks {
            try run(network)
            #expect(network.device == .gpu)
        }
        #expect(system.state.withLock { $0.compiled } == 2)
        #expect(try entries().count == 1)
        #expect(system.state.withLock { Set($0.loaded).count } == 1)
    }

    @Test("a device that is lost in a run is replaced in the same run")
    func lost() throws {
        let system = try FakeCoreML(model, folder: folder)
        system.state.withLock { $0.failures.run = 3 }
        let network = try startCompiled(system)
        for run in 2..<5 {
            try self.run(network)
            #expect(network.device.kind == (run < 3 ? .gpu : .cpu))
        }
        #expect(network.placement.reason == "gpu failed: it was lost")
    }

    @Test("models of another system are compiled again, and the old ones removed")
    func versions() throws {
        _ = try startCompiled(FakeCoreML(model, folder: folder))
        let old = try entries()
        let system = try FakeCoreML(model, folder: folder, version: "18.2")
        _ = try startCompiled(system)
        #expect(system.state.withLock { $0.compiled } == 1)
        #expect(try entries().count == 1 && entries() != old)
    }

    @Test("the Neural Engine gets a model of its own, in half precision")
    func precisions() throws {
        let system = try FakeCoreML(model, folder: folder)
        for device in [ComputeDevice.gpu, .neuralEngine] {
            _ = try start(system, device)
            system.work()
        }
        let sizes = try entries().map { name in
            try FileSystem.status(
                of: Path.join(folder, name + "/model.mlmodelc/weights/weight.bin")
            ).byteCount
        }
        let (small, large) = (try #require(sizes.min()), try #require(sizes.max()))
        #expect(sizes.count == 2 && small < large && large < 2 * small + 1024)
    }

    @Test("the models that were not used for the longest time make room")
    func room() async throws {
        func package(_ number: Int) throws -> CoreMLPackage {
            try PortableNetwork(model).coreMLPackage(properties: ["number": "\(number)"])
        }
        func cache(_ limit: Int) -> CoreMLCache {
            CoreMLCache(folder: folder, version: "1", limit: limit)
        }
        // Times of use are in milliseconds.
        func wait() async throws { try await Task.sleep(nanoseconds: 3_000_000) }
        func add(_ number: Int, _ cache: CoreMLCache) async throws {
            let compiled = parent.path("compiled")
            try FileSystem.writeFolder(["weights": Array(repeating: 1, count: 5000)], to: compiled)
            let path = try cache.store(compiled, of: package(number))
            #expect(try cache.find(package(number)) == path)
            try await wait()
        }
        for number in 1...3 { try await add(number, cache(.max)) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let one =
            try files.reduce(0) { size, name in
                let status = try FileSystem.status(of: Path.join(folder, name))
                return size + (status.kind == .file ? status.byteCount : 0)
            } / 3
        #expect(try cache(.max).find(package(1)) != nil)
        try await wait()
        try await add(4, cache(3 * one + one / 2))
        #expect(try [1, 2, 3, 4].filter { try cache(.max).find(package($0)) != nil } == [1, 3, 4])
    }
}
