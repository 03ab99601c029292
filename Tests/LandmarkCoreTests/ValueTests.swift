import LandmarkCore
import Synchronization
import Testing

@Suite struct ValueTests {
    @Test("a region's pixels are its fractions of the image, the rotation as it is")
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

    @Test("a size reads as width×height")
    func size() {
        #expect(PixelSize(width: 12, height: 7).description == "12×7")
    }

    @Test("a silent logger builds no message, another passes each on with its level")
    func logging() {
        func expensive() -> String {
            Issue.record("a message nobody hears was built")
            return ""
        }
        Logger.silent.log(.warning, expensive())
        let heard = Mutex<[String]>([])
        let logger = Logger { level, message in
            heard.withLock { $0.append("\(level): \(message)") }
        }
        logger.log(.info, "one")
        logger.log(.warning, "two")
        #expect(heard.withLock { $0 } == ["info: one", "warning: two"])
        #expect(Logger.Level.debug < .info && Logger.Level.info < .warning)
    }

    @Test("single precision comes from the C library's single-precision functions")
    func math() {
        #expect(FloatMath.sin(Float(0.5)) == 0.47942555)
        #expect(FloatMath.cos(Float(0.5)) == 0.87758255)
        #expect(FloatMath.atan2(Float(-1), Float(-1)) == -2.3561945)
        #expect(FloatMath.exp(Float(1)) == 2.7182817)
        #expect(FloatMath.sin(0.5) == 0.479425538604203)
        #expect(FloatMath.cos(0.5) == 0.8775825618903728)
    }
}
