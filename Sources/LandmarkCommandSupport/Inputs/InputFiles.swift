import LandmarkSystem

/// The files that a call reads, so that no output takes the place of one, or goes among the images
/// of a folder.
///
/// Files are told apart by what they are and not by their names: links to them are they.
package struct InputFiles {
    private let inputs: Set<FileIdentity>
    private let models: Set<FileIdentity>
    /// Folders whose images are inputs.
    private let folders: Set<FileIdentity>

    /// Looks where inputs lie, other files that are read, and the models that the arguments may
    /// mean.
    package init(_ inputs: [Input], and others: [String] = [], _ arguments: Arguments) {
        let files = inputs.flatMap(Self.files) + others
        self.inputs = Set(files.filter(FileSystem.isFile).compactMap(FileSystem.identity))
        models = Set(
            ModelStore.files(for: arguments).filter(FileSystem.isFile).compactMap(
                FileSystem.identity))
        folders = Set(
            inputs.compactMap { input in
                if case .folder(let path) = input { FileSystem.identity(of: path) } else { nil }
            })
    }

    /// Refuses `paths` for what `option` writes when a file that is read stands there, or when the
    /// folder's images would be more the next time.
    package func check(_ paths: [String], for option: String) throws(CommandError) {
        for path in paths where FileSystem.isFile(path) {
            guard let file = FileSystem.identity(of: path) else { continue }
            if inputs.contains(file) { throw .overwritesInput(path, option: option) }
            if models.contains(file) { throw .overwritesModel(path, option: option) }
        }
        for path in paths where Input.isImageName(path) {
            for place in [path, Path.resolved(path)] {
                guard let folder = FileSystem.identity(of: Path.folder(of: place)) else { continue }
                if folders.contains(folder) { throw .imageAmongInputs(path, option: option) }
            }
        }
    }

    /// Refuses `path` for what `option` writes.
    package func check(_ path: String, for option: String) throws(CommandError) {
        try check([path], for: option)
    }

    private static func files(of input: Input) -> [String] {
        switch input {
        case .image(let path), .video(let path): [path]
        case .folder(let path):
            ((try? FileSystem.names(in: path)) ?? []).filter(Input.isImageName)
                .map { Path.join(path, $0) }
        case .camera: []
        case .standardInput: ["/dev/stdin"]
        }
    }
}
