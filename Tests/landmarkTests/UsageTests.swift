import LandmarkTestSupport
import Testing

@Suite(
    "Wrong usage gives exit code 2 and the option's name", .enabled(if: Landmark.isReady)
)
struct UsageTests {
    /// The arguments, and a part of the expected error message.
    static let wrong: [([String], String)] = [
        ([], "no command given"),
        (["hands"], "no command “hands”; did you mean hand?"),
        (["--versoin"], "no option --versoin; did you mean --version?"),
        (["hand"], "hand needs at least one image, folder or video"),
        (["hand", "a.png", "--jsn", "-"], "no option --jsn; did you mean --json?"),
        (["hand", "a.png", "-x"], "no option -x"),
        (["hand", "a.png", "--json"], "--json needs a value"),
        (["hand", "a.png", "--json", ""], "--json takes"),
        (["hand", "a.png", "--quiet=yes"], "--quiet takes no value, got “yes”"),
        (["hand", "a.png", "--quiet", "--quiet"], "--quiet is given twice"),
        (["hand", "a.png", "--max", "0"], "--max takes an integer from 1 to 100, not “0”"),
        (["hand", "a.png", "--max", "two"], "--max takes an integer"),
        (["pose", "a.png", "--max=-1"], "--max takes an integer"),
        (
            ["face", "a.png", "--min-detection", "1.5"],
            "--min-detection takes a number from 0 to 1, not “1.5”"
        ),
        (["face", "a.png", "--min-presence", "-0.1"], "--min-presence takes a number from 0 to 1"),
        (["face", "a.png", "--min-tracking", "nan"], "--min-tracking takes a number from 0 to 1"),
        (["hand", "a.png", "--threads", "0"], "--threads takes an integer from 1 to 64"),
        (
            ["hand", "a.png", "--orientation", "upside"],
            "--orientation takes up, right, down, left"
        ),
        (["hand", "a.png", "--masks", "m"], "no option --masks"),
        (["hand", "a.png", "--overlay", "a.gif"], "--overlay: expected a PNG or JPEG file"),
        (
            ["hand", "a.png", "b.png", "--overlay", "c.png"],
            "--overlay: expected a folder for several inputs, got “c.png”"
        ),
        (["hand", "a.png", "--json", "x", "--csv", "x"], "--json and --csv would both write “x”"),
        (["hand", "a.png", "--mode", "video"], "“a.png” is a single image"),
        (["pose", "clip.mp4", "a.JPG", "--mode", "live"], "“a.JPG” is a single image"),
        (["pose", "clip.mp4", "--mode", "film"], "--mode takes image, video, live, not “film”"),
        (["pose", "-", "--fps", "30"], "--size WxH is required"),
        (["pose", "-", "-", "--size", "4x4"], "“-” is given twice"),
        (["pose", "-", "--size", "640"], "--size takes width and height in pixels"),
        (["pose", "-", "--size", "0x480"], "--size takes width and height in pixels"),
        (
            ["pose", "-", "--size", "4x4", "--pixel-format", "yuv"],
            "--pixel-format takes rgb24, bgra"
        ),
        (["pose", "-", "--size", "4x4", "--fps", "fast"], "--fps takes frames per second"),
        (["pose", "-", "--size", "4x4", "--fps", "0"], "--fps takes frames per second"),
        (
            ["pose", "clip.mp4", "--size", "4x4"],
            "--size can only be used with raw frames (-) and cameras"
        ),
        (
            ["pose", "camera:0", "--pixel-format", "bgra"],
            "--pixel-format can only be used with raw frames (-)"
        ),
        (
            ["pose", "clip.mp4", "--fps", "25"],
            "--fps can only be used with raw frames (-), cameras, and folders"
        ),
        (
            ["pose", ".", "--fps", "25"],
            "--fps can only be used with raw frames (-), cameras, and folders"
        ),
        (
            ["pose", "a.png", "--smoothing", "off"],
            "--smoothing can only be used with consecutive frames"
        ),
        (
            ["pose", "clip.mp4", "--mode", "image", "--smoothing", "off"],
            "--smoothing can only be used with consecutive frames"
        ),
        (
            ["pose", "a.png", "--side-guard"],
            "--side-guard can only be used with consecutive frames"
        ),
        (["pose", "a.png", "--raw"], "--raw can only be used with consecutive frames"),
        (["pose", "clip.mp4", "--smoothing", "two-euro"], "--smoothing takes off, mediapipe"),
        (["pose", "clip.mp4", "--smoothing", "one-euro:0,1"], "--smoothing takes off, mediapipe"),
        (["pose", "clip.mp4", "--smoothing", "one-euro:1"], "--smoothing takes off, mediapipe"),
        (
            ["pose", "clip.mp4", "--overlay", "a.png"],
            "--overlay: expected an MP4 file for a video"
        ),
        (
            ["pose", "camera:0", "--overlay", "a.avi"],
            "--overlay: expected an MP4 file for a video"
        ),
        (["pose", "a.png", "--overlay", "a.mp4"], "--overlay: expected a PNG or JPEG file"),
        (
            ["pose", "a.mp4", "b.mp4", "--overlay", "c.mp4"],
            "--overlay: expected a folder for several inputs, got “c.mp4”"
        ),
        (["face", "clip.mp4", "--masks", "m"], "no option --masks"),
        (
            ["hand", "a.png", "--overlay", "b.png", "--line-width", "0"],
            "--line-width takes a factor from 0.1 to 10, not “0”"
        ),
        (["face", "a.png", "--line-width", "nan"], "--line-width takes a factor from 0.1 to 10"),
        (["hand", "a.png", "--line-width", "2"], "--line-width can only be used with --overlay"),
        (["hand", "a.png", "--draw-region"], "--draw-region can only be used with --overlay"),
        (["hand", "a.png", "--draw-visibility", "0.5"], "no option --draw-visibility"),
        (
            ["pose", "a.png", "--draw-visibility", "1.5"],
            "--draw-visibility takes a number from 0 to 1"
        ),
        (["drive", "a.mp4", "--line-width", "x"], "--line-width takes a factor from 0.1 to 10"),
        (["motion"], "motion needs a video, folder, camera, “-”, or JSON Lines"),
        (["motion", "a.png"], "motion needs frames over time, but “a.png” is a single image"),
        (["motion", "-", "--fps", "30"], "--size WxH is required"),
        (["motion", "a.mp4", "b.mp4"], "--calibration FILE is required"),
        (
            ["motion", "a.mp4", "b.mp4", "--calibration", "c", "--mirrored"],
            "--mirrored can only be used with a single input"
        ),
        (
            ["motion", "a.mp4", "--calibration", "c", "--person", "center"],
            "--person can only be used with a single input without --calibration"
        ),
        (
            ["motion", "a.jsonl", "b.mp4", "--calibration", "c"],
            "a.jsonl contains landmarks and b.mp4 images"
        ),
        (
            ["motion", "a.mp4", "--angles", "kneFlexion.left"],
            "--angles: there is no “kneFlexion.left”; did you mean kneeFlexion.left?"
        ),
        (["motion", "a.mp4", "--angles", "kneeFlexion,"], "--angles: there is no “”"),
        (["motion", "a.mp4", "--trc", "a.txt"], "--trc: expected a file with the suffix .trc"),
        (["motion", "a.mp4", "--mot", "a.trc"], "--mot: expected a file with the suffix .mot"),
        (["motion", "a.mp4", "--overlay", "a.png"], "--overlay: expected an MP4 file"),
        (["motion", "a.mp4", "--report", "a.pdf"], "--report: expected an HTML or PNG file"),
        (["motion", "a.jsonl", "--overlay", "o.mp4"], "--overlay needs the video itself: a.jsonl"),
        (["motion", "a.jsonl", "--model", "lite"], "--model needs the video itself: a.jsonl"),
        (["motion", "a.jsonl", "--mode", "live"], "--mode needs the video itself: a.jsonl"),
        (["motion", "a.jsonl", "--start", "1"], "--start needs the video itself: a.jsonl"),
        (["exercise", "squat", "a.jsonl", "--end", "5"], "--end needs the video itself: a.jsonl"),
        (
            ["rom", "knee-flexion", "a.jsonl", "--stride", "2"],
            "--stride needs the video itself: a.jsonl"
        ),
        (["motion", "a.mp4", "--target", "3"], "no option --target"),
        (["exercise"], "exercise needs the name of an exercise or a definition file"),
        (["exercise", "sqat", "a.mp4"], "there is no exercise “sqat”; did you mean squat?"),
        (
            ["exercise", "chess", "a.mp4"],
            "there is no exercise “chess”; “landmark exercise --list”"
        ),
        (["exercise", "squat"], "exercise needs a video, folder, camera, “-”, or JSON Lines"),
        (["exercise", "squat", "a.mp4", "b.mp4"], "unexpected argument “b.mp4”"),
        (["exercise", "squat", "a.png"], "exercise needs frames over time"),
        (["exercise", "squat", "a.mp4", "--target", "0"], "--target takes an integer from 1"),
        (
            ["exercise", "gait", "a.mp4", "--target", "3"],
            "--target can only be used with repetitions and holds, but gait is a test"
        ),
        (["exercise", "--list", "squat"], "unexpected argument “squat”"),
        (["exercise", "squat", "a.mp4", "--bottom", "x"], "--bottom takes a number from -1000"),
        (
            ["exercise", "squat", "a.mp4", "--bottom", "20"],
            "--bottom takes thresholds with the bottom above the top"
        ),
        (
            ["exercise", "squat", "a.mp4", "--own-range", "--top", "20"],
            "--top can only be used with fixed thresholds"
        ),
        (
            ["exercise", "plank", "a.mp4", "--own-range"],
            "--own-range can only be used with exercises that count repetitions, not plank"
        ),
        (["rom"], "rom needs the name of a movement"),
        (["rom", "knee-flexon", "a.mp4"], "“knee-flexon”; did you mean knee-flexion?"),
        (["rom", "knee-flexion"], "rom needs a video, folder, camera, “-”, or JSON Lines"),
        (["rom", "knee-flexion", "a.mp4", "b.mp4"], "unexpected argument “b.mp4”"),
        (["rom", "forearm-pronation", "a.mp4"], "--hands"),
        (["motion", "a.mp4", "--height", "9"], "--height takes meters from 0.4 to 2.6"),
        (["rom", "knee-flexion", "a.jsonl", "--picture", "p.png"], "--picture needs the video"),
        (
            ["rom", "knee-flexion", "a.mp4", "--picture", "p.gif"],
            "--picture: expected a PNG or JPEG file"
        ),
        (["exercise", "squat", "--print", "a.mp4"], "unexpected argument “a.mp4”"),
        (["drive"], "drive needs a video, folder, camera or “-”"),
        (["drive", "a.mp4", "b.mp4"], "unexpected argument “b.mp4”"),
        (["drive", "a.png"], "drive needs frames over time, but “a.png” is a single image"),
        (["drive", "a.mp4", "--mode", "image"], "--mode takes video, live, not “image”"),
        (["drive", "a.mp4", "--speed-kmh", "fast"], "--speed-kmh takes kilometers per hour"),
        (["drive", "a.mp4", "--attention", "5,3,11"], "--attention takes three numbers"),
        (["drive", "a.mp4", "--attention", "3,5,3601"], "seconds up to 3600, none below"),
        (["drive", "a.mp4", "--attention", "3,5"], "--attention takes three numbers"),
        (["drive", "a.mp4", "--lock-out", "3,-30"], "--lock-out takes a number of warnings"),
        (["drive", "a.mp4", "--microsleep", "9"], "--microsleep takes seconds from 0.8 to 2.5"),
        (["drive", "a.mp4", "--rules", "none"], "--rules takes"),
        (["drive", "a.mp4", "--speed-kmh", "-1"], "--speed-kmh takes kilometers per hour"),
        (["drive", "a.mp4", "--speed-kmh", "nan"], "--speed-kmh takes kilometers per hour"),
        (["drive", "a.mp4", "--csv", "a.csv"], "no option --csv"),
        (["drive", "a.mp4", "--report", "a.pdf"], "--report: expected an HTML or PNG file"),
        (["drive", "a.mp4", "--report-images"], "--report-images can only be used with --report"),
        (
            ["drive", "a.mp4", "--learning-speed", "5"],
            "--learning-speed can only be used with --speed-kmh"
        ),
        (["serve", "a.mp4", "--task", "drive", "--rules", "none"], "--rules takes"),
        (["drive", "a.mp4", "--overlay", "a.png"], "--overlay: expected an MP4 file for a video"),
        (
            ["drive", "a.mp4", "--json", "x", "--events", "x"],
            "--json and --events would both write “x”"
        ),
        (
            ["drive", "a.mp4", "--report", "x", "--json", "x.png"],
            "--json and --report would both write “x.png”"
        ),
        (["drive", "-", "--pixel-format", "bgra"], "--size WxH is required"),
        (
            ["drive", "a.mp4", "--fps", "25"],
            "--fps can only be used with raw frames (-), cameras, and folders"
        ),
        (["models"], "models needs a value: models list|fetch|verify"),
        (["models", "lst"], "models takes list, fetch or verify, not “lst”"),
        (["models", "verify", "nose"], "not “nose”"),
        (["doctor", "now"], "unexpected argument “now”"),
        (["bench"], "bench needs a value: bench hand|pose|face|holistic|segment|drive|network"),
        (["bench", "network"], "bench network needs a value: bench network FILE[:ENTRY]"),
        (["bench", "nap", "a"], "not “nap”"),
        (["bench", "hand"], "bench hand needs a value: bench hand INPUT"),
        (["bench", "hand", "a", "b"], "unexpected argument “b”"),
        (["bench", "hand", "a.png", "--mode", "video"], "“a.png” is a single image"),
        (
            ["bench", "hand", "a.mp4", "--mode", "all"],
            "--mode takes image, video, live, not “all”"
        ),
        (["bench", "hand", "camera:0"], "not “camera:0”"),
        (["bench", "hand", "-"], "--size WxH is required"),
        (["bench", "hand", "a", "--size", "2x"], "pixels, such as 640x480, not “2x”"),
        (
            ["bench", "hand", "a", "--pixel-format", "bgra"],
            "can only be used with raw frames (--size)"
        ),
        (
            ["bench", "hand", "a", "--masks"],
            "--masks can only be used with bench pose, holistic, first, soak, memory"
        ),
        (["bench", "hand", "a", "--streams", "0"], "--streams takes an integer"),
        (
            ["bench", "network", "a", "--streams", "2"],
            "--streams can only be used with bench hand, pose, face"
        ),
        (["bench", "pose", "a", "--steps"], "--steps can only be used with bench network"),
        (["bench", "pose", "a", "--interactive", "--json", "-"], "non-interactive runs"),
        (["bench", "pose", "-", "--size", "2x2", "--interactive"], "--interactive takes"),
        (["bench", "first", "hand"], "bench first needs"),
        (["bench", "first", "nose", "a"], "hand, pose, face, holistic or segment, not “nose”"),
        (["bench", "soak", "face"], "bench soak needs"),
        (["bench", "soak", "face", "a", "--runs", "4"], "--runs can only be used with bench hand"),
        (["bench", "soak", "nose", "a"], "hand, pose, face, holistic or segment, not “nose”"),
        (["bench", "soak", "face", "a", "--frames", "39"], "--frames takes at least 40 frames"),
        (["bench", "memory"], "bench memory needs"),
        (["bench", "memory", "nose"], "hand, pose, face, holistic or segment, not “nose”"),
        (["bench", "memory", "face", "--count", "0"], "--count takes an integer"),
        (["bench", "hand", "a", "--count", "2"], "--count can only be used with bench memory"),
        (["bench", "draw", "nose", "a"], "hand, pose, face, holistic or segment, not “nose”"),
        (["bench", "network", "a", "--outputs", "1,x"], "--outputs takes integers"),
    ]

    @Test(arguments: wrong)
    func saysWhatIsWrong(arguments: [String], fact: String) throws {
        let outcome = try Landmark.run(arguments)
        #expect(outcome.code == 2 && !outcome.crashed)
        #expect(outcome.errors.contains(fact), "\(outcome.errors)")
        #expect(outcome.errors.contains("--help"))
        #expect(outcome.output.isEmpty)
    }

    @Test("wrong usage creates no file")
    func nothingIsWritten() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "face", Landmark.astronaut, "--json", scratch.path("a.jsonl"), "--max", "0")
        #expect(outcome.code == 2)
        #expect(scratch.names.isEmpty)
    }
}

@Suite("Help and version", .enabled(if: Landmark.isReady))
struct HelpTests {
    static let commands = [
        "hand", "pose", "face", "all", "holistic", "segment", "drive", "serve", "graph", "models",
        "export", "doctor", "bench",
    ]

    @Test("the overview lists every command", arguments: ["--help", "-h", "help"])
    func overview(word: String) throws {
        let outcome = try Landmark.run(word)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        for command in Self.commands { #expect(outcome.output.contains("\n  \(command) ")) }
    }

    @Test("every command has help that names its options", arguments: commands)
    func commandHelp(command: String) throws {
        let outcome = try Landmark.run(command, "--help")
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("usage: landmark \(command)"))
        let isLandmarker =
            ["hand", "pose", "face", "all", "holistic", "segment"].contains(command)
        let hasModes = isLandmarker || command == "bench"
        #expect(outcome.output.contains("  --mode image|video|live") == hasModes)
        let hasOutput = isLandmarker || command == "drive"
        #expect(outcome.output.contains("\nOutput:\n") == hasOutput)
        #expect(try Landmark.run("help", command).output == outcome.output)
    }

    @Test("--version prints one line, with the version of the newest change log entry")
    func version() throws {
        let outcome = try Landmark.run("--version")
        #expect(outcome.code == 0)
        let version = outcome.output.dropFirst("landmark ".count).dropLast()
        #expect(outcome.output == "landmark \(version)\n")
        #expect(try Repository.text("CHANGELOG.md").contains("## \(version)"))
    }
}
