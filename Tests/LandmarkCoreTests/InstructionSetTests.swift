import LandmarkCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment belongs to the process: one test at a time.
@Suite(.serialized) struct InstructionSetTests {
    private func with<Result>(_ value: String?, _ body: () throws -> Result) rethrows -> Result {
        let before = getenv(InstructionSet.environmentVariable).map { String(cString: $0) }
        set(value)
        defer { set(before) }
        return try body()
    }

    private func set(_ value: String?) {
        if let value {
            setenv(InstructionSet.environmentVariable, value, 1)
        } else {
            unsetenv(InstructionSet.environmentVariable)
        }
    }

    @Test("the variable names a level", arguments: InstructionSet.allCases)
    func named(level: InstructionSet) throws {
        #expect(try with(level.rawValue) { try InstructionSet.fromEnvironment() } == level)
    }

    @Test("unset or empty asks for none", arguments: [nil, ""])
    func none(value: String?) throws {
        #expect(try with(value) { try InstructionSet.fromEnvironment() } == nil)
    }

    @Test("anything else is an error with the variable, its value and what it may be")
    func unknown() throws {
        let error = #expect(throws: EnvironmentError.self) {
            try with("sse9") { try InstructionSet.fromEnvironment() }
        }
        #expect(error?.value == "sse9")
        #expect(
            error?.description
                == "environment variable LANDMARK_KERNELS is \"sse9\"; "
                + "expected scalar, neon, avx2, avx512")
    }
}
