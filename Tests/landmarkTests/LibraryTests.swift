import LandmarkTestSupport
import Testing

@Suite("FFmpeg's libraries are loaded when a video needs them", .enabled(if: Landmark.isReady))
struct LibraryTests {
    @Test("images work without them, and the error for a video names what is missing")
    func missing() throws {
        let scratch = try Scratch()
        // What stands in the way of the real ones, whatever their version.
        for major in 56...62 { _ = try scratch.file("libavutil.so.\(major)", []) }
        let environment = ["LD_LIBRARY_PATH": scratch.folder]
        let image = try Landmark.run(
            ["face", Fixtures.footage("astronaut.png")], environment: environment)
        #expect(image.code == 0)
        #expect(image.output.contains("\"faces\":[{"))
        let video = try Landmark.run(
            ["face", Fixtures.footage("carphone_pristine.mp4")], environment: environment)
        #expect(video.code == 1)
        #expect(video.output.isEmpty)
        #expect(video.errors.contains("videos and cameras need FFmpeg's libraries: "))
        let doctor = try Landmark.run(["doctor"], environment: environment)
        #expect(doctor.output.contains(/libavcodec\s+missing/))
    }

    #if os(Linux)
    @Test("a program that opens no video starts without them")
    func unlinked() throws {
        let started = try Landmark.run(["--version"], environment: ["LD_DEBUG": "files"])
        #expect(started.errors.contains("libswiftCore"))
        #expect(!started.errors.contains("libav"))
    }
    #endif
}
