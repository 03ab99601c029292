// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Hands",
    defaultLocalization: "en",
    platforms: [.iOS("15.0")],
    products: [
        .iOSApplication(
            name: "Hands",
            targets: ["AppModule"],
            bundleIdentifier: "org.landmarkkit.examples.Hands",
            teamIdentifier: "",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .heart),
            accentColor: .presetColor(.orange),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft,
                .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            capabilities: [
                .camera(
                    purposeString:
                        "The app finds hands in the camera's images. The images stay on this device."
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
