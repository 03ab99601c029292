import LandmarkCommandSupport
import LandmarkCore

extension Subcommand {
    static let models = Subcommand(
        name: "models", summary: "Lists, fetches or verifies the models",
        synopsis: "list|fetch|verify [NAME…]",
        discussion: """
            list prints the known models and where each was found. fetch downloads the named models
            with the script fetch-models. verify compares SHA-256 digests and fails if a model is
            missing or different, except that models may be missing that only an option, holistic or
            segment needs, unless they are named.
            """,
        options: [
            Option(name: "--into", value: .text("FOLDER"), help: "where fetch puts the models")
        ],
        operands: ["list", "fetch", "verify"], run: ModelsCommand.run)
}

/// `landmark models`.
private enum ModelsCommand {
    @Sendable static func run(_ arguments: Arguments) throws(CommandError) -> ExitCode {
        let names = Array(arguments.inputs.dropFirst())
        switch arguments.inputs.first {
        case "list": return try list(names)
        case "fetch": return try fetch(names, into: arguments.text("--into"))
        case "verify": return try verify(names)
        case nil: throw .missingValue(option: "models", placeholder: "list|fetch|verify")
        case let other?:
            throw .invalidValue(option: "models", expected: "list, fetch or verify", got: other)
        }
    }

    /// The models with these names; all models if there are no names.
    private static func models(_ names: [String]) throws(CommandError) -> [KnownModel] {
        if names.isEmpty { return KnownModel.all }
        var models: [KnownModel] = []
        for name in names {
            guard let model = KnownModel.all.first(where: { $0.name == name }) else {
                let known = KnownModel.all.map(\.name).joined(separator: ", ")
                throw .invalidValue(option: "NAME", expected: known, got: name)
            }
            models.append(model)
        }
        return models
    }

    private static func list(_ names: [String]) throws(CommandError) -> ExitCode {
        for model in try models(names) {
            let path = ModelStore.find(model.file) ?? "not found"
            try Console.print("\(model.name)\t\(model.file)\t\(path)\t\(model.summary)\n")
        }
        return .done
    }

    private static func verify(_ names: [String]) throws(CommandError) -> ExitCode {
        var failures = 0
        for model in try models(names) {
            let check = ModelCheck(model)
            if !check.isFine(mayBeMissing: names.isEmpty && model.isOptional) { failures += 1 }
            try Console.print("\(model.name)\t\(check.description)\n")
        }
        if failures > 0 { throw .modelsMissing(failures) }
        return .done
    }

    private static func fetch(
        _ names: [String], into folder: String?
    ) throws(CommandError) -> ExitCode {
        if names != ["all"] { _ = try models(names) }
        let script = try findScript()
        let options = folder.map { ["--into", $0] } ?? []
        do throws(SystemError) {
            let code = try ChildProcess.run(script, options + names)
            return code == 0 ? .done : .failed
        } catch {
            throw .cannotRun(program: script, reason: "\(error)")
        }
    }

    /// The script in the package, or next to the installed program.
    private static func findScript() throws(CommandError) -> String {
        let prefix = Path.folder(of: Path.folder(of: CurrentProcess.executablePath))
        var paths = [Path.join(prefix, "share/landmarkkit/fetch-models")]
        if let package = ModelStore.packageFolder {
            paths.insert(Path.join(package, "scripts/fetch-models"), at: 0)
        }
        guard let script = paths.first(where: FileSystem.isFile) else {
            throw .scriptNotFound(searched: paths.map(Path.folder(of:)))
        }
        return script
    }
}
