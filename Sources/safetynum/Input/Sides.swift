import Sotto

/// The two sides of a number, from four options or from a store.
///
/// Rules TN-6 and TN-8.
struct Sides {
    struct Side {
        let identifier: [UInt8]
        let key: IdentityPublicKey
    }

    let me: Side
    let them: Side
    let number: SafetyNumber
    /// What the store says, when they are from one.
    let stored: Stored?

    struct Stored {
        let store: StoreInput
        let compared: UserSafetyNumber
    }

    /// From whatever the command line gives.
    static func of(_ arguments: Arguments, _ input: StandardInput) throws(Failure) -> Sides {
        let given = keyOptions.filter(arguments.has)
        if let first = storeOptions.first(where: arguments.has) {
            if let other = given.first {
                throw .usage("\(other.text) and \(first.text) don't go together: give two keys or a store")
            }
            return try stored(arguments, input)
        }
        guard let me = arguments[.me], let myKey = arguments[.myKey], let them = arguments[.them],
            let theirKey = arguments[.theirKey]
        else { throw missing(keyOptions.filter { !arguments.has($0) }, arguments.command) }
        let ours = Side(
            identifier: try Identifier(me).bytes,
            key: try IdentityKeyInput(option: .myKey, input: input).key(myKey))
        let theirs = Side(
            identifier: try Identifier(them).bytes,
            key: try IdentityKeyInput(option: .theirKey, input: input).key(theirKey))
        guard ours.key != theirs.key else {
            throw Failure(.sameKey, "--my-key and --their-key are the same key: give each side its own")
        }
        let number = SafetyNumber(ours: try half(ours), theirs: try half(theirs))
        if !arguments.has(.json) {
            for (option, word) in [(OptionName.me, me), (.them, them)] { hint(option, word) }
        }
        return Sides(me: ours, them: theirs, number: number, stored: nil)
    }

    /// Of a user of a store.
    static func stored(_ arguments: Arguments, _ input: StandardInput) throws(Failure) -> Sides {
        guard arguments.has(.store) else { throw missing([.store], arguments.command) }
        guard let with = arguments[.with] else { throw missing([.with], arguments.command) }
        let identifier = try Identifier(with)
        let store = try StoreInput(arguments, input)
        let user = try StoredUser(identifier, store.device, store.path)
        let compared = try user.number(which: arguments[.which])
        return Sides(
            me: Side(identifier: store.device.address.user.bytes, key: compared.ourIdentityKey),
            them: Side(identifier: compared.user.bytes, key: compared.theirIdentityKey),
            number: compared.number, stored: Stored(store: store, compared: compared))
    }

    /// Says that a word such as `alice.1` is taken for a user.
    ///
    /// Rule TN-28.
    private static func hint(_ option: OptionName, _ word: String) {
        guard let user = Identifier.userOfAddress(word) else { return }
        Console.hint(
            "\(option.text) \(word) looks like the address of a device, and a user is meant: \(user)? If not, write text:\(word)"
        )
    }

    private static let keyOptions: [OptionName] = [.me, .myKey, .them, .theirKey]
    private static let storeOptions: [OptionName] = [.store, .with, .passphraseFile, .keyFile, .which]

    private static func missing(_ options: [OptionName], _ command: CommandName) -> Failure {
        let help = "see safetynum \(command) --help"
        guard options != keyOptions else {
            return .usage(
                "two sides are needed: give --me, --my-key, --them and --their-key, or --store and --with; \(help)"
            )
        }
        let names = options.map { "\($0.text) \($0.value?.name ?? "")" }.joined(separator: ", ")
        return .usage("\(names) \(options.count == 1 ? "is" : "are") missing: \(help)")
    }

    private static func half(_ side: Side) throws(Failure) -> Fingerprint {
        do { return try Fingerprint(of: side.key, identifier: side.identifier) } catch {
            throw Failure(.badIdentifier, "an identifier has 1 to 255 bytes: write another one")
        }
    }
}
