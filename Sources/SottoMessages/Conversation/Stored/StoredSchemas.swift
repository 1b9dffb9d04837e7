/// All messages that are stored, for comparing them with their schemas.
package enum StoredSchemas {
    /// One of each.
    package static let all: [any MessageFields] = [
        StoredEvent(), StoredMessage(), StoredFact(), StoredName(), StoredAnnotation(), StoredSnapshot(),
        StoredDraft(), StoredDraftAttachment(), StoredMemory(), StoredCluster(), StoredNight(),
    ]
}
