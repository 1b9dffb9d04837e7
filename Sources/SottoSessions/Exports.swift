// The types of these modules are part of this module's interface; who imports it can use them.
@_exported public import SottoCrypto
@_exported public import SottoHandshake
@_exported public import SottoIdentity
@_exported public import SottoRatchet
@_exported public import struct SottoWire.MessageID
