import CLandmarkKernels
import Testing

/// The kernels of one instruction set that this machine runs, on tensors of floats or of halves.
struct KernelSet: CustomTestStringConvertible, Sendable {
    let name: String
    var isHalf = false

    var table: UnsafePointer<lk_kernel_table> {
        guard let table = lk_kernels(name) else { preconditionFailure("no kernels for \(name)") }
        return table
    }
    var block: Int { Int(table.pointee.block) }

    /// The scalar kernels on the same kind of tensors.
    var scalar: KernelSet { KernelSet(name: "scalar", isHalf: isHalf) }

    var testDescription: String { isHalf ? name + " half" : name }

    static let scalar = KernelSet(name: "scalar")
    /// All on tensors of halves.
    static let halves = all.filter { lk_has_f16($0.table) }
        .map { KernelSet(name: $0.name, isHalf: true) }
    /// All that multiply integers.
    static let integers = all.filter { lk_has_integers($0.table) }
    static let all = ["scalar", "neon", "avx2", "avx512"]
        .map { KernelSet(name: $0) }.filter { lk_kernels($0.name) != nil }
}

@Suite struct KernelSetTests {
    @Test("a table has the name that it is found by", arguments: KernelSet.all)
    func names(kernels: KernelSet) {
        #expect(String(cString: kernels.table.pointee.instruction_set) == kernels.name)
        #expect(kernels.block % 8 == 0)
    }

    @Test("x86-64 has no kernels on halves but the scalar ones")
    func halves() {
        let names = KernelSet.halves.map(\.name)
        #expect(names.contains("scalar"))
        #expect(Set(names).isSubset(of: ["scalar", "neon"]))
    }

    @Test("only scalar kernels and those of x86-64 multiply integers")
    func integers() {
        let names = KernelSet.integers.map(\.name)
        #expect(names.contains("scalar"))
        #expect(Set(names).isSubset(of: ["scalar", "avx2", "avx512"]))
    }

    @Test("unknown instruction sets have no table; scalar kernels exist everywhere")
    func availability() {
        #expect(lk_kernels("sse2") == nil)
        #expect(lk_kernels("") == nil)
        #expect(lk_kernels("scalar") != nil)
    }

    @Test(
        "the peak kernel does every multiply-add that it is measured by", arguments: KernelSet.all)
    func peak(kernels: KernelSet) {
        let (begin, end) = (3, 5)
        let output = GuardedFloats(count: end * kernels.block, repeating: -1)
        var arguments = lk_f32_peak(factor: 0.5, output: output.base)
        kernels.table.pointee.f32_peak(&arguments, Int32(begin), Int32(end))
        let rounds = Float(end - begin) * Float(LK_PEAK_ROUNDS)
        let sums = Float(LK_PEAK_SUMS)
        let first = sums * (sums - 1) / 2
        let sum = first + sums * rounds / 4
        // A call writes the block of its first unit only.
        #expect(
            output.values
                == (0..<end).flatMap { unit in
                    [Float](repeating: unit == begin ? sum : -1, count: kernels.block)
                })
    }
}
