import LandmarkCommandSupport
import LandmarkDrawing
import LandmarkImageFiles
import LandmarkOverlays

extension Option.Value {
    /// What replaces the background.
    static let background = Option.Value.parsed(
        placeholder: "blur|#RRGGBB|IMAGE",
        expectation: "blur, a color such as #00b140, or the path of an image",
        accepts: { text in !text.isEmpty && (!text.hasPrefix("#") || OverlayColor(hex: text) != nil)
        })
}

extension Background {
    /// The background that `--background` names; nil without it.
    ///
    /// - Throws: `ImagingError` for an image that cannot be read.
    init?(_ arguments: Arguments) throws {
        guard let text = arguments.text("--background") else { return nil }
        if let file = arguments.backgroundFile {
            self = .picture(Picture(try ImageFile.read(file)))
        } else {
            self = OverlayColor(hex: text).map(Background.color) ?? .blur
        }
    }
}

extension Arguments {
    /// The image file that `--background` names; nil for none.
    var backgroundFile: String? {
        text("--background").flatMap { text in
            text == "blur" || OverlayColor(hex: text) != nil ? nil : text
        }
    }
}

extension OverlayColor {
    /// Parses `#RRGGBB`; nil for any other text.
    fileprivate init?(hex text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let rgb = UInt32(digits, radix: 16)
        else { return nil }
        self.init(rgb)
    }
}
