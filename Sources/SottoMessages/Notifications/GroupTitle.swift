/// What a group is called.
///
/// Rules NT-11 and CL-2.
enum GroupTitle {
    /// The name, or else the names of the others in a comma list.
    static func text(name: String, members: [PersonID], names: PeopleNames) -> String {
        let title = TextExcerpt.snippet(name, byteCount: PeopleNames.byteCount)
        if !title.isEmpty { return names.strings.title(.name(title)) }
        let others = members.lazy.filter { $0 != names.me }.prefix(limit).map(names.name(of:))
        let list = Array(others)
        return names.strings.title(list.isEmpty ? .emptyGroup : .members(list))
    }

    /// As many names as a title takes.
    static let limit = 16
}
