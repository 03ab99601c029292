// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in our own builds only, which say so: Xcode suppresses the warnings of packages that
/// an app depends on, and the compiler refuses both together.
let strictness: [SwiftSetting] =
    Context.environment["LANDMARK_WARNINGS_ARE_ERRORS"] == nil
    ? [] : [.treatAllWarnings(as: .error)]

/// The settings of every Swift target; each upcoming feature with its proposal.
let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    ] + strictness

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .visionOS]

/// A library target whose imports go down only; `scripts/layering.py` checks what this declares.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A library whose tests look into it; no product may contain it.
func testable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: swiftSettings
            + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))])
}

/// A library whose part Apple's frameworks play on their systems.
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

/// Links Swift's run-time libraries into the programs: loading FoundationEssentials dynamically costs
/// every start about 6 million instructions. The programs also run where no toolchain is installed.
/// The linker is LLVM's because GNU's warns about Foundation's own use of `mktemp`.
let selfContained = LinkerSetting.unsafeFlags(
    [
        "-static-stdlib", "-use-ld=lld", "-l_FoundationCShims", "-l_FoundationCollections",
        "-lswiftSynchronization",
    ],
    .when(platforms: [.linux], configuration: .release))

/// A library product, with the targets whose types its API uses: clients import those, too.
func product(_ name: String, with lowerTargets: [String] = []) -> Product {
    .library(name: name, targets: [name] + lowerTargets)
}

/// The targets whose types appear in the API of `LandmarkTasks`.
let tasks = ["LandmarkImaging", "LandmarkInference", "LandmarkModelFile", "LandmarkCore"]

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
        product("LandmarkCore"),
        .library(name: "LandmarkC", type: .static, targets: ["LandmarkC", "CLandmarkInterface"]),
        .executable(name: "landmark", targets: ["landmark"]),
        .executable(name: "landmark-bench", targets: ["landmark-bench"]),
    ],
    targets: [
        // Level 0: C
        .target(name: "CLandmarkKernels"),
        .target(name: "CLandmarkSystem"),
        .target(name: "CLazyLibrary"),
        .target(
            name: "CInflate",
            // On Linux it is loaded with the first compressed model; see inflate.c.
            linkerSettings: [.linkedLibrary("z", .when(platforms: applePlatforms))]),
        .target(name: "CWarpShader"),
        .target(name: "CLandmarkInterface"),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // The libraries are loaded with the first video; see libraries.c. A dependency on their
        // packages would link them; the headers are on the default search path.
        .target(name: "CFFmpeg", dependencies: ["CLazyLibrary"]),
        .target(name: "CHEIF"),
        // Loaded with the first page that is served; see libraries.c.
        .target(name: "CWebSockets", dependencies: ["CLazyLibrary"]),
        // Loaded with the first broker; see libraries.c.
        .target(name: "CMosquitto", dependencies: ["CLazyLibrary"]),
        // Loaded with the first recording; see libraries.c.
        .target(name: "CSQLite", dependencies: ["CLazyLibrary"]),

        // Level 0: the operating system
        .target(
            name: "LandmarkSystem", dependencies: ["CLandmarkSystem"], exclude: notUsedHere,
            resources: privacyManifest, swiftSettings: swiftSettings),

        // Level 1
        library("LandmarkCore", ["LandmarkSystem"]),

        // Level 2
        testable("LandmarkHistory", ["LandmarkSystem", "LandmarkCore", elsewhere("CSQLite")]),
        library("LandmarkModelFile", ["LandmarkSystem", "LandmarkCore", "CInflate"]),
        library("LandmarkImaging", ["LandmarkSystem", "LandmarkCore", "CLandmarkKernels"]),
        library("LandmarkGraph", ["LandmarkSystem", "LandmarkCore"]),

        // Level 3
        library("LandmarkInference", ["LandmarkCore", "LandmarkModelFile", "CLandmarkKernels"]),

        library(
            "LandmarkImageFiles",
            [
                "LandmarkCore", "LandmarkImaging", elsewhere("CTurboJPEG"), elsewhere("CPNG"),
                elsewhere("CFFmpeg"), elsewhere("CHEIF"),
            ]),
        library(
            "LandmarkDrawing",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "CLandmarkKernels",
                elsewhere("CCairo"),
            ]),

        // Level 4
        library(
            "LandmarkCapture",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkImageFiles",
                elsewhere("CFFmpeg"),
            ]),
        library(
            "LandmarkTasks",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkInference",
            ]),

        // Level 5
        library(
            "DriverMonitoring",
            ["LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkTasks"]),
        library("LandmarkMotion", ["LandmarkSystem", "LandmarkCore", "LandmarkTasks"]),
        library(
            "MediaPipeTasksVision",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkImageFiles",
                "LandmarkTasks",
            ]),

        // Level 6
        library(
            "LandmarkOverlays",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkDrawing",
                "LandmarkTasks", "LandmarkMotion",
            ]),

        library(
            "LandmarkApple",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkTasks",
                "DriverMonitoring", "LandmarkMotion", "CWarpShader",
            ]),

        // Level 7
        library(
            "LandmarkCalculators",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkGraph", "LandmarkImaging",
                "LandmarkModelFile", "LandmarkInference", "LandmarkTasks",
                "DriverMonitoring", "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles",
                "LandmarkDrawing",
            ]),
        testable(
            "LandmarkReports",
            [
                "LandmarkCore", "LandmarkImaging", "LandmarkTasks", "DriverMonitoring",
                "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles", "LandmarkDrawing",
            ]),
        // The only library that opens sockets; `scripts/check symbols` says so.
        testable(
            "LandmarkDashboard",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkHistory", elsewhere("CWebSockets"),
                elsewhere("CMosquitto"), elsewhere("CLazyLibrary"),
            ]),
        library(
            "DriverMonitoringGraph",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkTasks", "DriverMonitoring", "LandmarkGraph", "LandmarkCalculators",
                "LandmarkApple",
            ]),
        library(
            "LandmarkCommandSupport",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkInference",
                "LandmarkImageFiles", "LandmarkCapture", "LandmarkTasks",
            ]),

        // What `scripts/build-c-library` links into a shared library, with its header in
        // CLandmarkInterface.
        library(
            "LandmarkC",
            [
                "LandmarkSystem", "LandmarkCore", "LandmarkImaging", "LandmarkInference",
                "LandmarkTasks", "LandmarkImageFiles", "DriverMonitoring", "LandmarkMotion",
                "CLandmarkInterface",
            ]),

        // Level 8
        .executableTarget(
            name: "landmark",
            dependencies: [
                "LandmarkCommandSupport", "LandmarkReports", "LandmarkSystem",
                "LandmarkCore", "LandmarkModelFile", "LandmarkImaging", "LandmarkInference",
                "LandmarkTasks", "LandmarkCapture", "LandmarkGraph", "DriverMonitoring",
                "LandmarkCalculators", "LandmarkMotion", "LandmarkOverlays", "LandmarkImageFiles",
                "LandmarkDrawing", elsewhere("LandmarkDashboard"),
                elsewhere("LandmarkHistory"), elsewhere("CLazyLibrary"),
            ],
            swiftSettings: swiftSettings, linkerSettings: [selfContained]),

        .executableTarget(
            name: "landmark-bench",
            dependencies: [
                "LandmarkCommandSupport", "LandmarkOverlays", "LandmarkSystem", "LandmarkCore",
                "LandmarkModelFile", "LandmarkImaging", "LandmarkInference", "LandmarkTasks",
                "LandmarkCapture", "LandmarkGraph", "DriverMonitoring", "LandmarkCalculators",
                "LandmarkImageFiles", "LandmarkDrawing",
            ],
            swiftSettings: swiftSettings, linkerSettings: [selfContained]),

        // Examples
        .executableTarget(
            // Links no library but the system's and Swift's; `scripts/check linkage` reads it.
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
        .target(name: "CTestSupport"),
        .target(name: "CWarpShaderHost", dependencies: ["CWarpShader"]),
        library(
            "LandmarkTestSupport",
            ["LandmarkSystem", "LandmarkCore", "LandmarkImaging", "CZlib", "CTestSupport"]),
        tests("LandmarkSystem", ["LandmarkSystem"]),
        tests(
            "LandmarkCore",
            [
                "LandmarkCore", "LandmarkSystem", "LandmarkModelFile", "LandmarkImaging",
                "LandmarkInference", "LandmarkCapture", "LandmarkTasks", "DriverMonitoring",
                "LandmarkMotion", "LandmarkGraph", "LandmarkCalculators",
            ]),
        tests(
            "LandmarkModelFile",
            ["LandmarkModelFile", "LandmarkCore", "LandmarkTestSupport", "CInflate"]),
        tests("LandmarkGraph", ["LandmarkGraph", "LandmarkCore", "LandmarkTestSupport"]),
        tests(
            "LandmarkImaging",
            [
                "LandmarkImaging", "LandmarkCore", "LandmarkTestSupport", "CLandmarkKernels",
                "CWarpShader", "CWarpShaderHost",
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
                elsewhere("CFFmpeg"), "LandmarkImageFiles",
            ], optimized: true),
        tests(
            "CLandmarkKernels",
            ["CLandmarkKernels", "LandmarkSystem", "LandmarkCore", "LandmarkTestSupport"],
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
                "LandmarkCapture", "LandmarkSystem", "LandmarkCore", "LandmarkTestSupport",
                "LandmarkImageFiles",
            ],
            fixtures: true, optimized: true),
        tests(
            "DriverMonitoring",
            [
                "DriverMonitoring", "LandmarkTasks", "LandmarkCapture", "LandmarkImageFiles",
                "LandmarkImaging", "LandmarkSystem", "LandmarkCore", "LandmarkTestSupport",
            ], optimized: true),
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
                "LandmarkCore", "LandmarkTestSupport",
            ]),
        tests(
            "LandmarkCalculators",
            [
                "LandmarkCalculators", "LandmarkGraph", "DriverMonitoring", "LandmarkMotion",
                "LandmarkTasks", "LandmarkCapture", "LandmarkImaging", "LandmarkCore",
                "LandmarkTestSupport", "LandmarkImageFiles",
            ],
            fixtures: true),
        tests(
            "DriverMonitoringGraph",
            [
                "DriverMonitoringGraph", "LandmarkCalculators", "DriverMonitoring", "LandmarkTasks",
                "LandmarkApple", "LandmarkCapture", "LandmarkImaging", "LandmarkSystem",
                "LandmarkCore", "LandmarkTestSupport",
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
                "LandmarkTasks",
                "LandmarkImaging", "LandmarkImageFiles", "LandmarkTestSupport",
            ]),
        tests("LandmarkCommandSupport", ["LandmarkCommandSupport", "LandmarkSystem"]),
        tests("LandmarkDashboard", ["LandmarkDashboard", "LandmarkHistory", "LandmarkSystem"]),
        tests("LandmarkHistory", ["LandmarkHistory", "LandmarkSystem"]),
        tests(
            "landmark",
            [
                "LandmarkCore", "LandmarkTasks", "LandmarkImaging", "LandmarkCapture",
                "LandmarkTestSupport", "LandmarkImageFiles",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    // Metal's language is a subset of C++ 14.
    cxxLanguageStandard: .cxx14
)
