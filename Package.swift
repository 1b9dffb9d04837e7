// swift-tools-version: 6.3
import PackageDescription

// One setting array for every Swift target of this package.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .swiftLanguageMode(.v6),
]

// libsodium comes from the system on Linux and from swift-sodium on Apple hosts; both offer a
// module of the same name.
#if os(Linux)
let sodiumPackages: [Package.Dependency] = []
let sodiumTargets: [Target] = [
    .systemLibrary(
        name: "Clibsodium",
        pkgConfig: "libsodium",
        providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])])
]
let sodium: Target.Dependency = "Clibsodium"
#else
let sodiumPackages: [Package.Dependency] = [
    .package(url: "https://github.com/jedisct1/swift-sodium.git", from: "0.9.1")
]
let sodiumTargets: [Target] = []
let sodium: Target.Dependency = .product(name: "Clibsodium", package: "swift-sodium")
#endif

let package = Package(
    name: "Sotto",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "SottoCrypto", targets: ["SottoCrypto"])
    ],
    dependencies: sodiumPackages,
    targets: sodiumTargets + [
        .target(name: "SottoCrypto", dependencies: [sodium], swiftSettings: settings)
    ]
)
