import LandmarkCore

extension ExerciseDefinition: Codable {
    /// Reads a definition and checks it.
    ///
    /// - Throws: `ExerciseError` with the path of the first mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(decoder, keys: Self.keys)
        name = try object.required("name", "a string")
        title = try object.text("title") ?? name
        summary = try object.text("summary") ?? ""
        kind = try Kind(object)
        isPerSide = try object.choice("sides", as: Sides.self) == .each
        view = try object.choice("view") ?? .any
        isOnFloor = try object.value("isOnFloor", "true or false") ?? kind.isOnFloor
        target = try object.value("target", "an object") ?? ExerciseTarget()
        faults = try object.list("faults", limit: Self.faultLimit) ?? []
        try validate()
    }

    /// Writes the documented JSON form, without default values.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(name, forKey: AnyKey("name"))
        try object.encode(title, forKey: AnyKey("title"))
        try object.encode(summary, forKey: AnyKey("summary"))
        try kind.encode(to: &object)
        if isPerSide { try object.encode(Sides.each, forKey: AnyKey("sides")) }
        if view != .any { try object.encode(view, forKey: AnyKey("view")) }
        if isOnFloor != kind.isOnFloor {
            try object.encode(isOnFloor, forKey: AnyKey("isOnFloor"))
        }
        if !target.isEmpty { try object.encode(target, forKey: AnyKey("target")) }
        if !faults.isEmpty { try object.encode(faults, forKey: AnyKey("faults")) }
    }

    private enum Sides: String, Codable, CaseIterable { case together, each }

    static let faultLimit = 32
    static let requirementLimit = 16

    private static let keys =
        ["name", "title", "summary", "sides", "view", "isOnFloor", "target", "faults", "test"]
        + RepetitionRule.keys + HoldRule.keys.filter { !RepetitionRule.keys.contains($0) }
}

/// The key `test`.
private enum TestName: String, CaseIterable {
    case chairStand, fiveTimesSitToStand, timedUpAndGo, gait, singleLegStance
}

extension ExerciseDefinition.Kind {
    /// Reads the kind from the keys that are present.
    fileprivate init(_ object: StrictObject) throws(ExerciseError) {
        switch try object.choice("test", as: TestName.self) {
        case nil:
            self =
                object.has("range")
                ? .hold(try HoldRule(object)) : .repetitions(try RepetitionRule(object))
        case .chairStand: self = .test(.chairStand(try RepetitionRule(object)))
        case .fiveTimesSitToStand: self = .test(.fiveTimesSitToStand(try RepetitionRule(object)))
        case .timedUpAndGo: self = .test(.timedUpAndGo(try RepetitionRule(object)))
        case .singleLegStance: self = .test(.singleLegStance(try HoldRule(object)))
        case .gait:
            try object.forbid(RepetitionRule.keys + HoldRule.keys, beside: "test")
            self = .test(.gait)
        }
    }

    fileprivate func encode(to object: inout KeyedEncodingContainer<AnyKey>) throws {
        if case .test(let test) = self {
            let name: TestName =
                switch test {
                case .chairStand: .chairStand
                case .fiveTimesSitToStand: .fiveTimesSitToStand
                case .timedUpAndGo: .timedUpAndGo
                case .gait: .gait
                case .singleLegStance: .singleLegStance
                }
            try object.encode(name.rawValue, forKey: AnyKey("test"))
        }
        switch self {
        case .repetitions(let rule), .test(.chairStand(let rule)),
            .test(.fiveTimesSitToStand(let rule)), .test(.timedUpAndGo(let rule)):
            try rule.encode(to: &object)
        case .hold(let rule), .test(.singleLegStance(let rule)): try rule.encode(to: &object)
        case .test(.gait): break
        }
    }
}

extension StrictObject {
    /// Fails if any of `keys`, which `key` excludes, is present in addition to it.
    fileprivate func forbid(_ keys: [String], beside key: String) throws(ExerciseError) {
        if let other = keys.first(where: has) {
            throw .conflictingKeys(path: path, keys: [key, other])
        }
    }
}

// MARK: - Rules

extension RepetitionRule {
    fileprivate static let keys = [
        "signal", "thresholds", "top", "bottom", "minRange", "decreasing", "minRep", "maxRep",
        "lostAfter", "counts", "requires",
    ]

    private enum ThresholdKind: String, CaseIterable { case absolute, adaptive }

    fileprivate init(_ object: StrictObject) throws(ExerciseError) {
        try object.forbid(
            HoldRule.keys.filter { !Self.keys.contains($0) },
            beside: object.has("test") ? "test" : "top")
        let signal: SignalExpression = try object.required(
            "signal", "a measure's name or an object")
        let thresholds: Thresholds
        switch try object.choice("thresholds", as: ThresholdKind.self) ?? .absolute {
        case .absolute:
            try object.forbid(["minRange"], beside: "top")
            thresholds = .absolute(
                top: try object.required("top", "a number"),
                bottom: try object.required("bottom", "a number"))
        case .adaptive:
            try object.forbid(["top", "bottom"], beside: "thresholds")
            thresholds =
                try object.number("minRange").map { .adaptive(minRange: $0) }
                ?? .ownRange(of: signal)
        }
        self.init(signal: signal, thresholds: thresholds)
        isDecreasing = try object.value("decreasing", "true or false") ?? isDecreasing
        minDuration = try object.number("minRep") ?? minDuration
        maxDuration = try object.number("maxRep") ?? maxDuration
        lostAfter = try object.number("lostAfter") ?? lostAfter
        counts = try object.choice("counts") ?? counts
        requirements =
            try object.list("requires", limit: ExerciseDefinition.requirementLimit) ?? []
    }

    fileprivate func encode(to object: inout KeyedEncodingContainer<AnyKey>) throws {
        try object.encode(signal, forKey: AnyKey("signal"))
        switch thresholds {
        case .absolute(let top, let bottom):
            try object.encode(top, forKey: AnyKey("top"))
            try object.encode(bottom, forKey: AnyKey("bottom"))
        case .adaptive(let minRange):
            try object.encode(ThresholdKind.adaptive.rawValue, forKey: AnyKey("thresholds"))
            try object.encode(minRange, forKey: AnyKey("minRange"))
        }
        if isDecreasing { try object.encode(true, forKey: AnyKey("decreasing")) }
        try object.encode(minDuration, forKey: AnyKey("minRep"))
        try object.encode(maxDuration, forKey: AnyKey("maxRep"))
        try object.encode(lostAfter, forKey: AnyKey("lostAfter"))
        try object.encode(counts, forKey: AnyKey("counts"))
        if !requirements.isEmpty { try object.encode(requirements, forKey: AnyKey("requires")) }
    }
}

extension HoldRule {
    fileprivate static let keys = [
        "signal", "range", "hysteresis", "minHold", "lostAfter", "requires",
    ]

    fileprivate init(_ object: StrictObject) throws(ExerciseError) {
        try object.forbid(RepetitionRule.keys.filter { !Self.keys.contains($0) }, beside: "range")
        self.init(
            signal: try object.required("signal", "a measure's name or an object"),
            range: try object.required("range", "a list of two numbers"),
            hysteresis: try object.number("hysteresis"))
        minDuration = try object.number("minHold") ?? minDuration
        lostAfter = try object.number("lostAfter") ?? lostAfter
        requirements =
            try object.list("requires", limit: ExerciseDefinition.requirementLimit) ?? []
    }

    fileprivate func encode(to object: inout KeyedEncodingContainer<AnyKey>) throws {
        try object.encode(signal, forKey: AnyKey("signal"))
        try object.encode(range, forKey: AnyKey("range"))
        try object.encode(hysteresis, forKey: AnyKey("hysteresis"))
        try object.encode(minDuration, forKey: AnyKey("minHold"))
        try object.encode(lostAfter, forKey: AnyKey("lostAfter"))
        if !requirements.isEmpty { try object.encode(requirements, forKey: AnyKey("requires")) }
    }
}

// MARK: - Parts

extension ExerciseDefinition.Fault: Codable {
    /// Reads a fault.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(
            decoder,
            keys: ["id", "say", "phase", "measure", "above", "below", "for", "view", "voids"])
        id = try object.required("id", "a string")
        say = try object.text("say") ?? ""
        guard let phase = try object.choice("phase", as: Phase.self) else {
            throw .missingKey(path: object.path, key: "phase")
        }
        self.phase = phase
        measure = try object.required("measure", "a measure's name or an object")
        above = try object.number("above")
        below = try object.number("below")
        duration = try object.number("for") ?? 0
        view = try object.choice("view") ?? .any
        voidsTest = try object.value("voids", "true or false") ?? false
    }

    /// Writes a fault without default values.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(id, forKey: AnyKey("id"))
        if !say.isEmpty { try object.encode(say, forKey: AnyKey("say")) }
        try object.encode(phase, forKey: AnyKey("phase"))
        try object.encode(measure, forKey: AnyKey("measure"))
        try object.encodeIfPresent(above, forKey: AnyKey("above"))
        try object.encodeIfPresent(below, forKey: AnyKey("below"))
        if duration != 0 { try object.encode(duration, forKey: AnyKey("for")) }
        if view != .any { try object.encode(view, forKey: AnyKey("view")) }
        if voidsTest { try object.encode(true, forKey: AnyKey("voids")) }
    }
}

extension ExerciseDefinition.Fault.Quantity: Codable {
    private static let names: [(name: String, quantity: Self)] = [
        ("peak", .peak), ("symmetry", .symmetry), ("rom", .rangeOfMotion), ("duration", .duration),
    ]

    /// Reads `peak`, `symmetry`, `rom`, `duration` or an expression.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        if let name = try? decoder.singleValueContainer().decode(String.self),
            let known = Self.names.first(where: { $0.name == name })
        {
            self = known.quantity
        } else {
            self = .expression(try SignalExpression(from: decoder))
        }
    }

    /// Writes a name or an expression.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if case .expression(let expression) = self {
            try expression.encode(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(Self.names.first { $0.quantity == self }?.name)
        }
    }
}

extension SignalCondition: Codable {
    /// Reads a condition.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(decoder, keys: ["measure", "above", "below"])
        self.init(
            try object.required("measure", "a measure's name or an object"),
            above: try object.number("above"), below: try object.number("below"))
    }

    /// Writes a condition.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(measure, forKey: AnyKey("measure"))
        try object.encodeIfPresent(above, forKey: AnyKey("above"))
        try object.encodeIfPresent(below, forKey: AnyKey("below"))
    }
}

extension ExerciseTarget: Codable {
    /// Reads a target.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(decoder, keys: ["rom", "tempo", "hold"])
        let tempo: Tempo? = try object.value("tempo", "an object")
        self.init(
            rangeOfMotion: try object.value("rom", "a list of two numbers"),
            down: tempo?.down, up: tempo?.up,
            hold: try object.value("hold", "a list of two numbers"))
    }

    /// Writes a target.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encodeIfPresent(rangeOfMotion, forKey: AnyKey("rom"))
        if down != nil || up != nil {
            try object.encode(Tempo(down: down, up: up), forKey: AnyKey("tempo"))
        }
        try object.encodeIfPresent(hold, forKey: AnyKey("hold"))
    }

    private struct Tempo: Codable {
        let down, up: Bounds?

        init(down: Bounds?, up: Bounds?) {
            self.down = down
            self.up = up
        }

        init(from decoder: any Decoder) throws(ExerciseError) {
            let object = try StrictObject(decoder, keys: ["down", "up"])
            down = try object.value("down", "a list of two numbers")
            up = try object.value("up", "a list of two numbers")
        }
    }
}

extension Bounds: Codable {
    /// Reads a list of two numbers, each of which may be null.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let path = decoder.codingPath.path
        do {
            var list = try decoder.unkeyedContainer()
            var ends: [Double?] = []
            while !list.isAtEnd, ends.count < 3 {
                ends.append(try list.decodeNil() ? nil : try list.decode(Double.self))
            }
            guard ends.count == 2 else {
                throw ExerciseError.wrongCount(
                    path: path, count: list.count ?? ends.count, expected: 2)
            }
            self.init(ends[0], ends[1])
        } catch {
            throw ExerciseError(error, path: path, expected: "a list of two numbers")
        }
    }

    /// Writes a list of two numbers, each of which may be null.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for end in [lower, upper] {
            if let end { try list.encode(end) } else { try list.encodeNil() }
        }
    }
}
