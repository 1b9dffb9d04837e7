// Who imports this module has all that a device takes and gives.
@_exported public import SottoGroups
@_exported public import SottoMessages
@_exported public import SottoPushPayload
@_exported public import SottoSQLite
@_exported public import SottoSafetyNumbers
@_exported public import SottoSealedSender
@_exported public import SottoSessions
