#include <string.h>

#include "CFloor.h"
#include "parts.h"

enum { skipped_count = 1000, arena_size = 2 << 20, first_content_size = 32 };

static uint8_t transcript[transcript_size];
static uint8_t content[16384];
static uint8_t message[transcript_size + header_size + handshake_size + nonce_size + largest_padded + tag_size];
static uint8_t plaintext[largest_padded];
static uint8_t arena[arena_size];

static int size_of_content;
static chain sending, receiving;

int cfloor_start(void) {
    if (sodium_init() < 0) return 1;
    randombytes_buf(transcript, sizeof transcript);
    randombytes_buf(content, sizeof content);
    return 0;
}

// The room for one message; what it takes depends on N and PN.
static int message_size(int content_size) {
    return transcript_size + header_size + nonce_size + padded_size(content_size) + tag_size;
}

int cfloor_largest_batch(int content_size) {
    const int fits = arena_size / message_size(content_size);
    return fits < 256 ? fits : 256;
}

static void start_chains(int content_size) {
    size_of_content = content_size;
    randombytes_buf(&sending, sizeof sending);
    sending.index = 0;
    sending.previous_length = 1;
    receiving = sending;
    memcpy(message, transcript, sizeof transcript);
}

int cfloor_wire_size(int content_size) {
    start_chains(content_size);
    return seal(&sending, 0, content, content_size, message);
}

static int open_next(chain* from, const uint8_t* wire, int content_size) {
    uint8_t message_key[32];
    uint32_t index, previous_length;
    const uint8_t* ratchet_key;
    const int header = parse(wire, 0, &index, &previous_length, &ratchet_key);
    if (chain_step(from->key, message_key) != 0) return 1;
    from->index++;
    return open_with_key(message_key, transcript, header, wire, padded_size(content_size), plaintext);
}

// In a chain

int cfloor_encrypt_prepare(int content_size) {
    start_chains(content_size);
    return 0;
}

int cfloor_encrypt(void) { return seal(&sending, 0, content, size_of_content, message) < 0; }

int cfloor_decrypt_prepare(int content_size, int count) {
    start_chains(content_size);
    const int stride = message_size(content_size);
    if (count > arena_size / stride) return 1;
    for (int i = 0; i < count; i++) {
        uint8_t* place = arena + i * stride;
        memcpy(place, transcript, sizeof transcript);
        if (seal(&sending, 0, content, content_size, place) < 0) return 1;
    }
    return 0;
}

int cfloor_decrypt(int index) {
    const uint8_t* wire = arena + index * message_size(size_of_content) + transcript_size;
    return open_next(&receiving, wire, size_of_content);
}

// The ratchet

typedef struct {
    uint8_t root[32];
    key_pair pair;
    uint8_t theirs[32];
} ratchet;

static ratchet alice, bob;

static int turn_and_seal(ratchet* from, const uint8_t* bytes, int size, int handshake) {
    uint8_t shared[32];
    chain next = {.index = 0, .previous_length = handshake ? 0 : 1};
    if (make_key_pair(&from->pair) != 0) return 1;
    if (crypto_scalarmult(shared, from->pair.secret, from->theirs) != 0) return 1;
    root_step(from->root, next.key, shared);
    memcpy(next.ratchet_key, from->pair.public, 32);
    return seal(&next, handshake, bytes, size, message) < 0;
}

static int turn_and_open(ratchet* to, int size, int handshake) {
    uint8_t shared[32], chain_key[32], message_key[32];
    const uint8_t* wire = message + transcript_size;
    uint32_t index, previous_length;
    const uint8_t* ratchet_key;
    const int header = parse(wire, handshake, &index, &previous_length, &ratchet_key);
    memcpy(to->theirs, ratchet_key, 32);
    if (crypto_scalarmult(shared, to->pair.secret, to->theirs) != 0) return 1;
    root_step(to->root, chain_key, shared);
    if (chain_step(chain_key, message_key) != 0) return 1;
    return open_with_key(message_key, transcript, header, wire, padded_size(size), plaintext);
}

int cfloor_round_trip_prepare(int content_size) {
    start_chains(content_size);
    randombytes_buf(alice.root, 32);
    memcpy(bob.root, alice.root, 32);
    if (make_key_pair(&bob.pair) != 0) return 1;
    memcpy(alice.theirs, bob.pair.public, 32);
    return 0;
}

int cfloor_round_trip(void) {
    return turn_and_seal(&alice, content, size_of_content, 0) ||
           turn_and_open(&bob, size_of_content, 0) ||
           turn_and_seal(&bob, content, size_of_content, 0) ||
           turn_and_open(&alice, size_of_content, 0);
}

// The handshake

static key_pair alice_identity, bob_identity, bob_signed_prekey, bob_one_time_prekey, ephemeral;
static signing_key bob_signing_key;
static uint8_t signed_message[signed_size], signature[64];
static uint8_t transcript_list[transcript_list_size], selector_list[selector_list_size];

int cfloor_establish_prepare(void) {
    randombytes_buf(signed_message, sizeof signed_message);
    randombytes_buf(transcript_list, sizeof transcript_list);
    return make_key_pair(&alice_identity) || make_key_pair(&bob_identity) ||
           make_key_pair(&bob_signed_prekey) || make_key_pair(&bob_one_time_prekey) ||
           make_signing_key(&bob_signing_key, bob_identity.secret) ||
           sign(signature, &bob_signing_key, signed_message, sizeof signed_message) ||
           cfloor_establish_initiator();
}

int cfloor_first_wire_size(int content_size) {
    chain first = {.index = 0};
    return seal(&first, handshake_size, content, content_size, message);
}

// From the four shared secrets to the transcript, the root key and the two selectors.
static void agree(uint8_t root[32], uint8_t input[32 + 4 * 32]) {
    static const uint8_t zero[32], info[12] = "Sotto/1 X3DH";
    uint8_t secret[32], bound[31 + transcript_size], out[64], selector[32];
    memset(input, 0xFF, 32);
    hkdf(secret, 32, zero, input, 32 + 4 * 32, info, sizeof info);
    memcpy(transcript_list + sizeof transcript_list - 32, ephemeral.public, 32);
    crypto_hash_sha256(transcript, transcript_list, sizeof transcript_list);
    memcpy(bound, "....Sotto/1 session secrets....", 31);
    memcpy(bound + 31, transcript, transcript_size);
    hkdf(out, 64, zero, secret, 32, bound, sizeof bound);
    memcpy(root, out, 32);
    memcpy(selector_list + sizeof selector_list - 32, transcript, 32);
    for (uint8_t direction = 0; direction < 2; direction++) {
        selector_list[0] = direction;
        crypto_hash_sha256(selector, selector_list, sizeof selector_list);
    }
}

int cfloor_establish_initiator(void) {
    uint8_t input[32 + 4 * 32];
    if (verify(signature, bob_identity.public, signed_message, sizeof signed_message) != 0) return 1;
    if (make_key_pair(&ephemeral) != 0) return 1;
    if (crypto_scalarmult(input + 32, alice_identity.secret, bob_signed_prekey.public) ||
        crypto_scalarmult(input + 64, ephemeral.secret, bob_identity.public) ||
        crypto_scalarmult(input + 96, ephemeral.secret, bob_signed_prekey.public) ||
        crypto_scalarmult(input + 128, ephemeral.secret, bob_one_time_prekey.public)) {
        return 1;
    }
    agree(alice.root, input);
    memcpy(message, transcript, transcript_size);
    memcpy(alice.theirs, bob_signed_prekey.public, 32);
    return turn_and_seal(&alice, content, first_content_size, handshake_size);
}

int cfloor_establish_responder(void) {
    uint8_t input[32 + 4 * 32];
    if (crypto_scalarmult(input + 32, bob_signed_prekey.secret, alice_identity.public) ||
        crypto_scalarmult(input + 64, bob_identity.secret, ephemeral.public) ||
        crypto_scalarmult(input + 96, bob_signed_prekey.secret, ephemeral.public) ||
        crypto_scalarmult(input + 128, bob_one_time_prekey.secret, ephemeral.public)) {
        return 1;
    }
    agree(bob.root, input);
    bob.pair = bob_signed_prekey;
    return turn_and_open(&bob, first_content_size, handshake_size);
}

// Skipped messages, 256 bytes each

static uint8_t skipped_keys[skipped_count][32];
static chain before_skipping;

int cfloor_skip_prepare(void) {
    const int size = 256, stride = message_size(size);
    start_chains(size);
    before_skipping = receiving;
    for (int i = 0; i <= skipped_count; i++) {
        uint8_t* place = arena + i * stride;
        memcpy(place, transcript, sizeof transcript);
        if (seal(&sending, 0, content, size, place) < 0) return 1;
    }
    return cfloor_skip();
}

int cfloor_skip(void) {
    const int stride = message_size(256);
    receiving = before_skipping;
    for (int i = 0; i < skipped_count; i++) {
        if (chain_step(receiving.key, skipped_keys[i]) != 0) return 1;
    }
    return open_next(&receiving, arena + skipped_count * stride + transcript_size, 256);
}

int cfloor_skipped_open(int index) {
    const uint8_t* wire = arena + index * message_size(256) + transcript_size;
    uint32_t place, previous_length;
    const uint8_t* ratchet_key;
    const int header = parse(wire, 0, &place, &previous_length, &ratchet_key);
    return open_with_key(skipped_keys[place], transcript, header, wire, padded_size(256), plaintext);
}

// The parts

int cfloor_sign_prepare(void) {
    randombytes_buf(signed_message, sizeof signed_message);
    return make_key_pair(&bob_identity) || make_signing_key(&bob_signing_key, bob_identity.secret) ||
           cfloor_sign();
}

int cfloor_sign(void) { return sign(signature, &bob_signing_key, signed_message, sizeof signed_message); }

int cfloor_verify(void) {
    return verify(signature, bob_identity.public, signed_message, sizeof signed_message);
}

int cfloor_key_pair(void) { return make_key_pair(&ephemeral); }

int cfloor_key_pair_direct(void) { return make_key_pair_direct(&ephemeral); }

int cfloor_root_step(void) {
    root_step(alice.root, sending.key, ephemeral.public);
    return 0;
}

int cfloor_chain_step(void) {
    uint8_t message_key[32];
    return chain_step(sending.key, message_key);
}

// Safety numbers

static uint8_t numbered_keys[2][33], identifiers[2][16];
static char digits[61];

int cfloor_safety_number_prepare(void) {
    for (int i = 0; i < 2; i++) {
        numbered_keys[i][0] = 0x05;
        randombytes_buf(numbered_keys[i] + 1, 32);
        randombytes_buf(identifiers[i], sizeof identifiers[i]);
    }
    return 0;
}

static void fingerprint(const uint8_t key[33], const uint8_t identifier[16], char text[30]) {
    uint8_t block[64 + 33], first[2 + 33 + 16 + 33] = {0};
    memcpy(first + 2, key, 33);
    memcpy(first + 35, identifier, 16);
    memcpy(first + 51, key, 33);
    memcpy(block + 64, key, 33);
    crypto_hash_sha512(block, first, sizeof first);
    for (int i = 1; i < 5200; i++) {
        uint8_t digest[64];
        crypto_hash_sha512(digest, block, sizeof block);
        memcpy(block, digest, sizeof digest);
    }
    for (int group = 0; group < 6; group++) {
        uint64_t number = 0;
        for (int i = 0; i < 5; i++) number = number << 8 | block[group * 5 + i];
        number %= 100000;
        for (int i = 4; i >= 0; i--, number /= 10) text[group * 5 + i] = (char)('0' + number % 10);
    }
}

int cfloor_safety_number(void) {
    char halves[2][30];
    for (int i = 0; i < 2; i++) fingerprint(numbered_keys[i], identifiers[i], halves[i]);
    const int lower = memcmp(halves[0], halves[1], 30) <= 0 ? 0 : 1;
    memcpy(digits, halves[lower], 30);
    memcpy(digits + 30, halves[1 - lower], 30);
    return digits[60];
}
