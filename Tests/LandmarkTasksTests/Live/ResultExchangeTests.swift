import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

/// What passes between a source, the processing and a consumer, written as timelines.
struct ResultExchangeTests {
    typealias Exchange = ResultExchange<Int, ScriptedSource.Broken>

    /// Feeds a timeline of events, one word each, and returns the resulting actions.
    ///
    /// Events: `a` the consumer requests a result, `o` the source can produce a frame, `3` it
    /// produces the frame at 3 ms, `.` a frame has been processed, `e` and `f` the source ends and
    /// fails, `c` the exchange is closed. Actions: `>3` process the frame, `=3` return its result
    /// (`=3+1` with one frame dropped before it), `p` and `q` make the source continue and end, `E`
    /// and `F` return the end and the failure to the consumer.
    static func actions(for timeline: String, _ overflow: OverflowPolicy) throws -> String {
        var exchange = Exchange(overflow)
        var jobs: [LiveQueue.Job] = []
        var log: [String] = []
        for word in timeline.split(separator: " ") {
            let actions: Exchange.Actions
            switch word {
            case "a": actions = exchange.request()
            case "o": actions = exchange.offer()
            case "e": actions = exchange.end(nil)
            case "f": actions = exchange.end(.init())
            case "c": actions = exchange.close()
            case ".":
                let job = jobs.removeFirst()
                actions = exchange.didProcess(
                    FrameResult(
                        frame: job.frame, dropped: job.dropped,
                        result: .success(job.frame.timestamp.milliseconds)))
            default: actions = exchange.submit(try .at(try #require(Int(word))))
            }
            log += describe(actions)
            if let job = actions.job { jobs.append(job) }
            #expect(jobs.count <= 1, "at most one frame is processed")
        }
        return log.joined(separator: " ")
    }

    private static func describe(_ actions: Exchange.Actions) -> [String] {
        var log: [String] = []
        switch actions.answer {
        case .result(let result):
            log.append("=\(result.milliseconds)" + (result.dropped > 0 ? "+\(result.dropped)" : ""))
        case .failure: log.append("F")
        case .end: log.append("E")
        case nil: break
        }
        if let job = actions.job { log.append(">\(job.frame.timestamp.milliseconds)") }
        if let pull = actions.pull { log.append(pull ? "p" : "q") }
        return log
    }

    @Test(
        "with latestOnly, newer frames replace waiting ones",
        arguments: [
            // The source always continues.
            ("a o 1 o . a", "p >1 p =1"),
            // Three frames while the first is processed.
            ("a o 1 o 2 o 3 o . a . a", "p >1 p p p =1 >3 =3+1"),
            // A result that is not requested is kept, and holds the next frame back.
            ("o 1 . o 2 o 3 a a .", "p >1 p p =1 >3 =3+1"),
            // The source ends while one frame is processed and one waits.
            ("a o 1 o 2 o e . a . a", "p >1 p p =1 >2 =2 E"),
            ("a o 1 o f . a a", "p >1 p =1 F E"),
            ("a o e", "p E"),
            ("o e a a", "p E E"),
            // Closed while processing: the consumer gets the end at once, and the result is
            // discarded.
            ("a o 1 o 2 o c . a", "p >1 p p E E"),
            ("a c o 1", "E q"),
        ])
    func latestOnly(events: String, expected: String) throws {
        #expect(try Self.actions(for: events, .latestOnly) == expected)
    }

    @Test(
        "with block, the source waits for the consumer",
        arguments: [
            // The source waits for a request.
            ("o a 1 o . a 2 o . a", "p >1 =1 p >2 =2 p"),
            ("a o 1 o . a e a", "p >1 =1 p E E"),
            ("a o 1 o . a f a", "p >1 =1 p F E"),
            ("a o 1 o c .", "p >1 E q"),
            ("o c", "q"),
        ])
    func block(events: String, expected: String) throws {
        #expect(try Self.actions(for: events, .block) == expected)
    }
}
