import Foundation

/// Whatever answers orders: a process, or a stand-in for it.
protocol DeviceLink {
    func ask(_ order: Order) throws -> Report
    /// Ends it at once, as an empty battery does, and starts another that knows nothing.
    func replace() throws
}

/// A device in an operating-system process of its own, at the other end of a socket.
final class DeviceProcess: DeviceLink {
    private let side: Side
    private let program: String
    private var process: Process
    private var connection: Connection

    /// Starts `program` as `side`; its standard input is the socket.
    init(side: Side, program: String) throws {
        self.side = side
        self.program = program
        (process, connection) = try Self.started(side, program)
    }

    private static func started(_ side: Side, _ program: String) throws -> (Process, Connection) {
        let (here, there) = try Connection.pair()
        let connection = Connection(descriptor: here)
        let input = FileHandle(fileDescriptor: there, closeOnDealloc: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--device", side.rawValue]
        process.standardInput = input
        try process.run()
        try input.close()
        return (process, connection)
    }

    func ask(_ order: Order) throws -> Report {
        do {
            try connection.send(order.frame)
            guard let frame = try connection.receive() else { throw ConnectionFailure.ended }
            guard let report = Report(frame) else { throw ConnectionFailure.malformed }
            return report
        } catch let failure as ConnectionFailure {
            throw DeviceFailure(side: side, words: failure.message)
        }
    }

    /// Kills the process in a way that it can't notice, and starts another one.
    func replace() throws {
        kill()
        guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
            throw DeviceFailure(
                side: side, words: "it ended by itself, with status \(process.terminationStatus)")
        }
        (process, connection) = try Self.started(side, program)
    }

    /// Closes the socket, which ends the process, and waits for it.
    func end() throws {
        connection.finish()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw DeviceFailure(side: side, words: "it ended with status \(process.terminationStatus)")
        }
    }

    /// Ends the process if it still runs.
    func kill() {
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The other end: answers orders until the socket closes, and removes a store that isn't to be kept.
    static func serve(as side: Side) throws {
        guard Connection.isSocket(0) else {
            throw UsageFailure("--device is for the demo itself: its standard input must be a socket")
        }
        Interruption.ignoreTerminal()
        let connection = Connection(descriptor: 0)
        let device = try Device(side)
        defer {
            device.close()
            device.store?.remove()
        }
        do {
            while let frame = try connection.receive() {
                guard let order = Order(frame) else { throw ConnectionFailure.malformed }
                try connection.send(device.ask(order).frame)
            }
        } catch ConnectionFailure.ended {
            // Whoever asked is gone, and with it whoever could be told.
        }
    }
}

/// A device that can't go on.
struct DeviceFailure: DemoFailure {
    let side: Side
    let words: String

    var message: String { "\(side.name)'s process: \(words)" }
    var status: ExitStatus { .differed }
}
