import Foundation
import MediaPipeTasksVision

/// Prints the positions of the index fingertips in an image, with MediaPipe's Swift API.
@main
struct Fingertip {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: Fingertip hand_landmarker.task IMAGE")
            exit(2)
        }
        do {
            try printFingertips(model: arguments[1], image: arguments[2])
        } catch {
            let line = "Fingertip: \(error.localizedDescription)\n"
            FileHandle.standardError.write(Data(line.utf8))
            exit(1)
        }
    }

    static func printFingertips(model: String, image: String) throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = model
        options.runningMode = .image
        options.numHands = 2
        let landmarker = try HandLandmarker(options: options)

        // On iOS: MPImage(uiImage:)
        let image = try MPImage(contentsOfFile: image)
        let result = try landmarker.detect(image: image)
        if result.landmarks.isEmpty { print("no hand") }
        for (hand, handedness) in zip(result.landmarks, result.handedness) {
            let tip = hand[Int(HandLandmark.indexFingerTIP.rawValue)]
            let x = Int(CGFloat(tip.x) * image.width)
            let y = Int(CGFloat(tip.y) * image.height)
            let name = handedness.first?.categoryName ?? "?"
            print("\(name) hand: index fingertip at \(x), \(y)")
        }
    }
}
