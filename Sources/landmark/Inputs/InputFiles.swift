/// The files that the inputs are read from, so that no output takes the place of one.
struct InputFiles {
    private let paths: Set<String>

    /// Looks where every input lies.
    init(_ inputs: InputList) {
        self.init(paths: inputs.items.flatMap { Self.files(of: $0.input) })
    }

    /// Looks where inputs lie, and another file that is read.
    init(_ inputs: [Input], and path: String) {
        self.init(paths: inputs.flatMap(Self.files) + [path])
    }

    /// Looks where the files at `paths` lie.
    init(paths: [String]) {
        self.paths = Set(paths.filter(System.isFile).map(System.resolved))
    }

    /// Refuses `path` for what `option` writes when one of the inputs stands there.
    func check(_ path: String, for option: String) throws(CommandError) {
        if System.isFile(path), paths.contains(System.resolved(path)) {
            throw .overwritesInput(path, option: option)
        }
    }

    private static func files(of input: Input) -> [String] {
        switch input {
        case .picture(let path), .video(let path): [path]
        case .folder(let path):
            ((try? System.names(in: path)) ?? []).filter(Input.isPictureName)
                .map { Path.join(path, $0) }
        case .camera: []
        case .standardInput: ["/dev/stdin"]
        }
    }
}
