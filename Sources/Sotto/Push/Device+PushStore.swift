public import SottoMessages
public import SottoSealedSender
internal import SottoSQLite
public import SottoSessions

extension Device {
    /// Opens the store, a push, and closes the store: all that an extension does.
    ///
    /// A store that can't be opened, because it is locked, missing, damaged or under another key, gives the neutral text and a failure.
    ///
    /// - Parameters:
    ///   - push: What the system gave.
    ///   - path: The store's file, in a folder that the app shares with its extension.
    ///   - key: What its records are sealed with. Where it isn't to be had see ``PushResult/fallback(of:because:notifier:)``.
    ///   - certificates: As ``open(in:key:certificates:clock:)``.
    ///   - clock: Where the time comes from.
    ///   - notifier: As ``open(_:notifier:memory:situation:)``.
    ///   - memory: As there.
    ///   - situation: As there.
    ///
    /// Rules PD-5 to PD-9.
    public static func open(
        _ push: PushInput, inStoreAt path: String, key: borrowing StorageKey, certificates: CertificateTrust,
        clock: DeviceClock = .system, notifier: Notifier, memory: inout NotificationMemory,
        situation: (MessageEvent) -> NotificationSituation
    ) -> PushResult {
        do throws(SessionError) {
            let device = try Device.open(
                in: try SQLiteStorage.open(at: path), key: key, certificates: certificates, clock: clock)
            return device.open(push, notifier: notifier, memory: &memory, situation: situation)
        } catch {
            return .fallback(of: push, because: .session(error), notifier: notifier)
        }
    }

    /// Opens the store, a push for a call, and closes the store.
    ///
    /// - Parameters:
    ///   - push: What the system gave.
    ///   - path: As ``open(_:inStoreAt:key:certificates:clock:notifier:memory:situation:)``.
    ///   - key: As there.
    ///   - certificates: As there.
    ///   - clock: As there.
    ///   - notifier: As there.
    ///   - situation: As there.
    ///
    /// Rules PD-5, PD-10.
    public static func openCall(
        _ push: PushInput, inStoreAt path: String, key: borrowing StorageKey, certificates: CertificateTrust,
        clock: DeviceClock = .system, notifier: Notifier,
        situation: (MessageEvent) -> NotificationSituation
    ) -> CallPushResult {
        do throws(SessionError) {
            let device = try Device.open(
                in: try SQLiteStorage.open(at: path), key: key, certificates: certificates, clock: clock)
            return device.openCall(push, notifier: notifier, situation: situation)
        } catch {
            return .fallback(of: push, because: .session(error), notifier: notifier)
        }
    }
}
