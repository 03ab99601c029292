import DriverMonitoring
import LandmarkApple
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// A camera that delivers nothing.
private final class FakeCamera: CameraSource {
    let framesPerSecond: Double?

    init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

    func start(_ handler: @escaping @Sendable (CameraEvent) -> Void) {}
    func stop() {}
}

@Suite("Load of this device") struct LoadDeviceTests {
    private func levels(
        rebuild: SessionRecipe<Int>.Rebuild, models: Set<LoadLevel.Model>
    ) throws -> [LoadLevel] {
        var state = SessionEngineState(
            SessionRecipe<Int>(rebuild: rebuild, models: models) { _ in FrameProcessor { _ in 0 } },
            device: LoadDevice(model: DeviceModel("iPhone14,2"), cores: 6))
        _ = state.start()
        var levels = [try #require(state.take().level)]
        for second in 0..<20 {
            let hot = DeviceCondition(thermal: 3)
            // Each reading at a critical level steps down after 10 s.
            _ = state.read(hot, at: Double(second) * 10)
            let level = try #require(state.take().level)
            if level != levels.last { levels.append(level) }
        }
        return levels
    }

    @Test("each step lightens what the recipe does") func everyStepIsLess() throws {
        let plain = try levels(rebuild: .threads, models: [])
        #expect(plain.map(\.framesPerSecond) == [30, 20, 15, 10])
        #expect(Set(plain.map(\.model)).count == 1)
        let poses = try levels(rebuild: .model, models: [.lite, .full])
        #expect(poses.map(\.model) == [.full, .full, .lite, .lite, .lite, .lite])
        #expect(poses.map(\.framesPerSecond) == [30, 20, 30, 20, 15, 10])
        let heavy = try levels(rebuild: .model, models: [.heavy])
        #expect(Set(heavy.map(\.model)) == [.heavy])
    }

    @Test("rates follow the camera's, and do not fall below what the recipe needs") func rates() {
        func first(_ rate: Double) -> Double? {
            let recipe = SessionRecipe<Int> { _ in FrameProcessor { _ in 0 } }
            let camera = FakeCamera(framesPerSecond: rate)
            let device = LoadDevice(model: DeviceModel("iPhone14,2"), cores: 6)
            let engine = SessionEngine(recipe, camera: camera, device: device)
            return engine.take().level?.framesPerSecond
        }
        #expect(first(60) == 60 && first(15) == 15)
        #expect(first(.nan) == 30 && first(0) == 30)
        func all(_ rate: Double, least: Double = 0) -> [Double] {
            LoadDevice(
                cores: 8, models: [.full], framesPerSecond: rate, minFramesPerSecond: least
            ).levels.map(\.framesPerSecond)
        }
        #expect(all(60) == [60, 40, 30, 20] && all(30, least: 15) == [30, 20, 15])
        #expect(all(10, least: 15) == [10, 10])
        #expect(
            SessionRecipe<DriverUpdate>.driver(DriverMonitorOptions(model: .file("none")))
                .minFramesPerSecond == 15)
    }

    @Test("another recipe brings its own levels") func otherRecipe() throws {
        func recipe(_ models: Set<LoadLevel.Model>) -> SessionRecipe<Int> {
            SessionRecipe(rebuild: .model, models: models) { _ in FrameProcessor { _ in 0 } }
        }
        var state = SessionEngineState(recipe([.full]), device: LoadDevice(cores: 6))
        _ = state.start()
        let hot = DeviceCondition(thermal: 3)
        for second in 0..<9 { _ = state.read(hot, at: Double(second) * 10) }
        #expect(state.take().level?.model == .full)
        #expect(state.use(recipe([.lite, .full])) == 30)
        #expect(state.take().level?.framesPerSecond == 30)
        for second in 10..<19 { _ = state.read(hot, at: Double(second) * 10) }
        #expect(state.take().level?.model == .lite)
        // A recipe without models has all of the device's models, which are the same here: its
        // level does not change.
        #expect(state.use(recipe([])) == nil)
        #expect(state.take().level?.model == .lite)
    }

    @Test("a level takes no more threads than the options") func options() {
        var options = PoseLandmarkerOptions(model: .file("none"))
        options.threads = 1
        options.waitPolicy = .passive
        let level = LoadLevel(model: .full, threads: 4, waitPolicy: .active, framesPerSecond: 30)
        let followed = options.forStream(level: level, models: [:])
        #expect(followed.threads == 1 && followed.waitPolicy == .passive)
        options.threads = 8
        #expect(options.forStream(level: level, models: [:]).threads == 4)
    }

    @Test("this device is described") func current() {
        let device = LoadDevice.current
        #expect(device.cores == ProcessorCount.online && device.delegates == [.cpu])
        #expect(device.mustLast)
        #expect((1...device.cores).contains(ProcessorCount.fastest))
        #if os(Linux)
        #expect(DeviceModel.current == nil && device.performanceCores == nil)
        #endif
    }

    @Test("models compare with names by their numbers, and within a family only") func models() {
        let old = DeviceModel(family: "iPhone", generation: 9, variant: 1)
        #expect(!(old >= "iPhone14,2") && !(old > "iPhone14,2"))
        #expect(old < "iPhone14,2" && old <= "iPhone9,1" && old >= "iPhone9,1")
        #expect(DeviceModel(family: "iPhone", generation: 15, variant: 3) >= "iPhone14,2")
        // An iPod touch of 2019 and a simulator without a name.
        for family in ["iPod", ""] {
            let other = DeviceModel(family: family, generation: 99, variant: 1)
            #expect(!(other >= "iPhone14,2") && !(other < "iPhone14,2"))
        }
        #expect(!(old >= "x86_64") && !(old < "iPhone"))
    }
}
