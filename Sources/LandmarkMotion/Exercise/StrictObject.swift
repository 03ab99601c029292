import LandmarkCore

/// An object of a decoder, all of whose keys are known; every mistake becomes an `ExerciseError`.
struct StrictObject {
    private let container: KeyedDecodingContainer<AnyKey>
    let path: String

    /// Opens the object that `decoder` is at.
    init(_ decoder: any Decoder, keys: [String]) throws(ExerciseError) {
        path = decoder.codingPath.path
        do {
            container = try decoder.container(keyedBy: AnyKey.self)
        } catch {
            throw .wrongType(path: path, expected: "an object")
        }
        // The first in alphabetical order, because the decoder's order varies.
        let unknown = container.allKeys.map(\.stringValue).filter { !keys.contains($0) }.min()
        if let unknown {
            throw .unknownKey(
                path: path, key: unknown, nearest: NearestName.of(unknown, among: keys))
        }
    }

    /// The path of a key of this object.
    func path(of key: String) -> String { path.isEmpty ? key : path + "." + key }

    /// Whether the key is present with a value other than null.
    func has(_ key: String) -> Bool {
        let key = AnyKey(key)
        guard container.contains(key) else { return false }
        return ((try? container.decodeNil(forKey: key)) ?? false) == false
    }

    /// Reads a value; nil if the key is absent or null.
    func value<Value: Decodable>(
        _ key: String, _ expected: String, as type: Value.Type = Value.self
    ) throws(ExerciseError) -> Value? {
        guard has(key) else { return nil }
        do {
            return try container.decode(Value.self, forKey: AnyKey(key))
        } catch {
            throw ExerciseError(error, path: path(of: key), expected: expected)
        }
    }

    /// Reads a value that must be present.
    func required<Value: Decodable>(
        _ key: String, _ expected: String, as type: Value.Type = Value.self
    ) throws(ExerciseError) -> Value {
        guard let value = try value(key, expected, as: Value.self) else {
            throw .missingKey(path: path, key: key)
        }
        return value
    }

    func number(_ key: String) throws(ExerciseError) -> Double? { try value(key, "a number") }

    func text(_ key: String) throws(ExerciseError) -> String? { try value(key, "a string") }

    /// Reads a name from a fixed set.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, as type: Choice.Type = Choice.self
    ) throws(ExerciseError) -> Choice? {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw .unknownValue(
                path: path(of: key), value: text, allowed: Choice.allCases.map(\.rawValue))
        }
        return choice
    }

    /// Reads a list of at most `limit` elements.
    func list<Element: Decodable>(
        _ key: String, limit: Int, as type: Element.Type = Element.self
    ) throws(ExerciseError) -> [Element]? {
        guard has(key) else { return nil }
        let place = path(of: key)
        do {
            var list = try container.nestedUnkeyedContainer(forKey: AnyKey(key))
            var elements: [Element] = []
            while !list.isAtEnd {
                guard elements.count < limit else {
                    throw ExerciseError.tooMany(path: place, limit: limit)
                }
                elements.append(try list.decode(Element.self))
            }
            guard !elements.isEmpty else { throw ExerciseError.emptyList(path: place) }
            return elements
        } catch {
            throw ExerciseError(error, path: place, expected: "a list")
        }
    }
}

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

extension ExerciseError {
    /// Converts the error of a decoder that was reading the value at `path`.
    init(_ error: any Error, path: String, expected: String) {
        switch error {
        case let error as ExerciseError: self = error
        case DecodingError.dataCorrupted(let context):
            self = .notDecodable(path: path, reason: context.debugDescription)
        default: self = .wrongType(path: path, expected: expected)
        }
    }
}
