/// One operation of one implementation, as the harness runs it.
struct Operation {
    /// Who does it: `sotto`, `device`, `messages` or `floor`.
    let implementation: String

    /// What is done, as `encrypt-256`.
    ///
    /// Rows of one operation are compared with each other.
    let name: String

    /// Bytes of the message on the wire, where the operation makes or takes one.
    var wireBytes: Int?

    /// The most that one call should take, where something is wanted of it.
    var goalNanoseconds: Double?

    /// The most calls of one batch, where preparation can't serve more.
    var largestBatch = 1_000_000

    /// How many messages one call handles; the figures are per message.
    var messages = 1

    /// Runs before each batch, untimed, with the number of calls that follow.
    var prepare: (Int) throws -> Void = { _ in }

    /// One call, timed; the index counts from 0 within the batch.
    let call: (Int) throws -> Void
}

/// Something that went wrong, for the person at the terminal.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
