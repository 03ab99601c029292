import Foundation

/// When two points count as equal.
enum Proximity {
    private static let tolerance: Float = 1e-6

    static func holds(_ a: (Float, Float, Float), _ b: (Float, Float, Float)) -> Bool {
        abs(a.0 - b.0) < tolerance && abs(a.1 - b.1) < tolerance && abs(a.2 - b.2) < tolerance
    }

    static func hash(_ point: (Float, Float, Float)) -> Int {
        NSNumber(value: point.0).hash ^ NSNumber(value: point.1).hash
            ^ NSNumber(value: point.2).hash
    }
}
