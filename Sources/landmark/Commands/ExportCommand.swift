import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTasks

extension Subcommand {
    static let export = Subcommand(
        name: "export", summary: "Writes a model's networks for other runtimes",
        synopsis: "MODEL [options]",
        discussion: """
            MODEL is a file, or the name of a model that landmark models list prints, such as hand.
            Each network of a bundle becomes a separate file, with the inputs and outputs of the
            model: images in rows of pixels, and numbers as the model computes them. Tensors start
            with the batch.
            The file's properties name the file that it was made from, and the license of a model
            of MediaPipe.
            """,
        options: [
            Option(
                name: "--format", value: .choice(ExportFormat.allCases.map(\.rawValue)),
                help:
                    "onnx has operators of version 18; coreml is for iOS 15 and macOS 12 (default onnx)"
            ),
            Option(
                name: "--into", value: .text("FOLDER"),
                help: "where NETWORK.onnx or NETWORK.mlpackage go (default .)"),
            Option(
                name: "--network", value: .text("NAME"),
                help: "a network of the bundle, by the name of its entry (default all)",
                repeats: true),
            Option(
                name: "--batch",
                value: .parsed(
                    placeholder: "N|dynamic",
                    expectation: "a number of samples from 1 to 65536, or dynamic",
                    accepts: { ONNXOptions.Batch(words: $0) != nil }),
                help: "samples that the network takes at a time; onnx only (default 1)"),
            Option(
                name: "--precision", value: .choice(ExportPrecision.allCases.map(\.rawValue)),
                help: "numbers of weights and arithmetic; inputs and outputs stay f32 (default f32)"
            ),
        ] + ExportComparison.options, run: ExportCommand.run)
}

/// A format of exported networks.
private enum ExportFormat: String, CaseIterable {
    case onnx
    case coreML = "coreml"

    var pathExtension: String {
        switch self {
        case .onnx: "onnx"
        case .coreML: "mlpackage"
        }
    }
}

/// `landmark export`.
private enum ExportCommand {
    @Sendable static func run(_ arguments: Arguments) throws -> ExitCode {
        guard let model = arguments.inputs.first else {
            throw CommandError.missingValue(option: "export", placeholder: "MODEL")
        }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        let format = arguments.text("--format").flatMap(ExportFormat.init) ?? .onnx
        if format == .coreML, arguments.has("--batch") {
            throw CommandError.misplacedOption("--batch", use: "--format onnx")
        }
        let precision = arguments.text("--precision").flatMap(ExportPrecision.init) ?? .single
        let comparison = try ExportComparison(arguments)
        let source = try path(of: model)
        let license = try license(of: model)
        let models = try models(at: source, named: arguments.texts("--network"))
        let folder = arguments.text("--into") ?? "."
        try make(folder)
        var code = ExitCode.done
        for (name, model) in models {
            let network = try PortableNetwork(model)
            var properties = ExportProperties.properties(
                of: network, entry: name + suffix, source: source)
            properties["license"] = license
            let path = Path.join(folder, "\(name).\(format.pathExtension)")
            switch format {
            case .onnx:
                let batch =
                    arguments.text("--batch").flatMap(ONNXOptions.Batch.init(words:)) ?? .fixed(1)
                let options = ONNXOptions(
                    batch: batch, precision: precision, properties: properties)
                let file = try network.onnx(options)
                try write(file, to: path)
                try describe(network, path, batch)
                if try comparison?.passes(file, options, of: network, model, path) == false {
                    code = .failed
                }
            case .coreML:
                let package = try network.coreMLPackage(
                    precision: precision, properties: properties)
                try write(package.files, to: path)
                try describe(network, path, .fixed(1))
            }
        }
        return code
    }

    private static func describe(
        _ network: PortableNetwork, _ path: String, _ batch: ONNXOptions.Batch
    ) throws(CommandError) {
        let (inputs, outputs) = (describe(network.inputs, batch), describe(network.outputs, batch))
        try Console.print("\(path)\t\(inputs) → \(outputs)\n")
    }

    /// The path of a model given by its name, or by a path.
    private static func path(of model: String) throws(CommandError) -> String {
        guard let known = KnownModel.all.first(where: { $0.name == model }),
            !FileSystem.isFile(model)
        else { return model }
        return try ModelStore.path(of: known, option: "MODEL")
    }

    /// The license of a known model with MediaPipe's contents; other models have their own.
    private static func license(of model: String) throws(CommandError) -> String? {
        guard let known = KnownModel.all.first(where: { $0.name == model }) else { return nil }
        switch ModelCheck(known) {
        case .verified: return "Apache-2.0"
        case .missing, .different: return nil
        case .unreadable(let path, let reason):
            throw .unreadable(file: path, reason: reason)
        }
    }

    /// The networks in a file, with the names of their files without the suffix.
    private static func models(
        at path: String, named names: [String]
    ) throws -> [(String, TFLiteModel)] {
        let bytes = try FileBytes(mapping: path)
        if ModelBundle.isModel(bytes) {
            if let name = names.first {
                throw CommandError.misplacedOption("--network \(name)", use: "bundles")
            }
            return [(bare(Path.name(of: path)), try TFLiteModel(bytes: bytes, name: path))]
        }
        let bundle = try ModelBundle(bytes: bytes, name: path)
        let all = bundle.entries.map(\.name).filter { $0.hasSuffix(suffix) }
        if all.isEmpty {
            throw CommandError.unreadable(file: path, reason: "the bundle has no networks")
        }
        let chosen = names.isEmpty ? all : names.map { bare($0) + suffix }
        var files: Set<String> = []
        return try chosen.map { entry in
            let model = try bundle.model(named: entry)
            let file = try fileName(of: entry, in: path)
            if !files.insert(file).inserted {
                throw CommandError.unreadable(
                    file: path, reason: "two networks would be written as \(file)")
            }
            return (file, model)
        }
    }

    private static let suffix = ".tflite"

    private static func bare(_ name: String) -> String {
        name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// The name of the file for an entry of a bundle. Its folders must not lead out of the output folder.
    private static func fileName(
        of entry: String, in bundle: String
    ) throws(CommandError) -> String {
        let name = bare(entry.split(separator: "/").joined(separator: "_"))
        guard !name.isEmpty,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else {
            throw .unreadable(file: bundle, reason: "a network's name is not a valid file name")
        }
        return name
    }

    private static func make(_ folder: String) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.makeFolder(folder)
        } catch {
            throw .unwritable(file: folder, reason: "\(error)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    private static func write(
        _ files: [String: [UInt8]], to path: String
    ) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.writeFolder(files, to: path)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    private static func describe(
        _ tensors: [TensorDescription], _ batch: ONNXOptions.Batch
    ) -> String {
        tensors.map { tensor in
            let shape = ["\(batch)"] + tensor.shape.dropFirst().map(String.init)
            return "\(tensor.name) [\(shape.joined(separator: ", "))]"
        }.joined(separator: ", ")
    }
}

extension ONNXOptions.Batch {
    /// The most samples that the command accepts: files with more are useless.
    private static let most = 1 << 16

    /// Reads a number of samples, or `dynamic`.
    fileprivate init?(words: String) {
        if words == "dynamic" {
            self = .dynamic
        } else if let count = Int(words), 1...Self.most ~= count {
            self = .fixed(count)
        } else {
            return nil
        }
    }
}
