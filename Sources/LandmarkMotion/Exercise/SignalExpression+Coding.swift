import LandmarkCore

extension SignalExpression: Codable {
    /// Reads a measure's name or a combination.
    ///
    /// - Throws: `ExerciseError` with the path of the mistake.
    public init(from decoder: any Decoder) throws(ExerciseError) {
        let path = decoder.codingPath.path
        // Checked before reading, because decoders recurse as deeply as this initializer.
        guard decoder.codingPath.count <= Self.pathLimit else {
            throw .tooDeep(path: path, limit: Self.depthLimit)
        }
        if let container = try? decoder.singleValueContainer(),
            let name = try? container.decode(String.self)
        {
            try self.init(name: name, path: path)
            return
        }
        let names = Combination.allCases.map(\.rawValue)
        let object: StrictObject
        do {
            object = try StrictObject(
                decoder, keys: names + [Self.first, Self.difference, Self.needs])
        } catch .wrongType {
            throw .wrongType(path: path, expected: "a measure's name or an object")
        }
        let present = (names + [Self.first, Self.difference]).filter(object.has)
        guard let key = present.first else { throw .missingKey(path: path, key: names[0]) }
        guard present.count == 1 else { throw .conflictingKeys(path: path, keys: present) }
        guard
            let terms = try object.list(
                key, limit: Self.termLimit, as: SignalExpression.self)
        else { throw .missingKey(path: path, key: key) }
        if let combination = Combination(rawValue: key) {
            self = .combination(
                combination, terms, needs: try object.value(Self.needs, "a whole number"))
            return
        }
        guard !object.has(Self.needs) else {
            throw .conflictingKeys(path: path, keys: [key, Self.needs])
        }
        if key == Self.first {
            self = .first(terms)
            return
        }
        guard terms.count == 2 else {
            throw .wrongCount(path: object.path(of: key), count: terms.count, expected: 2)
        }
        self = .difference(terms[0], terms[1])
    }

    /// Writes a name, or an object with the combination's name as key.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if let name {
            var container = encoder.singleValueContainer()
            try container.encode(name)
            return
        }
        var object = encoder.container(keyedBy: AnyKey.self)
        switch self {
        case .combination(let combination, let terms, let needs):
            try object.encode(terms, forKey: AnyKey(combination.rawValue))
            try object.encodeIfPresent(needs, forKey: AnyKey(Self.needs))
        case .first(let terms): try object.encode(terms, forKey: AnyKey(Self.first))
        case .difference(let first, let second):
            try object.encode([first, second], forKey: AnyKey(Self.difference))
        case .measure, .side, .other, .both: break
        }
    }

    /// The name of a single measure, or of one for a side or both; nil for others.
    public var name: String? {
        switch self {
        case .measure(let measure): measure.name
        case .side(let pair): pair.name + ".side"
        case .other(let pair): pair.name + ".other"
        case .both(let pair, let combination): pair.name + "." + combination.rawValue
        case .combination, .first, .difference: nil
        }
    }

    /// Finds the expression with a name, such as `kneeFlexion.left` or `fppa.max`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: Its location, for the error.
    /// - Throws: `ExerciseError.unknownMeasure`.
    public init(name: String, path: String = "") throws(ExerciseError) {
        if let measure = Measure(name: name) {
            self = .measure(measure)
            return
        }
        if let dot = name.lastIndex(of: "."), let pair = MeasurePair(name: String(name[..<dot])) {
            let suffix = String(name[name.index(after: dot)...])
            switch suffix {
            case "side":
                self = .side(pair)
                return
            case "other":
                self = .other(pair)
                return
            default:
                if let combination = Combination(rawValue: suffix) {
                    self = .both(pair, combination)
                    return
                }
            }
        }
        throw .unknownMeasure(
            path: path, name: name, nearest: NearestName.of(name, among: Self.names))
    }

    /// All names of single measures, and of pairs with each suffix.
    private static var names: [String] {
        let measures = Measure.allCases.map(\.name)
        let pairs = Measure.allCases.compactMap { measure in
            measure.side == .left ? measure.baseName : nil
        }
        let endings = ["side", "other"] + Combination.allCases.map(\.rawValue)
        return measures + pairs.flatMap { pair in endings.map { pair + "." + $0 } }
    }

    private static let first = "first"
    private static let difference = "difference"
    private static let needs = "needs"
    /// The longest path of an expression of the greatest depth: a fault's list, index and key, then two keys
    /// for each level.
    private static let pathLimit = 3 + 2 * depthLimit
}
