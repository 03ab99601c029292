import LandmarkTasks

/// Writes marker positions in the TRC format that OpenSim reads, in the layout of Pose2Sim.
///
/// The 33 markers have MediaPipe's names in lower case (`nose`, `left_hip`, `right_foot_index`),
/// which are also those of Pose2Sim's BlazePose models. Positions are in meters with Y up:
/// (x, −y, −z) of a point in x right, y down, z away. World landmarks of one camera have their
/// origin between the hips; triangulated ones are in the frame of the calibration.
///
/// A marker that is not seen is written as `NaN` three times, which OpenSim reads as a missing
/// marker; it refuses lines with empty cells at their end. Values are exact to 5·10⁻⁹.
public enum TRCFile {
    /// The markers at one time.
    public struct Row: Sendable, Hashable {
        /// The time in seconds.
        public var time: Double
        /// The landmarks in meters, x right, y down, z away, in the order of `PoseJoint`; nil for
        /// those that are not seen. Landmarks beyond the end of a shorter list also count as not seen.
        public var world: [SIMD3<Double>?]

        /// Creates a row.
        public init(time: Double, world: [SIMD3<Double>?]) {
            self.time = time
            self.world = world
        }

        /// Creates a row of a frame's world landmarks.
        ///
        /// - Parameters:
        ///   - frame: The landmarks.
        ///   - leastVisibility: Landmarks with less visibility (0…1) count as not seen.
        public init(_ frame: MotionFrame, leastVisibility: Double = defaultLeastVisibility) {
            time = frame.time
            world = frame.world.indices.map { index in
                let isSeen =
                    index < frame.visibility.count && frame.visibility[index] >= leastVisibility
                return isSeen ? frame.world[index] : nil
            }
        }

        /// The visibility below which a landmark counts as not seen: 0.5.
        public static let defaultLeastVisibility = 0.5
    }

    /// The markers' names in the order of `PoseJoint`.
    public static let markerNames = PoseJoint.allCases.map { joint in
        joint.name.reduce(into: "") { name, letter in
            if letter.isUppercase { name.append("_") }
            name.append(letter.lowercased())
        }
    }

    /// The file of all rows.
    ///
    /// - Parameters:
    ///   - rows: The markers at increasing times.
    ///   - name: The file's name in the first line.
    ///   - frameRate: The rows per second; nil computes them from the median interval of the times
    ///     (0 with fewer than two rows).
    public static func bytes(
        of rows: [Row], name: String, frameRate: Double? = nil
    ) -> [UInt8] {
        let rate =
            frameRate ?? SampleRuns.medianInterval(of: rows.map(\.time)).map { 1 / $0 } ?? 0
        var table = TextTable()
        table.append("PathFileType\t4\t(X/Y/Z)\t")
        table.append(name: name)
        table.append("\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate")
        table.append("\tOrigDataStartFrame\tOrigNumFrames\n")
        table.append(short: rate)
        table.append(TextTable.tab)
        table.append(short: rate)
        table.append("\t\(rows.count)\t\(markerNames.count)\tm\t")
        table.append(short: rate)
        table.append("\t1\t\(rows.count)\nFrame#\tTime\t")
        table.append(markerNames.joined(separator: "\t\t\t"))
        table.append("\t\t\n\t")
        for number in 1...markerNames.count { table.append("\tX\(number)\tY\(number)\tZ\(number)") }
        table.append(TextTable.newline)
        for (index, row) in rows.enumerated() { append(row, number: index + 1, to: &table) }
        return table.bytes
    }

    private static func append(_ row: Row, number: Int, to table: inout TextTable) {
        table.append("\(number)\t")
        table.append(row.time)
        let missing = SIMD3<Double>(repeating: .nan)
        for marker in markerNames.indices {
            var point = (marker < row.world.count ? row.world[marker] : nil) ?? missing
            if !(point.x.isFinite && point.y.isFinite && point.z.isFinite) { point = missing }
            for value in [point.x, -point.y, -point.z] {
                table.append(TextTable.tab)
                table.append(value)
            }
        }
        table.append(TextTable.newline)
    }
}
