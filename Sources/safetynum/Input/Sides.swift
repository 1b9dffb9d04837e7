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
        let path: String
        let device: Device
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
        return Sides(me: ours, them: theirs, number: number, stored: nil)
    }

    /// Of a user of a store.
    static func stored(_ arguments: Arguments, _ input: StandardInput) throws(Failure) -> Sides {
        guard let path = arguments[.store] else { throw missing([.store], arguments.command) }
        guard let with = arguments[.with] else { throw missing([.with], arguments.command) }
        let identifier = try Identifier(with)
        let device = try StoreInput.device(arguments, input)
        let user = try StoredUser(identifier, device, path)
        let compared = try user.number(which: arguments[.which])
        return Sides(
            me: Side(identifier: device.address.user.bytes, key: compared.ourIdentityKey),
            them: Side(identifier: compared.user.bytes, key: compared.theirIdentityKey),
            number: compared.number, stored: Stored(path: path, device: device, compared: compared))
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
