import LandmarkCore
import LandmarkTasks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The members of a line written by `landmark pose`.
struct PoseLineContent: Decodable {
    let file: String
    let frame: Int
    let timestampMs: Int
    let width: Int
    let height: Int
    let poses: [Entry]

    /// A pose, and whether it has landmarks before smoothing.
    struct Entry: Decodable {
        let pose: Pose
        let isRaw: Bool
    }

    private enum CodingKeys: CodingKey {
        case file, frame, timestampMs, width, height, poses, hands, faces, people
    }

    /// Decodes a line.
    ///
    /// - Parameters:
    ///   - bytes: The line, without its line feed.
    ///   - isWhole: Whether it ended with a line feed.
    /// - Throws: ``PoseLineProblem``.
    static func decode(
        _ bytes: [UInt8], isWhole: Bool
    ) throws(PoseLineProblem) -> PoseLineContent {
        do {
            return try JSONDecoder().decode(
                PoseLineContent.self, from: Data(withoutEscapedBytes(bytes)))
        } catch let problem as PoseLineProblem {
            throw problem
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw isWhole ? .notJSON : .cutOff
        } catch let error as DecodingError {
            throw PoseLineProblem(error)
        } catch {
            throw .notJSON
        }
    }

    /// The line with U+FFFD for the bytes of a file's name that are not UTF-8: they are written as
    /// halves of surrogate pairs, `\udc80` to `\udcff`, which decoders refuse.
    private static func withoutEscapedBytes(_ line: [UInt8]) -> [UInt8] {
        guard line.contains(UInt8(ascii: "\\")) else { return line }
        var result = line
        let (start, replacement) = (Array("\\udc".utf8), Array("\\ufffd".utf8))
        var index = 0
        while index + replacement.count <= result.count {
            guard result[index] == start[0] else {
                index += 1
                continue
            }
            let isHigh =
                result[index...].starts(with: "\\ud".utf8)
                && "89ab".utf8.contains(result[index + 3])
            if result[index...].starts(with: start) {
                result.replaceSubrange(index..<index + replacement.count, with: replacement)
                index += replacement.count
            } else {
                // Skips a whole pair, or an escaped character.
                index += isHigh ? 2 * replacement.count : 2
            }
        }
        return result
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if !values.contains(.poses) {
            for key in [CodingKeys.hands, .faces, .people] where values.contains(key) {
                throw PoseLineProblem.otherResults(key.stringValue)
            }
        }
        poses = try values.decode([Entry].self, forKey: .poses)
        timestampMs = try values.decode(Int.self, forKey: .timestampMs)
        frame = try values.decode(Int.self, forKey: .frame)
        file = try values.decode(String.self, forKey: .file)
        width = try values.decode(Int.self, forKey: .width)
        height = try values.decode(Int.self, forKey: .height)
        for (value, key) in [(width, CodingKeys.width), (height, .height)]
        where !(1...1 << 16 ~= value) {
            throw PoseLineProblem.invalid(key.stringValue, expected: "1 to \(1 << 16) pixels")
        }
        // A limit of 30 years keeps sums and differences of times from overflowing.
        for (value, key) in [(timestampMs, CodingKeys.timestampMs), (frame, .frame)]
        where !(0...1_000_000_000_000 ~= value) {
            throw PoseLineProblem.invalid(key.stringValue, expected: "an integer of at least 0")
        }
    }
}

extension PoseLineContent.Entry {
    private enum CodingKeys: CodingKey {
        case id, landmarks, worldLandmarks, rawLandmarks, rawWorldLandmarks, sidesSwapped
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func points<Point: LandmarkPoint>(_ key: CodingKeys) throws -> [Point] {
            let rows = try values.decode([[Float]].self, forKey: key)
            let path = "\(decoder.codingPath.path).\(key.stringValue)"
            guard rows.count == Pose.landmarkCount else {
                throw PoseLineProblem.wrongCount(
                    path, expected: Pose.landmarkCount, got: rows.count)
            }
            return try rows.enumerated().map { index, row in
                guard row.count == 5 else {
                    throw PoseLineProblem.invalid(
                        "\(path)[\(index)]",
                        expected: "[x, y, z, visibility, presence], got \(row.count) numbers")
                }
                return Point(x: row[0], y: row[1], z: row[2], visibility: row[3], presence: row[4])
            }
        }
        isRaw = values.contains(.rawLandmarks) || values.contains(.rawWorldLandmarks)
        pose = try Pose(
            id: values.decode(Int.self, forKey: .id), presence: 1,
            landmarks: points(.landmarks), worldLandmarks: points(.worldLandmarks),
            region: NormalizedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: 0),
            rawLandmarks: isRaw ? points(.rawLandmarks) : nil,
            rawWorldLandmarks: isRaw ? points(.rawWorldLandmarks) : nil,
            sidesSwapped: values.decodeIfPresent(Bool.self, forKey: .sidesSwapped) ?? false)
    }
}

// MARK: Words

extension PoseLineProblem {
    fileprivate init(_ error: DecodingError) {
        self = .invalid(
            error.path, expected: error.expected ?? "a number that can be represented")
    }
}
