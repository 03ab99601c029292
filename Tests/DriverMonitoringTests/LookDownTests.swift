import DriverMonitoring
import Testing

/// Lids that follow a look down are not a closure, and those of a nod are.
@Suite("Looks down and closures")
struct LookDownTests {
    /// Simulates a head that falls by `fall` degrees in 0.3 s from 60 s on and is back `length`
    /// seconds later, with lids that close to `openness` between the given times.
    static func drive(
        fall: Double, length: Double, lids: (Double, Double), openness: Double,
        byAspectRatio: Double? = nil
    ) throws -> Timeline {
        try Timeline(90, options: DriverOptions()) { time, reading in
            let share = fallen(time, from: 60, within: 0.3, until: 60 + length)
            reading.head?.pitch = -0.5 - fall * share
            if within(time, lids.0, lids.1) {
                reading.openness = openness
                reading.opennessByAspectRatio = byAspectRatio
            }
        }
    }

    @Test(
        "A glance whose lids go down with the head is no closure",
        arguments: [8.0, 13, 17], [0.0, 0.1, 0.25])
    func glance(fall: Double, openness: Double) throws {
        // The lids start when the head has fallen only a little.
        for start in [60.02, 60.1] where fall > 10 || start < 60.1 {
            let drive = try Self.drive(
                fall: fall, length: 2, lids: (start, 62.2), openness: openness)
            // With eyes that measure as completely closed, the head moves as in a nod.
            let kinds = drive.kinds.subtracting(openness <= 0.1 ? [.headNod] : [])
            #expect(kinds.isEmpty && drive.levels.isEmpty, "\(kinds)")
            #expect(drive.results.allSatisfy { $0.signals.perclos60 == 0 })
        }
    }

    @Test("Eyes that close first are asleep, also when the head falls then")
    func closedFirst() throws {
        let drive = try Self.drive(fall: 17, length: 5, lids: (59.65, 64), openness: 0)
        drive.expect(.microsleep, at: [60.65])
        drive.expect(.sleep, at: [62.65])
    }

    @Test("Eyes still closed when the head is back were closed all the time")
    func closedAfterwards() throws {
        let drive = try Self.drive(fall: 15, length: 1, lids: (60.1, 63.5), openness: 0)
        drive.expect(.microsleep, at: [61.4])
        drive.expect(.sleep, at: [63.1])
    }

    @Test("Eyes closed completely for 3 s under a lowered head are asleep")
    func asleepBelow() throws {
        for start in [60.1, 60.5] {
            let asleep = try Self.drive(fall: 16, length: 6, lids: (start, 65), openness: 0)
            asleep.expect(.sleep, at: [start + 3])
            #expect(asleep.events(.sleep).first?.start == asleep.events(.microsleep).first?.start)
        }
        let reading = try Self.drive(fall: 16, length: 6, lids: (60.1, 65), openness: 0.15)
        #expect(reading.kinds.isEmpty, "lids that leave a gap to look through")
        let doubtful = try Self.drive(
            fall: 16, length: 6, lids: (60.1, 65), openness: 0, byAspectRatio: 0.3)
        #expect(doubtful.kinds.isEmpty, "closed by one opinion only")
    }

    @Test("A small movement of the head withdraws nothing", arguments: [4.0, 6])
    func smallFall(fall: Double) throws {
        let drive = try Self.drive(fall: fall, length: 3, lids: (60.1, 62), openness: 0)
        drive.expect(.microsleep, at: [61.1])
    }

    @Test("A glance with lowered lids is no nod, one with closed eyes is")
    func nods() throws {
        let glance = try Self.drive(fall: 20, length: 1, lids: (60.1, 61.2), openness: 0.2)
        #expect(glance.times(.headNod).isEmpty)
        let nod = try Self.drive(fall: 20, length: 1, lids: (60.1, 60.9), openness: 0)
        #expect(nod.times(.headNod).count == 1)
        #expect(nod.events(.headNod).first?.confidence == 1)
    }
}
