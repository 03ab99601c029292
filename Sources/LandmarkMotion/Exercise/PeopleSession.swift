/// Everyone doing one exercise: an `ExerciseSession` for each track id.
///
/// A session starts with a person's first sample, and ends when the person is no longer among the samples,
/// some time after leaving: see `PeopleAnalyzer`.
public struct PeopleSession: Sendable {
    /// A session that is over.
    public struct Ended: Sendable, Hashable {
        /// The id of the person's track.
        public var id: Int
        /// The events at its end.
        public var events: [ExerciseEvent]
        /// The summary of the whole session.
        public var report: SessionReport
    }

    /// The exercise.
    public var definition: ExerciseDefinition { fresh.definition }

    private let fresh: ExerciseSession
    /// In ascending order of id.
    private var people: [Person] = []

    private struct Person: Sendable {
        let id: Int
        var session: ExerciseSession
    }

    /// Creates sessions that have seen no one.
    ///
    /// - Throws: `ExerciseError` for a definition that is not valid.
    public init(_ definition: ExerciseDefinition) throws(ExerciseError) {
        fresh = try ExerciseSession(definition)
    }

    /// Everyone's progress, in ascending order of id.
    public var statuses: [(id: Int, status: ExerciseSession.Status)] {
        people.map { ($0.id, $0.session.status) }
    }

    /// The progress of the person with a track id; nil if no one has that id.
    public func status(of id: Int) -> ExerciseSession.Status? {
        people.first { $0.id == id }?.session.status
    }

    /// Adds everyone's samples of one frame.
    ///
    /// - Returns: What happened, and the sessions of people who are no longer among the samples.
    public mutating func update(
        _ samples: [MotionSample]
    ) -> (events: [ExerciseEvent], ended: [Ended]) {
        let ended = end { person in !samples.contains { $0.id == person.id } }
        var events: [ExerciseEvent] = []
        for sample in samples {
            let place = people.firstIndex { $0.id >= sample.id } ?? people.endIndex
            if place == people.endIndex || people[place].id != sample.id {
                people.insert(Person(id: sample.id, session: fresh), at: place)
            }
            events += people[place].session.update(sample)
        }
        return (events, ended)
    }

    /// Ends all sessions, for example at the end of a recording.
    public mutating func finish() -> [Ended] { end { _ in true } }

    private mutating func end(where isOver: (Person) -> Bool) -> [Ended] {
        var ended: [Ended] = []
        for index in people.indices where isOver(people[index]) {
            let events = people[index].session.finish()
            ended.append(
                Ended(
                    id: people[index].id, events: events, report: people[index].session.report()))
        }
        if !ended.isEmpty { people.removeAll(where: isOver) }
        return ended
    }
}
