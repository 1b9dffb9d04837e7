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

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let sqlite: Target = .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])])

// Draws the codes of `safetynum`; no library target uses it.
let qrencode: Target = .systemLibrary(
    name: "Cqrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])])

let everything: [Target.Dependency] = [
    "SottoCrypto", "SottoWire", "SottoIdentity", "SottoHandshake", "SottoRatchet", "SottoSafetyNumbers",
    "SottoSealedSender", "SottoGroups", "SottoServer", "SottoSessions",
]

let programs: [Target] = [
    .executableTarget(
        name: "demo",
        dependencies: [
            "Sotto", "SottoCrypto", "SottoHandshake", "SottoIdentity", "SottoServer", "SottoSessions",
        ],
        swiftSettings: settings),
    // The README's first program.
    .executableTarget(
        name: "FirstConversation", dependencies: ["Sotto"], path: "Examples/FirstConversation",
        swiftSettings: settings),
    // What an app does around a device.
    .executableTarget(
        name: "Mailbox", dependencies: ["Sotto"], path: "Examples/Mailbox", swiftSettings: settings),
    // How people verify each other.
    .executableTarget(
        name: "Verification", dependencies: ["Sotto"], path: "Examples/Verification", swiftSettings: settings),
    // Groups, and what a server does that isn't told who sends.
    .executableTarget(
        name: "GroupChat", dependencies: ["Sotto", "SottoServer"], path: "Examples/GroupChat",
        swiftSettings: settings),
    // A notification extension and the push for a call.
    .executableTarget(
        name: "NotificationService", dependencies: ["Sotto", "SottoServer"],
        path: "Examples/NotificationService", swiftSettings: settings),
    // What is said, from content to rows.
    .executableTarget(
        name: "Chat", dependencies: ["Sotto"], path: "Examples/Chat", swiftSettings: settings),
    .executableTarget(
        name: "safetynum", dependencies: ["Cqrencode", "Sotto", "SottoSafetyNumbers"],
        swiftSettings: settings),
    .executableTarget(name: "conformance", dependencies: ["ConformanceSuites"], swiftSettings: settings),
]

// The vectors, what loads them, what runs them case by case, and what writes our own.
let vectors: [Target] = [
    .target(
        name: "TestVectors", path: "TestVectors",
        exclude: ["reading", "README.md", "generator", "store-writer"],
        sources: ["loader"],
        resources: [.copy("protocol"), .copy("published"), .copy("stores")], swiftSettings: settings),
    .target(
        name: "ConformanceSuites", dependencies: everything + ["SottoPushPayload", "TestVectors"],
        swiftSettings: settings),
    .executableTarget(
        name: "write-stores", dependencies: ["Sotto", "SottoHandshake", "SottoServer", "TestVectors"],
        path: "TestVectors/store-writer",
        swiftSettings: settings),
    .executableTarget(
        name: "generate-vectors", dependencies: everything + ["SottoPushPayload"],
        path: "TestVectors/generator",
        swiftSettings: settings),
]

func tests(_ name: String, _ dependencies: [Target.Dependency] = everything) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport", "TestVectors", "ConformanceSuites"],
        swiftSettings: settings)
}

let tests: [Target] = [
    .target(
        name: "TestSupport", dependencies: everything, path: "Tests/TestSupport", swiftSettings: settings),
    tests("SottoCryptoTests"),
    tests("SottoWireTests"),
    // Content of every kind.
    .target(
        name: "MessageSamples", dependencies: ["SottoMessages"], path: "Tests/MessageSamples",
        swiftSettings: settings),
    // What a program links that reads messages and no more.
    .executableTarget(
        name: "messages-only", dependencies: ["SottoMessages"], path: "Tests/MessagesOnly",
        swiftSettings: settings),
    tests("SottoMessagesTests", ["SottoMessages", "SottoWire", "MessageSamples", "messages-only"]),
    tests("SottoPushPayloadTests", everything + ["Sotto", "SottoMessages", "SottoPushPayload"]),
    tests("SottoHandshakeTests"),
    tests("SottoRatchetTests"),
    tests("SottoSafetyNumbersTests"),
    tests("SottoGroupsTests"),
    tests("SottoSessionsTests", everything + ["FuzzTargets"]),
    tests("SottoSealedSenderTests", everything + ["FuzzTargets"]),
    tests("SottoServerTests"),
    tests("SottoSQLiteTests", everything + ["SottoSQLite", "CSQLite", "StorageSupport", "storage-worker"]),
    .target(
        name: "StorageSupport", dependencies: ["SottoCrypto", "SottoSessions"], path: "Tests/StorageSupport",
        swiftSettings: settings),
    .executableTarget(
        name: "storage-worker",
        dependencies: ["SottoCrypto", "SottoSQLite", "SottoSessions", "StorageSupport"],
        path: "Tests/StorageWorker", swiftSettings: settings),
    // Devices whose stores fail: here, and in processes of their own.
    .target(
        name: "DeviceSupport", dependencies: everything + ["Sotto", "StorageSupport", "TestSupport"],
        path: "Tests/DeviceSupport", swiftSettings: settings),
    .executableTarget(
        name: "device-worker", dependencies: everything + ["Sotto", "SottoSQLite", "DeviceSupport"],
        path: "Tests/DeviceWorker", swiftSettings: settings),
    tests("DeviceProcessTests", everything + ["Sotto", "SottoSQLite", "DeviceSupport", "device-worker"]),
    tests("SottoTests", everything + ["Sotto", "SottoSQLite", "DeviceSupport", "StorageSupport"]),
    tests(
        "EndToEndTests",
        everything + [
            "Chat", "demo", "FirstConversation", "GroupChat", "Mailbox", "NotificationService",
            "Verification",
        ]),
    tests("CommandTests", everything + ["Sotto", "SottoSQLite", "safetynum"]),
]

// What fuzzing and the tests feed with arbitrary bytes. The programs that only the checks of their own
// scripts build are there when the environment asks for them.
let fuzzing: [Target] = [
    .target(
        name: "FuzzTargets",
        dependencies: everything + ["Sotto", "SottoMessages", "SottoPushPayload", "MessageSamples"],
        path: "Fuzz/Targets", swiftSettings: settings)
]
let fuzzDriver: [Target] =
    Context.environment["SOTTO_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Driver", swiftSettings: settings)
    ]
let constantTime: [Target] =
    Context.environment["SOTTO_CONSTANT_TIME"] == nil
    ? []
    : [
        .target(name: "Memcheck", path: "Tests/ConstantTime/Memcheck"),
        .executableTarget(
            name: "constant-time", dependencies: everything + ["Memcheck"],
            path: "Tests/ConstantTime/Program",
            swiftSettings: settings),
    ]

let package = Package(
    name: "Sotto",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "SottoCrypto", targets: ["SottoCrypto"]),
        .library(name: "SottoMessages", targets: ["SottoMessages"]),
        .library(name: "SottoPushPayload", targets: ["SottoPushPayload"]),
        .library(name: "SottoIdentity", targets: ["SottoIdentity"]),
        .library(name: "SottoHandshake", targets: ["SottoHandshake"]),
        .library(name: "SottoRatchet", targets: ["SottoRatchet"]),
        .library(name: "SottoSafetyNumbers", targets: ["SottoSafetyNumbers"]),
        .library(name: "SottoGroups", targets: ["SottoGroups"]),
        .library(name: "SottoSessions", targets: ["SottoSessions"]),
        .library(name: "SottoSQLite", targets: ["SottoSQLite"]),
        .library(name: "SottoSealedSender", targets: ["SottoSealedSender"]),
        .library(name: "SottoServer", targets: ["SottoServer"]),
        .library(name: "Sotto", targets: ["Sotto"]),
    ],
    dependencies: sodiumPackages,
    targets: sodiumTargets + [
        library("SottoCrypto", [sodium]),
        library("SottoWire"),
        library("SottoMessages", ["SottoWire"]),
        library("SottoPushPayload", ["SottoWire"]),
        library("SottoIdentity", ["SottoCrypto", "SottoWire"]),
        library("SottoHandshake", ["SottoCrypto", "SottoWire", "SottoIdentity"]),
        library("SottoRatchet", ["SottoCrypto", "SottoWire"]),
        library("SottoSafetyNumbers", ["SottoCrypto", "SottoIdentity"]),
        library("SottoGroups", ["SottoCrypto", "SottoWire", "SottoIdentity"]),
        library(
            "SottoSessions",
            ["SottoCrypto", "SottoWire", "SottoIdentity", "SottoHandshake", "SottoRatchet"]),
        library("SottoSQLite", ["CSQLite", "SottoCrypto", "SottoSessions"]),
        library("SottoSealedSender", ["SottoCrypto", "SottoWire", "SottoIdentity"]),
        library(
            "SottoServer",
            ["SottoCrypto", "SottoWire", "SottoIdentity", "SottoHandshake", "SottoSealedSender"]),
        sqlite,
        qrencode,
        library(
            "Sotto",
            [
                "SottoCrypto", "SottoIdentity", "SottoHandshake", "SottoSafetyNumbers", "SottoSealedSender",
                "SottoGroups", "SottoMessages", "SottoPushPayload", "SottoSessions", "SottoSQLite",
            ]),
    ] + programs + vectors + fuzzing + fuzzDriver + constantTime + tests
)
