import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

/// Which frames are processed, written as timelines.
struct LiveQueueTests {
    /// Feeds a timeline of events, one word each, and returns the resulting jobs.
    ///
    /// `3` submits a frame at 3 ms, `.` ends the work on a frame and hands over its result, `x`
    /// does so with an error, `r` resets. Written are `>3` for a frame that is looked at, `(2)`
    /// after it for the frames dropped before it, `!` before it where it starts anew, `R` for a
    /// reset at once and `?` for a frame out of order.
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
            // Three while the first is in work: the second gives way to the third.
            ("1 2 3 . .", ">1 >3(1)", 3, 2, 1, 0),
            ("1 2 3 4 5 . 6 7 . .", ">1 >5(3) >7(1)", 7, 3, 4, 0),
            // Drops are counted once, in the next result.
            ("1 2 3 . . 4 .", ">1 >3(1) >4", 4, 3, 1, 0),
            // A frame that waits is received and nothing else.
            ("1 2", ">1", 2, 0, 0, 0),
            // A failed frame counts as processed.
            ("1 2 x 3 .", ">1 >2 >3", 3, 2, 0, 1),
            // Out of order, the same twice, and on.
            ("5 5 . 4 6 .", ">5 ? ? >6", 2, 2, 0, 0),
            // Compared with the last submitted frame, not with the last processed one.
            ("1 5 4 9 8 . .", ">1 ? ? >9(1)", 3, 2, 1, 0),
            // Negative timestamps may begin a stream.
            ("-5 . 0 .", ">-5 >0", 2, 2, 0, 0),
            // Reset at rest: at once.
            ("7 . r 1 .", ">7 R >1", 2, 2, 0, 0),
            // Reset in work: before the next frame; the one that waits was the old stream's.
            ("7 8 r 1 . .", ">7 !>1(1)", 3, 2, 1, 0),
            ("7 r . 1 . 2 .", ">7 !>1 >2", 3, 3, 0, 0),
            // A reset at rest overtakes one that was still to be done.
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
        // All timelines of eight events, of a frame, an end of work where there is work, a reset.
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
            // One more frame reports the drops that no result has reported yet.
            sum += queue.submit(try .at(99))?.dropped ?? 0
            let counts = queue.statistics
            #expect(counts.received == counts.processed + counts.dropped + 1)
            #expect(sum == counts.dropped)
        }
    }
}
