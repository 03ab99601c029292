/// A line of a chart in the making: of all that falls on one step of the page the least, the most
/// and the mean, so that no peak is lost and no file grows with the run.
struct Stroke {
    /// The steps, in the page's units.
    static let step = 0.5

    private struct Place {
        let slot: Int
        let x: Double
        var top: Double
        var bottom: Double
        var sum: Double
        var count: Double
    }

    private var places: [Place] = []

    /// Whether it has no point.
    var isEmpty: Bool { places.isEmpty }

    /// Adds what lies at `x` from `top` (the smaller y) to `bottom`, `count` frames.
    mutating func add(x: Double, top: Double, bottom: Double, mean: Double, count: Double) {
        let slot = Int((x / Self.step).rounded(.down))
        if let last = places.last, last.slot == slot {
            var place = last
            place.top = min(last.top, top)
            place.bottom = max(last.bottom, bottom)
            place.sum += mean * count
            place.count += count
            places[places.count - 1] = place
        } else {
            places.append(
                Place(slot: slot, x: x, top: top, bottom: bottom, sum: mean * count, count: count))
        }
    }

    /// A line through the least and the most of every step.
    var zigzag: [Mark.Point] {
        var points: [Mark.Point] = []
        for place in places {
            guard place.bottom - place.top > 0.01 else {
                points.append(Mark.Point(x: place.x, y: place.top))
                continue
            }
            // Begun on the side where the line comes from.
            let before = points.last?.y ?? place.bottom
            let comesFromTop = abs(before - place.top) < abs(before - place.bottom)
            let ends =
                comesFromTop ? [place.top, place.bottom] : [place.bottom, place.top]
            points += ends.map { Mark.Point(x: place.x, y: $0) }
        }
        return points
    }

    /// The shape from the least to the most.
    var outline: [Mark.Point] {
        places.map { Mark.Point(x: $0.x, y: $0.top) }
            + places.reversed().map { Mark.Point(x: $0.x, y: $0.bottom) }
    }

    /// A line through the means.
    var means: [Mark.Point] {
        places.map { Mark.Point(x: $0.x, y: $0.sum / $0.count) }
    }
}
