import Dispatch
import DriverMonitoring
public import Foundation
import LandmarkCalculators
import LandmarkCore
public import LandmarkImaging

/// Runs a driver monitoring graph on the images of a camera, and returns the driver's state after
/// each.
///
///     guard let path = Bundle.main.path(forResource: "dms_graph", ofType: "pbtxt"),
///         let graph = MPPGraph(graphPath: path)
///     else { throw MPPGraph.initializationError ?? CocoaError(.fileNoSuchFile) }
///     graph.resultHandler = { result, error in … }  // on the main queue
///
///     // On the camera's queue:
///     graph.process(sampleBuffer)
///
/// Creating a graph reads the graph file and the models, which takes longer than processing an
/// image. Every image is processed before the call returns, on the thread of the caller: call it on
/// the camera's queue, and let the camera discard late frames. A result is returned to the caller
/// and also delivered to `delegate` and `resultHandler`, on the main queue and in the order of the
/// images.
///
/// A graph may be used from any thread; concurrent calls run one after another, and a call waits
/// while another image is processed. All images form one stream: use a new graph for another camera
/// or driver.
#if canImport(ObjectiveC)
@objc(MPPGraph) @objcMembers
#endif
public final class MPPGraph: NSObject, Sendable {
    /// Receives a result, or the error of an image without a result, on the main queue.
    public typealias ResultHandler = @MainActor @Sendable (DMSResult?, (any Error)?) -> Void

    /// The settings and outcomes that are read while an image is processed.
    private struct Client {
        weak var delegate: (any MPPGraphDelegate)?
        var handler: ResultHandler?
        var rotation = 0
        var isClosed = false
        var error: DMSError?
    }

    private let runner: GraphRunner
    private let output: String?
    private let client = Mutex(Client())
    /// The times of the images so far; locked while an image is processed.
    private let times = Mutex(TimestampCheck())
    private static let failure = Mutex<DMSError?>(nil)

    /// Reads a graph file and prepares its models. Returns nil if that fails;
    /// `initializationError` then has the reason.
    ///
    /// Models are searched for as by `init(graphPath:modelFolder:)` without a folder.
    ///
    /// - Parameter graphPath: The graph file, or the name of a resource of the app.
    public convenience init?(graphPath: String) {
        do throws(DMSError) {
            try self.init(opening: graphPath, modelFolder: nil)
            Self.failure.withLock { $0 = nil }
        } catch {
            Self.failure.withLock { $0 = error }
            return nil
        }
    }

    /// Reads a graph file and prepares its models.
    ///
    /// - Parameters:
    ///   - graphPath: The graph file. A path that does not exist is looked up among the app's
    ///     resources, with or without the extension `.pbtxt`.
    ///   - modelFolder: The folder with the model files. If nil, each is searched for in the folder
    ///     of the graph file, in the app's resources, and in a folder `models` of either. This also
    ///     applies to a relative `model_path` in the graph file.
    /// - Throws: `DMSError.graph` if the file cannot be read, or its graph is not valid or cannot
    ///   be run; `.modelNotFound` with the folders that were searched.
    public convenience init(graphPath: String, modelFolder: String?) throws {
        try self.init(opening: graphPath, modelFolder: modelFolder)
    }

    private init(opening path: String, modelFolder: String?) throws(DMSError) {
        let files = GraphFiles(graph: path, modelFolder: modelFolder)
        runner = try files.makeRunner()
        output = runner.outputs.contains("result") ? "result" : nil
        super.init()
    }

    /// Why the most recent `init?(graphPath:)` of this process returned nil, a `DMSError`; nil if it
    /// succeeded. Use `init(graphPath:modelFolder:)` where several threads create graphs.
    public static var initializationError: (any Error)? { failure.withLock { $0 } }

    /// Receives results and errors on the main queue. Held weakly.
    public var delegate: (any MPPGraphDelegate)? {
        get { client.withLock { $0.delegate } }
        set { client.withLock { $0.delegate = newValue } }
    }

    /// Receives results and errors on the main queue; nil for none.
    public var resultHandler: ResultHandler? {
        get { client.withLock { $0.handler } }
        set { client.withLock { $0.handler = newValue } }
    }

    /// The clockwise rotation that makes images upright: 0, 90, 180 or 270 degrees. With any other value,
    /// images are refused with `DMSError.rotation`.
    public var rotation: Int {
        get { client.withLock { $0.rotation } }
        set { client.withLock { $0.rotation = newValue } }
    }

    /// Why the most recent call that processed or closed the graph failed, a `DMSError`; nil if it
    /// succeeded.
    public var lastError: (any Error)? { client.withLock { $0.error } }

    /// Ends the run and releases the models' working memory. Waits for an image that is being
    /// processed. Later images are refused with `DMSError.closed`. Closing again has no effect.
    ///
    /// Once it has returned on the main queue, `delegate` and `resultHandler` are not called again.
    public func close() {
        client.withLock { $0.isClosed = true }
        do throws(GraphRunnerError) { try runner.close() } catch { record(.graph(error)) }
    }

    /// Processes the next image.
    ///
    /// - Parameter frame: The image, its time and orientation. The time must be later than that of
    ///   the previous image by at most an hour, and at most 2⁵³ ms from zero.
    /// - Returns: The driver's state after this image.
    /// - Throws: `DMSError.timestampNotIncreasing`, `.timestampJump`, `.intervalTooLong`,
    ///   `.timestampOutOfRange` and `.closed`; the image is then not processed. `.noResult` if the graph
    ///   sends no result for this image; `.graph` if the graph fails, which ends its run.
    @discardableResult
    public func process(_ frame: Frame) throws(DMSError) -> DMSResult {
        try finish { () throws(DMSError) in frame }
    }

    /// Obtains a frame, processes it, and reports the outcome to the clients.
    func finish(_ frame: () throws(DMSError) -> Frame) throws(DMSError) -> DMSResult {
        do throws(DMSError) {
            if isClosed { throw .closed }
            let result = try run(try frame())
            record(nil)
            deliver(result, nil)
            return result
        } catch {
            record(error)
            deliver(nil, error)
            throw error
        }
    }

    private var isClosed: Bool { client.withLock { $0.isClosed } }

    private func record(_ error: DMSError?) { client.withLock { $0.error = error } }

    private func run(_ frame: Frame) throws(DMSError) -> DMSResult {
        try times.withLock { (times) throws(DMSError) in
            try times.accept(frame.timestamp)
            if isClosed { throw .closed }
            let result: DriverResult?
            do throws(GraphRunnerError) {
                result = try runner.process(frame, as: DriverResult.self, output: output)
            } catch {
                throw .graph(error)
            }
            guard let result else { throw .noResult(frame.timestamp) }
            return DMSResult(result)
        }
    }

    /// Passes an outcome to the clients that are set when the main queue runs.
    private func deliver(_ result: DMSResult?, _ error: DMSError?) {
        let hasClient = client.withLock { $0.delegate != nil || $0.handler != nil }
        guard hasClient else { return }
        DispatchQueue.main.async { [weak self] in
            guard let self, !self.isClosed else { return }
            let (delegate, handler) = client.withLock { ($0.delegate, $0.handler) }
            if let result { delegate?.graph(self, didOutput: result) }
            if let error {
                #if canImport(ObjectiveC)
                delegate?.graph?(self, didFailWithError: error)
                #else
                delegate?.graph(self, didFailWithError: error)
                #endif
            }
            handler?(result, error)
        }
    }
}
