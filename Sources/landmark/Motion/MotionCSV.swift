import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

extension CSVText {
    /// The first line of CSV of `motion`.
    static var motionHeader: [UInt8] {
        header(
            FrameLabel.columns + [
                "person", "angle", "value", "unit", "speed", "confidence", "state", "reason",
                "landmarks",
            ])
    }

    /// Writes a line for each measure of each person.
    mutating func lines(of record: MotionRecord, _ plan: MotionPlan) {
        for person in record.people {
            for measure in plan.measures {
                let reading = person.sample[measure]
                record.label.write(to: &self)
                field(person.id)
                field(measure.name)
                field(reading.state == .missing ? nil : reading.value)
                field(measure.unit.rawValue)
                field(reading.state == .missing ? nil : reading.speed)
                field(reading.confidence)
                field(reading.state.rawValue)
                field(reading.reason?.name ?? "")
                field((reading.reason?.landmarks ?? []).map(\.name).joined(separator: " "))
                endLine()
            }
        }
    }

    /// The first line of CSV of `exercise`.
    static var repetitionHeader: [UInt8] {
        header([
            "file", "person", "exercise", "side", "number", "startMs", "endMs", "peak", "peakMs",
            "rangeOfMotion", "down", "bottom", "up", "top", "symmetry", "faults",
        ])
    }

    /// Writes a line for each repetition or hold of a person.
    mutating func lines(of person: MotionLog.Person, exercise: String, file: String) {
        for counter in person.report?.counters ?? [] {
            for repetition in counter.repetitions {
                field(file)
                field(person.id)
                field(exercise)
                field(counter.side?.rawValue ?? "")
                line(of: repetition)
            }
        }
        for (index, event) in person.holds.enumerated() {
            guard case .hold(let start, let duration) = event.kind else { continue }
            field(file)
            field(person.id)
            field(exercise)
            field(event.side?.rawValue ?? "")
            field(index + 1)
            field(start * 1000)
            field((start + duration) * 1000)
            for _ in 0..<9 { field("") }
            endLine()
        }
    }

    private mutating func line(of repetition: Repetition) {
        let tempo = repetition.tempo
        field(repetition.number)
        for value in [
            repetition.start * 1000, repetition.end * 1000, repetition.peak,
            repetition.peakTime * 1000, repetition.rangeOfMotion, tempo.down, tempo.bottom,
            tempo.up, tempo.top, repetition.symmetry,
        ] {
            field(value)
        }
        field(repetition.faults.joined(separator: " "))
        endLine()
    }

    private static func header(_ columns: [String]) -> [UInt8] {
        var text = CSVText()
        for column in columns { text.field(column) }
        text.endLine()
        return text.bytes
    }
}
