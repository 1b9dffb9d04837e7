package import SottoSessions
internal import StorageSupport

/// A store that does what another one does until its plan says that something goes wrong.
///
/// Written with the public interface alone, as anybody could.
package final class FaultyStorage: SessionStorage {
    private let base: any SessionStorage
    private let plan: FaultPlan

    package let isExclusive: Bool

    package init(_ base: any SessionStorage, _ plan: FaultPlan) {
        self.base = base
        self.plan = plan
        isExclusive = base.isExclusive
    }

    package func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        guard kind == .writing else { return try base.transaction(kind, body) }
        let result = try base.transaction(kind) { rows in
            let result = try body(Rows(base: rows, plan: plan))
            try plan.reach(isAfter: false, isCommit: true)
            return result
        }
        try plan.reach(isAfter: true, isCommit: true)
        return result
    }

    private struct Rows: ForwardingTransaction {
        let base: any StorageTransaction
        let plan: FaultPlan

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            try plan.reach(isAfter: false, isCommit: false)
            try base.put(value, as: name, in: group)
            try plan.reach(isAfter: true, isCommit: false)
        }

        func remove(_ name: RecordName) throws(StorageError) {
            try plan.reach(isAfter: false, isCommit: false)
            try base.remove(name)
            try plan.reach(isAfter: true, isCommit: false)
        }
    }
}
