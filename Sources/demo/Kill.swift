/// When a process is killed, in the worst moments that a message has.
enum Kill: CaseIterable {
    /// The sender's: the message is sealed and stored, and nobody has the bytes.
    case beforeHandingOver
    /// The sender's: the network has the bytes, and the sender doesn't know it.
    case beforeMarkingSent
    /// The receiver's: the message is opened and stored, and nobody has seen it.
    case beforeShowing
    /// The receiver's: the user has seen it, and the device doesn't know it.
    case beforeAcknowledging

    /// Whether it is the sender's process.
    var isSenders: Bool { self == .beforeHandingOver || self == .beforeMarkingSent }

    var words: String {
        switch self {
        case .beforeHandingOver: "its message is sealed, but not handed over"
        case .beforeMarkingSent: "its message is handed over, but not marked as sent"
        case .beforeShowing: "the message is opened, but not shown"
        case .beforeAcknowledging: "the message is shown, but not acknowledged"
        }
    }
}
