import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

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
        let people = record.instances.map { ($0.id, $0.openPoseKeypoints(in: size)) }
        try file.write(OpenPoseDocument.text(of: people))
        try file.close()
    }
}

/// Checks of the folder of `--openpose`.
enum OpenPosePaths {
    static let ending = "_keypoints.json"

    /// Checks that no file can replace a file that is read, or that another option writes.
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
