// swift-tools-version: 6.2
import PackageDescription

/// Whether this is a build of the package itself, as the Makefile states.
let isDevelopment = Context.environment["LANDMARK_DEVELOPMENT"] != nil

/// Warnings are errors in our own builds only: Xcode suppresses the warnings of packages that an app
/// depends on, and the compiler does not accept both together.
let strictness: [SwiftSetting] = isDevelopment ? [.treatAllWarnings(as: .error)] : []

/// The settings of every Swift target; each upcoming feature with its proposal.
let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    ] + strictness

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .visionOS]

/// A library target that imports only lower levels; `scripts/layering.py` checks the declarations.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A library whose tests use its internals. An app's build must not have such flags.
func testable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: swiftSettings
            + (isDevelopment
                ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : []))
}

/// A library that Apple's frameworks replace on Apple's systems.
func elsewhere(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
}

// The privacy manifest is for apps. Where it is a resource, the target imports Foundation.
#if os(macOS)
let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
let notUsedHere: [String] = []
#else
let privacyManifest: [Resource] = []
let notUsedHere = ["PrivacyInfo.xcprivacy"]
#endif

let notOptimized = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))

/// A test target. `fixtures` states that it has a folder of files, which the tests open by path.
///
/// Compiling tests with optimization takes longer than it saves, except where the tests themselves
/// process pixels and tensors: those are `optimized`. The libraries they test always are.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], fixtures: Bool = false,
    optimized: Bool = false
) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies,
        exclude: fixtures ? ["Fixtures"] : [],
        swiftSettings: swiftSettings + (optimized ? [] : [notOptimized]))
}

/// The folder of Swift's static libraries, unless the compiler finds it: SwiftPM passes a cross-compiler the
/// folder of dynamic ones.
let staticResources =
    Context.environment["LANDMARK_STATIC_RESOURCES"].map { ["-resource-dir", $0] } ?? []

/// Links Swift's run-time libraries into the programs: loading FoundationEssentials dynamically costs
/// every start about 6 million instructions. The programs also run where no toolchain is installed.
/// The linker is LLVM's because GNU's warns about Foundation's own use of `mktemp`.
let selfContained = LinkerSetting.unsafeFlags(
    [
        "-static-stdlib", "-use-ld=lld", "-l_FoundationCShims", "-l_FoundationCollections",
        "-lswiftSynchronization",
    ] + staticResources,
    .when(platforms: [.linux], configuration: .release))

/// A library product, with the targets whose types its API uses: clients import those, too.
func product(_ name: String, with lowerTargets: [String] = []) -> Product {
    .library(name: name, targets: [name] + lowerTargets)
}

/// The targets whose types appear in the API of `LandmarkTasks`.
let tasks = ["LandmarkImaging", "LandmarkInference", "LandmarkModelFile", "LandmarkCore"]

/// The targets that the fuzzer feeds with damaged inputs.
let fuzzed: [Target.Dependency] = [
    "LandmarkCore", "LandmarkModelFile", "LandmarkInference", "LandmarkImaging",
    "LandmarkImageFiles", "LandmarkGraph", "LandmarkCalculators", "LandmarkMotion",
    "LandmarkTasks", "DriverMonitoring", "LandmarkReports", "LandmarkC", "CLandmarkInterface",
    "LandmarkTestSupport",
    elsewhere("LandmarkHistory"), elsewhere("LandmarkDashboard"), elsewhere("LandmarkLive"),
    "LandmarkCapture",
]

let package = Package(
    name: "LandmarkKit",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [
        product("LandmarkTasks", with: tasks),
        product("DriverMonitoring", with: ["LandmarkTasks"] + tasks),
        product("LandmarkMotion", with: ["LandmarkTasks"] + tasks),
        product(
            "LandmarkApple", with: ["DriverMonitoring", "LandmarkMotion", "LandmarkTasks"] + tasks),
        product("LandmarkCapture", with: ["LandmarkImaging", "LandmarkCore"]),
        product("LandmarkImageFiles", with: ["LandmarkImaging", "LandmarkCore"]),
        product("LandmarkDrawing", with: ["LandmarkImaging", "LandmarkCore"]),
        product("MediaPipeTasksVision", with: ["LandmarkImaging", "LandmarkCore"]),
        product("LandmarkGraph", with: ["LandmarkCore"]),
        product(
            "LandmarkCalculators",
            with: ["LandmarkGraph", "DriverMonitoring", "LandmarkMotion", "LandmarkTasks"] + tasks),
        product(
            "DriverMonitoringGraph",
            with: [
                "LandmarkCalculators", "LandmarkGraph", "DriverMonitoring", "LandmarkMotion",
                "LandmarkTasks",
            ] + tasks),
        product("LandmarkImaging", with: ["LandmarkCore"]),
        product("LandmarkInference", with: ["LandmarkModelFile", "LandmarkCore"]),
        product("LandmarkModelFile", with: ["LandmarkCore"]),
        product(
            "LandmarkLive", with: ["DriverMonitoring", "LandmarkMotion", "LandmarkTasks"] + tasks),
        product("LandmarkCore"),
        .library(name: "LandmarkC", type: .static, targets: ["LandmarkC", "CLandmarkInterface"]),
        .executable(name: "landmark", targets: ["landmark"]),
        .executable(name: "landmark-bench", targets: ["landmark-bench"]),
    ],
    targets: [
        // C
        .target(name: "CLandmarkKernels"),
        .target(
            name: "CLandmarkSystem",
            // On Linux zlib is loaded with the first compressed model; see inflate.c.
            linkerSettings: [.linkedLibrary("z", .when(platforms: applePlatforms))]),
        .target(name: "CLandmarkInterface"),
        // libjpeg-turbo, libpng and Cairo are linked by the module map. FFmpeg and libheif are loaded when
        // they are first needed, as are all of CServiceLibraries; see lk_lazy_library.h.
        .target(name: "CMediaLibraries", dependencies: ["CLandmarkSystem"]),
        .target(name: "CServiceLibraries", dependencies: ["CLandmarkSystem"]),
        // The compiler embeds the files of the folders.
        .target(name: "CPages", exclude: ["dashboard", "report"]),

        // Level 1
        .target(
            name: "LandmarkCore", dependencies: ["CLandmarkSystem"], exclude: notUsedHere,
            resources: privacyManifest, swiftSettings: swiftSettings),

        // Level 2
        testable("LandmarkHistory", ["LandmarkCore", elsewhere("CServiceLibraries")]),
        library("LandmarkModelFile", ["LandmarkCore", "CLandmarkSystem"]),
        library("LandmarkImaging", ["LandmarkCore", "CLandmarkKernels"]),
        library("LandmarkGraph", ["LandmarkCore"]),

        // Level 3
        library(
            "LandmarkInference",
            [
                "LandmarkCore", "LandmarkModelFile", "CLandmarkKernels",
                elsewhere("CServiceLibraries"),
            ]),

        library(
            "LandmarkImageFiles",
            [
                "LandmarkCore", "LandmarkImaging", elsewhere("CMediaLibraries"),
            ]),
        library(
            "LandmarkDrawing",
            [
                "LandmarkCore", "LandmarkImaging", "CLandmarkKernels",
                elsewhere("CMediaLibraries"),
            ]),

        // Level 4
        library(
            "LandmarkCapture",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkImageFiles",
                elsewhere("CMediaLibraries"),
            ]),
        library(
            "LandmarkTasks",
            [
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkInference",
            ]),

        // Level 5
        library(
            "DriverMonitoring",
            ["LandmarkCore", "LandmarkImaging", "LandmarkTasks"]),
        library("LandmarkMotion", ["LandmarkCore", "LandmarkTasks"]),
        library(
            "MediaPipeTasksVision",
            [
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkImageFiles",
                "LandmarkTasks",
            ]),

        // Level 6
        library(
            "LandmarkOverlays",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkDrawing",
                "LandmarkTasks", "LandmarkMotion",
            ]),

        library(
            "LandmarkApple",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkTasks",
                "DriverMonitoring", "LandmarkMotion", "CLandmarkKernels",
            ]),

        // Level 7
        library(
            "LandmarkCalculators",
            [
                "LandmarkCore", "LandmarkGraph", "LandmarkImaging",
                "LandmarkModelFile", "LandmarkInference", "LandmarkTasks",
                "DriverMonitoring", "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles",
                "LandmarkDrawing",
            ]),
        testable(
            "LandmarkReports",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkTasks", "DriverMonitoring",
                "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles", "LandmarkDrawing",
                "CPages",
            ]),
        // The only library that opens sockets, as `scripts/check symbols` verifies.
        testable(
            "LandmarkDashboard",
            [
                "LandmarkCore", "LandmarkHistory", "CPages", elsewhere("CServiceLibraries"),
            ]),
        library(
            "DriverMonitoringGraph",
            [
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkTasks", "DriverMonitoring", "LandmarkGraph", "LandmarkCalculators",
                "LandmarkApple",
            ]),
        library(
            "LandmarkCommandSupport",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkInference",
                "LandmarkImageFiles", "LandmarkDrawing", "LandmarkCapture", "LandmarkTasks",
                "DriverMonitoring", "LandmarkMotion", "LandmarkOverlays",
            ]),
        // Empty on Apple's systems, like the server.
        testable(
            "LandmarkLive",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkImageFiles", "LandmarkDrawing",
                "LandmarkCapture", "LandmarkTasks", "DriverMonitoring", "LandmarkMotion",
                "LandmarkOverlays", "LandmarkReports", "LandmarkCommandSupport",
                "LandmarkDashboard", "LandmarkHistory",
            ].map(elsewhere)),

        // `scripts/build-c-library` links this into a shared library; the header is in CLandmarkInterface.
        library(
            "LandmarkC",
            [
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging", "LandmarkInference",
                "LandmarkTasks", "LandmarkImageFiles", "DriverMonitoring", "LandmarkMotion",
                "CLandmarkInterface",
            ]),

        // Level 8
        .executableTarget(
            name: "landmark",
            dependencies: [
                "LandmarkCommandSupport", "LandmarkReports", "LandmarkCore", "LandmarkModelFile",
                "LandmarkImaging", "LandmarkInference",
                "LandmarkTasks", "LandmarkCapture", "LandmarkGraph", "DriverMonitoring",
                "LandmarkCalculators", "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles",
                "LandmarkDrawing", elsewhere("LandmarkDashboard"),
                elsewhere("LandmarkHistory"), elsewhere("LandmarkLive"),
                elsewhere("CServiceLibraries"),
            ],
            swiftSettings: swiftSettings, linkerSettings: [selfContained]),

        .executableTarget(
            name: "landmark-bench",
            dependencies: [
                "LandmarkCommandSupport", "LandmarkOverlays", "LandmarkCore",
                "LandmarkModelFile", "LandmarkImaging", "LandmarkInference", "LandmarkTasks",
                "LandmarkCapture", "LandmarkGraph", "DriverMonitoring", "LandmarkCalculators",
                "LandmarkImageFiles", "LandmarkDrawing",
            ],
            swiftSettings: swiftSettings, linkerSettings: [selfContained]),

        // Examples
        .executableTarget(
            // Links only the system's and Swift's libraries, as `scripts/check linkage` verifies.
            name: "PoseFromPixels",
            dependencies: ["LandmarkTasks", "LandmarkImaging", "LandmarkCore"],
            path: "Examples/PoseFromPixels", swiftSettings: swiftSettings),
        .executableTarget(
            name: "Fingertip", dependencies: ["MediaPipeTasksVision"],
            path: "Examples/Fingertip", swiftSettings: swiftSettings),
        .executableTarget(
            name: "PoseOverlay",
            dependencies: [
                "MediaPipeTasksVision", "LandmarkCapture", "LandmarkImaging", "LandmarkDrawing",
                "LandmarkCore",
            ],
            path: "Examples/PoseOverlay", swiftSettings: swiftSettings),

        // Tests
        .target(name: "CTestSupport", dependencies: ["CLandmarkKernels"]),
        library(
            "LandmarkTestSupport",
            ["LandmarkCore", "LandmarkImaging", "CTestSupport"]),
        tests(
            "LandmarkCore",
            [
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkInference", "LandmarkCapture", "LandmarkTasks", "DriverMonitoring",
                "LandmarkMotion", "LandmarkGraph", "LandmarkCalculators", "LandmarkTestSupport",
            ]),
        tests(
            "LandmarkModelFile",
            ["LandmarkModelFile", "LandmarkCore", "LandmarkTestSupport", "CLandmarkSystem"]),
        tests("LandmarkGraph", ["LandmarkGraph", "LandmarkCore", "LandmarkTestSupport"]),
        tests(
            "LandmarkImaging",
            [
                "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport", "CLandmarkKernels",
                "CTestSupport",
            ],
            fixtures: true, optimized: true),
        tests(
            "LandmarkImageFiles",
            ["LandmarkImageFiles", "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport"],
            fixtures: true, optimized: true),
        tests(
            "LandmarkDrawing",
            ["LandmarkDrawing", "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport"],
            optimized: true),
        tests(
            "LandmarkCapture",
            [
                "LandmarkCapture", "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport",
                elsewhere("CMediaLibraries"), "LandmarkImageFiles",
            ], optimized: true),
        tests(
            "CLandmarkKernels",
            ["CLandmarkKernels", "LandmarkCore", "LandmarkTestSupport"],
            optimized: true),
        tests(
            "LandmarkInference",
            [
                "LandmarkInference", "LandmarkModelFile", "LandmarkImaging", "LandmarkCore",
                "LandmarkTestSupport", "LandmarkImageFiles",
            ],
            fixtures: true, optimized: true),
        tests(
            "LandmarkTasks",
            [
                "LandmarkTasks", "LandmarkImaging", "LandmarkInference", "LandmarkModelFile",
                "LandmarkCapture", "LandmarkCore", "LandmarkTestSupport",
                "LandmarkImageFiles",
            ],
            fixtures: true, optimized: true),
        tests(
            "DriverMonitoring",
            [
                "DriverMonitoring", "LandmarkTasks", "LandmarkCapture", "LandmarkImageFiles",
                "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport",
            ], fixtures: true, optimized: true),
        tests(
            "LandmarkMotion",
            [
                "LandmarkMotion", "LandmarkTasks", "LandmarkCapture", "LandmarkImaging",
                "LandmarkCore", "LandmarkTestSupport",
            ],
            fixtures: true),
        tests(
            "LandmarkApple",
            [
                "LandmarkApple", "DriverMonitoring", "LandmarkMotion", "LandmarkTasks",
                "LandmarkImaging",
                "LandmarkCore", "LandmarkTestSupport", "CLandmarkKernels", "CTestSupport",
            ]),
        tests(
            "LandmarkCalculators",
            [
                "LandmarkCalculators", "LandmarkGraph", "DriverMonitoring", "LandmarkMotion",
                "LandmarkTasks", "LandmarkInference", "LandmarkCapture", "LandmarkImaging",
                "LandmarkCore", "LandmarkTestSupport", "LandmarkImageFiles",
            ],
            fixtures: true),
        tests(
            "DriverMonitoringGraph",
            [
                "DriverMonitoringGraph", "LandmarkCalculators", "DriverMonitoring", "LandmarkTasks",
                "LandmarkApple", "LandmarkCapture", "LandmarkImaging", "LandmarkCore",
                "LandmarkTestSupport",
            ]),
        tests(
            "LandmarkReports",
            [
                "LandmarkReports", "LandmarkOverlays", "DriverMonitoring", "LandmarkMotion",
                "LandmarkTasks", "LandmarkImaging", "LandmarkCore", "LandmarkDrawing",
                "LandmarkImageFiles",
            ]),
        tests(
            "MediaPipeTasksVision",
            [
                "MediaPipeTasksVision", "LandmarkTasks", "LandmarkCapture", "LandmarkImaging",
                "LandmarkModelFile", "LandmarkCore", "LandmarkTestSupport", "LandmarkImageFiles",
            ],
            fixtures: true),
        // Compiled like an app: Swift 5 and none of the upcoming features.
        .testTarget(
            name: "MediaPipeTasksVisionSnippetTests",
            dependencies: ["MediaPipeTasksVision", "LandmarkImaging", "LandmarkTestSupport"],
            swiftSettings: [
                .swiftLanguageMode(.v5), notOptimized,
            ] + strictness),
        tests(
            "LandmarkC",
            [
                "LandmarkC", "CLandmarkInterface", "LandmarkCore", "LandmarkMotion",
                "LandmarkTasks", "LandmarkInference",
                "LandmarkImaging", "LandmarkImageFiles", "LandmarkTestSupport",
            ]),
        tests(
            "LandmarkCommandSupport",
            [
                "LandmarkCommandSupport", "LandmarkCore", "LandmarkTasks", "LandmarkTestSupport",
            ]),
        tests(
            "LandmarkDashboard",
            ["LandmarkDashboard", "LandmarkHistory", "LandmarkCore", "LandmarkTestSupport"]),
        tests(
            "LandmarkLive",
            [
                "LandmarkLive", "LandmarkCommandSupport", "LandmarkDashboard", "LandmarkHistory",
                "LandmarkCapture", "LandmarkImageFiles", "LandmarkTasks", "LandmarkCore",
                "LandmarkImaging", "LandmarkTestSupport",
            ]),
        // The fuzzer's targets, with the inputs that the repository has.
        tests("LandmarkFuzz", fuzzed, optimized: true),
        tests("LandmarkHistory", ["LandmarkHistory", "LandmarkCore", "LandmarkTestSupport"]),
        tests(
            "landmark",
            [
                "LandmarkCore", "LandmarkInference", "LandmarkTasks", "LandmarkImaging",
                "LandmarkCapture",
                "LandmarkTestSupport", "LandmarkImageFiles",
            ],
            fixtures: true),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    // Metal's language is a subset of C++ 14.
    cxxLanguageStandard: .cxx14
)

// All test targets take minutes to compile. A build for emulation, or with a sanitizer, names those that it runs.
if let chosen = Context.environment["LANDMARK_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// The fuzzer uses the internals of all targets, and of the command, which must be a library for that. Only
// `Tools/fuzz/fuzz` builds it.
if Context.environment["LANDMARK_FUZZ"] != nil {
    let opened = [SwiftSetting.unsafeFlags(["-enable-testing"]), .define("FUZZING")]
    package.targets.removeAll { $0.type == .test || $0.name == "landmark-bench" }
    for target in package.targets where target.type == .regular {
        target.swiftSettings = (target.swiftSettings ?? []) + opened
    }
    if let command = package.targets.firstIndex(where: { $0.name == "landmark" }) {
        package.targets[command] = .target(
            name: "landmark", dependencies: package.targets[command].dependencies,
            exclude: ["Main.swift"], swiftSettings: swiftSettings + opened)
    }
    package.targets += [
        .target(name: "CFuzzer", path: "Tools/fuzz/Sources/CFuzzer"),
        .target(
            name: "LandmarkFuzzTargets",
            dependencies: fuzzed + ["landmark", "LandmarkCommandSupport"],
            path: "Tests/LandmarkFuzzTests", exclude: ["CorpusTests.swift"],
            swiftSettings: swiftSettings + opened),
        .executableTarget(
            name: "landmark-fuzz",
            dependencies: ["CFuzzer", "LandmarkFuzzTargets", "LandmarkCore"],
            path: "Tools/fuzz/Sources/landmark-fuzz", swiftSettings: swiftSettings),
    ]
    package.products = [.executable(name: "landmark-fuzz", targets: ["landmark-fuzz"])]
}
