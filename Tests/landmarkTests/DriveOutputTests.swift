import Foundation
import LandmarkCapture
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("drive: reports, overlays, and runs that end early", .enabled(if: Clips.isReady))
struct DriveOutputTests {
    @Test("a name without suffix gets both pages, one with a suffix its own, a folder both")
    func reports() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(8, to: scratch.path("clip.mp4"))
        let results = try Scratch()
        let version =
            try Landmark.run("--version").output.split(whereSeparator: \.isWhitespace)
            .last ?? ""
        for name in ["a", "b.html", "c.png", "folder/"] {
            let outcome = try Landmark.run(
                ["drive", clip, "--report", results.path(name)],
                environment: ["SOURCE_DATE_EPOCH": "86400"])
            #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        }
        #expect(results.names == ["a.html", "a.png", "b.html", "c.png", "folder"])
        let folder = try FileManager.default.contentsOfDirectory(atPath: results.path("folder"))
        #expect(folder.sorted() == ["clip.html", "clip.png"])
        #expect(results.text("a.html") == results.text("b.html"))
        let page = results.text("a.html")
        #expect(page.contains(">Made 1970-01-02 00:00 +0000 with LandmarkKit \(version)<"))
        // The file's name, and not its folders.
        #expect(page.contains(">clip.mp4<") && !page.contains(scratch.folder))
        let image = try ImageFile.read(results.path("a.png"))
        #expect(image.width == 2400 && image.height > 1500)
        let darks = Clips.dark(image)
        #expect(darks > 5000, "nothing was drawn")
    }

    @Test(
        "a file of rules that is missing or wrong is named with its mistake, and is not overwritten",
        arguments: [
            (nil, "rules.json cannot be read: "),
            ("", "rules.json: line 1, column 1: expected a value"),
            ("{\"lookLimits\": [\n{]}", "rules.json: line 2, column 2, in \"lookLimits[0]\": "),
            ("[]", "rules.json: expected an object"),
            ("{\"fatigueSpeeds\": 3}", "rules.json: unknown member “fatigueSpeeds”; expected"),
            ("{\"learningSpeed\": 1e3}", "--json would overwrite an input, "),
        ])
    func rules(text: String?, expected: String) throws {
        let scratch = try Scratch()
        let clip = try Clips.write(2, to: scratch.path("clip.mp4"))
        let rules = scratch.path("rules.json")
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: rules)) }
        let outcome = try Landmark.run("drive", clip, "--rules", rules, "--json", rules)
        #expect(outcome.code != 0 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(
            !FileManager.default.fileExists(atPath: rules) || scratch.text("rules.json") == text)
    }

    @Test("a page is self-contained, and escapes names")
    func html() throws {
        let scratch = try Scratch()
        let clip = try scratch.copy(Clips.carphone, as: "a <b> & \"c\" 'd'.mp4")
        let outcome = try Landmark.run("drive", clip, "--report", scratch.path("r.html"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let page = scratch.text("r.html")
        #expect(page.contains("a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;.mp4"))
        #expect(!page.contains("<b>") && !page.contains("<script") && !page.contains("<link"))
        #expect(!page.contains("src=") && !page.contains("href=") && !page.contains("url("))
        #expect(page.contains("prefers-color-scheme: dark"))
        for text in ["Fatigue score", "PERCLOS", "Eye openness", "Availability", "Not validated"] {
            #expect(page.contains(text), "\(text)")
        }
        for limit in ["closed 20 %", "drowsy 15 %", "yaw 20°", "yaw −20°", "pitch −18°"] {
            #expect(page.contains(">\(limit)<"), "\(limit)")
        }
        #expect(page.contains(">0 awake<") && !page.contains(">0 alert<"))
        #expect(outcome.errors.contains("highest level 0 (awake, score 0), 0 incidents"))
        // The blink with its time, in the list and beside its mark.
        #expect(page.contains(">0:01.40<") && page.contains("<title>Blink, 0:01.40, "))
        // One image for wide screens, one for phones.
        let images = page.components(separatedBy: "<svg").dropFirst()
        #expect(images.count == 2)
        for (image, name) in zip(images, ["wide", "narrow"]) {
            #expect(image.contains("class=\"\(name)\""))
            for text in [">Fatigue score<", ">0:01.40<", ">0 awake<", ">Not validated"] {
                #expect(image.contains(text), "\(name): \(text)")
            }
            let end = try #require(image.firstRange(of: "</svg>")).upperBound
            let parser = XMLParser(data: Data("<svg\(image[..<end])".utf8))
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
        }
        #expect(page.contains("max-width: 799px") && page.contains("dashed: closed 20 %"))
    }

    /// Characters of the page's fonts are on average at most 0.58 of their size wide.
    @Test("no text exceeds its image, in the wide and the narrow layout", arguments: [0, 30])
    func textFits(frames: Int) throws {
        let scratch = try Scratch()
        let pixels = frames == 0 ? [] : [UInt8](repeating: 9, count: 32 * 32 * 3 * 90)
        _ = try DriveTests.run(
            pixels, "--size", "32x32", "--report", scratch.path("r.html"), "--quiet")
        let images = scratch.text("r.html").components(separatedBy: "<svg").dropFirst()
        let text = #/<text x="([0-9.]+)" y="[0-9.]+" font-size="([0-9.]+)"([^>]*)>([^<]*)</#
        for (image, width) in zip(images, [1200.0, 400]) {
            let matches = image.matches(of: text)
            #expect(matches.count > 15)
            for match in matches {
                let (x, size) = (Double(match.1) ?? .nan, Double(match.2) ?? .nan)
                let length = Double(match.4.count) * size * 0.58
                let left =
                    match.3.contains("middle")
                    ? x - length / 2 : match.3.contains("end") ? x - length : x
                #expect(left >= 0 && left + length <= width, "\(match.4) at \(x)")
            }
        }
    }

    @Test("the page of a long recording stays small")
    func longRecording() throws {
        let scratch = try Scratch()
        // More frames than columns are kept: five days of one every 100 s.
        let black = [UInt8](repeating: 0, count: 3 * 4300)
        let outcome = try DriveTests.run(
            black, "--size", "1x1", "--fps", "0.01", "--report", scratch.path("r.html"),
            "--quiet")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let size = scratch.text("r.html").utf8.count
        #expect(size > 10_000 && size < 600_000, "\(size)")
    }

    @Test("more than an hour is printed in hours and minutes")
    func longTime() throws {
        let scratch = try Scratch()
        let outcome = try DriveTests.run(
            [UInt8](repeating: 0, count: 3 * 41), "--size", "1x1", "--fps", "0.01", "--report",
            scratch.path("r.html"), "--quiet")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(scratch.text("r.html").contains(">1 h 8 min<"))
    }

    @Test("an overlay has the video's frames, their size and timestamps")
    func overlay() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "drive", Clips.carphone, "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(try Clips.times(of: scratch.path("a.mp4")) == Clips.allTimes)
        let drawn = try #require(try VideoFile(path: scratch.path("a.mp4")).next())
        #expect(drawn.image.size == (try Clips.frames(1)[0]).image.size)
        // The bar at the top is darker than the car's roof.
        let before = light(above: 8, of: Clips.raw(try Clips.frames(1)))
        let after = light(above: 8, of: Clips.raw([drawn]))
        #expect(after * 3 < before * 2, "\(after) of \(before)")
    }

    private func light(above row: Int, of pixels: [UInt8]) -> Int {
        pixels.prefix(176 * 3 * row).reduce(0) { $0 + Int($1) }
    }

    @Test("Ctrl-C leaves complete lines, a complete video, ended events and the report so far")
    func interrupt() throws {
        let scratch = try Scratch()
        let running = try Landmark.launch(
            Landmark.path,
            [
                "drive", Clips.carphone, "--mode", "live", "--json", "-", "--events",
                scratch.path("e"), "--overlay", scratch.path("a.mp4"), "--report",
                scratch.path("r"),
            ])
        #expect(running.waits { $0.filter(\.isNewline).count > 50 })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.count > 50 && objects.count < 120 && outcome.output.hasSuffix("}\n"))
        #expect(scratch.names == ["a.mp4", "e", "r.html", "r.png"])
        #expect(
            try Clips.times(of: scratch.path("a.mp4"))
                == objects.map { $0["timestampMs"] as? Int })
        #expect(try !Landmark.objects(scratch.text("e")).isEmpty)
        #expect(scratch.text("r.html").contains(">interrupted: the report so far<"))
    }

    @Test(
        "an input that ends within a frame keeps earlier results, and the report says so"
    )
    func endsEarly() throws {
        let scratch = try Scratch()
        let bytes = [UInt8](repeating: 128, count: 32 * 32 * 3 * 70 + 5)
        let outcome = try DriveTests.run(
            bytes, "--size", "32x32", "--json", "-", "--events", scratch.path("e"), "--report",
            scratch.path("r.html"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("standard input ended within frame 70"))
        #expect(try outcome.objects().count == 70)
        let events = try Landmark.objects(scratch.text("e"))
        #expect(events.last?["endedBy"] as? String == "inputFailure")
        #expect(
            scratch.text("r.html").contains(">ended early because of an error: the report so far<"))
    }

    @Test("the report of an empty input says that there was no frame")
    func noFrame() throws {
        let scratch = try Scratch()
        let outcome = try DriveTests.run(
            [], "--size", "32x32", "--report", scratch.path("r.html"))
        #expect(outcome.code == 0 && !outcome.crashed, "\(outcome.errors)")
        #expect(scratch.text("r.html").contains("There were no frames"))
    }

    @Test("one frame is enough for every output")
    func oneFrame() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(1, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.run(
            "drive", clip, "--json", "-", "--events", scratch.path("e"), "--overlay",
            scratch.path("a.mp4"), "--report", scratch.path("r"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
        #expect(scratch.names == ["a.mp4", "clip.mp4", "e", "r.html", "r.png"])
        #expect(try Clips.times(of: scratch.path("a.mp4")) == [0])
    }

    @Test(
        "an output that cannot be written is an error, before the work except for videos",
        arguments: ["--json", "--events", "--report", "--overlay"])
    func unwritable(option: String) throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", [])
        let name = option == "--overlay" ? "a.mp4" : option == "--report" ? "a.html" : "a"
        let other = option == "--json" ? "--events" : "--json"
        let outcome = try Landmark.run(
            "drive", Clips.carphone, option, "\(file)/\(name)", other, scratch.path("b"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains(file), "\(outcome.errors)")
        #expect(scratch.names == (option == "--overlay" ? ["b.partial", "file"] : ["file"]))
    }

    @Test("no output replaces the input")
    func overwriting() throws {
        let scratch = try Scratch()
        _ = try scratch.copy(Repository.image("rgb.png"), as: "a.png")
        let before = FileManager.default.contents(atPath: scratch.path("a.png"))
        for arguments in [
            ["--report", scratch.path("a.png")], ["--report", scratch.path("a")],
            ["--json", scratch.path("a.png")], ["--events", scratch.path("a.png")],
        ] {
            let outcome = try Landmark.run(["drive", scratch.folder] + arguments)
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("would overwrite an input"), "\(outcome.errors)")
        }
        #expect(FileManager.default.contents(atPath: scratch.path("a.png")) == before)
        #expect(scratch.names == ["a.png"])
    }
}
