import Foundation
import LandmarkTestSupport
import Testing

/// OpenSim itself, from PyPI, as the reader of our files. It is installed once into
/// `.build/opensim`; if that is not possible, tests are skipped and report it.
enum OpenSimReader {
    private static let requirement = "opensim==4.6"

    /// A table as OpenSim understands it; NaN where a value is missing.
    struct Table: Decodable {
        let labels: [String]
        let metadata: [String: String]
        let times: [Double]
        /// One list for each time, three values for each marker of a TRC file.
        let rows: [[Double?]]

        func column(_ label: String) -> [Double] {
            guard let index = labels.firstIndex(of: label) else { return [] }
            return rows.map { $0[index] ?? .nan }
        }
    }

    /// The Python in which it is installed.
    static let python: String? = {
        let folder = Fixtures.packageRoot + "/.build/opensim"
        let python = folder + "/bin/python"
        let marker = folder + "/installed.txt"
        if (try? String(contentsOfFile: marker, encoding: .utf8)) == requirement { return python }
        let steps = [
            ["/usr/bin/env", "python3", "-m", "venv", "--clear", folder],
            [
                python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--only-binary=:all:", "--retries=1", "--timeout=15", requirement,
            ],
            [python, "-c", "import opensim"],
        ]
        for step in steps where (try? run(step)) == nil {
            Fixtures.reportSkip(
                "\(requirement) could not be installed into .build/opensim with a package index")
            return nil
        }
        try? requirement.write(toFile: marker, atomically: true, encoding: .utf8)
        return python
    }()

    static var isInstalled: Bool { python != nil }
    static let isNotInstalled: Comment = "OpenSim could not be installed into .build/opensim"

    struct Failure: Error {
        let output: String
    }

    /// Reads a TRC or MOT file; tests that call it need `isInstalled`.
    static func read(_ bytes: [UInt8], suffix: String) throws -> Table {
        let python = try #require(Self.python)
        let folder = try TemporaryFolder()
        let file = try folder.put(bytes, as: "a.\(suffix)")
        let output = try run([python, "-c", program, file])
        return try JSONDecoder().decode(Table.self, from: Data(output.utf8))
    }

    private static let program = """
        import json, math, sys
        import opensim
        opensim.Logger.setLevelString('error')
        path = sys.argv[1]
        kind = opensim.TimeSeriesTableVec3 if path.endswith('trc') else opensim.TimeSeriesTable
        table = kind(path)
        def values(row):
            for i in range(row.size()):
                cell = row[i]
                for value in ([cell] if isinstance(cell, float) else [cell[k] for k in range(3)]):
                    yield None if math.isnan(value) else value
        print(json.dumps({
            'labels': list(table.getColumnLabels()),
            'metadata': {key: table.getTableMetaDataAsString(key)
                         for key in table.getTableMetaDataKeys()},
            'times': list(table.getIndependentColumn()),
            'rows': [list(values(table.getRowAtIndex(i))) for i in range(table.getNumRows())]}))
        """

    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        #if os(macOS) || os(Linux)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        // OpenSim leaves a log where it runs.
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: text) }
        return text
        #else
        throw Failure(output: "a device runs no programs")
        #endif
    }
}
