import LandmarkImaging

/// A color by what it is for; a page can be had on light and on dark ground.
enum Ink: String, CaseIterable, Sendable {
    case page, card, edge, grid, strong, plain, faint
    case openness, perclos, yaw, pitch, score, unusable
    case level0, level1, level2, level3, level4
    case alarm, warning, note

    /// On light ground, as 0xRRGGBB.
    var light: UInt32 { values.light }

    /// On dark ground.
    var dark: UInt32 { values.dark }

    private var values: (light: UInt32, dark: UInt32) {
        switch self {
        case .page: (0xF6F7F9, 0x0F1318)
        case .card: (0xFFFFFF, 0x181E26)
        case .edge: (0xDDE2E8, 0x2B3541)
        case .grid: (0xE9EDF1, 0x252E39)
        case .strong: (0x14202B, 0xF2F5F8)
        case .plain: (0x3B4956, 0xC3CDD7)
        case .faint: (0x66737F, 0x8F9DAB)
        case .openness: (0x1F77C9, 0x62B0F5)
        case .perclos: (0x8A4FBF, 0xC08BF0)
        case .yaw: (0x0F8F83, 0x3ECFC0)
        case .pitch: (0xC2601C, 0xF39A58)
        case .score: (0x14202B, 0xF2F5F8)
        case .unusable: (0xAEB8C2, 0x4A5663)
        case .level0: (0x3BA55D, 0x3FB968)
        case .level1: (0xB5BD2C, 0xC4CC3A)
        case .level2: (0xE8B51F, 0xF0C23A)
        case .level3: (0xE8791E, 0xF28A35)
        case .level4: (0xD42F2F, 0xEE4B4B)
        case .alarm: (0xC8102E, 0xFF5A6A)
        case .warning: (0x8A5A00, 0xF3C15A)
        case .note: (0xFFF3D6, 0x3A2F14)
        }
    }

    /// The ink of a fatigue level, 0…4.
    static func level(_ number: Int) -> Ink {
        [.level0, .level1, .level2, .level3, .level4][min(max(number, 0), 4)]
    }

    /// On light ground, to draw with.
    func color(opacity: Double) -> OverlayColor { OverlayColor(light, opacity: opacity) }
}
