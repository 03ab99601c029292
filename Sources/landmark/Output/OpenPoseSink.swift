import LandmarkCommandSupport
import LandmarkCore

/// OpenPose JSON in a folder, one file for each frame, with a person for each instance:
/// `STEM_keypoints.json` for images, `STEM_000000000012_keypoints.json` for frames.
final class OpenPoseSink<Instance: OutputInstance>: FrameFileSink<LandmarkRecord<Instance>> {

    /// Creates the folder.
    init(_ folder: String) throws(CommandError) {
        try super.init(folder, digits: 12, separator: "_")
    }

    override func write(_ record: LandmarkRecord<Instance>) throws {
        guard let size = record.label.size else { return }
        let file = try OutputFile(path(for: record.label) + OpenPosePaths.ending)
        try file.write(Self.text(record.instances, size))
        try file.close()
    }

    private static func text(_ instances: [Instance], _ size: PixelSize) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("version")
            json.number(Float(1.3))
            json.key("people")
            json.array { json in
                for instance in instances { json.person(instance, in: size) }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONText {
    fileprivate mutating func person(_ instance: some OutputInstance, in size: PixelSize) {
        let parts = instance.openPoseKeypoints(in: size)
        object { json in
            json.key("person_id")
            json.array { $0.integer(instance.id) }
            for part in OpenPosePart.allCases {
                json.key(part.rawValue)
                json.numbers((parts[part] ?? []).flatMap { [$0.x, $0.y, $0.score] })
            }
            // OpenPose writes these only when it triangulates several cameras.
            for part in OpenPosePart.allCases {
                json.key("\(part.rawValue.dropLast(2))3d")
                json.array { _ in }
            }
        }
    }
}

/// Checks of the folder that `--openpose` names.
enum OpenPosePaths {
    static let ending = "_keypoints.json"

    /// Checks that no file can replace one that is read, or that another option writes.
    ///
    /// - Parameter others: The options that name single files, with their paths.
    /// - Throws: `CommandError`.
    static func check(
        _ folder: String, at files: InputFiles, beside others: [(option: String, path: String?)]
    ) throws(CommandError) {
        let existing = ((try? FileSystem.names(in: folder)) ?? []).filter { $0.hasSuffix(ending) }
        try files.check(existing.map { Path.join(folder, $0) }, for: "--openpose")
        let resolved = Path.resolved(folder)
        for other in others {
            guard let path = other.path, path != "-", path.hasSuffix(ending),
                Path.folder(of: Path.resolved(path)) == resolved
            else { continue }
            throw .sameOutput(file: path, first: other.option, second: "--openpose")
        }
    }
}
