extension ExerciseDefinition {
    /// The measures of both sides that the signal, conditions and faults are computed from, each
    /// once.
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
