#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Sotto

/// A notification extension and nothing else, without Foundation: opens one push, and says how long that took and by how much it grew.
///
///     extension STORE ROOT INSTANT VALUE
///
/// ROOT is 64 hexadecimal digits. It prints microseconds and bytes: the most that was resident, less what was before the store was opened.
@main
enum Extension {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().map { String($0) }
        guard arguments.count == 4, let instant = UInt64(arguments[2]),
            let root = try? TrustRoot(bytes(arguments[1])), let trust = try? CertificateTrust(roots: [root])
        else { exit(2) }
        let names = PeopleNames(me: PersonID("reader") ?? PersonID(UserID("reader"))) { _ in "Alice" }
        let notifier = Notifier(
            preferences: NotificationPreferences(quietHours: nil),
            clock: ReaderClock(timeZone: .utc, style: .twentyFourHour), now: Instant(milliseconds: instant))
        var memory = NotificationMemory()
        let before = resident("VmRSS:")
        let start = ContinuousClock.now
        let result = Device.open(
            .value(arguments[3]), inStoreAt: arguments[0],
            key: .key(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span)), certificates: trust,
            clock: DeviceClock { instant }, notifier: notifier, memory: &memory
        ) { _ in NotificationSituation(names: names) }
        let time = ContinuousClock.now - start
        let after = resident("VmHWM:")
        guard result.failure == nil, result.decision.value?.title == "Alice" else { exit(3) }
        print(time / .microseconds(1), max(0, after - before))
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.utf8.map { $0 < 0x3A ? $0 &- 0x30 : $0 &- 0x57 }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// A line of the process's status, in bytes; 0 where there is none.
    private static func resident(_ name: String) -> Int {
        let file = unsafe open("/proc/self/status", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = unsafe read(file, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
                Int($0)
            }.map { $0 * 1_024 } ?? 0
        }
        return 0
    }
}
