// Keys, secrets and identities are part of this module's interface; who imports it can use them.
@_exported public import SottoCrypto
@_exported public import SottoIdentity
