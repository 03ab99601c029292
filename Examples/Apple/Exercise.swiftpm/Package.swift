// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Exercise",
    defaultLocalization: "en",
    platforms: [.iOS("15.0")],
    products: [
        .iOSApplication(
            name: "Exercise",
            targets: ["AppModule"],
            bundleIdentifier: "org.landmarkkit.examples.Exercise",
            teamIdentifier: "",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .running),
            accentColor: .presetColor(.green),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft,
                .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            capabilities: [
                .camera(
                    purposeString:
                        "The app follows your exercise in the camera's images. The images stay on this device."
                )
            ],
            additionalInfoPlistContentFilePath: "Info.plist")
    ],
    dependencies: [
        .package(name: "LandmarkKit", path: "../../.."),
        .package(name: "AppSupport", path: "../AppSupport"),
    ],
    targets: [
        .executableTarget(
            name: "AppModule",
            dependencies: [
                .product(name: "LandmarkApple", package: "LandmarkKit"),
                .product(name: "AppSupport", package: "AppSupport"),
            ],
            path: ".", exclude: ["Info.plist"],
            // Examples/Apple/prepare puts the models there.
            resources: [.process("Resources"), .copy("Models")])
    ],
    swiftLanguageModes: [.v6]
)
