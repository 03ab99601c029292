import LandmarkCore

/// One person's thresholds for exercises, in place of those of the definitions.
///
/// They are read from JSON with any `Decoder`, and every key must be known. <doc:Exercises> describes
/// the form. Values are in the unit of the exercise's signal, times in seconds.
public struct PatientThresholds: Sendable, Hashable {
    /// The changes to one exercise; nil where its definition applies.
    public struct Exercise: Sendable, Hashable {
        /// Where a repetition begins and ends.
        public var top: Double?
        /// What a repetition must reach.
        public var bottom: Double?
        /// Whether repetitions count from 60 % of the person's own range, which the first two repetitions
        /// show. With false, they count from `top` and `bottom`; both are required if the definition uses the
        /// person's own range.
        public var usesOwnRange: Bool?
        /// The shortest time of a repetition that counts.
        public var minDuration: Double?
        /// The longest time of a repetition that counts.
        public var maxDuration: Double?
        /// Where the signal must be for a hold to begin.
        public var range: Bounds?
        /// How far the signal may leave the range before the hold ends.
        public var hysteresis: Double?
        /// The shortest hold that is reported.
        public var minHold: Double?
        /// What a repetition or hold should be like, in place of the whole target.
        public var target: ExerciseTarget?
        /// The limits of faults, by their ids.
        public var faults: [String: FaultLimits] = [:]

        /// Creates thresholds that change nothing.
        public init() {}
    }

    /// The limits of one fault; nil where the definition's limits apply.
    public struct FaultLimits: Sendable, Hashable {
        /// A greater value is a fault.
        public var above: Double?
        /// A smaller value is a fault.
        public var below: Double?
        /// How many consecutive seconds the value must be beyond the limit.
        public var duration: Double?
        /// Whether the fault is ignored.
        public var isOff = false

        /// Creates limits that change nothing.
        public init() {}
    }

    /// A note for people to read, such as “knee replacement, week 6”; may be empty.
    public var note: String
    /// The changes, by the exercise's name.
    public var exercises: [String: Exercise]

    /// Creates thresholds.
    public init(note: String = "", exercises: [String: Exercise]) {
        self.note = note
        self.exercises = exercises
    }

    /// Returns `definition` with the person's thresholds. Also checks the thresholds of other exercises.
    ///
    /// - Parameters:
    ///   - definition: A shipped or custom exercise.
    ///   - others: Other custom exercises that may have thresholds.
    /// - Throws: `ExerciseError` as ``validate(with:)``, and if there are no thresholds for the
    ///   exercise.
    public func applied(
        to definition: ExerciseDefinition, with others: [ExerciseDefinition] = []
    ) throws(ExerciseError) -> ExerciseDefinition {
        try validate(with: [definition] + others)
        guard let exercise = exercises[definition.name] else {
            throw .missingKey(path: "exercises", key: definition.name)
        }
        return try exercise.applied(to: definition)
    }

    /// Checks the thresholds of every exercise.
    ///
    /// - Parameter definitions: Exercises in addition to the shipped ones, or in place of those with the same
    ///   name.
    /// - Throws: `ExerciseError` with the path in the JSON form: for an unknown exercise, a fault that an
    ///   exercise does not have, a key that its kind does not have (clinical tests have none), and an invalid
    ///   value.
    public func validate(with definitions: [ExerciseDefinition] = []) throws(ExerciseError) {
        let known = definitions + ExerciseDefinition.all
        for (name, exercise) in exercises.sorted(by: { $0.key < $1.key }) {
            guard let definition = known.first(where: { $0.name == name }) else {
                throw .unknownKey(
                    path: "exercises", key: name,
                    nearest: NearestName.of(name, among: known.map(\.name)))
            }
            _ = try exercise.applied(to: definition)
        }
    }
}

extension PatientThresholds.Exercise {
    fileprivate func applied(
        to definition: ExerciseDefinition
    ) throws(ExerciseError) -> ExerciseDefinition {
        let path = "exercises.\(definition.name)"
        var changed = definition
        switch definition.kind {
        case .test:
            try forbid(
                ofRepetitions + ofHolds + ofBoth, "\(definition.name) is a clinical test", path)
        case .repetitions(var rule):
            try forbid(ofHolds, "\(definition.name) counts repetitions", path)
            try apply(to: &rule, path)
            changed.kind = .repetitions(rule)
        case .hold(var rule):
            try forbid(ofRepetitions, "\(definition.name) is a hold", path)
            rule.range = range ?? rule.range
            rule.hysteresis = hysteresis ?? rule.hysteresis
            rule.minDuration = minHold ?? rule.minDuration
            changed.kind = .hold(rule)
        }
        changed.target = target ?? changed.target
        for (id, limits) in faults.sorted(by: { $0.key < $1.key }) {
            guard let place = changed.faults.firstIndex(where: { $0.id == id }) else {
                throw .unknownKey(
                    path: path + ".faults", key: id,
                    nearest: NearestName.of(id, among: definition.faults.map(\.id)))
            }
            if limits.isOff {
                changed.faults.remove(at: place)
            } else {
                changed.faults[place].above = limits.above ?? changed.faults[place].above
                changed.faults[place].below = limits.below ?? changed.faults[place].below
                changed.faults[place].duration =
                    limits.duration ?? changed.faults[place].duration
            }
        }
        do throws(ExerciseError) {
            try changed.validate()
        } catch {
            throw error.moved { Self.place($0, in: changed, below: path) }
        }
        return changed
    }

    private func apply(to rule: inout RepetitionRule, _ path: String) throws(ExerciseError) {
        rule.minDuration = minDuration ?? rule.minDuration
        rule.maxDuration = maxDuration ?? rule.maxDuration
        let ends = [("top", top), ("bottom", bottom)].filter { $0.1 != nil }.map(\.0)
        if usesOwnRange == true {
            if let end = ends.first {
                throw .conflictingKeys(path: path, keys: ["ownRange", end])
            }
            // An adaptive definition may have its own least range.
            if case .absolute = rule.thresholds { rule.thresholds = .ownRange(of: rule.signal) }
        } else if usesOwnRange == false, case .adaptive = rule.thresholds {
            guard let top else { throw .missingKey(path: path, key: "top") }
            guard let bottom else { throw .missingKey(path: path, key: "bottom") }
            rule.thresholds = .absolute(top: top, bottom: bottom)
        } else if let end = ends.first {
            guard case .absolute(let oldTop, let oldBottom) = rule.thresholds else {
                throw .notApplicable(
                    path: path, key: end, reason: "repetitions count from the person's own range")
            }
            rule.thresholds = .absolute(top: top ?? oldTop, bottom: bottom ?? oldBottom)
        }
    }

    /// The keys that are present, by the kind of exercise that they apply to.
    private var ofRepetitions: [String] {
        let keys = [
            ("top", top != nil), ("bottom", bottom != nil), ("ownRange", usesOwnRange != nil),
            ("minRep", minDuration != nil), ("maxRep", maxDuration != nil),
        ]
        return keys.filter(\.1).map(\.0)
    }

    private var ofHolds: [String] {
        let keys = [
            ("range", range != nil), ("hysteresis", hysteresis != nil),
            ("minHold", minHold != nil),
        ]
        return keys.filter(\.1).map(\.0)
    }

    private var ofBoth: [String] {
        [("target", target != nil), ("faults", !faults.isEmpty)].filter(\.1).map(\.0)
    }

    private func forbid(
        _ keys: [String], _ reason: String, _ path: String
    ) throws(ExerciseError) {
        if let key = keys.first { throw .notApplicable(path: path, key: key, reason: reason) }
    }

    /// Translates a path in a definition, whose faults are a list, to one in the thresholds.
    private static func place(
        _ place: String, in definition: ExerciseDefinition, below path: String
    ) -> String {
        guard !place.isEmpty else { return path }
        for (index, fault) in definition.faults.enumerated() {
            let element = "faults[\(index)]"
            guard place == element || place.hasPrefix(element + ".") else { continue }
            return "\(path).faults.\(fault.id)\(place.dropFirst(element.count))"
        }
        return "\(path).\(place)"
    }
}

extension RepetitionRule.Thresholds {
    /// A person's own range of a signal, well above the noise of a single camera.
    package static func ownRange(of signal: SignalExpression) -> Self {
        .adaptive(minRange: signal.unit == .meters ? 0.05 : 20)
    }
}

// MARK: - JSON

extension PatientThresholds: Decodable {
    /// Reads thresholds. Names of exercises and faults are checked by ``applied(to:with:)``.
    ///
    /// - Throws: `ExerciseError` with the path of the first mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(decoder, keys: ["note", "exercises"])
        note = try object.text("note") ?? ""
        let named: Named<Exercise> = try object.required("exercises", "an object")
        exercises = named.values
    }

    /// An object whose keys are names.
    fileprivate struct Named<Value: Decodable>: Decodable {
        let values: [String: Value]

        private static var limit: Int { 256 }

        init(from decoder: any Decoder) throws(ExerciseError) {
            let path = decoder.codingPath.path
            do {
                let object = try decoder.container(keyedBy: AnyKey.self)
                let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
                guard keys.count <= Self.limit else {
                    throw ExerciseError.tooMany(path: path, limit: Self.limit)
                }
                var values: [String: Value] = [:]
                for key in keys {
                    values[key.stringValue] = try object.decode(Value.self, forKey: key)
                }
                self.values = values
            } catch {
                throw ExerciseError(error, path: path, expected: "an object")
            }
        }
    }
}

extension PatientThresholds.Exercise: Decodable {
    /// Reads the thresholds of an exercise.
    ///
    /// - Throws: `ExerciseError` with the path of the first mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let object = try StrictObject(
            decoder,
            keys: [
                "top", "bottom", "ownRange", "minRep", "maxRep", "range", "hysteresis", "minHold",
                "target", "faults",
            ])
        self.init()
        top = try object.number("top")
        bottom = try object.number("bottom")
        usesOwnRange = try object.value("ownRange", "true or false")
        minDuration = try object.number("minRep")
        maxDuration = try object.number("maxRep")
        range = try object.value("range", "a list of two numbers")
        hysteresis = try object.number("hysteresis")
        minHold = try object.number("minHold")
        target = try object.value("target", "an object")
        let named: PatientThresholds.Named<PatientThresholds.FaultLimits>? = try object.value(
            "faults", "an object")
        faults = named?.values ?? [:]
    }
}

extension PatientThresholds.FaultLimits: Decodable {
    /// Reads limits, or `false` for a fault that is ignored.
    ///
    /// - Throws: `ExerciseError` with the path of the first mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        self.init()
        if let isChecked = try? decoder.singleValueContainer().decode(Bool.self) {
            guard !isChecked else {
                throw .wrongType(path: decoder.codingPath.path, expected: "false or an object")
            }
            isOff = true
            return
        }
        let object = try StrictObject(decoder, keys: ["above", "below", "for"])
        above = try object.number("above")
        below = try object.number("below")
        duration = try object.number("for")
    }
}
