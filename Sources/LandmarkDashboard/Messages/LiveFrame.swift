package import LandmarkCore

/// An image with its results, ready to be sent. Both travel in one message, so that a browser draws
/// the results on the image that they belong to.
///
/// The bytes of the message, with integers in little-endian order:
///
/// | offset | |
/// |---|---|
/// | 0 | the kind of message, 1 for a frame and 2 for an answer to an image of the browser's camera, and three bytes 0 |
/// | 4 | the number of the frame, UInt32 |
/// | 8 | the number of bytes of JSON, UInt32 |
/// | 12 | the time in microseconds from the camera to the screen of the last frame that this browser has shown, UInt32; 0 before the first |
/// | 16 | the results as JSON (UTF-8), then the image as JPEG, which is empty in answers to browsers that have the image |
package struct LiveFrame: Sendable {
    /// The bytes before the results.
    static let headLength = 16

    /// Increases from frame to frame.
    package let number: UInt32
    /// When the image arrived from the camera.
    package let capture: MonotonicTime
    /// The message, preceded by as many bytes as the library needs for its own header.
    let message: [UInt8]

    /// - Parameter isAnswer: Whether it answers an image of a browser's camera; `number` is then that of the
    ///   image.
    package init(
        number: UInt32, capture: MonotonicTime, json: [UInt8], jpeg: [UInt8],
        isAnswer: Bool = false
    ) {
        self.number = number
        self.capture = capture
        var message = [UInt8](repeating: 0, count: Outgoing.space)
        message.reserveCapacity(message.count + Self.headLength + json.count + jpeg.count)
        for word in [isAnswer ? 2 : 1, number, UInt32(clamping: json.count), 0] {
            withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
        }
        message += json
        message += jpeg
        self.message = message
    }

    /// The message for a browser, with the time that the last frame took to its screen.
    func message(latency: UInt32) -> [UInt8] {
        var message = message
        let place = Outgoing.space + 12
        withUnsafeBytes(of: latency.littleEndian) {
            message.replaceSubrange(place..<place + 4, with: $0)
        }
        return message
    }
}
