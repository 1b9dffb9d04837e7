internal import CSQLite
internal import SottoSessions

/// A prepared statement; data comes in as bound values only.
@safe
final class SQLiteStatement {
    enum Value {
        case bytes([UInt8])
        case name(RecordName)
        case number(Int64)
    }

    /// One row of a result, for the time of one call.
    @safe
    struct Row {
        fileprivate let statement: OpaquePointer

        func bytes(_ column: Int32) -> [UInt8] {
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            guard count > 0, let base = unsafe sqlite3_column_blob(statement, column) else { return [] }
            return unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
        }

        func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }
    }

    private let handle: SQLiteHandle
    private let statement: OpaquePointer

    init(_ handle: SQLiteHandle, _ sql: String) throws(StorageError) {
        var prepared: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(
            handle.database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        // The statements are right, so what they name is missing.
        guard status != SQLITE_ERROR else { throw .storeCorrupt }
        guard status == SQLITE_OK, let prepared = unsafe prepared else { throw handle.error(status) }
        self.handle = handle
        unsafe statement = prepared
    }

    deinit {
        unsafe sqlite3_finalize(statement)
    }

    func run(_ values: [Value] = []) throws(StorageError) {
        _ = try rows(values) { _ in () }
    }

    /// Runs the statement and makes something of each row.
    func rows<T>(_ values: [Value], _ make: (Row) -> T) throws(StorageError) -> [T] {
        defer {
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        var result: [T] = []
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW: result.append(make(unsafe Row(statement: statement)))
            case SQLITE_DONE: return result
            case let code: throw handle.error(code)
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) throws(StorageError) {
        let status =
            switch value {
            case .number(let number): unsafe sqlite3_bind_int64(statement, index, number)
            case .bytes(let bytes): unsafe bytes.withUnsafeBytes { unsafe bind($0, at: index) }
            case .name(let name):
                name.bytes.withSpan { span in
                    unsafe span.withUnsafeBytes { unsafe bind($0, at: index) }
                }
            }
        guard status == SQLITE_OK else { throw handle.error(status) }
    }

    /// SQLite takes a copy: the bytes may end before the statement does.
    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_blob64(
            statement, index, bytes.baseAddress, UInt64(bytes.count),
            unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
}
