/// The columns and rows of frames that come as bytes alone.
struct RawSize {
    private static let most = 1 << 14

    let width: Int
    let height: Int
    /// The bytes of a frame of 8-bit RGB.
    var byteCount: Int { 3 * width * height }

    /// Reads `--size WxH`.
    init(_ arguments: Arguments) throws(CommandError) {
        guard let text = arguments.text("--size") else {
            throw .missingValue(option: "--size", placeholder: "WxH")
        }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            1...Self.most ~= width, 1...Self.most ~= height
        else {
            throw .invalidValue(option: "--size", expected: "columns x rows", got: text)
        }
        self.width = width
        self.height = height
    }
}
