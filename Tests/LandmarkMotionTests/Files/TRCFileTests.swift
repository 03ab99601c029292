import Foundation
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite struct TRCFileTests {
    /// Rows of random points, with some landmarks that are not seen.
    private func rows(_ count: Int) -> [TRCFile.Row] {
        var random = SplitMix64(seed: 21)
        return (0..<count).map { index in
            let world = (0..<33).map { landmark -> SIMD3<Double>? in
                if (index + landmark) % 7 == 0 { return nil }
                return SIMD3(
                    Double(random.signedUnit()), Double(random.signedUnit()),
                    3 * Double(random.signedUnit()))
            }
            return TRCFile.Row(time: Double(index) / 60, world: world)
        }
    }

    private func lines(_ rows: [TRCFile.Row], name: String = "trial.trc") -> [[String]] {
        let text = String(decoding: TRCFile.bytes(of: rows, name: name), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("the header is that of Pose2Sim, with our markers") func header() {
        let lines = lines(rows(3))
        #expect(lines[0] == ["PathFileType", "4", "(X/Y/Z)", "trial.trc"])
        #expect(
            lines[1] == [
                "DataRate", "CameraRate", "NumFrames", "NumMarkers", "Units", "OrigDataRate",
                "OrigDataStartFrame", "OrigNumFrames",
            ])
        #expect(lines[2] == ["60", "60", "3", "33", "m", "60", "1", "3"])
        #expect(lines[3].prefix(6) == ["Frame#", "Time", "nose", "", "", "left_eye_inner"])
        #expect(lines[3].count == 2 + 3 * 33)
        #expect(lines[4].prefix(5) == ["", "", "X1", "Y1", "Z1"])
        #expect(lines[4].count == 2 + 3 * 33)
        #expect(lines.count == 5 + 3 + 1 && lines.last == [""])
    }

    @Test("the header of Pose2Sim's own file has the same shape", .enabled(if: Balancing.hasTruth))
    func layout() throws {
        let text = try String(contentsOfFile: Balancing.truth, encoding: .utf8)
        let theirs = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let ours = lines(rows(100))
        #expect(theirs.count == ours.count)
        #expect(theirs[1] == ours[1])
        #expect(theirs[0].dropLast() == ours[0].dropLast())
        #expect(theirs[3].count == 2 + 3 * 21 && theirs[4].count == 2 + 3 * 21)
        #expect(theirs[4] == Array(ours[4].prefix(2 + 3 * 21)))
        #expect(theirs[5].count == 2 + 3 * 21)
    }

    @Test("markers have MediaPipe's names") func names() {
        #expect(Set(TRCFile.markerNames).count == 33)
        #expect(TRCFile.markerNames[PoseJoint.leftFootIndex.rawValue] == "left_foot_index")
        #expect(TRCFile.markerNames[PoseJoint.mouthRight.rawValue] == "mouth_right")
        #expect(TRCFile.markerNames[PoseJoint.rightEyeOuter.rawValue] == "right_eye_outer")
    }

    @Test("values read back are equal to 1e-8, Y up, and NaN where a landmark is not seen")
    func values() throws {
        let rows = rows(20)
        let lines = lines(rows)
        for (index, row) in rows.enumerated() {
            let cells = lines[5 + index]
            #expect(cells.count == 2 + 3 * 33)
            #expect(cells[0] == "\(index + 1)")
            let time = try #require(Double(cells[1]))
            #expect(abs(time - row.time) < 1e-8)
            for (marker, point) in row.world.enumerated() {
                let numbers = cells[(2 + 3 * marker)...].prefix(3).map { Double($0) ?? .infinity }
                if let point {
                    let difference = largestDifference(numbers, [point.x, -point.y, -point.z])
                    #expect(difference < 1e-8)
                } else {
                    #expect(numbers.allSatisfy { $0.isNaN })
                }
            }
        }
    }

    @Test(
        "OpenSim reads the same values",
        .enabled(if: OpenSimReader.isInstalled, OpenSimReader.isNotInstalled))
    func openSim() throws {
        let rows = rows(20)
        let table = try OpenSimReader.read(
            TRCFile.bytes(of: rows, name: "trial.trc"), suffix: "trc")
        #expect(table.labels == TRCFile.markerNames)
        #expect(table.metadata["Units"] == "m")
        #expect(Double(table.metadata["DataRate"] ?? "") == 60)
        #expect(largestDifference(table.times, rows.map(\.time)) < 1e-8)
        #expect(table.rows.count == rows.count)
        for (row, read) in zip(rows, table.rows) {
            for (marker, point) in row.world.enumerated() {
                let values = read[(3 * marker)...].prefix(3)
                if let point {
                    let numbers = values.map { $0 ?? .nan }
                    #expect(largestDifference(numbers, [point.x, -point.y, -point.z]) < 1e-8)
                } else {
                    #expect(values.allSatisfy { $0 == nil })
                }
            }
        }
    }

    @Test("rows of a frame have the landmarks that are seen") func frames() {
        var frame = BendingPerson.frame(at: 2, knee: 30)
        frame.visibility[5] = 0.49
        frame.visibility[6] = .nan
        let row = TRCFile.Row(frame)
        #expect(row.time == 2)
        #expect(row.world[4] == frame.world[4])
        #expect(row.world[5] == nil && row.world[6] == nil)
    }

    @Test("any rows and names give a table of 33 markers") func hostile() {
        let wild = [
            TRCFile.Row(time: .nan, world: []),
            TRCFile.Row(time: -1e300, world: [SIMD3(.nan, 0, 0), SIMD3(0, .infinity, 0)]),
            TRCFile.Row(time: 1e9, world: [SIMD3(1e300, -.leastNonzeroMagnitude, -1e-9)]),
            TRCFile.Row(time: 0, world: Array(repeating: .zero, count: 1000)),
        ]
        let lines = lines(wild, name: "a\tb\nc\r\u{0}d")
        #expect(lines[0] == ["PathFileType", "4", "(X/Y/Z)", "a b c  d"])
        for line in lines[5..<9] { #expect(line.count == 2 + 3 * 33) }
        #expect(lines[5][1] == "NaN" && lines[6][2] == "NaN" && lines[6][6] == "NaN")
        #expect(Double(lines[7][2]) == 1e300)
        #expect(lines[7][4] == "0.00000000", "no negative zero")
        #expect(self.lines([])[2] == ["0", "0", "0", "33", "m", "0", "1", "0"])
    }

    @Test("rates that are not whole numbers keep their digits") func rates() {
        let rows = (0..<3).map { TRCFile.Row(time: Double($0) * 1001 / 30000, world: []) }
        let rate = Double(lines(rows)[2][0]) ?? 0
        #expect(abs(rate - 30000.0 / 1001) < 1e-6)
    }

    @Test("the time to write grows with the rows, not with their square") func longRecordings() {
        let short = rows(200)
        let long = Array(repeating: short, count: 8).flatMap { $0 }
        // The minimum of several runs of equal work, because other processes may take the processor
        // meanwhile.
        func leastTime(_ work: () -> Void) -> Double {
            (0..<5).map { _ in seconds(of: work) }.min() ?? 0
        }
        let parts = leastTime {
            for _ in 0..<8 { _ = TRCFile.bytes(of: short, name: "a") }
        }
        let whole = leastTime { _ = TRCFile.bytes(of: long, name: "a") }
        #expect(whole < parts * 3)
    }
}
