public import SottoHandshake
public import SottoSessions

extension Device {
    /// What is to be uploaded so that others can start sessions with this device; nil when nothing is due.
    ///
    /// Written down before it is returned. Until it is confirmed each call gives the same bytes, so an upload that may or
    /// may not have arrived is simply sent again. Due are a signed prekey after 7 days and one-time prekeys below 50; to be
    /// asked for at each start, once a day, and when ``ReceivedFacts/isUploadDue`` says so.
    ///
    /// - Parameter remaining: How many one-time prekeys the server still has, where it said so.
    /// - Throws: ``UsageFault/prekeysExhausted``, and what the store throws.
    /// - Complexity: 100 key pairs and one signature when new ones are made; about 2 ms.
    ///
    /// Rules HS-15 to HS-18, DS-8.
    public func prekeyUpload(remaining: Int? = nil) throws(SessionError) -> PrekeyUpload? {
        try write { try $0.prekeyUpload(remaining: remaining) }
    }

    /// Notes that the server has an upload.
    ///
    /// From now on the signed prekey before it is kept for 30 days. Confirming it again does nothing.
    ///
    /// - Throws: ``UsageFault/otherUpload`` when another one waits, and what the store throws.
    public func confirm(_ upload: PrekeyUpload) throws(SessionError) { try write { try $0.confirm(upload) } }
}
