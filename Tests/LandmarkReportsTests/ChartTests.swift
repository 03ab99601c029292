import Testing

@testable import LandmarkReports

@Suite("Histories and charts")
struct ChartTests {
    /// A status whose highest value counts.
    private struct Level: SeriesStatus {
        var value: Int
        mutating func merge(_ next: Level) { value = max(value, next.value) }
    }

    private func series(_ values: [Float?], step: Int = 33, level: (Int) -> Int = { _ in 0 })
        -> SeriesHistory<Level>
    {
        var history = SeriesHistory<Level>()
        for (index, value) in values.enumerated() {
            var values8 = SIMD8<Float>(repeating: .nan)
            if let value { values8[0] = value }
            history.add(at: 1000 + index * step, values8, Level(value: level(index)))
        }
        return history
    }

    @Test("a short run keeps every frame")
    func short() {
        let history = series([1, nil, 3])
        #expect(history.columns.count == 3 && history.frames == 3)
        #expect(history.first == 1000 && history.last == 1066)
        #expect(history.step == 33 && history.duration == 99)
        let means: [Double?] = history.columns.map { $0.extent(of: 0)?.mean }
        #expect(means == [1, nil, 3])
        #expect(history.columns.allSatisfy { $0.extent(of: 1) == nil })
    }

    @Test("a long run is summarized without losing an extreme or a frame")
    func long() {
        let count = 50_000
        let history = series((0..<count).map { $0 == 31_234 ? 99 : Float($0 % 2) })
        #expect(history.columns.count <= SeriesHistory<Level>.limit)
        let extents = history.columns.compactMap { $0.extent(of: 0) }
        #expect(extents.map(\.count).reduce(0, +) == Double(count))
        #expect(extents.map(\.max).max() == 99 && extents.map(\.min).min() == 0)
    }

    @Test("values that are not finite are unknown")
    func infinite() {
        let history = series([.infinity, -.infinity, .nan, 2])
        let counts: [Double?] = history.columns.map { $0.extent(of: 0)?.count }
        #expect(counts == [nil, nil, nil, 1])
    }

    @Test("runs end where the ink changes, and at gaps")
    func runs() {
        let history = series(
            [Float?](repeating: 1, count: 10), level: { $0 < 4 ? 1 : $0 < 6 ? 0 : 2 })
        let runs = history.runs { $0.value == 0 ? nil : $0.value == 1 ? .plain : .strong }
        #expect(runs.map(\.start) == [1000, 1198])
        #expect(runs.map(\.end) == [1132, 1330])
        #expect(series([1, 1], step: 2000).runs { _ in .plain }.count == 1)
        var gap = series([1, 1, 1])
        gap.add(at: 60_000, SIMD8(repeating: 1), Level(value: 0))
        gap.add(at: 60_033, SIMD8(repeating: 1), Level(value: 0))
        #expect(gap.longestGap < 60_000)
    }

    @Test("spans are joined where they are nearest when there are too many")
    func spans() {
        var history = SpanHistory()
        for index in 0..<SpanHistory.limit { history.add(from: index * 100, to: index * 100 + 10) }
        #expect(history.spans.count == SpanHistory.limit)
        history.add(from: 1_000_000, to: 1_000_010)
        #expect(history.spans.count < SpanHistory.limit)
        #expect(history.spans.map(\.count).reduce(0, +) == SpanHistory.limit + 1)
        #expect(history.spans.last?.start == 1_000_000 && history.spans.last?.count == 1)
    }

    @Test(
        "the axis has round ticks from its start on, as many as fit",
        arguments: [(950.0, 10), (9_000, 10), (90_000, 10), (7_200_000, 13), (4e9, 12)])
    func ticks(span: Double, count: Int) {
        let axis = TimeAxis(start: 500, span: span, left: 100, right: 1100, maxTicks: 12)
        #expect(axis.ticks.count <= 13 && axis.ticks.first?.x == 100)
        #expect(axis.ticks.count == count, "\(axis.ticks.map(\.text))")
        #expect(axis.ticks.allSatisfy { (100...1100).contains($0.x) })
        #expect(axis.x(0) == 100 && axis.x(1e12) == 1100)
    }

    @Test("times, durations, and shares are written as people read them")
    func text() {
        #expect(TimeText.clock(1400, places: 2) == "0:01.40")
        #expect(TimeText.clock(59_999, places: 2) == "1:00.00")
        #expect(TimeText.clock(3_723_000, places: 0) == "1:02:03")
        #expect(TimeText.clock(-500, places: 1) == "−0:00.5")
        #expect(TimeText.duration(530) == "0.53 s")
        #expect(TimeText.duration(12_100) == "12.1 s")
        #expect(TimeText.duration(200_000) == "3 min 20 s")
        #expect(TimeText.duration(7_500_000) == "2 h 5 min")
        #expect(TimeText.percent(0.254) == "25 %" && TimeText.percent(0.254, places: 1) == "25.4 %")
    }

    @Test("a line ends where its value is unknown, and a single value is a dot")
    func strokes() {
        let history = series([1, 2, nil, 3, nil, 4, 5])
        let axis = TimeAxis(start: 1000, span: 231, left: 0, right: 700, maxTicks: 5)
        var chart = Chart(name: "", unit: "", range: 0...10, height: 100, axis: axis)
        chart.lines = [(0, .strong)]
        var builder = PageBuilder(.wide)
        builder.begin(chart, history)
        builder.finish(chart, history)
        let lines = builder.page(title: "", palette: []).marks.compactMap { mark -> Int? in
            if case .line(let points, let ink, _, _) = mark, ink == .strong {
                points.count
            } else {
                nil
            }
        }
        #expect(lines == [2, 1, 2])
    }
}
