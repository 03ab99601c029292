import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

/// Which frames are processed, written as timelines.
struct LiveQueueTests {
    /// Feeds a timeline of events, one word each, and returns the resulting jobs.
    ///
    /// Events: `3` submits a frame at 3 ms, `.` ends the processing of a frame and consumes its
    /// result, `x` does so with an error, `r` resets. Results: `>3` a frame to process, followed by
    /// `(2)` for the frames dropped before it and preceded by `!` if it starts a new stream, `R` an
    /// immediate reset, `?` a frame out of order.
    static func jobs(for timeline: String, _ queue: inout LiveQueue) throws -> String {
        var log: [String] = []
        func start(_ job: LiveQueue.Job?) {
            guard let job else { return }
            let drops = job.dropped > 0 ? "(\(job.dropped))" : ""
            let anew = job.startsAnew ? "!" : ""
            log.append(anew + ">\(job.frame.timestamp.milliseconds)" + drops)
        }
        for word in timeline.split(separator: " ") {
            switch word {
            case ".", "x":
                queue.didProcess(failed: word == "x")
                start(queue.finish())
            case "r":
                if queue.reset() { log.append("R") }
            default:
                let frame = try Frame.at(#require(Int(word)))
                do {
                    try queue.checkOrder(frame)
                    start(queue.submit(frame))
                } catch {
                    log.append("?")
                }
            }
        }
        return log.joined(separator: " ")
    }

    @Test(
        "jobs and counts follow from the timeline of events",
        arguments: [
            // No faster than they can be processed.
            ("1 . 2 . 3 .", ">1 >2 >3", 3, 3, 0, 0),
            ("1 2 . 3 . .", ">1 >2 >3", 3, 3, 0, 0),
            // Three while the first is processed: the third replaces the second.
            ("1 2 3 . .", ">1 >3(1)", 3, 2, 1, 0),
            ("1 2 3 4 5 . 6 7 . .", ">1 >5(3) >7(1)", 7, 3, 4, 0),
            // Drops are counted once, in the next result.
            ("1 2 3 . . 4 .", ">1 >3(1) >4", 4, 3, 1, 0),
            // A waiting frame counts as received only.
            ("1 2", ">1", 2, 0, 0, 0),
            // A failed frame counts as processed.
            ("1 2 x 3 .", ">1 >2 >3", 3, 2, 0, 1),
            // A repeated and an earlier timestamp, then a later one.
            ("5 5 . 4 6 .", ">5 ? ? >6", 2, 2, 0, 0),
            // Compared with the last submitted frame, not with the last processed one.
            ("1 5 4 9 8 . .", ">1 ? ? >9(1)", 3, 2, 1, 0),
            // A stream may begin with a negative timestamp.
            ("-5 . 0 .", ">-5 >0", 2, 2, 0, 0),
            // A reset while idle takes effect at once.
            ("7 . r 1 .", ">7 R >1", 2, 2, 0, 0),
            // A reset while processing takes effect before the next frame; the waiting one is
            // dropped.
            ("7 8 r 1 . .", ">7 !>1(1)", 3, 2, 1, 0),
            ("7 r . 1 . 2 .", ">7 !>1 >2", 3, 3, 0, 0),
            // A reset while idle replaces a pending one.
            ("7 r . r 1 .", ">7 R >1", 2, 2, 0, 0),
        ])
    func timelines(
        events: String, expected: String, received: Int, processed: Int, dropped: Int, failed: Int
    ) throws {
        var queue = LiveQueue()
        #expect(try Self.jobs(for: events, &queue) == expected)
        let counts = queue.statistics
        #expect(counts.received == received)
        #expect(counts.processed == processed)
        #expect(counts.dropped == dropped)
        #expect(counts.failed == failed)
    }

    @Test("every frame is counted exactly once in any timeline")
    func accounting() throws {
        // All timelines of eight events: a frame, the end of processing if there is any, a reset.
        var timelines = [(queue: LiveQueue(), sum: 0)]
        for step in 1...8 {
            timelines = try timelines.flatMap { timeline in
                var next: [(queue: LiveQueue, sum: Int)] = []
                var (submitted, reset) = (timeline, timeline)
                submitted.sum += submitted.queue.submit(try .at(step))?.dropped ?? 0
                next.append(submitted)
                _ = reset.queue.reset()
                next.append(reset)
                if timeline.queue.isBusy {
                    var ended = timeline
                    ended.queue.didProcess(failed: false)
                    ended.sum += ended.queue.finish()?.dropped ?? 0
                    next.append(ended)
                }
                return next
            }
        }
        #expect(timelines.count > 1000)
        for timeline in timelines {
            var (queue, sum) = timeline
            while queue.isBusy {
                queue.didProcess(failed: false)
                sum += queue.finish()?.dropped ?? 0
            }
            // One more frame reports the drops that no result has reported.
            sum += queue.submit(try .at(99))?.dropped ?? 0
            let counts = queue.statistics
            #expect(counts.received == counts.processed + counts.dropped + 1)
            #expect(sum == counts.dropped)
        }
    }
}
