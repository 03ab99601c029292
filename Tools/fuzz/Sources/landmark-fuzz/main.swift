// Runs one target of the fuzzer: `landmark-fuzz TARGET [OPTION…] [CORPUS…]`, with libFuzzer's options.
// `landmark-fuzz --list` prints the targets; `--models FROM TO` writes the models that the inputs of the
// target `network` describe, as inputs of the target `model`.

import FoundationEssentials
import Glibc
import LandmarkCore
import LandmarkFuzzTargets

var arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "--models" {
    let names = try FileManager.default.contentsOfDirectory(atPath: arguments[2])
    for name in names {
        let input = try Data(contentsOf: URL(filePath: arguments[2] + "/" + name))
        let model = NetworkGenerator.model(Array(input))
        try Data(model).write(to: URL(filePath: arguments[3] + "/" + name))
    }
    exit(0)
}
/// libFuzzer starts this program again to merge inputs, without the target's name.
let variable = "LANDMARK_FUZZ_TARGET"
let inherited = CurrentProcess.environment(variable)
guard let name = inherited ?? arguments.dropFirst().first,
    let target = FuzzTarget.all.first(where: { $0.name == name })
else {
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    exit(arguments.contains("--list") ? 0 : 2)
}
if inherited == nil {
    arguments.remove(at: 1)
    setenv(variable, name, 1)
}
arguments.insert("-max_len=\(target.maximumLength)", at: 1)
atexit { Recording.clean() }
exit(Fuzzer.run(target, arguments))
