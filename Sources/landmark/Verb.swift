import LandmarkCommandSupport
import LandmarkCore

/// The names of the subcommands, in the order of help. Only the subcommand that runs is created: together
/// they have hundreds of options and the whole library of exercises.
enum Verb: String, CaseIterable {
    case hand, pose, face, all, holistic, segment, motion, exercise, rom, progress, drive, graph
    #if os(Linux)
    case serve, sessions
    #endif
    case models, export, doctor, bench, completion, man

    /// Whether it processes inputs frame by frame, and so ends soon after an interruption.
    var processesFrames: Bool {
        switch self {
        case .hand, .pose, .face, .all, .holistic, .segment, .motion, .exercise, .rom, .drive,
            .graph:
            return true
        #if os(Linux)
        case .serve: return true
        case .sessions: return false
        #endif
        case .progress, .models, .export, .doctor, .bench, .completion, .man: return false
        }
    }

    var subcommand: Subcommand {
        switch self {
        case .hand: return .hand
        case .pose: return .pose
        case .face: return .face
        case .all: return .people
        case .holistic: return .holistic
        case .segment: return .segment
        case .motion: return .motion
        case .exercise: return .exercise
        case .rom: return .rom
        case .progress: return .progress
        case .drive: return .drive
        case .graph: return .graph
        #if os(Linux)
        case .serve: return .serve
        case .sessions: return .sessions
        #endif
        case .models: return .models
        case .export: return .export
        case .doctor: return .doctor
        case .bench: return .bench
        case .completion: return .completion
        case .man: return .man
        }
    }

    /// Returns the subcommand with a name.
    ///
    /// - Throws: `CommandError.unknownCommand`, with the most similar name.
    static func named(_ name: String) throws(CommandError) -> Verb {
        guard let found = Verb(rawValue: name) else {
            let nearest = NearestName.of(name, among: allCases.map(\.rawValue))
            throw .unknownCommand(name, nearest: nearest)
        }
        return found
    }
}

extension Subcommand {
    /// All subcommands, in the order of help.
    static var all: [Subcommand] { Verb.allCases.map(\.subcommand) }

    /// A separate program; see `BenchProgram`.
    fileprivate static let bench = Subcommand(
        name: BenchProgram.verb, summary: BenchProgram.summary,
        synopsis: BenchProgram.synopsis, options: BenchProgram.options,
        operands: BenchProgram.kinds
    ) { _ in try BenchProgram.replaceProcess([]) }
}
