/// What is said when no text is given.
enum SampleText {
    static let text = """
        Bob, it's me. New phone, so new keys. Can you read this?
        Loud and clear. Sotto voce, as they say 🤫
        I have the tickets for Saturday: row 7, seats 11 and 12.
        Saturday? Not Sunday? 土曜日ですか、日曜日ですか。
        Saturday, 19:30. The one with the choir.
        Then I need a coat and a train.
        The 17:04 has a dining car. Dîner à bord, très chic.
        I'll bring sandwiches anyway.

        You sent an empty line. Did you fall asleep?
        No, the train went through a tunnel. Is anything missing?
        Nothing. It all came, in some order or other 👩‍👧 🚂
        Then nobody else has read it, and nobody has changed it.
        Somebody tried, and we saw it.
        See you on Saturday. До суббо́ты!
        See you. I'm deleting all this now, as one should, down to the last full stop.
        """
}
