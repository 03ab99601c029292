public import LandmarkGraph
import LandmarkImaging

extension GraphConfig {
    /// Reads a graph file, a `CalculatorGraphConfig` in protobuf's text format.
    ///
    /// - Throws: `GraphRunnerError.file` when it cannot be read, `.graph` with line and column when
    ///   it is none.
    public init(path: String) throws(GraphRunnerError) {
        let bytes: [UInt8]
        do { bytes = try FileStore.read(path) } catch { throw .file(error) }
        do { try self.init(parsing: bytes) } catch { throw .graph(error) }
    }
}
