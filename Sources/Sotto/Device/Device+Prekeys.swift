public import SottoHandshake
public import SottoSessions

extension Device {
    /// What is to be uploaded so that others can start sessions with this device; nil when nothing is due.
    ///
    /// Written down before it is returned. Until it is confirmed each call gives the same bytes, so an upload that may or
    /// may not have arrived is simply sent again. One that waited long is old when it is confirmed, and the next call gives
    /// a newer one: so ask again after ``confirm(_:)``. Due are a signed prekey after 7 days and one-time prekeys below 50; to be
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

    /// The same, with what the server has of this device: tells a store that was set back without saying so.
    ///
    /// Until the first upload of an installation is confirmed, what the server has is of the one before and isn't looked at.
    ///
    /// - Throws: ``StorageError/rolledBack`` when the server has newer prekeys than this store made; to be answered by
    ///   ``restored()`` and the upload after it. ``StorageError/otherInstallation`` when the server has another registration
    ///   id: a person decides whether this installation takes its address back, by ``restored()``, or is given up. Further as
    ///   ``prekeyUpload(remaining:)``.
    ///
    /// Rules DS-8, DS-19.
    public func prekeyUpload(server status: PrekeyStatus) throws(SessionError) -> PrekeyUpload? {
        try write {
            try $0.check(status)
            return try $0.prekeyUpload(remaining: status.oneTimePrekeyCount)
        }
    }

    /// Notes that the server has an upload.
    ///
    /// From now on the signed prekey before it is kept for 30 days. Confirming it again does nothing.
    ///
    /// - Throws: ``UsageFault/otherUpload`` when another one waits, and what the store throws.
    public func confirm(_ upload: PrekeyUpload) throws(SessionError) { try write { try $0.confirm(upload) } }
}
