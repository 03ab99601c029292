import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Who sits on the driver's seat, and who does not.
@Suite("The driver's seat")
struct DriverSeatTests {
    /// The selector, the analyzer, and what they reported in each frame, 15 a second.
    struct Drive {
        var selector = DriverFaceSelector()
        var analyzer = DriverAnalyzer()
        private(set) var time = 0.0
        private(set) var selected: [Int?] = []
        private(set) var events: [DriverEvent] = []
        private(set) var calibrations: [CalibrationState] = []

        mutating func go(_ seconds: Double, _ faces: (Double) -> [Sketch]) throws {
            let first = time
            while time < first + seconds {
                let sketches = faces(time - first)
                let face = selector.select(
                    from: sketches.map(\.face), in: Sketch().size, at: .seconds(time))
                selected.append(face?.id)
                let result = try analyzer.update(
                    DriverObservation(
                        timestamp: .seconds(time), imageSize: Sketch().size, face: face,
                        change: selector.change))
                events += result.firedEvents
                calibrations.append(result.calibration)
                time += 1.0 / 15
            }
        }

        /// The ids selected in the last seconds.
        func last(_ seconds: Double) -> Set<Int?> { Set(selected.suffix(Int(15 * seconds))) }
        func count(_ kind: DriverEventKind) -> Int { events.count { $0.kind == kind } }
    }

    static func driver(_ id: Int = 1, at x: Double = 200, build: Double = 1) -> Sketch {
        var sketch = Sketch(id: id)
        sketch.center.x = x
        sketch.width = 120
        sketch.build = build
        return sketch
    }

    static func passenger(_ id: Int = 2) -> Sketch {
        var sketch = driver(id, at: 530, build: 1.15)
        sketch.width = 100
        return sketch
    }

    @Test("A passenger is not the driver, however long the driver is away")
    func passenger() throws {
        var drive = Drive()
        try drive.go(12) { _ in [Self.driver(), Self.passenger()] }
        try drive.go(40) { _ in [Self.passenger()] }
        #expect(drive.last(40) == [nil])
        #expect(drive.count(.noFace) == 1 && drive.count(.degraded) == 1)
        try drive.go(3) { _ in [Self.passenger(), Self.driver(7)] }
        #expect(drive.last(3) == [7])
        #expect(drive.count(.driverChanged) == 0)
    }

    @Test("Before the seat is known, the largest face is the driver's")
    func unknownSeat() throws {
        var drive = Drive()
        try drive.go(3) { _ in [Self.driver()] }
        try drive.go(4) { _ in [Self.passenger()] }
        #expect(drive.last(1) == [2])
        // The place of the first one is forgotten.
        try drive.go(6) { _ in [Self.passenger()] }
        try drive.go(4) { _ in [Self.driver()] }
        #expect(drive.last(4) == [nil])
    }

    @Test("A face outside the part of the image given is never the driver's, however alike")
    func limits() throws {
        var drive = Drive()
        drive.selector = DriverFaceSelector(horizontal: 0...0.6)
        try drive.go(12) { _ in [Self.driver()] }
        try drive.go(50) { _ in [Self.driver(4, at: 530)] }
        #expect(drive.last(50) == [nil])
        // The seat is still known.
        try drive.go(3) { _ in [Self.driver(5, at: 383)] }
        #expect(drive.last(3) == [nil])
    }

    @Test("Someone behind the driver's seat, who is smaller, is not the driver")
    func behind() throws {
        var drive = Drive()
        try drive.go(12) { _ in [Self.driver()] }
        // The landmarker may keep the id, because the face is where the driver's was.
        for id in [1, 3] {
            try drive.go(8) { _ in
                var behind = Self.driver(id, at: 215)
                behind.width = 60
                return [behind]
            }
            #expect(drive.last(8) == [nil])
            try drive.go(3) { _ in [Self.driver()] }
            #expect(drive.last(2) == [1])
        }
    }

    @Test("A driver who leans, turns, moves, or is lost for seconds remains the driver")
    func sameDriver() throws {
        var drive = Drive()
        try drive.go(12) { _ in [Self.driver()] }
        // Leans far to the side and back, within 4 s.
        try drive.go(4) { time in
            [Self.driver(at: 200 + 240 * (1 - abs(time - 2) / 2))]
        }
        #expect(drive.last(4) == [1])
        try drive.go(5) { _ in [] }
        // Comes back with another id, farther away and turned.
        try drive.go(20) { time in
            var sketch = Self.driver(5, at: 260)
            sketch.width = 95
            sketch.head.yaw = 20 * sine(time)
            return [sketch]
        }
        #expect(drive.last(20) == [5])
        #expect(drive.count(.driverChanged) == 0 && drive.calibrations.last != .uncalibrated)
    }

    @Test("A face that is tracked off the seat for long is no longer the driver's")
    func confusion() throws {
        var drive = Drive()
        try drive.go(12) { _ in [Self.driver()] }
        try drive.go(2) { [Self.driver(at: 200 + 170 * $0)] }
        try drive.go(14) { _ in [Self.driver(at: 540)] }
        #expect(drive.last(3) == [nil])
        // Whoever is on the seat goes before.
        var other = Drive()
        try other.go(12) { _ in [Self.driver()] }
        try other.go(2) { [Self.driver(at: 200 + 170 * $0)] }
        try other.go(3) { _ in [Self.driver(at: 540), Self.driver(8)] }
        #expect(other.last(2) == [8])
    }

    @Test("Another person on the seat is noticed, and the calibration starts again")
    func otherDriver() throws {
        var drive = Drive()
        try drive.go(70) { time in
            var sketch = Self.driver()
            sketch.blink(time > 60 && time < 64 ? 0.8 : 0.05)
            return [sketch]
        }
        #expect(drive.count(.sleep) == 1 && drive.calibrations.last == .frozen)
        try drive.go(5) { _ in [] }
        try drive.go(20) { _ in [Self.driver(9, build: 1.15)] }
        let change = try #require(drive.events.first { $0.kind == .driverChanged })
        #expect(change.end == change.fire && drive.count(.driverChanged) == 1)
        #expect((75 + 6...75 + 8).contains(change.fire.seconds))
        let level = drive.events.last { $0.kind == .levelChanged }
        #expect(level?.reason == .driverChanged && level?.levels?.to == .alert)
        let changed = drive.calibrations.count - Int(15 * (drive.time - change.fire.seconds))
        #expect(drive.calibrations[changed + 5] == .uncalibrated)
        #expect(drive.calibrations.last == .provisional)
    }

    @Test("A driver whose face is elsewhere for half a minute is found: the camera was moved")
    func movedCamera() throws {
        for (build, isFound) in [(1.0, true), (1.15, false)] {
            var drive = Drive()
            try drive.go(12) { _ in [Self.driver()] }
            try drive.go(1) { _ in [] }
            try drive.go(28) { _ in [Self.driver(4, at: 530, build: build)] }
            #expect(drive.last(20) == [nil])
            try drive.go(8) { _ in [Self.driver(4, at: 530, build: build)] }
            #expect(drive.last(1) == [isFound ? 4 : nil])
            #expect(drive.count(.driverChanged) == 0)
            if isFound { #expect(drive.calibrations.contains(.uncalibrated)) }
        }
    }

    @Test("The driver's face is remembered when the camera was moved")
    func otherDriverAfterMove() throws {
        for (build, changes) in [(1.0, 0), (1.15, 1)] {
            var drive = Drive()
            try drive.go(12) { _ in [Self.driver()] }
            for _ in 0..<40 where drive.last(1) != [4] {
                try drive.go(1) { _ in [Self.driver(4, at: 530)] }
            }
            // With the second before, too short to learn another face.
            try drive.go(5) { _ in [Self.driver(4, at: 530)] }
            #expect(drive.last(6) == [4])
            try drive.go(5) { _ in [] }
            try drive.go(15) { _ in [Self.driver(9, at: 530, build: build)] }
            #expect(drive.last(15) == [9])
            #expect(drive.count(.driverChanged) == changes)
        }
    }
}
