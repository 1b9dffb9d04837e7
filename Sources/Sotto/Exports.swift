// Who imports this module has all that a device takes and gives.
@_exported public import SottoGroups
@_exported public import SottoMessages
@_exported public import SottoPushPayload
@_exported public import SottoSQLite
@_exported public import SottoSafetyNumbers
@_exported public import SottoSealedSender
@_exported public import SottoSessions

/// A message that is to be sent; what somebody is writing in a conversation is `SottoMessages.Draft`.
public typealias Draft = SottoSessions.Draft
