import Foundation
import LandmarkCore
import LandmarkImaging
import Testing

/// What concerns a whole process is tried in one of its own.
@Suite("Surroundings")
struct ProcessTests {
    @Test("A level that does not exist in the environment is an error with its name")
    func environment() async {
        await #expect(processExitsWith: .exitCode(7)) {
            setenv(InstructionSet.environmentVariable, "sse9", 1)
            do {
                _ = try ImageToTensor()
            } catch let error as ImagingError {
                guard case .environment(let fact) = error, fact.value == "sse9" else { exit(1) }
                exit(7)
            }
        }
    }

    @Test("The environment chooses the level, and an explicit one goes before it")
    func choice() async {
        await #expect(processExitsWith: .exitCode(7)) {
            setenv(InstructionSet.environmentVariable, "scalar", 1)
            _ = try ImageToTensor()
            setenv(InstructionSet.environmentVariable, "sse9", 1)
            _ = try ImageToTensor(instructionSet: .scalar)
            exit(7)
        }
    }

    @Test("A disk that fills up leaves what was there and no other file")
    func fullDisk() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let folder = try TemporaryFolder()
            let small = try SyntheticImage.make(width: 4, height: 4, seed: 1)
            try PNGFile.write(small, to: folder.path("a.png"))
            limitFileSize(to: 1000)
            let large = try SyntheticImage.make(width: 400, height: 400, seed: 1)
            do {
                try PNGFile.write(large, to: folder.path("a.png"))
            } catch let error as ImagingError {
                let same = try ImageFile.read(folder.path("a.png")).packed == small.packed
                let expected = ImagingError.writeFailed(
                    file: folder.path("a.png"), code: Code.fileTooLarge)
                exit(same && folder.names == ["a.png"] && error == expected ? 7 : 1)
            }
        }
    }
}
