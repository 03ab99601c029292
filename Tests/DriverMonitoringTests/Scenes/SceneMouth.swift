/// The mouth of a person, and how it opens and smiles.
struct SceneMouth: Sendable {
    private let frame: FeatureFrame
    /// Points of the inner lips from corner to corner, and of the jaw from cheek to cheek, in the
    /// mouth's coordinates.
    private let upper: [SIMD2<Float>]
    private let lower: [SIMD2<Float>]
    private let jaw: [SIMD2<Float>]

    /// How far the lower lip and the chin of a mouth that is wide open go down, in mouth widths.
    private static let drop: Float = 0.85
    /// How far the corners of a mouth that laughs go outward and up, and the reach of the skin that
    /// they take along, in mouth widths.
    private static let stretch = SIMD2<Float>(0.16, 0.14)
    private static let reach: Float = 0.3
    /// How far below the chin the neck is compressed, in mouth widths.
    private static let neck: Float = 0.9
    /// The color in an open mouth.
    private static let cavity = SIMD3<Float>(52, 18, 20)

    init(_ points: [SIMD2<Float>]) {
        let frame = FeatureFrame(points[78], points[308])
        func curve(_ indices: [Int]) -> [SIMD2<Float>] {
            indices.map { frame.local(points[$0].x, points[$0].y) }
        }
        self.frame = frame
        upper = curve([78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308])
        lower = curve([78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308])
        jaw = curve([
            132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361,
        ])
    }

    /// Draws the corners outward and up by a share of what a laugh does.
    func smile(_ image: inout SceneImage, by share: Float) {
        guard share > 0 else { return }
        let box = frame.box(1.5)
        let reach = Self.reach * frame.width
        image.warp(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            let side: Float = local.x < 0 ? -1 : 1
            let corner = SIMD2(side * frame.width / 2, 0)
            let offset = (local - corner) / reach
            let square = (offset * offset).sum()
            guard square < 4 else { return (x, y) }
            let weight = (1 - square / 4) * (1 - square / 4) * share * frame.width
            let moved = SIMD2(side * Self.stretch.x, -Self.stretch.y) * weight
            let place = frame.place(local - moved)
            return (place.x, place.y)
        }
    }

    /// Lowers the jaw by a share of the way: the lower lip and the chin go down, the cheeks are
    /// stretched, and the mouth is dark inside.
    func open(_ image: inout SceneImage, by share: Float) {
        guard share > 0 else { return }
        let drop = share * Self.drop * frame.width
        let box = frame.box(2.5)
        image.warp(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let column = column(at: local.x, drop), column.contains(local.y) else {
                return (x, y)
            }
            let place = frame.place(SIMD2(local.x, column.source(of: local.y)))
            return (place.x, place.y)
        }
        image.paint(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let column = column(at: local.x, drop) else { return (Self.cavity, 0) }
            return (Self.cavity, column.cavity(at: local.y))
        }
    }

    /// The lower face at a position across it; nil beside the face.
    private func column(at x: Float, _ drop: Float) -> SceneJaw? {
        guard let chin = SceneEye.height(of: jaw, at: x), let first = jaw.first,
            let last = jaw.last
        else { return nil }
        let edge = x < 0 ? first.x : last.x
        let outward = max(0, min(1, (x / edge - 0.3) / 0.7))
        let chinDrop = drop * (1 - outward * outward * (3 - 2 * outward))
        let across = 2 * x / frame.width
        let lipDrop = abs(across) < 1 ? drop * (1 - across * across).squareRoot() : 0
        let lip = SceneEye.height(of: lower, at: x) ?? 0
        guard chin > lip + 1 else { return nil }
        return SceneJaw(
            lip: lip, chin: chin, end: chin + Self.neck * frame.width,
            newLip: lip + min(lipDrop, chinDrop), newChin: chin + chinDrop)
    }
}

/// A column of a lower face whose jaw moves down.
private struct SceneJaw {
    /// The edge of the lower lip, the chin, and where the neck ends that is compressed.
    let lip: Float
    let chin: Float
    let end: Float
    /// Where lip and chin are afterwards.
    let newLip: Float
    let newChin: Float

    func contains(_ y: Float) -> Bool { y > lip && y < end }

    /// The original position of what is now at `y`.
    func source(of y: Float) -> Float {
        if y < newLip { return lip }
        if y < newChin { return lip + (y - newLip) * (chin - lip) / (newChin - newLip) }
        return chin + (y - newChin) * (end - chin) / (end - newChin)
    }

    /// How much of the mouth's inside is seen at `y`, 0…1.
    func cavity(at y: Float) -> Float { max(0, min(1, min(y - lip, newLip - y) / 1.5)) }
}
