internal import SottoCrypto

extension HMACSHA256 {
    static func tag(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        authenticate(message.span, with: secret(key)).exposeBytes()
    }

    static func accepts(_ tag: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool {
        isValid(tag.span, for: message.span, with: secret(key))
    }
}

extension HMACSHA512 {
    static func tag(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        authenticate(message.span, with: secret(key)).exposeBytes()
    }

    static func accepts(_ tag: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool {
        isValid(tag.span, for: message.span, with: secret(key))
    }
}

/// The two AEADs in one form.
protocol AEADCalls {
    static func seal(
        _ plaintext: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8]
    static func open(
        _ sealed: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8]
}

enum ChaCha20Poly1305Calls: AEADCalls {
    static func seal(
        _ plaintext: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8] {
        try ChaCha20Poly1305.seal(
            plaintext.span, associatedData: associatedData.span, nonce: nonce.span, with: secret(key))
    }

    static func open(
        _ sealed: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8] {
        try ChaCha20Poly1305.open(
            sealed.span, associatedData: associatedData.span, nonce: nonce.span, with: secret(key))
    }
}

enum XChaCha20Poly1305Calls: AEADCalls {
    static func seal(
        _ plaintext: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8] {
        try XChaCha20Poly1305.seal(
            plaintext.span, associatedData: associatedData.span, nonce: nonce.span, with: secret(key))
    }

    static func open(
        _ sealed: [UInt8], associatedData: [UInt8], nonce: [UInt8], key: [UInt8]
    ) throws -> [UInt8] {
        try XChaCha20Poly1305.open(
            sealed.span, associatedData: associatedData.span, nonce: nonce.span, with: secret(key))
    }
}
