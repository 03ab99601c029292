import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

extension CSVText {
    /// The first line of the CSV of `motion`.
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
}
