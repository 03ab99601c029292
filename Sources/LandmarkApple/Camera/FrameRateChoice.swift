/// The frame rate to lock a camera to.
package enum FrameRateChoice: Sendable, Hashable {
    /// The requested rate, within the range at an index.
    case exact(Double, inRange: Int)
    /// The highest rate of the range at an index.
    case highest(ofRange: Int)
    /// The lowest rate of the range at an index.
    case lowest(ofRange: Int)

    /// The supported rate nearest to the wanted one; nil without ranges.
    ///
    /// - Parameters:
    ///   - wanted: Frames per second.
    ///   - ranges: The lowest and highest rate of each range, in frames per second.
    package init?(_ wanted: Double, ranges: [(lowest: Double, highest: Double)]) {
        if let index = ranges.firstIndex(where: { $0.lowest <= wanted && wanted <= $0.highest }) {
            self = .exact(wanted, inRange: index)
            return
        }
        var best: (choice: FrameRateChoice, distance: Double)?
        for (index, range) in ranges.enumerated() {
            let isBelow = range.highest < wanted
            let distance = isBelow ? wanted - range.highest : range.lowest - wanted
            guard distance.isFinite, distance < best?.distance ?? .infinity else { continue }
            best = (isBelow ? .highest(ofRange: index) : .lowest(ofRange: index), distance)
        }
        guard let best else { return nil }
        self = best.choice
    }
}
