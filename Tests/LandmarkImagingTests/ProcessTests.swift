import Foundation
import LandmarkCore
import LandmarkImaging
import Testing

/// Tests that change process state run in a separate process.
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
}
