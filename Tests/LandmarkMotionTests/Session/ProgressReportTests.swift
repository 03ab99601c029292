import LandmarkMotion
import Testing

/// What changes between visits show.
@Suite struct ProgressReportTests {
    private typealias Visit = ProgressReport.Visit

    private static func peak(
        _ value: Double, error: Double? = 5, side: BodySide = .left,
        plane: Measure.Plane = .image, better: SessionQuantity.Better? = .higher
    ) -> SessionQuantity {
        SessionQuantity(
            SessionQuantity.Name(
                source: .rangeOfMotion, subject: "knee-flexion", side: side, quantity: "peak"),
            value, .degrees, error: error, plane: plane, better: better)
    }

    private static func change(
        _ first: SessionQuantity, _ second: SessionQuantity
    ) throws -> ProgressReport.Change {
        let report = try ProgressReport(of: [
            Visit(name: "a", quantities: [first]), Visit(name: "b", quantities: [second]),
        ])
        #expect(report.rows.count == 1 && report.rows[0].changes.count == 1)
        return try #require(report.rows.first?.changes.first)
    }

    @Test("a change is progress only if it is greater than the errors of both visits")
    func verdicts() throws {
        let limit = 50.0.squareRoot()
        for (difference, better, verdict) in [
            (0.0, SessionQuantity.Better.higher, ProgressReport.Verdict.withinError),
            (7, .higher, .withinError), (-7, .higher, .withinError),
            (7.2, .higher, .progress), (-7.2, .higher, .decline),
            (7.2, .lower, .decline), (-7.2, .lower, .progress),
        ] {
            let change = try Self.change(
                Self.peak(90, better: better), Self.peak(90 + difference, better: better))
            #expect(abs(change.difference - difference) < 1e-9)
            #expect(abs((change.error ?? 0) - limit) < 1e-9)
            #expect(change.verdict == verdict, "\(difference) \(better)")
        }
        let neither = try Self.change(Self.peak(1, better: nil), Self.peak(50, better: nil))
        #expect(neither.verdict == .changed)
    }

    @Test("without a known error a change shows nothing, however great")
    func unknownError() throws {
        for (first, second) in [(nil, 5.0), (5.0, nil), (nil, nil)] {
            let change = try Self.change(
                Self.peak(10, error: first), Self.peak(170, error: second))
            #expect(change.error == nil && change.verdict == .errorNotKnown)
        }
    }

    @Test("several visits are compared one after another, and the last with the first")
    func severalVisits() throws {
        let report = try ProgressReport(of: [
            Visit(name: "1", quantities: [Self.peak(60), Self.peak(70, side: .right)]),
            Visit(name: "2", quantities: [Self.peak(65)]),
            Visit(name: "3", quantities: []),
            Visit(name: "4", quantities: [Self.peak(71), Self.peak(90, side: .right)]),
        ])
        #expect(report.visits == ["1", "2", "3", "4"])
        #expect(report.rows.map(\.name.side) == [.left, .right])
        let left = report.rows[0]
        #expect(left.values.map { $0?.value } == [60, 65, nil, 71])
        #expect(left.changes.map { [$0.from, $0.to] } == [[0, 1], [1, 3], [0, 3]])
        #expect(left.changes.map(\.verdict) == [.withinError, .withinError, .progress])
        // What two visits give is compared once.
        #expect(report.rows[1].changes.map { [$0.from, $0.to] } == [[0, 3]])
    }

    @Test("a single visit, repeated numbers and other units are errors with their names")
    func mistakes() {
        #expect(throws: ProgressError.tooFewVisits(0)) { try ProgressReport(of: []) }
        #expect(throws: ProgressError.tooFewVisits(1)) {
            try ProgressReport(of: [Visit(name: "a", quantities: [])])
        }
        let name = Self.peak(1).name
        #expect(throws: ProgressError.repeated(visit: "b", name: name)) {
            try ProgressReport(of: [
                Visit(name: "a", quantities: [Self.peak(1)]),
                Visit(name: "b", quantities: [Self.peak(1), Self.peak(2)]),
            ])
        }
        let error = ProgressError.differentUnits(
            name: name, visits: ["a", "c"], units: [.degrees, .meters])
        #expect(throws: error) {
            var length = Self.peak(1)
            length.unit = .meters
            _ = try ProgressReport(of: [
                Visit(name: "a", quantities: [Self.peak(1)]), Visit(name: "b", quantities: []),
                Visit(name: "c", quantities: [length]),
            ])
        }
        #expect("\(error)" == "left knee-flexion peak is in degrees and meters in a and c")
    }

    // MARK: Quantities

    @Test("the numbers of a session have the errors of its signal where it was measured")
    func session() throws {
        let definition = try ExerciseDefinition.named("squat")
        var session = try ExerciseSession(definition)
        var analyzer = MotionAnalyzer()
        var recording = MotionRecording(definition.measures)
        for index in 0..<360 {
            let time = Double(index) / 30
            var person = Skeleton()
            let phase = (1 - cosine(time)) / 2
            for side in BodySide.allCases {
                person.legs[side].kneeFlexion = 10 + 90 * phase
                person.legs[side].hipFlexion = 5 + 80 * phase
            }
            person.trunkForward = 20 * phase
            let sample = try analyzer.update(person.frame(at: time))
            recording.add(sample)
            _ = session.update(sample)
        }
        _ = session.finish()
        let report = session.report()
        let quantities = report.quantities(of: definition, in: recording)
        func quantity(_ name: String) throws -> SessionQuantity {
            try #require(quantities.first { $0.name.quantity == name }, "\(name)")
        }
        let count = try quantity("repetitions")
        #expect(count.value == Double(report.counters[0].repetitions.count) && count.value >= 4)
        #expect(count.error == nil && count.unit == .count && count.better == .higher)
        let peak = try quantity("peak")
        #expect(abs(peak.value - 100) < 3 && peak.error == 22 && peak.plane == .space)
        #expect(try quantity("rangeOfMotion").error == 22)
        #expect(try quantity("period").unit == .seconds)
        #expect(try quantity("fault.shallow").better == .lower)
        #expect(quantities.allSatisfy { $0.name.subject == "squat" && $0.name.source == .exercise })
        #expect(Set(quantities.map(\.name)).count == quantities.count)
        // A deeper squat is progress only beyond the error of both visits.
        for (less, verdict) in [
            (30.0, ProgressReport.Verdict.withinError), (32, .progress), (-32, .decline),
        ] {
            let later = quantities.map { quantity in
                var changed = quantity
                if quantity.name.quantity == "peak" {
                    changed.value += quantity.better == .lower ? -less : less
                }
                return changed
            }
            let progress = try ProgressReport(of: [
                Visit(name: "a", quantities: quantities), Visit(name: "b", quantities: later),
            ])
            let row = progress.rows.first { $0.name.quantity == "peak" }
            #expect(row?.changes.map(\.verdict) == [verdict])
        }
    }

    /// The cosine of a movement with a period of 2.4 s.
    private func cosine(_ time: Double) -> Double {
        let turn = (time / 2.4).truncatingRemainder(dividingBy: 1)
        // A parabola for each half, which is smooth enough.
        let x = abs(turn - 0.5) * 2
        return x < 0.5 ? -1 + 4 * x * x : 1 - 4 * (1 - x) * (1 - x)
    }

    @Test("errors of angles in the image contain what the view hides")
    func errors() {
        #expect(Measure.kneeFlexionLeft.singleCameraError == 22)
        #expect(Measure.shoulderAbduction2DRight.singleCameraError == 5)
        #expect(Measure.ankleDorsiflexionLeft.singleCameraError == nil)
        let abduction = Measure.shoulderAbduction2DRight
        #expect(abduction.error(at: 0) == 5)
        // At 45°, an angle of 50.1° appears as 40.1°, and no other as less by more than that.
        let hidden = 9.879
        for yaw in [45, 45 + 180, nil, .nan] as [Double?] {
            #expect(abs((abduction.error(at: yaw) ?? 0) - 5 - hidden) < 0.001)
        }
        #expect((abduction.error(at: 30) ?? 0) < 5 + hidden)
        // In space nothing is hidden, and a sagittal plane is seen from the side.
        #expect(Measure.kneeFlexionLeft.error(at: 45) == 22)
        #expect(abs((Measure.kneeFlexion2DLeft.error(at: 90) ?? 0) - 7) < 1e-9)
    }

    @Test("the least and greatest value of each measure of a recording are its numbers")
    func recording() throws {
        var analyzer = MotionAnalyzer()
        var recording = MotionRecording([.elbowFlexionRight, .footLiftLeft, .wristFlexionLeft])
        for index in 0..<90 {
            var person = Skeleton()
            person.arms.right.elbowFlexion = 20 + Double(index)
            recording.add(try analyzer.update(person.frame(at: Double(index) / 30)))
        }
        let quantities = recording.quantities
        #expect(
            quantities.map(\.name.quantity) == ["least", "greatest", "least", "greatest"])
        #expect(abs(quantities[1].value - 109) < 1 && quantities[1].error == 23)
        #expect(quantities[0].name.subject == "elbowFlexion" && quantities[0].name.side == .right)
        #expect(quantities[2].unit == .meters && quantities[2].error == nil)
        #expect(quantities.allSatisfy { $0.better == nil && $0.name.source == .measure })
    }
}
