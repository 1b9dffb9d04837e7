// A message's id is the same type for content and for what carries it.
@_exported public import struct SottoWire.MessageID
