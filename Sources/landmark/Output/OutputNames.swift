import LandmarkCommandSupport
import LandmarkSystem

/// The files that options name for text and pages, checked before any is opened.
struct OutputNames {
    private struct Name {
        let option: String
        let path: String
        let resolved: String
    }

    private let names: [Name]

    /// Options with the paths that they name, if they are there; `-` is standard output.
    init(_ paths: [(option: String, path: String?)]) {
        names = paths.compactMap { option, path in
            path.map { path in
                Name(
                    option: option, path: path,
                    resolved: path == "-" ? path : Path.resolved(path))
            }
        }
    }

    /// Refuses two outputs in one file, and one in the place of an input.
    func check(
        _ drawings: Drawings?, for inputs: InputList, at files: InputFiles
    ) throws(CommandError) {
        try check(at: files)
        for name in names where name.path != "-" {
            if let drawings, drawings.mayTake(name.resolved, for: inputs) {
                throw .sameOutput(file: name.path, first: name.option, second: "--overlay")
            }
        }
    }

    /// Refuses two outputs in one file, and one in the place of an input.
    func check(at files: InputFiles) throws(CommandError) {
        for (index, name) in names.enumerated() {
            if let other = names[..<index].first(where: { $0.resolved == name.resolved }) {
                throw .sameOutput(file: name.path, first: other.option, second: name.option)
            }
        }
        for name in names where name.path != "-" {
            try files.check(name.path, for: name.option)
        }
    }
}
