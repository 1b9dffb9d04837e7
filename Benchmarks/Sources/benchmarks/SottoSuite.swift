/// The operations of the Swift implementation, under the same names as the floor's.
enum SottoSuite {
    static func operations() throws -> [Operation] {
        []
    }
}
