import CFloor

/// The same libsodium calls in plain C: what an implementation can't go below.
enum FloorSuite {
    static func operations() throws -> [Operation] {
        try require(cfloor_start())
        return inChain + [roundTrip] + establish + skipped + parts + envelopes + groups
    }

    static let contentSizes: [CInt] = [32, 256, 1024, 16384]

    private static var inChain: [Operation] {
        contentSizes.map { size in
            Operation(
                implementation: "floor", name: "encrypt-\(size)", wireBytes: Int(cfloor_wire_size(size)),
                prepare: { _ in try require(cfloor_encrypt_prepare(size)) },
                call: { _ in try require(cfloor_encrypt()) })
        }
            + contentSizes.map { size in
                Operation(
                    implementation: "floor", name: "decrypt-\(size)", wireBytes: Int(cfloor_wire_size(size)),
                    largestBatch: Int(cfloor_largest_batch(size)),
                    prepare: { try require(cfloor_decrypt_prepare(size, CInt($0))) },
                    call: { try require(cfloor_decrypt(CInt($0))) })
            }
    }

    private static var roundTrip: Operation {
        Operation(
            implementation: "floor", name: "round-trip-256", wireBytes: 2 * Int(cfloor_wire_size(256)),
            prepare: { _ in try require(cfloor_round_trip_prepare(256)) },
            call: { _ in try require(cfloor_round_trip()) })
    }

    private static var establish: [Operation] {
        let wireBytes = Int(cfloor_first_wire_size(32))
        return [
            Operation(
                implementation: "floor", name: "establish", wireBytes: wireBytes,
                prepare: { _ in try require(cfloor_establish_prepare()) },
                call: { _ in
                    try require(cfloor_establish_initiator())
                    try require(cfloor_establish_responder())
                }),
            Operation(
                implementation: "floor", name: "establish-initiator", wireBytes: wireBytes,
                prepare: { _ in try require(cfloor_establish_prepare()) },
                call: { _ in try require(cfloor_establish_initiator()) }),
            Operation(
                implementation: "floor", name: "establish-responder", wireBytes: wireBytes,
                prepare: { _ in try require(cfloor_establish_prepare()) },
                call: { _ in try require(cfloor_establish_responder()) }),
        ]
    }

    private static var skipped: [Operation] {
        [
            Operation(
                implementation: "floor", name: "skip-1000", wireBytes: Int(cfloor_wire_size(256)),
                prepare: { _ in try require(cfloor_skip_prepare()) },
                call: { _ in try require(cfloor_skip()) }),
            // The number kept makes no difference to the floor.
            skippedOpen("skipped-open"), skippedOpen("skipped-open-2000"),
        ]
    }

    private static func skippedOpen(_ name: String) -> Operation {
        Operation(
            implementation: "floor", name: name, wireBytes: Int(cfloor_wire_size(256)), largestBatch: 1000,
            prepare: { _ in try require(cfloor_skip_prepare()) },
            call: { try require(cfloor_skipped_open(CInt($0))) })
    }

    private static var parts: [Operation] {
        [
            Operation(
                implementation: "floor", name: "sign",
                prepare: { _ in try require(cfloor_sign_prepare()) },
                call: { _ in try require(cfloor_sign()) }),
            Operation(
                implementation: "floor", name: "verify",
                prepare: { _ in try require(cfloor_sign_prepare()) },
                call: { _ in try require(cfloor_verify()) }),
            Operation(
                implementation: "floor", name: "key-pair",
                call: { _ in try require(cfloor_key_pair()) }),
            Operation(
                implementation: "floor", name: "key-pair-direct",
                call: { _ in try require(cfloor_key_pair_direct()) }),
            Operation(
                implementation: "floor", name: "root-step",
                call: { _ in try require(cfloor_root_step()) }),
            Operation(
                implementation: "floor", name: "chain-step",
                call: { _ in try require(cfloor_chain_step()) }),
            Operation(
                implementation: "floor", name: "safety-number",
                prepare: { _ in try require(cfloor_safety_number_prepare()) },
                call: { _ in try require(cfloor_safety_number()) }),
        ]
    }

    private static var envelopes: [Operation] {
        [
            Operation(
                implementation: "floor", name: "envelope-seal",
                prepare: { _ in try require(cfloor_envelope_prepare()) },
                call: { _ in try require(cfloor_envelope_seal()) }),
            Operation(
                implementation: "floor", name: "envelope-open",
                prepare: { _ in try require(cfloor_envelope_prepare()) },
                call: { _ in try require(cfloor_envelope_open(0)) }),
            Operation(
                implementation: "floor", name: "envelope-open-new",
                prepare: { _ in try require(cfloor_envelope_prepare()) },
                call: { _ in try require(cfloor_envelope_open(1)) }),
            // The agreements alone.
            Operation(
                implementation: "floor", name: "envelope-seal-1000", largestBatch: 4, messages: 1_000,
                prepare: { _ in try require(cfloor_envelope_prepare()) },
                call: { _ in try require(cfloor_envelope_agreements()) }),
        ]
    }

    private static var groups: [Operation] {
        [
            Operation(
                implementation: "floor", name: "group-encrypt-256",
                prepare: { _ in try require(cfloor_group_prepare(0)) },
                call: { _ in try require(cfloor_group_encrypt(0)) }),
            Operation(
                implementation: "floor", name: "group-decrypt-256", largestBatch: 256,
                prepare: { try require(cfloor_group_prepare(CInt($0))) },
                call: { try require(cfloor_group_decrypt(CInt($0))) }),
        ]
    }

    private static func require(_ status: CInt) throws {
        if status != 0 { throw BenchmarkError("the floor failed") }
    }
}
