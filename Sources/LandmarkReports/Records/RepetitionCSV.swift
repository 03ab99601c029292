package import LandmarkCore
import LandmarkMotion

extension CSVText {
    /// The first line of a table of repetitions.
    package static var repetitionHeader: [UInt8] {
        header([
            "file", "person", "exercise", "side", "number", "startMs", "endMs", "peak", "peakMs",
            "rangeOfMotion", "down", "bottom", "up", "top", "symmetry", "faults",
        ])
    }

    /// Writes a line for each repetition or hold of a person.
    package mutating func lines(of person: MotionLog.Person, exercise: String, file: String) {
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
}
