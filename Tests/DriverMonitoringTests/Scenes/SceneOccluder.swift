import LandmarkCore

/// What is in front of a driver's eyes.
enum SceneOccluder: Sendable, Hashable {
    /// Strands of dark hair that hang over both eyes, and move with the head.
    case strands
    /// Dark bars, each a tenth of an eye wide, as many as `count` over both eyes.
    case bars(count: Int)
    /// A veil of thin threads.
    case veil
    /// The rim of a steering wheel, which rises to the eyes and sinks again every 6 s.
    case rim
    /// The reflection of passing trees in a windscreen, brighter than the face.
    case reflection
    /// The shadow of leaves, which moves over the face.
    case leaves
    /// A hand that shades the eyes, its fingers in front of them.
    case fingers

    /// Whether it is part of the head, whose image is painted once.
    var isOnHead: Bool {
        switch self {
        case .strands, .bars, .veil: true
        case .rim, .reflection, .leaves, .fingers: false
        }
    }

    /// Paints what is in front of the face.
    func paint(on image: inout SceneImage, _ face: SceneFace, at time: Double) {
        let eyes = face.eyeFrames
        let middle = eyes.reduce(SIMD2<Float>()) { $0 + $1.center } / Float(max(1, eyes.count))
        let width = SceneFace.eyeWidth
        switch self {
        case .strands:
            for (index, eye) in eyes.enumerated() { paintStrands(eye, seed: 3 + index, &image) }
        case .bars(let count):
            let share = Float(max(1, count))
            paint(on: &image, around: middle, SIMD2(2.6, 0.8) * width) { x, _ in
                let place = (x / width + 2.3) / 4.6 * share
                let isBar = abs(place - place.rounded(.down) - 0.5) * 4.6 / share < 0.05
                return (SIMD3(32, 28, 26), isBar ? 1 : 0)
            }
        case .veil:
            paint(on: &image, around: middle, SIMD2(2.6, 1.2) * width) { x, y in
                func thread(_ value: Float) -> Bool {
                    let place = value / 4.5
                    return abs(place - place.rounded()) * 4.5 < 0.6
                }
                return (SIMD3(20, 20, 22), thread(x + y) || thread(x - y) ? 0.85 : 0)
            }
        case .rim:
            let rise = Float(FloatMath.sin(2 * .pi * time / 6))
            let top = middle.y + width * (0.5 - 0.7 * rise)
            paint(on: &image, around: middle, SIMD2(3.5, 2.5) * width) { x, y in
                let edge = top - middle.y + x * x / (9 * width)
                let depth = (y - edge) / (0.34 * width)
                let shine: Float = 30 * max(0, 1 - 8 * abs(depth - 0.25))
                let color = SIMD3<Float>(26, 26, 30) + shine
                return (color, depth > 0 && depth < 1 ? 1 : 0)
            }
        case .reflection:
            paint(on: &image, around: middle, SIMD2(4, 3) * width) { x, y in
                let place = Double((x + 0.35 * y) / width) + 0.9 * time
                let wave: Double = FloatMath.sin(3.1 * place) + FloatMath.sin(7.3 * place)
                return (SIMD3(225, 232, 240), min(0.75, max(0, Float(wave) * 0.6)))
            }
        case .leaves:
            paint(on: &image, around: middle, SIMD2(4, 3) * width) { x, y in
                let (u, v) = (Double(x / width) + 0.7 * time, Double(y / width) - 0.2 * time)
                var wave: Double = FloatMath.sin(5.3 * u + 1.7 * v)
                wave += FloatMath.sin(3.1 * v - 4.2 * u)
                wave += FloatMath.sin(7.7 * v + 1.3 * u)
                return (SIMD3(8, 10, 8), min(0.72, max(0, Float(wave) * 0.8)))
            }
        case .fingers:
            let sway = Float(FloatMath.sin(0.8 * time)) * 0.25
            paint(on: &image, around: middle, SIMD2(2.4, 1.6) * width) { x, y in
                let place: Float = ((x + 0.12 * y) / width + sway) / 0.62
                let across: Float = abs(place - place.rounded()) / 0.38
                let shade: Float = 1 - 0.35 * across * across
                return (SIMD3<Float>(196, 146, 122) * shade, across < 1 ? 1 : 0)
            }
        }
    }

    /// Paints a box around a center; `color` receives the position relative to the center.
    private func paint(
        on image: inout SceneImage, around center: SIMD2<Float>, _ reach: SIMD2<Float>,
        _ color: (Float, Float) -> (color: SIMD3<Float>, opacity: Float)
    ) {
        image.paint(
            columns: Int(center.x - reach.x)..<Int(center.x + reach.x),
            rows: Int(center.y - reach.y)..<Int(center.y + reach.y)
        ) { x, y in color(x - center.x, y - center.y) }
    }

    /// Paints seven strands, each a bent line from above the brow to below the eye.
    private func paintStrands(_ eye: FeatureFrame, seed: Int, _ image: inout SceneImage) {
        var random = SceneRandom(seed)
        var strands: [Strand] = []
        for index in 0..<7 {
            let start: Float = (Float(index) - 3) * 0.2 + 0.1 * random.normal()
            strands.append(
                Strand(
                    start: start, slope: 0.25 * random.normal(), bend: 0.35 * random.normal(),
                    width: 0.035 + 0.025 * random.next(), shade: 0.6 + 0.6 * random.next()))
        }
        let box = eye.box(1.1)
        image.paint(columns: box.columns, rows: box.rows) { x, y in
            let place = eye.local(x, y) / eye.width
            for strand in strands {
                let distance = abs(place.x - strand.place(at: place.y)) / strand.width
                if distance < 1 {
                    return (SIMD3(52, 38, 28) * strand.shade, min(1, 2.5 * (1 - distance)))
                }
            }
            return (SIMD3(), 0)
        }
    }
}

/// A bent line over an eye, in eye widths.
private struct Strand {
    let start: Float
    let slope: Float
    let bend: Float
    let width: Float
    let shade: Float

    func place(at y: Float) -> Float { start + (slope + bend * y) * y }
}
