/// A number in which two definitions of an exercise differ.
public struct ThresholdChange: Sendable, Hashable {
    /// Its place, such as `bottom` or `faults.shallow.below`.
    public let name: String
    /// The number in the original definition; nil if it has none.
    public let before: Double?
    /// The number that replaces it; nil if it was removed.
    public let after: Double?
}

extension ExerciseDefinition {
    /// The thresholds, targets and limits of faults that differ from those of another definition of
    /// the same exercise, in the order of the definition.
    public func changes(since base: ExerciseDefinition) -> [ThresholdChange] {
        let (before, after) = (base.numbers, numbers)
        var names = before.map(\.name)
        names += after.map(\.name).filter { !names.contains($0) }
        return names.compactMap { name in
            let old = before.first { $0.name == name }?.value
            let new = after.first { $0.name == name }?.value
            return old == new ? nil : ThresholdChange(name: name, before: old, after: new)
        }
    }

    private var numbers: [(name: String, value: Double)] {
        var list: [(String, Double?)] = []
        if let rule = repetitions {
            switch rule.thresholds {
            case .absolute(let top, let bottom): list += [("top", top), ("bottom", bottom)]
            case .adaptive(let minRange): list.append(("minRange", minRange))
            }
            list += [("minRep", rule.minDuration), ("maxRep", rule.maxDuration)]
        }
        if let rule = hold {
            list += Self.ends("range", rule.range)
            list += [("hysteresis", rule.hysteresis), ("minHold", rule.minDuration)]
        }
        list += Self.ends("target.rom", target.rangeOfMotion)
        list += Self.ends("target.tempo.down", target.down)
        list += Self.ends("target.tempo.up", target.up)
        list += Self.ends("target.hold", target.hold)
        for fault in faults {
            let name = "faults.\(fault.id)"
            list += [
                ("\(name).above", fault.above), ("\(name).below", fault.below),
                ("\(name).for", fault.duration),
            ]
        }
        return list.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func ends(_ name: String, _ bounds: Bounds?) -> [(String, Double?)] {
        [("\(name)[0]", bounds?.lower), ("\(name)[1]", bounds?.upper)]
    }
}
