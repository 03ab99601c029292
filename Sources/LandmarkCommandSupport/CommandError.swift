import LandmarkCore

/// The errors of the programs themselves, in addition to those of the libraries.
package enum CommandError: LandmarkError {
    case noCommand
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, nearest: String?)
    case missingValue(option: String, placeholder: String)
    case unwantedValue(option: String, value: String)
    case invalidValue(option: String, expected: String, got: String)
    case repeatedOption(String)
    case missingInput(command: String)
    case missingStream(command: String)
    case missingPoses(command: String)
    case missingExercise
    case unknownExercise(String, nearest: String?)
    case missingMovement
    case unknownMovement(String, nearest: String?)
    case missingVisits(Int)
    case unknownName(String, option: String, nearest: String?)
    case imagesNeeded(option: String, file: String)
    case mixedInputs(String, String)
    case unreadableDefinition(file: String, reason: String)
    case missingGraph
    case unknownStream(String, option: String, streams: [String])
    case repeatedName(String, option: String)
    case unknownSidePacket(String, nearest: String?)
    case emptyOutput(stream: String, file: String)
    case unwritablePacket(stream: String, type: String, file: String)
    case imageWithoutFrames(String, command: String)
    case unexpectedArgument(String)
    case imageInStreamMode(String, mode: String)
    case repeatedInput(String)
    case neededOption(String, reason: String)
    case uselessOption(String, use: String)
    case misplacedOption(String, use: String)
    case unsupportedOutput(option: String, file: String, expected: String)
    case sameOutput(file: String, first: String, second: String)
    case overwritesInput(String, option: String)
    case overwritesModel(String, option: String)
    case imageAmongInputs(String, option: String)
    case emptyFolder(String)
    case nothingChosen(String, count: Int)
    /// A network address, without the option that allows opening it.
    case address(String)
    /// A pattern that no path matches.
    case noMatch(String)
    case unreadable(file: String, reason: String)
    case unwritable(file: String, reason: String)
    case modelNotFound(file: String, name: String, option: String, searched: [String])
    case modelsMissing(Int)
    case scriptNotFound(searched: [String])
    case cannotRun(program: String, reason: String)
    case programNotFound(String, folder: String)
    case noWindow(reason: String)
    case brokenPipe

    /// Whether the command line is invalid, so that the exit code is 2.
    package var isUsage: Bool {
        switch self {
        case .noCommand, .unknownCommand, .unknownOption, .missingValue, .unwantedValue,
            .invalidValue, .repeatedOption, .missingInput, .missingStream,
            .imageWithoutFrames, .unexpectedArgument, .missingGraph, .unknownStream,
            .repeatedName, .unknownSidePacket,
            .missingPoses, .missingExercise, .unknownExercise, .missingMovement,
            .unknownMovement, .missingVisits, .unknownName, .imagesNeeded,
            .mixedInputs,

            .imageInStreamMode, .repeatedInput, .neededOption, .uselessOption,
            .misplacedOption, .unsupportedOutput, .sameOutput, .overwritesInput,
            .overwritesModel, .imageAmongInputs:
            true
        default: false
        }
    }
}

extension CommandError {
    /// One sentence, without a period.
    package var description: String {
        switch self {
        case .noCommand: "no command given"
        case .unknownCommand(let name, let nearest):
            "there is no command “\(name)”" + Self.hint(nearest)
        case .unknownOption(let name, let nearest):
            "there is no option \(name)" + Self.hint(nearest)
        case .missingValue(let option, let placeholder):
            "\(option) needs a value: \(option) \(placeholder)"
        case .unwantedValue(let option, let value): "\(option) takes no value, got “\(value)”"
        case .invalidValue(let option, let expected, let got):
            "\(option) takes \(expected), not “\(got)”"
        case .repeatedOption(let option): "\(option) is given twice"
        case .missingInput(let command): "\(command) needs at least one image, folder or video"
        case .missingStream(let command): "\(command) needs a video, folder, camera or “-”"
        case .missingPoses(let command):
            "\(command) needs a video, folder, camera, “-”, or JSON Lines of landmark pose"
        case .missingExercise:
            "exercise needs the name of an exercise or a definition file; “landmark exercise --list”"
                + " prints the names"
        case .unknownExercise(let name, let nearest):
            "there is no exercise “\(name)”"
                + (nearest.map { "; did you mean \($0)?" }
                    ?? "; “landmark exercise --list” prints the available ones")
        case .missingMovement:
            "rom needs the name of a movement; “landmark rom --list” prints the names"
        case .missingVisits(let count): "progress needs the files of two visits, got \(count)"
        case .unknownMovement(let name, let nearest):
            "there is no movement “\(name)”"
                + (nearest.map { "; did you mean \($0)?" }
                    ?? "; “landmark rom --list” prints the available ones")
        case .unknownName(let name, let option, let nearest):
            "\(option): there is no “\(name)”" + Self.hint(nearest)
        case .imagesNeeded(let option, let file):
            "\(option) needs the video itself: \(file) contains landmarks without images"
        case .mixedInputs(let lines, let other):
            "\(lines) contains landmarks and \(other) images; expected one or the other"
        case .unreadableDefinition(let file, let reason): "\(file): \(reason)"
        case .missingGraph: "graph needs a graph file, such as dms_graph.pbtxt"
        case .unknownStream(let name, let option, let streams):
            "\(option): the graph has no stream “\(name)”; it has "
                + (streams.isEmpty ? "none" : streams.joined(separator: ", "))
        case .repeatedName(let name, let option): "\(option) names “\(name)” twice"
        case .unknownSidePacket(let name, let nearest):
            "--side-packet: the graph has no input side packet “\(name)”" + Self.hint(nearest)
        case .emptyOutput(let stream, let file):
            "output stream “\(stream)” carried no image, so “\(file)” was not written"
        case .unwritablePacket(let stream, let type, let file):
            "output stream “\(stream)” carries \(type), which “\(file)” cannot contain"
        case .imageWithoutFrames(let path, let command):
            "\(command) needs frames over time, but “\(path)” is a single image"
        case .unexpectedArgument(let argument): "unexpected argument “\(argument)”"
        case .imageInStreamMode(let path, let mode):
            "--mode \(mode) can only be used with videos, folders, cameras and “-”, but “\(path)”"
                + " is a single image"
        case .repeatedInput(let input): "“\(input)” is given twice, but can only be read once"
        case .neededOption(let option, let reason): "\(option) is required: \(reason)"
        case .uselessOption(let option, let use):
            "\(option) can only be used with \(use), but there are none"
        case .misplacedOption(let option, let use): "\(option) can only be used with \(use)"
        case .unsupportedOutput(let option, let file, let expected):
            "\(option): expected \(expected), got “\(file)”"
        case .sameOutput(let file, let first, let second):
            "\(first) and \(second) would both write “\(file)”"
        case .overwritesInput(let file, let option):
            "\(option) would overwrite an input, \(file)"
        case .overwritesModel(let file, let option):
            "\(option) would overwrite a model, \(file)"
        case .imageAmongInputs(let file, let option):
            "\(option) would write \(file) to a folder that is an input; the next run would read it"
        case .nothingChosen(let folder, let count):
            "“\(folder)”: none of its \(count) images is in the part to process"
        case .emptyFolder(let folder):
            "\(folder) contains no images or videos; --recursive includes its subfolders"
        case .address(let address):
            "\(address) is an address: reading from the network requires --allow-network"
        case .noMatch(let pattern): "nothing matches the pattern \(pattern)"
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason): "\(file) cannot be written: \(reason)"
        case .modelNotFound(let file, let name, let option, let searched):
            "\(file) was not found in \(searched.joined(separator: ", "));"
                + " run “landmark models fetch \(name)” or give its path with \(option)"
        case .modelsMissing(let count): "models missing or damaged: \(count)"
        case .scriptNotFound(let searched):
            "the script fetch-models was not found in \(searched.joined(separator: ", "))"
        case .cannotRun(let program, let reason): "\(program) cannot be run: \(reason)"
        case .programNotFound(let program, let folder):
            "the program \(program) is not in \(folder); build it with “swift build --product"
                + " \(program)”"
        case .noWindow(let reason): "--show cannot open a window: \(reason)"
        case .brokenPipe: "the output was closed by its reader"
        }
    }

    private static func hint(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
