import Foundation

/// What a program wrote and how it ended.
struct ProgramResult {
    let status: Int32
    let output: [UInt8]
}

/// Runs a program of `PATH`; its errors go where those of the tests go, unless they are to be dropped.
func runProgram(
    _ name: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    dropsErrors: Bool = false
) throws -> ProgramResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if dropsErrors { process.standardError = FileHandle.nullDevice }
    return try withTemporaryFolder { folder in
        // Files: a program that doesn't read to the end, or leaves another one behind, can't stop the test.
        let files = ["input", "output"].map { folder.appendingPathComponent($0) }
        try Data(input).write(to: files[0])
        try Data().write(to: files[1])
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        return ProgramResult(
            status: process.terminationStatus, output: Array(try Data(contentsOf: files[1])))
    }
}

/// Lends a folder that is gone afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("qr-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}

/// Reads a picture as any scanner does: `zbarimg` as it comes, or one that takes light on dark too.
func scan(_ picture: [UInt8], format: String = "png", takesInverted: Bool = false) throws -> [UInt8] {
    let result = try runProgram(
        "zbarimg",
        ["--nodbus", "-q", "--raw", "-Sbinary"] + (takesInverted ? ["-Stest-inverted"] : []) + [
            "\(format):-"
        ],
        input: picture, dropsErrors: true)
    return result.output
}
