import LandmarkCommandSupport
import LandmarkCore

/// `--trc` and `--mot`: a file for each person, written at the end of the run.
///
/// The file of a single person has the path itself; the files of several people have the id before
/// the suffix.
final class PersonFileSink: OutputSink<MotionRecord> {
    /// One person's file.
    struct Content {
        let id: Int
        let bytes: () -> [UInt8]
    }

    private let path: String
    /// Opened at once, so that an unwritable path is reported before any work.
    private let single: OutputFile
    private let console: Console
    private let contents: () -> [Content]

    /// - Parameter contents: Returns the content of each person's file, after the last record.
    init(
        _ path: String, on console: Console, contents: @escaping () -> [Content]
    ) throws(CommandError) {
        self.path = path
        self.console = console
        self.contents = contents
        single = try OutputFile(path)
    }

    override func close() throws {
        let contents = contents()
        if contents.isEmpty {
            console.note("landmark: no one was found, so \(path) was not written")
        }
        for (file, content) in try files(for: contents) {
            try file.write(content.bytes())
            try file.close()
        }
    }

    override func discard() { single.discard() }

    override func keepPartial() -> [PartialFile] {
        ((try? files(for: contents())) ?? []).compactMap { file, content in
            try? file.write(content.bytes())
            return file.keepWhole()
        }
    }

    private func files(
        for contents: [Content]
    ) throws(CommandError) -> [(file: OutputFile, content: Content)] {
        if contents.count == 1 { return [(single, contents[0])] }
        single.discard()
        let stem = Path.join(Path.folder(of: path), Path.stem(of: path))
        var names = UniqueNames()
        return try contents.map { (content) throws(CommandError) in
            let name = names.next("\(stem)-\(content.id)")
            return (try OutputFile("\(name).\(Path.suffix(of: path))"), content)
        }
    }

    /// The path for the value of `option`: a file with the suffix, or one with the input's name in
    /// a folder. Creates a folder if the path ends with a slash.
    ///
    /// - Throws: `CommandError.unsupportedOutput` for any other suffix, or `.unwritable` if the path cannot
    ///   be examined.
    static func path(
        _ value: String, option: String, suffix: String, for input: Input
    ) throws(CommandError) -> String {
        if try OutputPaths.isFolder(value) {
            return Path.join(value, "\(input.stem).\(suffix)")
        }
        guard Path.suffix(of: value) == suffix else {
            throw .unsupportedOutput(
                option: option, file: value, expected: "a file with the suffix .\(suffix)")
        }
        return value
    }
}
