import CFloor

/// Figures that don't jitter: allocations and instructions of one call.
enum Counts {
    /// Heap allocations of one call, as a mean.
    ///
    /// Needs the AllocationCounter library preloaded.
    static func allocations(_ operation: Operation) throws -> Double {
        guard cfloor_allocations() >= 0 else {
            throw BenchmarkError("allocations are counted only with AllocationCounter preloaded")
        }
        try operation.prepare(1)
        try operation.call(0)
        let count = min(64, operation.largestBatch)
        try operation.prepare(count)
        let before = cfloor_allocations()
        for index in 0..<count {
            try operation.call(index)
        }
        return Double(cfloor_allocations() - before) / Double(count)
    }

    /// Makes `count` calls inside the function that callgrind collects in.
    static func runMeasured(_ operation: Operation, count: Int) throws {
        try operation.prepare(1)
        try operation.call(0)
        var left = count
        while left > 0 {
            let batch = min(left, operation.largestBatch)
            try operation.prepare(batch)
            var run = Run(operation: operation, count: batch)
            unsafe withUnsafeMutablePointer(to: &run) { pointer in
                unsafe cfloor_measured(
                    { unsafe $0?.assumingMemoryBound(to: Run.self).pointee.make() }, pointer)
            }
            if let error = run.error { throw error }
            left -= batch
        }
    }

    /// Calls that wait to be made, and the error of the one that failed.
    private struct Run {
        let operation: Operation
        let count: Int
        var error: (any Error)?

        mutating func make() {
            do {
                for index in 0..<count {
                    try operation.call(index)
                }
            } catch {
                self.error = error
            }
        }
    }
}
