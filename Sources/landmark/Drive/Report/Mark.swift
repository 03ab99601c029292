/// One thing that a page shows, in the page's units from its upper left corner.
enum Mark: Sendable {
    struct Point: Sendable {
        var x: Double
        var y: Double
    }

    struct Box: Sendable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        var right: Double { left + width }
        var bottom: Double { top + height }
    }

    enum Anchor: Sendable {
        case start, middle, end
    }

    struct Letters: Sendable {
        var size = 12.0
        var isBold = false
        var anchor = Anchor.start
        var ink = Ink.plain
    }

    /// A filled rectangle; `hint` is what a reader sees who points at it.
    case box(Box, ink: Ink, opacity: Double = 1, radius: Double = 0, hint: String? = nil)
    /// A line through points; one point is a dot.
    case line([Point], ink: Ink, width: Double = 1, dash: Double = 0)
    /// A filled shape.
    case area([Point], ink: Ink, opacity: Double)
    /// A line of text on a base line.
    case text(String, at: Point, Letters = Letters())
}

/// What a report looks like, before anything is drawn.
struct Page: Sendable {
    var width: Double
    var height: Double
    var title: String
    /// What lies below comes first.
    var marks: [Mark]
}
