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
