// Addresses, users and secrets are part of this module's interface; who imports it can use them.
@_exported public import SottoIdentity
