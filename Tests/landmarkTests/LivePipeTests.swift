import Foundation
import LandmarkTestSupport
import Testing

/// Video from a pipe: most of it Motion JPEG, as cameras write it, without timestamps.
@Suite(.enabled(if: Clips.isReady && Clips.canEncode))
struct LivePipeTests {
    /// Three seconds of a clip, ten images a second, as they would come from a camera.
    private let camera =
        "ffmpeg -v error -re -i '\(Clips.carphone)' -r 10 -t 3 -an -c:v mjpeg -f mjpeg -"

    @Test("images have the time at which they arrive, and the first is not awaited for seconds")
    func arrival() throws {
        let outcome = try Landmark.shell("\(camera) | \"$LANDMARK\" face - --mode live --quiet")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let times = try outcome.objects().compactMap { $0["timestampMs"] as? Int }
        // At 25 images a second, which FFmpeg assumes, the last of 30 would be at 1160 ms.
        #expect(times.last ?? 0 > 2000 && times.last ?? 0 < 8000, "\(times)")
        // All but the few from which the format is recognized come one after another.
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.count { $0 > 50 } > 10, "\(times)")
    }

    @Test("without live mode the images of a pipe have the rate of a file")
    func recorded() throws {
        let outcome = try Landmark.shell("\(camera) | \"$LANDMARK\" face - --quiet")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try outcome.objects().compactMap { $0["timestampMs"] as? Int }.last == 1160)
    }

    @Test("a pipe that stalls is reported, also when its images have times of their own")
    func stall() throws {
        // Eight seconds, of which the first come at once and the others after a pause of five.
        let camera =
            "ffmpeg -v error -re -stream_loop 1 -i '\(Clips.carphone)' -t 8 -an -c:v mpeg2video"
            + " -f mpegts -"
        let outcome = try Landmark.shell(
            """
            \(camera) | (head -c 60000; sleep 5; cat) \
                | "$LANDMARK" serve - --task face --port 0 --end-with-input
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let reports = outcome.errors.split(separator: "\n").filter { $0.contains("camera sends") }
        #expect(reports.count == 2, "\(outcome.errors)")
        #expect(reports.last?.hasSuffix("per second again") == true, "\(outcome.errors)")
    }

    @Test("a page that ends with its input ends with the pipe, and tells whether it failed")
    func page() throws {
        let options = "--task face --port 0 --end-with-input --quiet"
        let ended = try Landmark.shell("\(camera) | \"$LANDMARK\" serve - \(options)")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("http://"))
        let scratch = try Scratch()
        let cut = scratch.path("cut.mkv")
        let failed = try Landmark.shell(
            """
            ffmpeg -v error -i '\(Clips.carphone)' -c copy -f matroska - | head -c 60000 > '\(cut)'
            "$LANDMARK" serve '\(cut)' \(options)
            """)
        #expect(failed.code == 1)
        #expect(failed.errors.contains("cut.mkv"), "\(failed.errors)")
    }
}
