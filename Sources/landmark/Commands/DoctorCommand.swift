import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImageFiles
import LandmarkImaging
import LandmarkInference
import LandmarkModelFile

#if os(Linux)
import LandmarkDashboard
import LandmarkHistory
#endif

extension Subcommand {
    static let doctor = Subcommand(
        name: "doctor", summary: "Checks this machine: kernels, libraries and models",
        synopsis: "",
        discussion: """
            Prints the version, the platform, the available kernels and those in use, the versions
            of libraries, the folders searched for models, and the state of each model. Fails if
            anything is missing.
            """,
        options: [], run: DoctorCommand.run)
}

/// `landmark doctor`.
private enum DoctorCommand {
    @Sendable static func run(_ arguments: Arguments) throws(CommandError) -> ExitCode {
        if let extra = arguments.inputs.first { throw .unexpectedArgument(extra) }
        var isFine = true
        var lines = [
            ("version", Version.current),
            ("platform", Host.platform),
            ("program", CurrentProcess.executablePath),
            ("kernels", InstructionSet.available.map(\.rawValue).joined(separator: " ")),
        ]
        do throws(InferenceError) {
            lines.append(("chosen kernels", try InstructionSet.resolved(nil).rawValue))
        } catch {
            isFine = false
            lines.append(("chosen kernels", "none: \(error)"))
        }
        lines.append(("processors", "\(Host.processorCount)"))
        lines.append(
            ("devices", ComputeDevice.available.map(\.kind.rawValue).joined(separator: " ")))
        lines += (ImageFileLibraries.versions + [DrawingLibrary.version]).map {
            ($0.name, $0.version)
        }
        lines += CaptureLibraries.versions.map { ($0.name, $0.version) }
        if !CaptureLibraries.isComplete { isFine = false }
        lines.append(("zlib", CompressionLibrary.version ?? "not installed"))
        #if os(Linux)
        lines += live
        #endif
        for (index, folder) in ModelStore.folders.enumerated() {
            lines.append((index == 0 ? "model folders" : "", folder))
        }
        for model in KnownModel.all {
            let check = ModelCheck(model)
            if !check.isFine(mayBeMissing: model.isOptional) { isFine = false }
            lines.append((model.file, check.description))
        }
        try print(lines)
        return isFine ? .done : .failed
    }

    #if os(Linux)
    /// The libraries that only `serve` and `sessions` need, or how to install them.
    private static var live: [(String, String)] {
        let packages = [
            "SQLite": "libsqlite3-0", "libwebsockets": "libwebsockets17",
            "libmosquitto": "libmosquitto1",
        ]
        return ([HistoryLibrary.version] + DashboardLibraries.versions).map { library in
            let package = packages[library.name].map { "; the Debian package \($0) provides it" }
            return (library.name, library.version ?? "not installed\(package ?? "")")
        }
    }
    #endif

    private static func print(_ lines: [(String, String)]) throws(CommandError) {
        let width = lines.map(\.0.count).max() ?? 0
        for (name, value) in lines {
            let gap = String(repeating: " ", count: width - name.count + 2)
            try Console.print("\(name)\(gap)\(value)\n")
        }
    }
}
