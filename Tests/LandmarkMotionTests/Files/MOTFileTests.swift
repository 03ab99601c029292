import Foundation
import LandmarkMotion
import Testing

@Suite struct MOTFileTests {
    private func recording(gap: Bool = false) throws -> MotionRecording {
        try BendingPerson.recording(
            [
                .kneeFlexionRight, .kneeFlexionLeft, .elbowFlexionRight, .hipFlexionLeft,
                .wristFlexionLeft, .heelForwardLeft,
            ], count: 90
        ) { time in
            gap && (1..<2).contains(time) ? nil : 50 - 40 * cos(.pi * time)
        }
    }

    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("the header is OpenSim's, with its names only where the definition agrees")
    func header() throws {
        let lines = lines(MOTFile.bytes(of: try recording()))
        #expect(
            lines.prefix(10) == [
                "Coordinates", "version=1", "nRows=90", "nColumns=6", "inDegrees=yes", "",
                "Units are S.I. units (second, meters, Newtons, ...)",
                "If the header above contains a line with 'inDegrees', this indicates whether"
                    + " rotational values are in degrees (yes) or radians (no).", "", "endheader",
            ])
        // The wrist was never measured.
        #expect(
            lines[10].split(separator: "\t") == [
                "time", "knee_angle_r", "knee_angle_l", "elbow_flex_r", "hipFlexion.left",
                "heelForward.left",
            ])
        #expect(lines.count == 11 + 90 + 1 && lines.last == "")
        let names = Measure.allCases.map(MOTFile.columnName)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.contains { $0.isWhitespace } })
        #expect(names.count { $0.hasSuffix("_r") || $0.hasSuffix("_l") } == 4)
    }

    @Test("the header's words are those of a file by OpenCap", .enabled(if: OpenCap.isThere))
    func layout() throws {
        let theirs = try String(contentsOfFile: OpenCap.squats, encoding: .utf8)
            .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let ours = lines(MOTFile.bytes(of: try recording()))
        for index in 0..<10 where !ours[index].hasPrefix("n") {
            #expect(theirs[index] == ours[index])
        }
        #expect(theirs[10].hasPrefix("time\t"))
    }

    @Test("values read back are those of the curves to 1e-8") func values() throws {
        let recording = try recording(gap: true)
        let lines = lines(MOTFile.bytes(of: recording))
        let knee = recording.curve(of: .kneeFlexionRight)
        for index in 0..<90 {
            let cells = lines[11 + index].split(separator: "\t").map { Double($0) ?? .infinity }
            #expect(cells.count == 6)
            #expect(abs(cells[0] - recording.times[index]) < 1e-8)
            #expect(cells[1].isNaN ? knee[index].isNaN : abs(cells[1] - knee[index]) < 1e-8)
        }
        #expect(knee.contains { $0.isNaN })
    }

    @Test(
        "OpenSim reads the same values",
        .enabled(if: OpenSimReader.isInstalled, OpenSimReader.isNotInstalled))
    func openSim() throws {
        let recording = try recording(gap: true)
        let table = try OpenSimReader.read(MOTFile.bytes(of: recording), suffix: "mot")
        #expect(table.metadata["inDegrees"] == "yes")
        #expect(largestDifference(table.times, recording.times) < 1e-8)
        for (label, measure) in [
            ("knee_angle_r", Measure.kneeFlexionRight), ("elbow_flex_r", .elbowFlexionRight),
            ("hipFlexion.left", .hipFlexionLeft),
        ] {
            for (read, written) in zip(table.column(label), recording.curve(of: measure)) {
                #expect(read.isNaN ? written.isNaN : abs(read - written) < 1e-8)
            }
            #expect(table.column(label).count == 90)
        }
    }

    @Test("gaps can be filled by lines for programs that do not read NaN") func filledGaps() throws
    {
        let recording = try recording(gap: true)
        let lines = lines(MOTFile.bytes(of: recording, gaps: .interpolated))
        let knee = lines[11..<101].map { Double($0.split(separator: "\t")[1]) ?? .nan }
        let curve = recording.curve(of: .kneeFlexionRight)
        #expect(knee.allSatisfy { $0.isFinite })
        #expect(curve[0].isNaN && knee[0] == knee[1])
        let before = try #require(curve[..<45].lastIndex { $0.isFinite })
        let after = try #require(curve[45...].firstIndex { $0.isFinite })
        let middle = (before + after) / 2
        let share = Double(middle - before) / Double(after - before)
        #expect(abs(knee[middle] - (curve[before] + share * (curve[after] - curve[before]))) < 1e-6)
        for index in 0..<90 where curve[index].isFinite {
            #expect(abs(knee[index] - curve[index]) < 1e-8)
        }
    }

    @Test("an empty recording is a table of times alone") func empty() {
        let lines = lines(MOTFile.bytes(of: MotionRecording(), name: "a\nb"))
        #expect(lines[0] == "a b" && lines[2] == "nRows=0" && lines[3] == "nColumns=1")
        #expect(lines[10] == "time" && lines.count == 12)
    }
}
