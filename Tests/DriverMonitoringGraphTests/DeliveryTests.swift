import DriverMonitoringGraph
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Delivery on the main queue", .serialized, .enabled(if: Footage.isReady))
struct DeliveryTests {
    /// Set on the main queue, because on Linux other threads serve it once the program waits.
    private static let isMainQueue = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// What a client received, and whether always on the main queue.
    @MainActor private final class Client: MPPGraphDelegate {
        var times: [Int] = []
        var errors: [String] = []
        var wasOnMainQueue = true

        func graph(_ graph: MPPGraph, didOutput result: DMSResult) {
            times.append(result.timestampInMilliseconds)
            wasOnMainQueue =
                wasOnMainQueue && DispatchQueue.getSpecific(key: DeliveryTests.isMainQueue) == true
        }

        func graph(_ graph: MPPGraph, didFailWithError error: any Error) {
            errors.append("\(error)")
            wasOnMainQueue =
                wasOnMainQueue && DispatchQueue.getSpecific(key: DeliveryTests.isMainQueue) == true
        }
    }

    private func graph() throws -> MPPGraph {
        try MPPGraph(graphPath: Footage.graph, modelFolder: Footage.models)
    }

    /// Lets the main queue finish what was queued before.
    private func drain() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    @Test("the delegate and the handler get every outcome in order, on the main queue")
    func order() async throws {
        let graph = try graph()
        let client = Client()
        graph.delegate = client
        let handled = Mutex<[String]>([])
        graph.resultHandler = { result, error in
            let text =
                result.map { "\($0.timestampInMilliseconds)" } ?? "\(error.map { "\($0)" } ?? "")"
            handled.withLock { $0.append(text) }
        }
        for frame in try Footage.frames.get().prefix(5) { try graph.process(frame) }
        #expect(graph.process(try Footage.frames.get()[0].image, seconds: 0) == nil)
        await drain()
        let (times, errors, onMain) = await (client.times, client.errors, client.wasOnMainQueue)
        #expect(times == (try Footage.frames.get()).prefix(5).map(\.timestamp.milliseconds))
        #expect(errors.count == 1 && errors[0].contains("timestamps must increase"), "\(errors)")
        #expect(onMain)
        #expect(handled.withLock { $0 } == times.map(String.init) + errors)
    }

    @Test(
        "nothing is delivered after closing, and neither the delegate nor the graph is kept alive")
    func lifetime() async throws {
        let frame = try #require(try Footage.frames.get().first)
        let client = Client()
        weak var released: MPPGraph?
        try await {
            let graph = try graph()
            released = graph
            do {
                let temporary = Client()
                graph.delegate = temporary
                #expect(graph.delegate != nil)
            }
            #expect(graph.delegate == nil)
            graph.delegate = client
            await MainActor.run {
                graph.process(frame.image, seconds: 0)
                graph.close()
            }
            await drain()
        }()
        #expect(released == nil)
        let (times, errors) = await (client.times, client.errors)
        #expect(times.isEmpty && errors.isEmpty)
    }
}
