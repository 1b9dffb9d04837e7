// The floor: the libsodium calls that Sotto's design makes, in plain C, with static buffers and
// no copy that the calls don't need. All state is static and one thread uses it, so the
// interface is whole numbers only. Functions that return `int` return 0 when all went well.
#pragma once

#include <stdint.h>

// Call once, before anything else.
int cfloor_start(void);

// The most messages that one preparation can hold.
int cfloor_largest_batch(int content_size);

// Bytes on the wire of a session message, and of the first message of a session.
int cfloor_wire_size(int content_size);
int cfloor_first_wire_size(int content_size);

// In a chain. Prepare, then call once for every message, in order.
int cfloor_encrypt_prepare(int content_size);
int cfloor_encrypt(void);
int cfloor_decrypt_prepare(int content_size, int count);
int cfloor_decrypt(int index);

// A sends, B opens, B sends, A opens, with a ratchet turn for each of the two messages.
int cfloor_round_trip_prepare(int content_size);
int cfloor_round_trip(void);

// X3DH with a one-time prekey, and the first message of 32 bytes.
int cfloor_establish_prepare(void);
int cfloor_establish_initiator(void);
int cfloor_establish_responder(void);

// The message after 1,000 that were skipped, then the skipped ones (index 0 to 999).
int cfloor_skip_prepare(void);
int cfloor_skip(void);
int cfloor_skipped_open(int index);

// The parts.
int cfloor_sign_prepare(void);
int cfloor_sign(void);
int cfloor_verify(void);
int cfloor_key_pair(void);
int cfloor_key_pair_direct(void);
int cfloor_root_step(void);
int cfloor_chain_step(void);

// The 60 digits of two keys and two identifiers of 16 bytes: 2 times 5,200 hashes.
int cfloor_safety_number_prepare(void);
int cfloor_safety_number(void);

// A sealed envelope around a session message of 256 bytes; opened with or without the certificates' two
// signatures. The 2,000 agreements of an envelope for 1,000.
int cfloor_envelope_prepare(void);
int cfloor_envelope_seal(void);
int cfloor_envelope_open(int checks_certificates);
int cfloor_envelope_agreements(void);

// Group messages of 256 bytes, up to 256 of them: chain, two key derivations, AEAD, signature.
int cfloor_group_prepare(int count);
int cfloor_group_encrypt(int index);
int cfloor_group_decrypt(int index);

// Time in nanoseconds of a clock that never goes back.
uint64_t cfloor_now(void);

// Allocations since the start, or −1 unless the AllocationCounter library is preloaded.
int64_t cfloor_allocations(void);

// Calls `body` with `context`. Callgrind collects between this function's entry and exit only.
void cfloor_measured(void (*body)(void *context), void *context);
