import SottoServer

/// What there is of a device: its newest upload, and the one-time prekeys of this and earlier ones that nobody got.
struct Shelf {
    private var upload: VerifiedPrekeyUpload
    private var oneTimePrekeys: [OneTimePrekeyBytes]
    /// The largest number of a one-time prekey that was ever taken.
    private var largestTaken: PrekeyID?

    init(_ verified: VerifiedPrekeyUpload) {
        upload = verified
        oneTimePrekeys = verified.upload.oneTimePrekeys
        largestTaken = oneTimePrekeys.last?.id
    }

    var registrationID: RegistrationID { upload.upload.device.registrationID }

    /// Takes what is new in a further upload (HS-19); a repeat changes nothing, or prekeys would be handed out twice.
    mutating func take(_ verified: VerifiedPrekeyUpload) {
        let next = verified.upload
        guard next.device.registrationID == registrationID else {
            self = Shelf(verified)
            return
        }
        let taken = largestTaken
        let isRepeat =
            if let last = next.oneTimePrekeys.last?.id {
                taken.map { last <= $0 } ?? false
            } else {
                next.signedPrekeyID == upload.upload.signedPrekeyID
            }
        guard next.signedPrekeyID >= upload.upload.signedPrekeyID, !isRepeat else { return }
        upload = verified
        if next.replacesAll { oneTimePrekeys = [] }
        oneTimePrekeys += next.oneTimePrekeys.filter { prekey in taken.map { prekey.id > $0 } ?? true }
        largestTaken = next.oneTimePrekeys.last?.id ?? taken
    }

    /// A bundle, with a one-time prekey that nobody else gets (HS-20).
    mutating func takeBundle() -> PrekeyBundle {
        upload.bundle(oneTimePrekey: oneTimePrekeys.isEmpty ? nil : oneTimePrekeys.removeFirst())
    }
}
