import Foundation
import LandmarkCore
import Testing

@Suite struct ValueTests {
    @Test("a rectangle in pixels is its fractions of the image, with the same rotation")
    func pixels() {
        let rect = NormalizedRect(
            xCenter: 0.25, yCenter: 0.5, width: 0.5, height: 2, rotation: -1.5)
        let pixels = PixelRect(rect, in: PixelSize(width: 640, height: 480))
        #expect(
            pixels
                == PixelRect(xCenter: 160, yCenter: 240, width: 320, height: 960, rotation: -1.5))
        let full = PixelRect(.full, in: PixelSize(width: 3, height: 7))
        #expect(full == PixelRect(xCenter: 1.5, yCenter: 3.5, width: 3, height: 7, rotation: 0))
    }

    @Test("a size is described as width×height")
    func size() {
        #expect(PixelSize(width: 12, height: 7).description == "12×7")
    }

    @Test("a silent logger evaluates no message; any other passes each on with its level")
    func logging() {
        func expensive() -> String {
            Issue.record("a message that is not logged was evaluated")
            return ""
        }
        Logger.silent.log(.warning, expensive())
        let messages = Mutex<[String]>([])
        let logger = Logger { level, message in
            messages.withLock { $0.append("\(level): \(message)") }
        }
        logger.log(.info, "one")
        logger.log(.warning, "two")
        #expect(messages.withLock { $0 } == ["info: one", "warning: two"])
        #expect(Logger.Level.debug < .info && Logger.Level.info < .warning)
    }

    @Test("single precision uses the C library's single-precision functions")
    func math() {
        #expect(FloatMath.sin(Float(0.5)) == 0.47942555)
        #expect(FloatMath.cos(Float(0.5)) == 0.87758255)
        #expect(FloatMath.atan2(Float(-1), Float(-1)) == -2.3561945)
        #expect(FloatMath.exp(Float(1)) == 2.7182817)
        #expect(FloatMath.sin(0.5) == 0.479425538604203)
        #expect(FloatMath.cos(0.5) == 0.8775825618903728)
    }
}

/// The keys are part of the public API: results are stored and exchanged in this form.
@Suite struct CodingTests {
    private func check<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode([value])
        #expect(String(decoding: data, as: UTF8.self) == "[\(json)]")
        #expect(try JSONDecoder().decode([Value].self, from: data) == [value])
    }

    @Test("landmarks are encoded by coordinate, without likelihoods that are nil")
    func landmarks() throws {
        try check(Landmark(x: 0.25, y: -0.5, z: 2), #"{"x":0.25,"y":-0.5,"z":2}"#)
        try check(
            Landmark(x: 0, y: 1, z: 2, visibility: 0.5, presence: 0.75),
            #"{"presence":0.75,"visibility":0.5,"x":0,"y":1,"z":2}"#)
        try check(WorldLandmark(x: 0.25, y: -0.5, z: 2), #"{"x":0.25,"y":-0.5,"z":2}"#)
        try check(
            WorldLandmark(x: 0, y: 1, z: 2, visibility: 0.5, presence: 0.75),
            #"{"presence":0.75,"visibility":0.5,"x":0,"y":1,"z":2}"#)
    }

    @Test("geometry is encoded with its properties' names")
    func geometry() throws {
        try check(PixelSize(width: 640, height: 480), #"{"height":480,"width":640}"#)
        try check(PixelPoint(x: -1, y: 2.5), #"{"x":-1,"y":2.5}"#)
        let keys = #""width":1,"xCenter":0.5,"yCenter":0.5}"#
        try check(NormalizedRect.full, #"{"height":1,"rotation":0,"# + keys)
        try check(
            PixelRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 2, rotation: -1.5),
            #"{"height":2,"rotation":-1.5,"# + keys)
        for orientation in Orientation.allCases {
            try check(orientation, "\"\(orientation.rawValue)\"")
        }
    }

    @Test("timestamps and devices are encoded with their properties' names")
    func others() throws {
        try check(Timestamp(milliseconds: -40), #"{"milliseconds":-40}"#)
        try check(ComputeDevice.cpu, #"{"kind":"cpu"}"#)
        try check(ComputeDevice.cpu(.avx2), #"{"instructionSet":"avx2","kind":"cpu"}"#)
        for set in InstructionSet.allCases { try check(set, "\"\(set.rawValue)\"") }
    }
}
