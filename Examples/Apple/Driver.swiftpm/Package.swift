// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Driver",
    defaultLocalization: "en",
    platforms: [.iOS("15.0")],
    products: [
        .iOSApplication(
            name: "Driver",
            targets: ["AppModule"],
            bundleIdentifier: "org.landmarkkit.examples.Driver",
            teamIdentifier: "",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .car),
            accentColor: .presetColor(.red),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft,
                .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            capabilities: [
                .camera(
                    purposeString:
                        "The app estimates from the camera's images how awake the driver is. The images stay on this device."
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
