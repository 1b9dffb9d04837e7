// Keys and users that fingerprints are made of.
@_exported public import SottoIdentity
