import DriverMonitoring
import LandmarkTasks
import Testing

/// Selecting the driver's face among several.
@Suite("The face selector")
struct DriverFaceSelectorTests {
    static func face(_ id: Int, at x: Double, width: Double) -> Face {
        var sketch = Sketch(id: id)
        sketch.center.x = x
        sketch.width = width
        return sketch.face
    }

    let size = Sketch().size
    static let driver = face(1, at: 200, width: 160)
    static let passenger = face(2, at: 500, width: 120)

    @Test("selects the largest face at first")
    func largest() {
        var selector = DriverFaceSelector()
        #expect(
            selector.select(from: [Self.passenger, Self.driver], in: size, at: .seconds(0))?.id == 1
        )
        #expect(selector.select(from: [], in: size, at: .seconds(1)) == nil)
    }

    @Test("keeps the driver when another face becomes larger")
    func sticky() {
        var selector = DriverFaceSelector()
        _ = selector.select(from: [Self.passenger, Self.driver], in: size, at: .seconds(0))
        let near = Self.face(2, at: 450, width: 220)
        #expect(selector.select(from: [near, Self.driver], in: size, at: .seconds(1))?.id == 1)
    }

    @Test("selects another face only after the driver was missing for 2 s")
    func retention() {
        var selector = DriverFaceSelector()
        _ = selector.select(from: [Self.passenger, Self.driver], in: size, at: .seconds(0))
        #expect(selector.select(from: [Self.passenger], in: size, at: .seconds(1)) == nil)
        #expect(selector.select(from: [Self.passenger], in: size, at: .seconds(1.9)) == nil)
        #expect(selector.select(from: [Self.passenger], in: size, at: .seconds(2))?.id == 2)
    }

    @Test("recognizes the driver by position when the id changes")
    func position() {
        var selector = DriverFaceSelector()
        _ = selector.select(from: [Self.driver, Self.passenger], in: size, at: .seconds(0))
        let again = Self.face(7, at: 215, width: 150)
        #expect(
            selector.select(from: [Self.passenger, again], in: size, at: .seconds(1.5))?.id == 7)
        #expect(
            selector.select(from: [Self.passenger, again], in: size, at: .seconds(1.6))?.id == 7)
    }

    @Test("selects only faces in the part of the image given")
    func seat() {
        var selector = DriverFaceSelector(horizontal: 0.6...1)
        #expect(
            selector.select(from: [Self.driver, Self.passenger], in: size, at: .seconds(0))?.id == 2
        )
        #expect(selector.select(from: [Self.driver], in: size, at: .seconds(10)) == nil)
    }

    @Test("forgets the driver on reset")
    func reset() {
        var selector = DriverFaceSelector()
        _ = selector.select(from: [Self.driver], in: size, at: .seconds(0))
        selector.reset()
        #expect(selector.select(from: [Self.passenger], in: size, at: .seconds(0.1))?.id == 2)
    }

    @Test("ignores a passenger who sleeps")
    func passengerAsleep() throws {
        var selector = DriverFaceSelector()
        var analyzer = DriverAnalyzer()
        for index in 0...(40 * 30) {
            let time = Double(index) / 30
            var driver = Sketch(id: 1)
            driver.center.x = 200
            driver.blink(blinking(time) == 0 ? 0.6 : 0.05)
            var passenger = Sketch(id: 2)
            passenger.center.x = 500
            passenger.width = 120
            passenger.blink(time > 10 ? 0.8 : 0.05)
            // The order of detection changes.
            let faces = [driver.face, passenger.face]
            var observation = driver.observation(at: time)
            observation.face = selector.select(
                from: index.isMultiple(of: 3) ? faces.reversed() : faces, in: driver.size,
                at: .seconds(time))
            let result = try analyzer.update(observation)
            #expect(!result.isAlert && result.fatigueScore == 0)
        }
    }
}
