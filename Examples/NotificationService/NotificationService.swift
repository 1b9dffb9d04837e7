#if canImport(UserNotifications)
import Foundation
import Sotto
import UserNotifications
#if canImport(Intents)
import Intents
#endif

/// The extension: the system makes one for each push with `mutable-content`, in a process with 24 MB and some 30 seconds.
final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        // Synchronous and without a network: it is done before the system's time is over, so there is nothing to keep for then.
        let value = request.content.userInfo[DecodedPush.key] as? String
        let result = AppGroup.desk.open(value)
        switch result.decision {
        case .show(let shown):
            Self.withdraw([shown.replaces].compactMap { $0 })
            contentHandler(Self.content(shown))
        case .silence(_, let withdraws):
            Self.withdraw(withdraws)
            // Only an extension with the filtering entitlement may show nothing; others show the quietest there is.
            contentHandler(UNNotificationContent())
        @unknown default: contentHandler(request.content)
        }
    }

    /// The push's own neutral text is shown then.
    override func serviceExtensionTimeWillExpire() {}

    private static func content(_ value: NotificationValue) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = value.title
        content.subtitle = value.subtitle
        content.body = value.body
        content.threadIdentifier = value.thread
        content.userInfo = ["name": value.id.text]
        content.sound = value.sound == .none ? nil : .default
        switch value.level {
        case .passive: content.interruptionLevel = .passive
        case .active: content.interruptionLevel = .active
        case .timeSensitive: content.interruptionLevel = .timeSensitive
        }
        if let badge = value.badge { content.badge = NSNumber(value: badge) }
        #if canImport(Intents)
        guard let details = value.communication else { return content }
        return (try? content.updating(from: intent(details, value))) ?? content
        #else
        return content
        #endif
    }

    #if canImport(Intents)
    /// What makes it a notification of a person: the picture, and the breakthrough of a focus that lets the person pass.
    private static func intent(_ details: CommunicationDetails, _ value: NotificationValue)
        -> INSendMessageIntent
    {
        let intent = INSendMessageIntent(
            recipients: details.groupName == nil ? nil : details.recipients.map { person($0, nil) },
            outgoingMessageType: .outgoingMessageText, content: value.body,
            speakableGroupName: details.groupName.map { INSpeakableString(spokenPhrase: $0) },
            conversationIdentifier: details.conversation.threadText, serviceName: nil,
            sender: person(details.sender, details.senderName), attachments: nil)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)
        return intent
    }

    private static func person(_ id: PersonID, _ name: String?) -> INPerson {
        // The handle is local: the conversation's name on this device.
        let handle = INPersonHandle(value: ConversationID.direct(id).threadText, type: .unknown)
        return INPerson(
            personHandle: handle, nameComponents: nil, displayName: name, image: nil, contactIdentifier: nil,
            customIdentifier: nil)
    }
    #endif

    private static func withdraw(_ names: [NotificationID]) {
        guard !names.isEmpty else { return }
        let texts = Set(names.map(\.text))
        let center = UNUserNotificationCenter.current()
        center.getDeliveredNotifications { delivered in
            let gone = delivered.filter {
                texts.contains($0.request.content.userInfo["name"] as? String ?? "")
            }
            center.removeDeliveredNotifications(withIdentifiers: gone.map(\.request.identifier))
        }
    }
}

/// What the app put where its extension finds it.
enum AppGroup {
    static let name = "group.org.example.app"

    static var desk: NotificationDesk {
        let manager = FileManager.default
        let folder =
            manager.containerURL(forSecurityApplicationGroupIdentifier: name) ?? manager.temporaryDirectory
        let me = (try? Data(contentsOf: folder.appendingPathComponent("me"))).flatMap { PersonID(Array($0)) }
        let roots = (try? Data(contentsOf: folder.appendingPathComponent("roots"))).map { Array($0) } ?? []
        return NotificationDesk(
            folder: folder, keyBytes: keyBytes(), certificates: trust(roots),
            people: PeopleNames(me: me ?? unknown) { _ in nil })
    }

    /// Before the app wrote who its user is; no person has it.
    private static let unknown = PersonID(UserID("?"))

    /// One root of 32 bytes.
    private static func trust(_ bytes: [UInt8]) -> CertificateTrust {
        guard let root = try? TrustRoot(bytes) else { return .none }
        return (try? CertificateTrust(roots: [root])) ?? .none
    }

    /// The storage key, which the app wrote with `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly` into the group's keychain.
    private static func keyBytes() -> [UInt8]? {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "storage-key", kSecAttrAccessGroup: name,
            kSecReturnData: true,
        ]
        var item: CFTypeRef?
        guard unsafe SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess else { return nil }
        return (item as? Data).map { Array($0) }
    }
}
#endif
