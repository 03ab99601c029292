// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Pose",
    defaultLocalization: "en",
    platforms: [.iOS("15.0")],
    products: [
        .iOSApplication(
            name: "Pose",
            targets: ["AppModule"],
            bundleIdentifier: "org.landmarkkit.examples.Pose",
            teamIdentifier: "",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .twoPeople),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft,
                .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            capabilities: [
                .camera(
                    purposeString:
                        "The app finds poses in the camera's images. The images stay on this device."
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
