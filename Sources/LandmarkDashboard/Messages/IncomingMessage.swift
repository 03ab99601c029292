/// A message from a browser.
enum IncomingMessage {
    /// A frame is on the screen.
    case shown(number: UInt32)
    /// An image of the browser's camera.
    case image(number: UInt32, jpeg: ArraySlice<UInt8>)

    /// Parses a binary message: its kind (1 shown, 2 image), three bytes, the number of the frame
    /// (UInt32, little-endian), and the image as JPEG. nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        let number = bytes[4..<8].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch bytes[0] {
        case 1 where bytes.count == 8: self = .shown(number: number)
        case 2 where bytes.count > 8: self = .image(number: number, jpeg: bytes[8...])
        default: return nil
        }
    }
}
