import Foundation
import LandmarkCore
import Testing

/// Serialized, because the environment is shared by the process.
@Suite(.serialized) struct InstructionSetTests {
    private func with<Result>(_ value: String?, _ body: () throws -> Result) rethrows -> Result {
        let before = getenv(InstructionSet.environmentVariable).map { String(cString: $0) }
        setVariable(value)
        defer { setVariable(before) }
        return try body()
    }

    private func setVariable(_ value: String?) {
        if let value {
            setenv(InstructionSet.environmentVariable, value, 1)
        } else {
            unsetenv(InstructionSet.environmentVariable)
        }
    }

    @Test("the variable selects an instruction set", arguments: InstructionSet.allCases)
    func named(set: InstructionSet) throws {
        #expect(try with(set.rawValue) { try InstructionSet.fromEnvironment() } == set)
    }

    @Test("an unset or empty variable selects none", arguments: [nil, ""])
    func none(value: String?) throws {
        #expect(try with(value) { try InstructionSet.fromEnvironment() } == nil)
    }

    @Test("any other value is an error with the variable, its value and the valid ones")
    func unknown() throws {
        let error = #expect(throws: EnvironmentError.self) {
            try with("sse9") { try InstructionSet.fromEnvironment() }
        }
        #expect(error?.value == "sse9")
        #expect(
            error?.description
                == "environment variable LANDMARK_KERNELS is \"sse9\"; "
                + "expected scalar, neon, avx2, avx512")
        #expect((error as (any Error)?)?.localizedDescription == error?.description)
    }
}
