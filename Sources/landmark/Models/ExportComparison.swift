import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile

/// `landmark export --check`: compares an exported network, run by ONNX Runtime, with its model.
struct ExportComparison {
    #if os(Linux)
    static let options = [
        Option(
            name: "--check", value: .flag,
            help: "also run the networks in ONNX Runtime; exit code 1 if its results differ")
    ]
    #else
    static let options: [Option] = []
    #endif

    private let threads = min(Host.processorCount, WorkerPool.allowedThreads.upperBound)

    /// Loads ONNX Runtime; nil without the option.
    ///
    /// - Throws: `CommandError.misplacedOption` for another format, `ONNXRuntimeError.unavailable` without
    ///   the library.
    init?(_ arguments: Arguments) throws {
        guard arguments.has("--check") else { return nil }
        if let format = arguments.text("--format"), format != "onnx" {
            throw CommandError.misplacedOption("--check", use: "--format onnx")
        }
        #if os(Linux)
        try ONNXRuntimeModel.loadLibrary()
        #endif
    }

    /// Prints how far the results are apart.
    ///
    /// - Parameters:
    ///   - file: The exported network.
    ///   - options: The options of the export.
    ///   - network: The network.
    ///   - model: Its model.
    ///   - path: The path of the file.
    /// - Returns: Whether rounding explains the difference.
    /// - Throws: `ONNXRuntimeError`, or `CommandError.brokenPipe`.
    func passes(
        _ file: [UInt8], _ options: ONNXOptions, of network: PortableNetwork, _ model: TFLiteModel,
        _ path: String
    ) throws -> Bool {
        #if os(Linux)
        let differences = try network.differences(
            of: file, from: model, batch: options.batch, threads: threads)
        guard let worst = differences.max(by: { $0.share < $1.share }) else { return true }
        let share = Self.text(worst.share)
        try Console.print(
            "\(path)\tlargest difference \(Self.text(worst.largest)), of \(worst.output) with values"
                + " from \(worst.range.lowerBound) to \(worst.range.upperBound): \(share)\n")
        let most = PortableNetwork.tolerance(of: options.precision)
        if worst.share <= most { return true }
        Console.printError(
            "\(path): \(worst.output) differs by \(share) of its largest magnitude, but rounding"
                + " explains \(Self.text(most)) at most")
        return false
        #else
        return true
        #endif
    }

    /// The number with two digits.
    private static func text(_ value: Float) -> String {
        guard value.isFinite, value > 0 else { return "\(value)" }
        let exact = Double(value)
        var unit = 1.0
        while exact < 10 * unit { unit /= 10 }
        while exact >= 100 * unit { unit *= 10 }
        return "\(Float((exact / unit).rounded() * unit))"
    }
}
