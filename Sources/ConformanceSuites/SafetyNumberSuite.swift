internal import SottoIdentity
internal import SottoSafetyNumbers
internal import TestVectors

/// Rules SN-1 to SN-9.
@Sendable func runSafetyNumber(_ vector: SafetyNumberVector) throws {
    switch vector {
    case .fingerprint(let party, let bytes, let digits):
        let fingerprint = try party.fingerprint
        try compare("fingerprint", fingerprint.bytes.bytes, bytes)
        try compare("digits", fingerprint.digits, digits)
    case .number(let sides, let forms):
        let number = try sides.number
        try compare("digits", number.digits, forms.digits)
        try compare("groups", number.groups, forms.groups)
        try compare("text4", number.text(.fourLines), forms.fourLines)
        try compare("text3", number.text(.threeLines), forms.threeLines)
        try compare("spoken", number.spokenText, forms.spoken)
        try compare("scannable", ScannableVersion.allCases.map(number.scannable), forms.scannables)
    case .digits(let text, let accepted, let digits):
        let read = SafetyNumber.groups(read: text)?.joined()
        try compare("accepted", read != nil, accepted)
        try compare("digits", read, digits)
    case .scan(let sides, let version, let scanned, let result, let theirVersion):
        guard let version = ScannableVersion(rawValue: version) else {
            throw CaseFailure("version \(version) is none of ours")
        }
        let comparison = try sides.number.compare(scanned: scanned, version: version)
        try compare("result", comparison.name, result)
        var found: UInt8?
        if case .versionMismatch(let version) = comparison { found = version }
        try compare("their_version", found, theirVersion)
    case .comparison(let sides, let text, let result, let differingGroups):
        let number = try sides.number
        try compare("result", number.compare(digits: text).name, result)
        try compare("differing_groups", number.differingGroups(from: text), differingGroups)
    }
}

extension SafetyNumberVector.Party {
    fileprivate var fingerprint: Fingerprint {
        get throws { try Fingerprint(of: IdentityPublicKey(encoded: identityKey), identifier: identifier) }
    }
}

extension SafetyNumberVector.Sides {
    fileprivate var number: SafetyNumber {
        get throws { SafetyNumber(ours: try ours.fingerprint, theirs: try theirs.fingerprint) }
    }
}

extension SafetyNumberComparison {
    fileprivate var name: String {
        switch self {
        case .match: "match"
        case .mismatch: "mismatch"
        case .ownCode: "ownCode"
        case .malformed: "malformed"
        case .versionMismatch: "versionMismatch"
        }
    }
}
