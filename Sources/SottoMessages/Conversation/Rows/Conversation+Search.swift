/// Search. Rule CV-45.
extension Conversation {
    /// The messages in which a text is found, the newest first.
    ///
    /// Deleted and expired messages aren't found, nor is what is concealed. Folded texts are kept, so the first
    /// search costs more than the next ones.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - limit: The most messages that are given.
    /// - Complexity: O(n) for n messages, of which it stops at the last one that is needed.
    public mutating func search(_ query: SearchQuery, limit: Int = 50) -> [SearchHit] {
        guard limit > 0 else { return [] }
        searchIndex.grow(to: records.count)
        var hits: [SearchHit] = []
        for entry in timeline.elements(0..<timeline.count).reversed() {
            let isFound: Bool
            if let folded = searchIndex[entry.record] {
                isFound = query.isFound(in: folded)
            } else {
                let folded = SearchIndex.fold(searchableTexts(of: entry.record))
                isFound = query.isFound(in: folded)
                searchIndex[entry.record] = folded
            }
            guard isFound, let hit = hit(query, entry.record) else { continue }
            hits.append(hit)
            if hits.count == limit { break }
        }
        return hits
    }

    private func hit(_ query: SearchQuery, _ record: Int32) -> SearchHit? {
        let parts = searchableTexts(of: record).compactMap { field, text -> SearchHit.Part? in
            let matches = query.matches(in: text)
            return matches.isEmpty ? nil : SearchHit.Part(field: field, text: text, matches: matches)
        }
        return parts.isEmpty ? nil : SearchHit(message: name(of: record), parts: parts)
    }
}
