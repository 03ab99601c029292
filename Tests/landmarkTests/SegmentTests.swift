import Foundation
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Segmentations", .enabled(if: Landmark.hasSolutions))
struct SegmentTests {
    private typealias Object = [String: Any]

    /// A pixel on the person in the image of an astronaut, and one of the background.
    private static let (person, background) = ((x: 230, y: 90), (x: 350, y: 60))

    private func pixels(_ scratch: Scratch, _ name: String) throws -> PixelBuffer {
        try ImageFile.read(scratch.path(name))
    }

    private func color(_ image: PixelBuffer, _ place: (x: Int, y: Int)) -> [UInt8] {
        image.withUnsafeBytes { bytes in
            let step = image.format.bytesPerPixel
            let start = place.y * image.bytesPerRow + place.x * step
            return Array(bytes[start..<start + step])
        }
    }

    @Test("are summed up as JSON and CSV")
    func text() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--json", "-", "--csv", scratch.path("a.csv"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let masks = try #require(outcome.objects().first?["masks"] as? [Object])
        #expect(masks.count == 1)
        let share = try #require(masks[0]["share"] as? Double)
        let box = try #require(masks[0]["box"] as? [Double])
        #expect(0.4..<0.7 ~= share && box.count == 4)
        #expect(box[0] < 0.1 && box[1] < 0.1 && box[2] > 0.8 && box[3] > 0.9)
        let lines = scratch.text("a.csv").split(separator: "\n").map { $0.split(separator: ",") }
        #expect(lines.count == 2 && lines[0].count == 8 && lines[1].count == 8)
        #expect(lines[0].suffix(5) == ["share", "left", "top", "width", "height"])
        #expect(lines[1][3...].map { Double($0) ?? -1 } == [share] + box)
    }

    @Test("of an image without people have no box")
    func nobody() throws {
        let scratch = try Scratch()
        let black = try PixelBuffer(
            width: 64, height: 48, format: .rgb24, bytes: Array(repeating: 0, count: 64 * 48 * 3))
        try PNGFile.write(black, to: scratch.path("black.png"))
        let outcome = try Landmark.runSolution(
            "segment", scratch.path("black.png"), "--json", "-", "--masks", scratch.path("m"))
        let masks = try #require(outcome.objects().first?["masks"] as? [Object])
        #expect(masks.first?["share"] as? Double == 0 && masks.first?["box"] is NSNull)
        #expect(try pixels(scratch, "m/black-1.png").width == 64)
    }

    @Test(
        "are written as gray masks, and as transparent cutouts",
        arguments: ["general", "landscape"])
    func files(model: String) throws {
        let scratch = try Scratch()
        let outcome = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--model", model, "--masks", scratch.path("m"),
            "--cutouts", scratch.path("c"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let mask = try pixels(scratch, "m/astronaut-1.png")
        #expect(mask.format == .gray8 && mask.width == 512)
        #expect(color(mask, Self.person)[0] > 250 && color(mask, Self.background)[0] < 5)
        let cutout = try pixels(scratch, "c/astronaut-1.png")
        let image = try ImageFile.read(Landmark.astronaut)
        #expect(cutout.format == .rgba32)
        for place in [Self.person, Self.background] {
            #expect(Array(color(cutout, place).prefix(3)) == color(image, place))
            #expect(color(cutout, place)[3] == color(mask, place)[0])
        }
    }

    @Test(
        "replace the background by a color, an image or a blur",
        arguments: ["#00b140", "blur", "image"])
    func backgrounds(kind: String) throws {
        let scratch = try Scratch()
        let other = try PixelBuffer(
            width: 40, height: 20, format: .rgb24,
            bytes: (0..<40 * 20).flatMap { $0 % 40 < 20 ? [200, 0, 0] : [0, 0, 200] as [UInt8] })
        try PNGFile.write(other, to: scratch.path("other.png"))
        let outcome = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--overlay", scratch.path("a.png"), "--background",
            kind == "image" ? scratch.path("other.png") : kind)
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let image = try ImageFile.read(Landmark.astronaut)
        let drawn = try pixels(scratch, "a.png")
        func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
            zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 255
        }
        #expect(distance(color(drawn, Self.person), color(image, Self.person)) <= 3)
        let behind = color(drawn, Self.background)
        switch kind {
        case "blur":
            // The rocket's edge, between a bright wall and a dark tank.
            let (edge, sharp) = (color(drawn, (400, 60)), color(image, (400, 60)))
            #expect(distance(edge, sharp) > 20)
            #expect(distance(behind, color(image, Self.background)) < 40)
        case "image":
            // Of an image twice as wide as high, the middle fills a square.
            #expect(distance(behind, [0, 0, 200]) <= 2)
            #expect(distance(color(drawn, (140, 40)), [200, 0, 0]) <= 2)
        default: #expect(distance(behind, [0, 0xb1, 0x40]) <= 2)
        }
    }

    @Test(
        "tint people without a background, and follow those of a video",
        .enabled(if: Fixtures.available(Clips.carphone)))
    func overlays() throws {
        let scratch = try Scratch()
        let still = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--overlay", scratch.path("a.png"))
        #expect(still.code == 0, "\(still.errors)")
        let (drawn, image) = (try pixels(scratch, "a.png"), try ImageFile.read(Landmark.astronaut))
        #expect(color(drawn, Self.background) == color(image, Self.background))
        #expect(color(drawn, Self.person) != color(image, Self.person))
        let video = try Landmark.runSolution(
            "segment", Clips.carphone, "--end", "0.2", "--overlay", scratch.path("a.mp4"),
            "--background", "#00b140", "--masks", scratch.path("m"))
        #expect(video.code == 0, "\(video.errors)")
        #expect(video.errors.contains("6 frames, masks in 6"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("m")).sorted()
        #expect(names.count == 6 && names[0].hasSuffix("-000000-1.png"))
        let frame = try Landmark.shell(
            "ffmpeg -v error -i '\(scratch.path("a.mp4"))' -frames:v 1 '\(scratch.path("f.png"))'")
        #expect(frame.code == 0, "\(frame.errors)")
        // The car's ceiling.
        let ceiling = color(try pixels(scratch, "f.png"), (88, 4))
        #expect(ceiling[1] > 150 && ceiling[0] < 60, "\(ceiling)")
    }

    @Test("are refused for wrong options")
    func usage() throws {
        let wrong: [([String], String)] = [
            (["segment"], "segment needs at least one image, folder or video"),
            (
                ["segment", "a.png", "--background", "blur"],
                "--background can only be used with --overlay"
            ),
            (
                ["segment", "a.png", "--overlay", "b.png", "--background", "#12"],
                "--background takes blur, a color such as #00b140, or the path of an image, not “#12”"
            ),
            (["segment", "a.png", "--max", "2"], "no option --max"),
            (["segment", "a.png", "--mask", "m"], "did you mean --masks?"),
            (
                ["segment", "a.png", "--masks", "/tmp/m", "--cutouts", "/tmp/m/"],
                "--masks and --cutouts would both write"
            ),
            (["holistic"], "holistic needs at least one image, folder or video"),
            (["holistic", "a.png", "--max", "2"], "no option --max"),
            (["holistic", "a.png", "--smoothing", "off"], "--smoothing can only be used with"),
        ]
        for (arguments, message) in wrong {
            let outcome = try Landmark.runSolution(arguments)
            #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("never replace the image of the background")
    func overwriting() throws {
        let scratch = try Scratch()
        let image = try scratch.copy(Repository.image("rgb.png"), as: "b.png")
        let outcome = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--overlay", image, "--background", image)
        #expect(outcome.code == 2 && outcome.errors.contains("--overlay would overwrite an input"))
        let absent = try Landmark.runSolution(
            "segment", Landmark.astronaut, "--overlay", scratch.path("a.png"), "--background",
            scratch.path("absent.png"))
        #expect(absent.code == 1 && absent.errors.contains("absent.png: no such file"))
    }
}
