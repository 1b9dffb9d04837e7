import SottoMessages
import Testing

/// Rules MR-25 and MR-26.
@Suite("Amounts and links")
struct AmountAndLinkTests {
    @Test(
        "show an amount by the digits of its currency",
        arguments: [
            (1_250, "EUR", "€12.50"), (5, "USD", "$0.05"), (0, "GBP", "£0.00"),
            (123_456_789, "USD", "$1,234,567.89"),
            (1_234, "JPY", "¥1,234"), (0, "JPY", "¥0"), (1_500, "KWD", "KWD 1.500"), (99, "CHF", "CHF 0.99"),
            (12_345, "CLF", "CLF 1.2345"), (1, "XXX", "XXX 0.01"),
            (.max, "EUR", "€184,467,440,737,095,516.15"),
        ] as [(UInt64, String, String)])
    func amounts(_ minorUnits: UInt64, _ currency: String, _ text: String) {
        #expect(EnglishStrings().amount(AmountPhrase(minorUnits: minorUnits, currency: currency)) == text)
    }

    @Test(
        "show the domain that an address leads to",
        arguments: [
            ("https://www.Example.org/path?q#f", "example.org"), ("HTTP://a.b", "a.b"),
            ("https://a.b:8080/x", "a.b"),
            ("https://www.org", "www.org"), ("https://xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
            ("https://a.b\\@c.d", "a.b"),
            ("https://a.b?@c.d", "a.b"), ("https://192.0.2.1/", "192.0.2.1"),
        ])
    func domains(_ url: String, _ domain: String) {
        #expect(LinkText.domain(of: url) == domain)
    }

    @Test(
        "show no domain where it could mislead",
        arguments: [
            "", "https://", "example.org", "ftp://a.b", "javascript:alert(1)", "https://bank.com@evil.org",
            "https://а.b",
            "https://a..b", "https://a.b.", "https://a.b:x@c.d", "https://a.b:12x", "https://a b.c",
            "https://localhost",
            "https://a.b\u{202E}", "https://" + String(repeating: "a.", count: 1_100) + "b",
        ])
    func noDomain(_ url: String) {
        #expect(LinkText.domain(of: url) == nil)
    }
}
