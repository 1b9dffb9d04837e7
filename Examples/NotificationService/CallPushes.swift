#if canImport(PushKit) && canImport(CallKit)
import CallKit
import PushKit
import Sotto

/// The app's side of VoIP pushes: each gives a call to the system before the handler returns, whatever was in it.
final class CallPushes: NSObject, PKPushRegistryDelegate {
    private let provider: CXProvider

    init(_ provider: CXProvider) { self.provider = provider }

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        let value = payload.dictionaryPayload[DecodedPush.key] as? String
        let call = AppGroup.desk.openCall(value).call
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: call.conversation?.threadText ?? "")
        update.localizedCallerName = call.name
        update.hasVideo = call.isVideo
        let id = Self.uuid(call.call)
        provider.reportNewIncomingCall(with: id, update: update) { _ in
            // It had to be reported; nobody is to hear it.
            if call.ending != nil { self.provider.reportCall(with: id, endedAt: nil, reason: .failed) }
            completion()
        }
    }

    private static func uuid(_ id: MessageID) -> UUID {
        let b = id.bytes
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
                b[15]
            ))
    }
}
#endif
