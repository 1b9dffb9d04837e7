/// Who is in a voice channel.
///
/// Rule CV-24.
public struct VoiceChannelState: Hashable, Sendable {
    /// The channel's group.
    public let channel: [UInt8]
    /// All who are in it, who speaks and who is muted.
    public let participants: [VoiceParticipant]
    /// When this device learnt it.
    public let updatedAt: Instant
}
