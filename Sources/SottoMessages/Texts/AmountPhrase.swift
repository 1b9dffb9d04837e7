/// An amount of money.
///
/// Rule MR-25.
public struct AmountPhrase: Hashable, Sendable {
    /// The sum in the currency's smallest unit, such as cents.
    public let minorUnits: UInt64
    /// The currency's code of ISO 4217.
    public let currency: String

    /// Takes an amount.
    public init(minorUnits: UInt64, currency: String) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// How many digits of the sum stand behind the point: 2 unless ISO 4217 says otherwise.
    public var digitCount: Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
            "XAF", "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        case "CLF", "UYW": 4
        default: 2
        }
    }
}

/// Rule MR-25.
extension ReaderStrings {
    /// The amount in English.
    public func english(_ phrase: AmountPhrase) -> String {
        let digits = String(phrase.minorUnits)
        let behind = phrase.digitCount
        let padded = String(repeating: "0", count: max(behind + 1 - digits.count, 0)) + digits
        let whole = padded.dropLast(behind)
        var sum = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { sum.append(",") }
            sum.append(digit)
        }
        if behind > 0 { sum += "." + padded.suffix(behind) }
        return phrase.englishSymbol.map { $0 + sum } ?? "\(phrase.currency) \(sum)"
    }
}

extension AmountPhrase {
    /// Signs that mean one currency alone to a reader of English.
    fileprivate var englishSymbol: String? {
        switch currency {
        case "USD": "$"
        case "EUR": "€"
        case "GBP": "£"
        case "JPY": "¥"
        case "INR": "₹"
        case "KRW": "₩"
        case "BRL": "R$"
        case "ILS": "₪"
        case "UAH": "₴"
        case "VND": "₫"
        default: nil
        }
    }
}
