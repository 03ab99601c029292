import LandmarkSystem

/// Where model bundles are looked for.
package enum ModelStore {
    /// The folders, first come first served: `LANDMARK_MODELS`, `models` here, `models` beside the
    /// package the program was built in, the share folder beside an installed program, and the
    /// user's own data folder.
    package static var folders: [String] {
        var folders: [String] = []
        if let chosen = CurrentProcess.environment("LANDMARK_MODELS") { folders.append(chosen) }
        folders.append("models")
        let program = Path.folder(of: CurrentProcess.executablePath)
        if let package = packageFolder { folders.append(Path.join(package, "models")) }
        folders.append(Path.join(Path.folder(of: program), "share/landmarkkit/models"))
        if let data = CurrentProcess.environment("XDG_DATA_HOME") {
            folders.append(Path.join(data, "landmarkkit/models"))
        } else if let home = CurrentProcess.environment("HOME") {
            folders.append(Path.join(home, ".local/share/landmarkkit/models"))
        }
        return folders
    }

    /// The package that the program was built in, if it still lies there.
    package static var packageFolder: String? {
        var folder = Path.folder(of: CurrentProcess.executablePath)
        while folder != "/", folder != "." {
            if Path.name(of: folder) == ".build" {
                let package = Path.folder(of: folder)
                return FileSystem.isFile(Path.join(package, "Package.swift")) ? package : nil
            }
            folder = Path.folder(of: folder)
        }
        return nil
    }

    /// The path of a bundle's file, or nil when it is in none of the folders.
    package static func find(_ file: String) -> String? {
        folders.map { Path.join($0, file) }.first(where: FileSystem.isFile)
    }

    /// Every bundle that a call may read: those that `--model` names as PATH or NAME=PATH, and those
    /// that are found without it.
    package static func files(for arguments: Arguments) -> [String] {
        let named = arguments.texts("--model")
        return named
            + named.compactMap { text in
                text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }
            }
            + KnownModel.all.compactMap { find($0.file) }
    }

    /// The path of a bundle, or an error that says where it was looked for.
    package static func path(of model: KnownModel) throws(CommandError) -> String {
        guard let path = find(model.file) else {
            throw .modelNotFound(file: model.file, searched: folders)
        }
        return path
    }

    /// The path that `--model` gives: itself, or that of the bundle it calls by one of the `named`;
    /// without the option that of `model`.
    package static func path(
        for arguments: Arguments, model: KnownModel, named: [String: KnownModel] = [:]
    ) throws(CommandError) -> String {
        guard let choice = arguments.text("--model") else { return try path(of: model) }
        return try named[choice].map { known throws(CommandError) in try path(of: known) } ?? choice
    }
}
