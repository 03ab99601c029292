// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "AppSupport",
    defaultLocalization: "en",
    platforms: [.iOS(.v15)],
    products: [.library(name: "AppSupport", targets: ["AppSupport"])],
    dependencies: [.package(name: "LandmarkKit", path: "../../..")],
    targets: [
        .target(
            name: "AppSupport",
            dependencies: [.product(name: "LandmarkApple", package: "LandmarkKit")],
            resources: [.process("Resources")])
    ],
    swiftLanguageModes: [.v6]
)
