import Foundation
import Sotto

/// What a notification extension and an app share, and what the extension does with it: nothing here is of one system.
///
/// The folder is the App Group's container. All files in it have the protection class
/// `completeUntilFirstUserAuthentication`: an extension runs while the phone is locked.
struct NotificationDesk {
    /// The App Group's container.
    let folder: URL
    /// The bytes of the storage key; nil before the phone was first unlocked after its start.
    let keyBytes: [UInt8]?
    /// The roots that the app has built in.
    let certificates: CertificateTrust
    /// Who the reader is, and what the reader's contacts are called.
    let people: PeopleNames
    /// The user's choices.
    var preferences = NotificationPreferences()
    var timeZone = TimeZoneTable.utc
    var clock = DeviceClock.system
    var now: () -> UInt64 = { UInt64(Date().timeIntervalSince1970 * 1_000) }

    private var storePath: String { folder.appendingPathComponent("device.sotto").path }
    private var memoryFile: URL { folder.appendingPathComponent("notifications.sotto") }

    private var notifier: Notifier {
        Notifier(
            preferences: preferences, clock: ReaderClock(timeZone: timeZone, style: .twentyFourHour),
            now: Instant(milliseconds: now()))
    }

    /// What a push says to its reader; `value` is what stands under "sotto" in it.
    func open(_ value: String?) -> PushResult {
        guard let keyBytes else {
            return .fallback(of: .value(value), because: .keyUnavailable, notifier: notifier)
        }
        var memory = readMemory()
        let result = Device.open(
            .value(value), inStoreAt: storePath, key: .key(SecretBytes(copying: keyBytes.span)),
            certificates: certificates, clock: clock, notifier: notifier, memory: &memory,
            situation: situation)
        // A memory that can't be written costs a second sound at most.
        if let bytes = try? memory.encoded() { try? Data(bytes).write(to: memoryFile, options: .atomic) }
        return result
    }

    /// The call of a VoIP push, whatever it held.
    func openCall(_ value: String?) -> CallPushResult {
        guard let keyBytes else {
            return .fallback(of: .value(value), because: .keyUnavailable, notifier: notifier)
        }
        return Device.openCall(
            .value(value), inStoreAt: storePath, key: .key(SecretBytes(copying: keyBytes.span)),
            certificates: certificates, clock: clock, notifier: notifier, situation: situation)
    }

    /// What this device knows of the conversation: an app keeps it in small files or tables of its own, one read for each push.
    private func situation(_ event: MessageEvent) -> NotificationSituation {
        NotificationSituation(names: people)
    }

    private func readMemory() -> NotificationMemory {
        guard let data = try? Data(contentsOf: memoryFile),
            let memory = try? NotificationMemory(decoding: Array(data))
        else { return NotificationMemory() }
        return memory
    }
}
