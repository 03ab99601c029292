import Foundation
import LandmarkCore
import LandmarkImaging
import Testing

/// Tests that change process state run in a process of their own.
@Suite("Process state")
struct ProcessTests {
    @Test("An unknown instruction set in the environment is an error with its name")
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

    @Test("The environment selects the instruction set unless one is given")
    func choice() async {
        await #expect(processExitsWith: .exitCode(7)) {
            setenv(InstructionSet.environmentVariable, "scalar", 1)
            _ = try ImageToTensor()
            setenv(InstructionSet.environmentVariable, "sse9", 1)
            _ = try ImageToTensor(instructionSet: .scalar)
            exit(7)
        }
    }

    @Test("A full disk leaves the existing file and no other")
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
