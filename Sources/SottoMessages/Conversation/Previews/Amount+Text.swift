/// Rule NT-6.
extension Amount {
    /// The sum with its currency's code: "EUR 12.50".
    ///
    /// A currency has two decimals, but for those that have none or three after ISO 4217. Which symbol and which
    /// order a language has is the app's matter.
    public var text: String {
        let decimals = Self.decimals[currency.letters] ?? 2
        guard decimals > 0 else { return "\(currency.letters) \(minorUnits)" }
        let unit: UInt64 = decimals == 3 ? 1_000 : 100
        let rest = "\(minorUnits % unit)"
        let zeros = String(repeating: "0", count: decimals - rest.utf8.count)
        return "\(currency.letters) \(minorUnits / unit).\(zeros)\(rest)"
    }

    private static let decimals: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
        "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3,
        "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    ]
}
