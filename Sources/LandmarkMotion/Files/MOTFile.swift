/// Writes measures over time in the MOT format that OpenSim reads, with angles in degrees.
///
/// Measures that agree with a coordinate of OpenSim's models have its name: `knee_angle_r`,
/// `knee_angle_l`, `elbow_flex_r` and `elbow_flex_l`. All others have the names of ``Measure``,
/// because hips, shoulders and ankles are measured differently there. Distances are in meters.
public enum MOTFile {
    /// What to write where a measure was not measured.
    public enum Gaps: Sendable, Hashable {
        /// `NaN`, which OpenSim's `TimeSeriesTable` and NumPy read.
        case missing
        /// The line between the values before and after the gap, or the nearest value at the ends,
        /// for programs that do not read `NaN`, such as those built on OpenSim's `Storage`. These
        /// values are invented: the file does not show which values were measured.
        case interpolated
    }

    /// The name of a measure's column.
    public static func columnName(of measure: Measure) -> String {
        switch measure {
        case .kneeFlexionRight: "knee_angle_r"
        case .kneeFlexionLeft: "knee_angle_l"
        case .elbowFlexionRight: "elbow_flex_r"
        case .elbowFlexionLeft: "elbow_flex_l"
        default: measure.name
        }
    }

    /// The file of a recording's filtered curves; measures without values are left out.
    ///
    /// - Parameters:
    ///   - recording: The recording. Values are exact to 5·10⁻⁹.
    ///   - name: The first line; OpenSim calls tables of joint angles `Coordinates`.
    ///   - gaps: What to write where a measure has no value.
    public static func bytes(
        of recording: MotionRecording, name: String = "Coordinates", gaps: Gaps = .missing
    ) -> [UInt8] {
        let measures = recording.measures.filter { recording.measuredShare(of: $0) > 0 }
        var columns = measures.map { recording.curve(of: $0) }
        if gaps == .interpolated {
            for index in columns.indices { interpolateGaps(in: &columns[index], recording.times) }
        }
        var table = TextTable()
        table.append(name: name)
        table.append("\nversion=1\nnRows=\(recording.count)\nnColumns=\(columns.count + 1)")
        table.append("\ninDegrees=yes\n\nUnits are S.I. units (second, meters, Newtons, ...)\n")
        table.append("If the header above contains a line with 'inDegrees', this indicates whether")
        table.append(" rotational values are in degrees (yes) or radians (no).\n\nendheader\ntime")
        for measure in measures { table.append("\t" + columnName(of: measure)) }
        table.append(TextTable.newline)
        for (row, time) in recording.times.enumerated() {
            table.append(time)
            for column in columns {
                table.append(TextTable.tab)
                table.append(column[row])
            }
            table.append(TextTable.newline)
        }
        return table.bytes
    }

    private static func interpolateGaps(in values: inout [Double], _ times: [Double]) {
        var last: Int?
        for index in values.indices where values[index].isFinite {
            let before = last ?? index
            for gap in (last.map { $0 + 1 } ?? 0)..<index {
                let span = times[index] - times[before]
                let share = span > 0 ? (times[gap] - times[before]) / span : 0
                values[gap] =
                    last == nil
                    ? values[index]
                    : values[before] + share * (values[index] - values[before])
            }
            last = index
        }
        guard let last else { return }
        for index in values.indices.dropFirst(last + 1) { values[index] = values[last] }
    }
}
