// Who imports this module can use the keys and users that fingerprints are made of.
@_exported public import SottoIdentity
