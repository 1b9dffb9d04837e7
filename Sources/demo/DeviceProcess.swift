import Foundation

/// A device in an operating-system process of its own, at the other end of a socket.
final class DeviceProcess: DeviceLink {
    private let side: Side
    private let process = Process()
    private let connection: Connection

    /// Starts `program` as `side`; its standard input is the socket.
    init(side: Side, program: String) throws {
        self.side = side
        let (here, there) = try Connection.pair()
        connection = Connection(descriptor: here)
        let input = FileHandle(fileDescriptor: there, closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--device", side.rawValue]
        process.standardInput = input
        try process.run()
        try input.close()
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

    /// Closes the socket, which ends the process, and waits for it.
    func end() throws {
        connection.finish()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw DeviceFailure(side: side, words: "it ended with status \(process.terminationStatus)")
        }
    }

    /// The other end: answers orders until the socket closes.
    static func serve(as side: Side) throws {
        guard Connection.isSocket(0) else {
            throw UsageFailure("--device is for the demo itself: its standard input must be a socket")
        }
        let connection = Connection(descriptor: 0)
        let device = try Device(side)
        while let frame = try connection.receive() {
            guard let order = Order(frame) else { throw ConnectionFailure.malformed }
            try connection.send(device.ask(order).frame)
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
