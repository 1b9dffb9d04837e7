public import SottoCrypto

/// The Double Ratchet: one side's state, without its skipped keys.
///
///     responder                      initiator
///     listening ──first message──▶   sending
///         │                            │ ▲
///         └────────▶ replying ◀────────┘ │   a new ratchet key arrives: root step, our private key wiped
///                        └───────────────┘   next send: new key pair, root step
///
/// Knows no names, no storage and no clock. Every operation works out the next state beside the present
/// one and takes it over only when nothing can fail any more, so an error leaves the state as it was.
///
/// Source: *The Double Ratchet Algorithm*, §3 and the deferral of new ratchet keys. Rules DR-1 to DR-17.
public struct RatchetState<KDF: ChainKDF, Cipher: MessageCipher>: ~Copyable {
    var rootKey: RootKey
    var turn: RatchetTurn
    var theirRatchetKey: RatchetPublicKey?
    var receivingChain: RatchetChain?

    init(
        rootKey: consuming RootKey, turn: consuming RatchetTurn, theirRatchetKey: RatchetPublicKey?,
        receivingChain: consuming RatchetChain?
    ) {
        self.rootKey = rootKey
        self.turn = turn
        self.theirRatchetKey = theirRatchetKey
        self.receivingChain = receivingChain
    }

    /// The initiator's first state: one root step gives its sending chain.
    ///
    /// - Parameters:
    ///   - rootKey: From the handshake.
    ///   - ourRatchetKey: A fresh key pair.
    ///   - theirRatchetKey: The responder's signed prekey.
    /// - Throws: ``CryptoError/keyNotContributory`` if the agreement is all zero.
    ///
    /// Rule DR-3.
    public static func initiator(
        rootKey: consuming RootKey, ourRatchetKey: consuming X25519.PrivateKey,
        theirRatchetKey: RatchetPublicKey
    ) throws(CryptoError) -> RatchetState {
        let step = rootKey.advanced(by: try ourRatchetKey.sharedSecret(with: theirRatchetKey.key))
        let chain = SendingChain(
            ourRatchetKey: ourRatchetKey, chain: RatchetChain(step.chainKey), previousChainLength: 0)
        return RatchetState(
            rootKey: step.rootKey, turn: .sending(chain), theirRatchetKey: theirRatchetKey,
            receivingChain: nil)
    }

    /// The responder's first state: it waits for the initiator's first message.
    ///
    /// Rule DR-3.
    public static func responder(
        rootKey: consuming RootKey, ourRatchetKey: consuming X25519.PrivateKey
    ) -> RatchetState {
        RatchetState(
            rootKey: rootKey, turn: .listening(ourRatchetKey), theirRatchetKey: nil, receivingChain: nil)
    }

    /// Whether a message of the peer was opened.
    package var hasReceivingChain: Bool { receivingChain != nil }

    /// Whether something can be sent: a responder has to open a message first.
    public var canSend: Bool {
        switch turn {
        case .listening: false
        case .replying: true
        case .sending: true
        }
    }
}

/// Whose turn it is, with what that state needs.
enum RatchetTurn: ~Copyable {
    /// A responder before the first message: its signed prekey is its ratchet key.
    case listening(X25519.PrivateKey)
    /// Their ratchet key is the newest; the next send makes ours. The payload is PN of that chain.
    case replying(UInt32)
    /// Ours is the newest.
    case sending(SendingChain)

    /// PN of the chain that the next send starts, or nothing when no chain is to be started.
    var chainToStart: UInt32? {
        switch self {
        case .listening: nil
        case .replying(let previousChainLength): previousChainLength
        case .sending: nil
        }
    }

    /// Takes the sending chain one message further; in the other states nothing is there to take.
    mutating func advance(to chainKey: consuming SecretBytes) {
        switch consume self {
        case .listening(let key): self = .listening(key)
        case .replying(let length): self = .replying(length)
        case .sending(var sending):
            sending.chain = RatchetChain(chainKey, nextIndex: sending.chain.nextIndex + 1)
            self = .sending(sending)
        }
    }
}

/// A chain key and the index of its next message.
struct RatchetChain: ~Copyable {
    /// Its first 32 bytes are the chain key; the rest, if there is any, is zero.
    var key: SecretBytes
    var nextIndex: UInt32

    init(_ key: consuming SecretBytes, nextIndex: UInt32 = 0) {
        self.key = key
        self.nextIndex = nextIndex
    }
}

struct SendingChain: ~Copyable {
    let ourRatchetKey: X25519.PrivateKey
    var chain: RatchetChain
    let previousChainLength: UInt32

    /// The header of the next message.
    var nextHeader: RatchetHeader {
        RatchetHeader(
            ratchetKey: RatchetPublicKey(ourRatchetKey.publicKey), previousChainLength: previousChainLength,
            index: chain.nextIndex)
    }
}
