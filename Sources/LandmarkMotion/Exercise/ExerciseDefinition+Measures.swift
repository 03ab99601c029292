extension ExerciseDefinition {
    /// The measures that the signal, conditions and faults are made from, each once, of both sides.
    public var measures: [Measure] {
        var expressions = [signal].compactMap { $0 }
        expressions += (repetitions?.requirements ?? hold?.requirements ?? []).map(\.measure)
        for fault in faults {
            if case .expression(let expression) = fault.measure { expressions.append(expression) }
        }
        var measures: [Measure] =
            switch kind {
            case .test(.gait):
                [.heelForwardLeft, .heelForwardRight, .toeForwardLeft, .toeForwardRight]
            case .repetitions, .hold, .test: []
            }
        for expression in expressions {
            for side in BodySide.allCases {
                expression.forEachMeasure(side: side) { measure in
                    if !measures.contains(measure) { measures.append(measure) }
                }
            }
        }
        return measures
    }
}
