import LandmarkApple
import LandmarkCore
import LandmarkMotion
import Testing

@Suite("Load of this device") struct LoadDeviceTests {
    private func levels(
        rebuild: SessionRecipe<Int>.Rebuild, models: Set<LoadLevel.Model>
    ) throws -> [LoadLevel] {
        var state = SessionEngineState(
            SessionRecipe<Int>(rebuild: rebuild, models: models) { _ in FrameProcessor { _ in 0 } },
            device: LoadDevice(model: "iPhone14,2", cores: 6))
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

    @Test("this device is described") func current() {
        let device = LoadDevice.current
        #expect(device.cores == ProcessorCount.online && device.delegates == [.cpu])
        #expect(device.mustLast)
        #expect((1...device.cores).contains(ProcessorCount.fastest))
        #if os(Linux)
        #expect(DeviceModel.current == nil && device.performanceCores == nil)
        #endif
    }

    @Test("models compare by their numbers") func models() {
        let seen: DeviceModel = "iPhone9,1"
        #expect(!(seen >= "iPhone14,2"))
        #expect(DeviceModel("iPhone15,3").map { $0 >= "iPhone14,2" } == true)
        // An iPod touch (2019) and what has no model's name are older than every iPhone.
        #expect(!(DeviceModel(stringLiteral: "iPod9,1") >= "iPhone1,1"))
        #expect(DeviceModel(stringLiteral: "x86_64").generation == 0)
    }
}
