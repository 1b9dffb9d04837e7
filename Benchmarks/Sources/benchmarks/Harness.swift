import CFloor

/// What was measured of one operation of one implementation.
struct Measurement {
    let implementation: String
    let operation: String
    let fastestNanoseconds: Double
    let medianNanoseconds: Double
    let wireBytes: Int?
    var goalNanoseconds: Double?
}

/// Times operations in batches.
///
/// The implementations of one operation take turns, batch by batch,
/// so that a slower spell of the machine meets all of them.
struct Harness {
    /// How long one batch should take.
    let batchNanoseconds: UInt64

    /// How long the batches of one implementation should take together.
    let totalNanoseconds: UInt64

    static let full = Harness(batchNanoseconds: 1_000_000, totalNanoseconds: 400_000_000)
    static let quick = Harness(batchNanoseconds: 50_000, totalNanoseconds: 200_000)

    func measure(_ operations: [Operation]) throws -> [Measurement] {
        var names: [String] = []
        for operation in operations where !names.contains(operation.name) {
            names.append(operation.name)
        }
        return try names.flatMap { name in
            try measureTogether(operations.filter { $0.name == name })
        }
    }

    private func measureTogether(_ operations: [Operation]) throws -> [Measurement] {
        let counts = try operations.map(batchCount)
        var samples = operations.map { _ in [Double]() }
        let end = cfloor_now() + totalNanoseconds * UInt64(operations.count)
        repeat {
            for (place, operation) in operations.enumerated() {
                let elapsed = try time(operation, count: counts[place])
                samples[place].append(Double(elapsed) / Double(counts[place] * operation.messages))
            }
        } while cfloor_now() < end || samples[0].count < 3
        return zip(operations, samples).map { operation, samples in
            let sorted = samples.sorted()
            return Measurement(
                implementation: operation.implementation, operation: operation.name,
                fastestNanoseconds: sorted[0], medianNanoseconds: sorted[sorted.count / 2],
                wireBytes: operation.wireBytes, goalNanoseconds: operation.goalNanoseconds)
        }
    }

    /// Doubles the batch until it takes long enough; warms the caches on the way.
    private func batchCount(_ operation: Operation) throws -> Int {
        var count = 1
        while count < operation.largestBatch {
            if try time(operation, count: count) >= batchNanoseconds { break }
            count = min(count * 2, operation.largestBatch)
        }
        return count
    }

    private func time(_ operation: Operation, count: Int) throws -> UInt64 {
        try operation.prepare(count)
        let call = operation.call
        let start = cfloor_now()
        for index in 0..<count {
            try call(index)
        }
        return cfloor_now() - start
    }
}
