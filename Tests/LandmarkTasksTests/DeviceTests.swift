import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Tasks on a device that is not available")
struct MissingDeviceTests {
    @Test(
        "give the processor's results, report it, and log the reason for each network",
        .enabled(if: Fixtures.available(Landmarkers.faceModel, Fixtures.footage("astronaut.png"))))
    func processor() throws {
        if ComputeDevice.available.contains(.neuralEngine) {
            try Test.cancel("this machine has the device")
        }
        let image = try Landmarkers.footage("astronaut.png")
        let messages = Mutex<[String]>([])
        let found = try Landmarkers.face { options in
            options.device = .neuralEngine
            options.logger = Logger { level, message in
                if level == .warning { messages.withLock { $0.append(message) } }
            }
        }.detect(image)
        let expected = try Landmarkers.face().detect(image)
        #expect(found.instances == expected.instances && found.device == expected.device)
        let logged = messages.withLock { $0 }
        #expect(logged.count == 3, "\(logged)")
        #expect(logged.allSatisfy { $0.contains("neural-engine cannot run the network: ") })
        var options = FaceDetectorOptions(model: .file(Landmarkers.faceModel))
        options.device = .gpu
        if !ComputeDevice.available.contains(.gpu) {
            #expect(try FaceDetector(options: options).detect(image).device == expected.device)
        }
    }
}
