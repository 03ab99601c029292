import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Prints the positions of people's noses from pixels in memory. Nothing needs to be installed.
@main
struct PoseFromPixels {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: PoseFromPixels pose_landmarker.task IMAGE.ppm")
            exit(2)
        }
        do {
            try printNoses(model: arguments[1], image: arguments[2])
        } catch {
            let line = "PoseFromPixels: \(error.localizedDescription)\n"
            FileHandle.standardError.write(Data(line.utf8))
            exit(1)
        }
    }

    static func printNoses(model: String, image path: String) throws {
        let options = PoseLandmarkerOptions(model: .file(model))
        let landmarker = try PoseLandmarker(options: options)

        let image = try pixels(ofPPM: Data(contentsOf: URL(fileURLWithPath: path)))
        let result = try landmarker.detect(image)
        if result.poses.isEmpty { print("no pose") }
        for pose in result.poses {
            let x = Int(pose[.nose].x * Float(image.width))
            let y = Int(pose[.nose].y * Float(image.height))
            print("nose at \(x), \(y)")
        }
    }

    /// A file that is not a binary PPM image with three bytes per pixel.
    struct NotAnImage: LocalizedError {
        var errorDescription: String? { "the image is not in PPM format (P6, 255)" }
    }

    /// The pixels of a binary PPM file: `P6`, width, height and 255 as words, then the red, green
    /// and blue of each pixel.
    static func pixels(ofPPM file: Data) throws -> PixelBuffer {
        var words: [String] = []
        var position = file.startIndex
        while words.count < 4, position < file.endIndex {
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0a }
            let end = file[position...].firstIndex(where: isSpace) ?? file.endIndex
            words.append(String(decoding: file[position..<end], as: UTF8.self))
            position = min(end + 1, file.endIndex)
        }
        guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]),
            let height = Int(words[2])
        else { throw NotAnImage() }
        return try PixelBuffer(
            width: width, height: height, format: .rgb24, bytes: [UInt8](file[position...]))
    }
}
