#if os(Linux)
import LandmarkCore
package import LandmarkMotion
import LandmarkReports

/// The exercises that a live page offers: an app's own and the shipped ones, with a person's thresholds.
struct LiveExercises: Sendable, Equatable {
    /// The definitions with the person's thresholds, an app's own first.
    let all: [ExerciseDefinition]
    /// The changes made by the thresholds, by the exercise's name.
    private let changes: [String: StatedThresholds]

    /// - Throws: `ExerciseError` for a definition that is not valid, and for thresholds that an exercise
    ///   does not have.
    init(_ options: LiveOptions) throws(ExerciseError) {
        for definition in options.exercises { try definition.validate() }
        let known = options.knownExercises
        guard let thresholds = options.thresholds else {
            (all, changes) = (known, [:])
            return
        }
        try thresholds.validate(with: options.exercises)
        var changed: [ExerciseDefinition] = []
        var changes: [String: StatedThresholds] = [:]
        for definition in known {
            guard thresholds.exercises[definition.name] != nil else {
                changed.append(definition)
                continue
            }
            let applied = try thresholds.applied(to: definition, with: options.exercises)
            changed.append(applied)
            changes[definition.name] = StatedThresholds(
                file: nil, note: thresholds.note, changes: applied.changes(since: definition))
        }
        (all, self.changes) = (changed, changes)
    }

    /// The exercise with a name.
    ///
    /// - Throws: `ExerciseError.unknownExercise` with the nearest name.
    func named(_ name: String) throws(ExerciseError) -> ExerciseDefinition {
        guard let definition = all.first(where: { $0.name == name }) else {
            throw .unknownExercise(
                name: name, nearest: NearestName.of(name, among: all.map(\.name)))
        }
        return definition
    }

    /// How reports describe the person's thresholds for an exercise; nil without any.
    func changes(of name: String) -> StatedThresholds? { changes[name] }
}

extension LiveOptions {
    /// An app's own exercises and the shipped ones; only the first of several with the same name.
    package var knownExercises: [ExerciseDefinition] {
        var names: Set<String> = []
        return (exercises + ExerciseDefinition.all).filter { names.insert($0.name).inserted }
    }
}
#endif
