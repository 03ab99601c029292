import DriverMonitoring
import Foundation
import LandmarkCore
import Testing

/// The policy of warnings: times and speeds as data.
@Suite("The policy")
struct PolicyTests {
    /// A driver who looks to the side in some times.
    static func looks(
        _ seconds: Double, away: [ClosedRange<Double>], speed: Double? = nil,
        options: DriverOptions = DriverOptions()
    ) throws -> Timeline {
        try Timeline(seconds, options: options) { time, reading in
            reading.speed = speed
            if away.contains(where: { $0.contains(time) }) { reading.head = HeadPose(yaw: 40) }
        }
    }

    /// Ten looks of 4 s from 10 s on.
    static func repeated(every period: Double) -> [ClosedRange<Double>] {
        (0..<10).map { index in
            let start = 10 + period * Double(index)
            return start...start + 4
        }
    }

    /// When each warning was first due, in seconds.
    static func warnings(_ drive: Timeline) -> [AttentionWarning: Double] {
        var first: [AttentionWarning: Double] = [:]
        for result in drive.results where first[result.attention.warning] == nil {
            first[result.attention.warning] = result.timestamp.seconds
        }
        return first
    }

    @Test("Warnings escalate at 3, 5 and 11 s, or at other times")
    func escalation() throws {
        let usual = Self.warnings(try Self.looks(30, away: [10...25]))
        for (warning, time) in [(AttentionWarning.notice, 13.0), (.prompt, 15), (.terminal, 21)] {
            #expect(abs(try #require(usual[warning]) - time) <= 0.1)
        }
        var options = DriverOptions()
        options.attention = AttentionRules(notice: 1, prompt: 2, terminal: 4)
        let strict = Self.warnings(try Self.looks(30, away: [10...25], options: options))
        for (warning, time) in [(AttentionWarning.notice, 11.0), (.prompt, 12), (.terminal, 14)] {
            #expect(abs(try #require(strict[warning]) - time) <= 0.1)
        }
    }

    @Test("Attention recovers faster than it was lost, but repeated looks add up")
    func recovery() throws {
        let once = try Self.looks(30, away: [10...14])
        #expect(try once.result(at: 14).attention.inattentiveSeconds > 3.8)
        #expect(try once.result(at: 16.5).attention.inattentiveSeconds == 0)
        // 4 s away and 0.8 s back, again and again.
        let away = Self.repeated(every: 4.8)
        #expect(Self.warnings(try Self.looks(65, away: away))[.terminal] != nil)
        let rarely = Self.repeated(every: 8)
        #expect(Self.warnings(try Self.looks(95, away: rarely))[.prompt] == nil)
    }

    @Test("Closed eyes and a lost driver")
    func eyesAndFace() throws {
        let asleep = try Timeline(30) { time, reading in
            if time >= 10 { reading.openness = 0 }
        }
        #expect(abs(try #require(Self.warnings(asleep)[.terminal]) - 21) <= 0.2)
        let lost = try Timeline(40) { time, reading in
            if time >= 10 { reading.head = HeadPose(yaw: 40) }
            if time >= 14 { reading.isFacePresent = false }
        }
        // What is unknown neither adds nor recovers.
        #expect(lost.last?.attention.warning == .notice)
        #expect(abs(try #require(lost.last).attention.inattentiveSeconds - 4.5) < 0.6)
        let blinks = try Timeline(60) { time, reading in reading.openness = blinking(time) }
        #expect(blinks.results.allSatisfy { $0.attention.inattentiveSeconds < 0.5 })
    }

    @Test("Three terminal warnings lock out, or their total time, until the reset")
    func lockOut() throws {
        let looks = [10.0...22, 40...52, 70...82]
        let repeated = try Self.looks(100, away: looks)
        repeated.expect(.lockedOut, at: [81])
        #expect(repeated.last?.attention.terminalAlerts == 3)
        #expect(repeated.last?.attention.isLockedOut == true)
        let two = try Self.looks(100, away: Array(looks.prefix(2)))
        #expect(two.last?.attention.isLockedOut == false && two.times(.lockedOut).isEmpty)
        // 30 s after the terminal warning at 21 s.
        try Self.looks(60, away: [10...60]).expect(.lockedOut, at: [51])
        var options = DriverOptions()
        options.lockOut = LockOutRules(alerts: 1, seconds: 30)
        var machine = DriverStateMachine(options: options)
        let one = try Timeline(30, machine: &machine) { time, reading in
            if time >= 10 { reading.head = HeadPose(yaw: 40) }
        }
        one.expect(.lockedOut, at: [21])
        machine.acknowledge()
        #expect(
            try machine.update(DriverReading(timestamp: .seconds(31))).attention.isLockedOut)
        machine.reset()
        #expect(
            try !machine.update(DriverReading(timestamp: .seconds(0))).attention.isLockedOut)
        for never in [nil, LockOutRules(alerts: 0, seconds: 0)] {
            options.lockOut = never
            #expect(try Self.looks(100, away: looks, options: options).times(.lockedOut).isEmpty)
        }
    }

    @Test("A limit of 0 terminal warnings, or of 0 s of them, is none")
    func singleLimit() throws {
        var options = DriverOptions()
        options.lockOut = LockOutRules(alerts: 0, seconds: 30)
        try Self.looks(60, away: [10...60], options: options).expect(.lockedOut, at: [51])
        options.lockOut = LockOutRules(alerts: 1, seconds: 0)
        try Self.looks(60, away: [10...60], options: options).expect(.lockedOut, at: [21])
        options.lockOut = LockOutRules(alerts: 2, seconds: 0)
        try Self.looks(60, away: [10...60], options: options).expect(.lockedOut, at: [])
    }

    @Test("Times of warnings that are not valid count as the default ones")
    func invalidAttention() throws {
        let usual = Self.warnings(try Self.looks(30, away: [10...25]))
        for rules in [
            AttentionRules(terminal: .nan), AttentionRules(notice: 0), AttentionRules(notice: 6),
            AttentionRules(prompt: 12), AttentionRules(terminal: .infinity),
            AttentionRules(terminal: 3601),
        ] {
            #expect(!rules.isValid)
            var options = DriverOptions()
            options.attention = rules
            let warnings = Self.warnings(try Self.looks(30, away: [10...25], options: options))
            #expect(warnings == usual, "\(rules)")
        }
    }

    @Test("Limits that are not valid count as the default ones")
    func invalidLockOut() throws {
        for rules in [
            LockOutRules(alerts: -1), LockOutRules(alerts: .max), LockOutRules(seconds: -1),
            LockOutRules(seconds: .nan), LockOutRules(seconds: .infinity),
        ] {
            #expect(!rules.isValid)
            var options = DriverOptions()
            options.lockOut = rules
            try Self.looks(60, away: [10...60], options: options).expect(.lockedOut, at: [51])
        }
        #expect(AttentionRules().isValid && LockOutRules().isValid)
        #expect(AttentionRules(notice: 1, prompt: 1, terminal: 1).isValid)
        var rules = AttentionRules()
        rules.fastRecovery = -1
        #expect(!rules.isValid)
    }

    struct SpeedCase: Sendable {
        var options = DriverOptions()
        let speed: Double?
        let limit: Double?
    }

    @Test(
        "Looks off the road last as long as the speed allows",
        arguments: [
            SpeedCase(speed: 30, limit: 3), SpeedCase(speed: 80, limit: 3),
            SpeedCase(speed: 10, limit: nil),
            SpeedCase(options: .euRegulations, speed: 30, limit: 6),
            SpeedCase(options: .euRegulations, speed: 60, limit: 3.5),
            SpeedCase(options: .euRegulations, speed: nil, limit: 3.5),
            SpeedCase(options: .euRegulations, speed: 19, limit: nil),
        ])
    func speeds(_ test: SpeedCase) throws {
        let drive = try Self.looks(
            25, away: [10...20], speed: test.speed, options: test.options)
        drive.expect(.distractionLong, at: test.limit.map { [10 + $0] } ?? [])
        if test.limit == nil { #expect(drive.last?.attention.inattentiveSeconds == 0) }
    }

    @Test("The regulation's fatigue alert starts from 70 km/h")
    func fatigueSpeed() throws {
        func isAlert(_ options: DriverOptions, _ speed: Double) throws -> Bool {
            try Timeline(100, options: options) { time, reading in
                reading.speed = speed
                // Closed for a fifth of the time.
                reading.openness = blinking(time, for: 0.8)
            }.results.contains { $0.activeAlerts.contains(.fatigue) }
        }
        #expect(try isAlert(DriverOptions(), 60) && !isAlert(DriverOptions(), 40))
        #expect(try isAlert(.euRegulations, 80) && !isAlert(.euRegulations, 60))
    }

    @Test("Nothing is learned while the vehicle stands")
    func learning() throws {
        func state(_ speed: Double?, _ options: DriverOptions = DriverOptions()) throws
            -> CalibrationState
        {
            var analyzer = DriverAnalyzer(options: options)
            let drive = try SketchedDrive(80, analyzer: &analyzer) { time in
                var sketch = Sketch()
                sketch.blink(blinking(time) == 0 ? 0.6 : 0.05)
                var observation = sketch.observation(at: time)
                observation.context.speed = speed
                return observation
            }
            let last = try #require(drive.last)
            // A driver who has not been learned for a minute on the road is limited.
            #expect(last.isLimited == false)
            return last.calibration
        }
        #expect(try state(0) == .uncalibrated && state(4) == .uncalibrated)
        #expect(try state(50) == .frozen && state(nil) == .frozen && state(-1) == .frozen)
        var options = DriverOptions()
        options.learningSpeed = 60
        #expect(try state(50, options) == .uncalibrated)
    }

    @Test("Options are read from JSON, with defaults for what is missing")
    func json() throws {
        func decoded(_ text: String) throws -> DriverOptions {
            try JSONDecoder().decode(DriverOptions.self, from: Data(text.utf8))
        }
        #expect(try decoded("{}") == DriverOptions())
        let text = """
            {"lookLimits": [{"speed": 30, "seconds": 2}], "lockOut": null, "fatigueSpeed": 60,
             "attention": {"notice": 1, "prompt": 2, "terminal": 3, "slowRecovery": 1,
             "fastRecovery": 1}}
            """
        let options = try decoded(text)
        #expect(options.lookLimits == [LookLimit(speed: 30, seconds: 2)] && options.lockOut == nil)
        #expect(options.fatigueSpeed == 60 && options.attention.terminal == 3)
        #expect(options.learningSpeed == DriverOptions().learningSpeed)
        for value in [options, DriverOptions(), .euRegulations] {
            #expect(try CodingTests.roundTrip(value) == value)
        }
        let partial = try decoded(#"{"attention": {"notice": 2}, "lockOut": {"seconds": 0}}"#)
        #expect(partial.attention == AttentionRules(notice: 2))
        #expect(partial.lockOut == LockOutRules(seconds: 0))
        #expect(try decoded(#"{"attention": {}, "lockOut": {}}"#) == DriverOptions())
        for text in [
            #"{"fatigueSpeed": "fast"}"#, #"{"attention": {"notice": 6}}"#,
            #"{"attention": {"terminal": "late"}}"#, #"{"attention": {"slowRecovery": -1}}"#,
            #"{"lockOut": {"alerts": -1}}"#,
        ] {
            #expect(throws: DecodingError.self, "\(text)") { try decoded(text) }
        }
    }

    @Test(
        "A mistake in JSON names its place",
        arguments: [
            (#"{"gazeZone": []}"#, "unknown member “gazeZone”; expected microsleepDuration, gaze"),
            (#"{"lookLimits": [{"speed": 20}]}"#, "lookLimits[0].seconds: expected a value, but"),
            (
                #"{"lookLimits": [{"speed": 20, "seconds": 0}]}"#,
                "lookLimits[0].seconds: expected 0.001…3600.0, got 0.0"
            ),
            (#"{"fatigueSpeed": -1}"#, "fatigueSpeed: expected 0.0…1000.0, got -1.0"),
            (#"{"microsleepDuration": 9}"#, "microsleepDuration: expected 0.8…2.5, got 9.0"),
            (#"{"attention": {"first": 2}}"#, "attention: unknown member “first”; expected notice"),
            (#"{"gazeZones": []}"#, "gazeZones: no zone is the road; expected one with isRoad"),
            (
                #"{"gazeZones": [{"name": "a", "yaw": [20, -20], "pitch": [0, 1]}]}"#,
                "gazeZones[0].yaw: "
            ),
            (
                #"{"gazeZones": [{"name": "", "yaw": [0, 1], "pitch": [0, 1]}]}"#,
                "gazeZones: a zone has no name"
            ),
            (
                #"{"gazeZones": [{"name": "a", "yaw": [0, 1], "pitch": [0, 1]}, "#
                    + #"{"name": "a", "yaw": [0, 1], "pitch": [0, 1]}]}"#,
                "gazeZones: two zones are named “a”"
            ),
            (#"{"gazeZones": [{"name": 3}]}"#, "gazeZones[0].name: expected text"),
        ])
    func mistakes(text: String, expected: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(DriverOptions.self, from: Data(text.utf8))
        }
        #expect(error.words.hasPrefix(expected), "\(error.words)")
    }
}
