// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .swiftLanguageMode(.v6),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "benchmarks", targets: ["benchmarks"]),
        // A process of its own, whose memory is measured.
        .executable(name: "fold-conversation", targets: ["fold-conversation"]),
        // Preloaded into `benchmarks` to count allocations; nothing links it.
        .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"]),
    ],
    dependencies: [.package(name: "Sotto", path: "..")],
    targets: [
        .target(name: "CFloor", linkerSettings: [.linkedLibrary("sodium")]),
        .target(name: "AllocationCounter"),
        .target(
            name: "ConversationLoads", dependencies: [.product(name: "SottoMessages", package: "Sotto")],
            swiftSettings: settings),
        .executableTarget(
            name: "fold-conversation",
            dependencies: ["ConversationLoads", .product(name: "SottoMessages", package: "Sotto")],
            swiftSettings: settings),
        // A notification extension, without Foundation; `benchmarks` runs it.
        .executableTarget(
            name: "extension", dependencies: [.product(name: "Sotto", package: "Sotto")],
            swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CFloor", "ConversationLoads", "extension",
                .product(name: "SottoCrypto", package: "Sotto"),
                .product(name: "SottoIdentity", package: "Sotto"),
                .product(name: "SottoRatchet", package: "Sotto"),
                .product(name: "SottoSafetyNumbers", package: "Sotto"),
                .product(name: "SottoSessions", package: "Sotto"),
                .product(name: "SottoSealedSender", package: "Sotto"),
                .product(name: "SottoGroups", package: "Sotto"),
                .product(name: "SottoServer", package: "Sotto"),
                .product(name: "SottoPushPayload", package: "Sotto"),
                .product(name: "Sotto", package: "Sotto"),
            ],
            swiftSettings: settings),
    ]
)
