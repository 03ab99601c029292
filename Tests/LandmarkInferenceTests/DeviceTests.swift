import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Devices other than the processor, and what happens without them.
@Suite(.serialized)
struct DeviceTests {
    static let hasOpenVINO = ComputeDevice.available.contains(.openVINO)

    @Test(
        "OpenVINO gives every network's numbers within the tolerance that it states",
        .enabled(if: hasOpenVINO, "LANDMARK_OPENVINO names no library that can be loaded"),
        .enabled(if: Fixtures.available(NetworkParityTests.image)),
        arguments: NetworkParityTests.references)
    func openVINO(reference: NetworkReference) throws {
        let model = try NetworkParityTests.model(reference)
        let processor = try Network(model, pool: WorkerPool(threads: 1))
        let network = try Network(
            model, options: NetworkOptions(device: .openVINO), pool: WorkerPool(threads: 2))
        if let reason = network.placement.reason {
            // The operators of the mesh with attention have no counterpart in ONNX.
            #expect(reason.contains("exchange formats have no counterpart"))
            #expect(network.device.kind == .cpu && reference.network.contains("attention"))
        } else {
            #expect(network.device == .openVINO)
        }
        let run = try #require(reference.runs.last)
        try run.input.fill(processor)
        try run.input.fill(network)
        try processor.run()
        try network.run()
        for output in run.outputs {
            let difference = try Difference(
                network.output(output.position), from: processor.output(output.position))
            // The mask of poses amplifies rounding: LiteRT's own two sets of kernels differ as much.
            let isMask = reference.network.contains("pose_landmark") && output.position == 2
            #expect(
                difference.maximum <= (isMask ? 1e-3 : 1e-4) * max(difference.magnitude, 1),
                "\(reference) output \(output.position): \(difference)")
        }
    }

    @Test(
        "a device that is not available is replaced by the processor, with the reason",
        arguments: [ComputeDevice.gpu, .neuralEngine])
    func missing(device: ComputeDevice) throws {
        if ComputeDevice.available.contains(device) {
            try Test.cancel("this machine has the device")
        }
        let tiny = TinyNetwork.convolution
        let model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
        let network = try Network(
            model, options: NetworkOptions(device: device), pool: WorkerPool(threads: 1))
        #expect(network.device == .cpu(try .resolved(nil)))
        #expect(network.placement.network == "tiny")
        let reason = try #require(network.placement.reason)
        #expect(reason.hasPrefix("\(device.kind.rawValue) cannot run the network: "))
        #expect(try outputs(of: network, tiny) == expected(tiny, model))
    }

    @Test("a device that fails in a run is replaced in the same run, and no result is lost")
    func failing() throws {
        let tiny = TinyNetwork.convolution
        let model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
        let network = try Network(
            model, backend: FailingBackend(runs: 2), pool: WorkerPool(threads: 1))
        let expected = try expected(tiny, model)
        for run in 0..<4 {
            let outputs = try outputs(of: network, tiny)
            #expect(Difference(outputs, from: expected).relative < 1e-6)
            #expect(network.device.kind == (run < 2 ? .openVINO : .cpu))
            #expect(
                network.placement.reason == (run < 2 ? nil : "openvino failed: it was lost"))
        }
        #expect(try outputs(of: network, tiny) == expected)
    }

    @Test("a trial keeps the device that is faster, and tells why", arguments: [true, false])
    func trial(isFaster: Bool) throws {
        let tiny = TinyNetwork.convolution
        let model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
        let expected = try expected(tiny, model)
        let network = try Network(
            model, backend: TimedBackend(seconds: isFaster ? 0 : 0.02), isTrial: true,
            pool: WorkerPool(threads: 1))
        #expect(network.device.kind == .cpu && network.placement.reason == nil)
        #expect(try Difference(outputs(of: network, tiny), from: expected).relative < 1e-6)
        #expect(network.device.kind == (isFaster ? .openVINO : .cpu))
        let reason = network.placement.reason
        if isFaster {
            #expect(reason == nil)
        } else {
            #expect(reason?.hasPrefix("openvino takes ") == true)
            #expect(reason?.hasSuffix(" ms") == true)
            #expect(reason?.components(separatedBy: " ms and cpu (").count == 2)
        }
        #expect(try Difference(outputs(of: network, tiny), from: expected).relative < 1e-6)
    }

    @Test("the automatic device gives the processor's numbers, within the tolerance")
    func automatic() throws {
        let tiny = TinyNetwork.convolution
        let model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
        let network = try Network(
            model, options: NetworkOptions(device: .automatic), pool: WorkerPool(threads: 1))
        let expected = try expected(tiny, model)
        for _ in 0..<2 {
            let outputs = try outputs(of: network, tiny)
            #expect(Difference(outputs, from: expected).relative < 1e-6)
            #expect([.cpu, .openVINO].contains(network.device.kind))
        }
        #expect(
            network.device.kind == .openVINO || !Self.hasOpenVINO
                || network.placement.reason?.hasPrefix("openvino takes ") == true)
    }

    private func outputs(of network: Network, _ tiny: TinyNetwork) throws -> [Float] {
        try network.setInput(tiny.inputs[0])
        try network.run()
        return try network.output(0)
    }

    private func expected(_ tiny: TinyNetwork, _ model: TFLiteModel) throws -> [Float] {
        try outputs(of: Network(model, pool: WorkerPool(threads: 1)), tiny)
    }
}

/// A device that is lost after some runs.
private struct FailingBackend: Backend {
    let runs: Int
    var device: ComputeDevice { .openVINO }

    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        let runs = runs
        let executable = try ScriptedExecutable(source.rewritten(for: self)) {
            (base, run) throws(InferenceError) in
            guard run <= runs else { throw .deviceFailed(.openVINO, reason: "it was lost") }
            base()
        }
        return .ready(executable)
    }
}

/// A device whose runs, after the first one, take a given time, for the same values.
private struct TimedBackend: Backend {
    let seconds: Double
    var device: ComputeDevice { .openVINO }

    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        let seconds = seconds
        let executable = try ScriptedExecutable(source.rewritten(for: self)) { base, run in
            if run == 1 { base() } else if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
        }
        return .ready(executable)
    }
}

private final class ScriptedExecutable: Executable {
    typealias Script = (_ base: () -> Void, _ run: Int) throws(InferenceError) -> Void

    private let base: ReferenceExecutable
    private let script: Script
    private var runs = 0

    init(
        _ graph: (NetworkGraph, ConstantReader), script: @escaping Script
    ) throws(InferenceError) {
        base = try ReferenceExecutable(graph.0, graph.1)
        self.script = script
    }

    var macs: Int { base.macs }

    func input(_ index: Int) -> TensorView { base.input(index) }

    func output(_ position: Int) -> UnsafePointer<Float>? { base.output(position) }

    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) { base.evaluate(window, of: position, to: target, step: step) }

    func run(on pool: WorkerPool) throws(InferenceError) {
        runs += 1
        try script({ base.run(on: pool) }, runs)
    }
}
