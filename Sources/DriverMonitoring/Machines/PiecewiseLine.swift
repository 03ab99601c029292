/// A function that is linear between given points, and constant beyond them.
struct PiecewiseLine {
    let points: [(x: Double, y: Double)]

    subscript(x: Double) -> Double {
        guard let first = points.first, x > first.x else { return points.first?.y ?? 0 }
        for (a, b) in zip(points, points.dropFirst()) where x <= b.x {
            return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
        }
        return points.last?.y ?? 0
    }
}
