// Certificates, uploads and keys are part of this module's interface; who imports it can use them.
@_exported public import SottoHandshake
@_exported public import SottoSealedSender
