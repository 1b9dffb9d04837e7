package import Foundation

/// What a device is asked to do, in a form that goes to another process.
///
/// Users are named by text and have one device each, number 1.
package enum Command: Codable, Hashable, Sendable {
    case send(Note)
    case sendMany([Note], leased: Bool)
    case flush
    case receive(Data, from: String)
    case receiveMany([Data], from: String)
    case inbox
    /// Opens a push in its binary form, as an extension does.
    case openPush(Data)
    case acknowledge([Data])
    case outbox
    case markSent(Data)
    case noteDelivered(Data, to: String)
    case heartbeat(to: String)
    case upload(remaining: Int?)
    case confirm(Data)
    case start(bundle: Data, of: String)
    /// Asks for a message that can't be opened.
    case requestResend(of: Data, from: String, bundle: Data?)
    /// Sends again what a request in the inbox asks for.
    case resend(request: Data, bundle: Data)
    case forget(String)
    /// Uses a sender certificate of some days from an instant on.
    case certify(at: UInt64)
    case applyRoster(Data)
    case sendToGroup(Note, Data)
    case groupOutbox
    /// Asks for a group message that can't be opened.
    case requestInGroup(of: Data)
    /// Gives what a request in the inbox asks for.
    case resendInGroup(request: Data)
    case maintain
    case diagnostics(of: String)
    /// Lets no file grow beyond a length, or any, in this process.
    case limitFiles(Int?)
}

/// A message for a user.
package struct Note: Codable, Hashable, Sendable {
    package let id: Data
    package let content: Data
    package let user: String

    package init(id: Data, content: Data, to user: String) {
        self.id = id
        self.content = content
        self.user = user
    }
}

/// A command with the time at which it is given, and what is to go wrong.
package struct Request: Codable, Sendable {
    package let command: Command
    package let instant: UInt64
    package let fault: FaultPlan.Fault?

    package init(_ command: Command, at instant: UInt64, fault: FaultPlan.Fault? = nil) {
        self.command = command
        self.instant = instant
        self.fault = fault
    }
}
