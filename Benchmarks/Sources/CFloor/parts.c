#include "parts.h"

#include <string.h>

#include "field.h"

// Multiples of 160 up to 1,120, of 320 up to 4,160, then Padmé.
static int bucket(int size) {
    if (size <= 160) return 160;
    if (size <= 1120) return (size + 159) / 160 * 160;
    if (size <= 4160) return (size + 319) / 320 * 320;
    int e = 31 - __builtin_clz((unsigned)size);
    int s = 32 - __builtin_clz((unsigned)e);
    int unit = 1 << (e - s);
    return (size + unit - 1) / unit * unit;
}

int padded_size(int content_size) { return bucket(content_size + 1); }

static uint8_t* store_varint(uint8_t* out, uint32_t value) {
    for (; value >= 0x80; value >>= 7) *out++ = (uint8_t)(value | 0x80);
    *out++ = (uint8_t)value;
    return out;
}

static const uint8_t* load_varint(const uint8_t* in, uint32_t* value) {
    *value = 0;
    for (int shift = 0;; shift += 7) {
        *value |= (uint32_t)(*in & 0x7F) << shift;
        if (!(*in++ & 0x80)) return in;
    }
}

static void store64(uint8_t* out, uint64_t value) {
    value = __builtin_bswap64(value);
    memcpy(out, &value, 8);
}

// The fixed-base Edwards multiplication, then u = (1 + y) / (1 − y).
int public_key(uint8_t u[32], const uint8_t scalar[32]) {
    uint8_t point[32];
    if (crypto_scalarmult_ed25519_base_noclamp(point, scalar) != 0) return 1;
    const field y = field_from_bytes(point), one = field_one();
    const field above = field_add(&one, &y), below = field_subtract(&one, &y);
    const field inverse = field_invert(&below), result = field_multiply(&above, &inverse);
    field_to_bytes(u, &result);
    return 0;
}

static void make_scalar(uint8_t scalar[32]) {
    randombytes_buf(scalar, 32);
    scalar[0] &= 248;
    scalar[31] = (uint8_t)((scalar[31] & 127) | 64);
}

int make_key_pair_direct(key_pair* pair) {
    make_scalar(pair->secret);
    return crypto_scalarmult_base(pair->public, pair->secret);
}

// From 1.0.22 on libsodium's own multiplication is the faster one.
#if __has_include(<sodium/crypto_kem_mlkem768.h>)
int make_key_pair(key_pair* pair) { return make_key_pair_direct(pair); }
#else
int make_key_pair(key_pair* pair) {
    make_scalar(pair->secret);
    return public_key(pair->public, pair->secret);
}
#endif

void hkdf(uint8_t* out, size_t out_size, const uint8_t salt[32], const uint8_t* input, size_t input_size,
          const uint8_t* info, size_t info_size) {
    crypto_auth_hmacsha256_state keyed, state;
    uint8_t block[32];
    crypto_auth_hmacsha256_init(&state, salt, 32);
    crypto_auth_hmacsha256_update(&state, input, input_size);
    crypto_auth_hmacsha256_final(&state, block);
    crypto_auth_hmacsha256_init(&keyed, block, 32);
    for (uint8_t count = 1; out_size > 0; count++) {
        state = keyed;
        if (count > 1) crypto_auth_hmacsha256_update(&state, out - 32, 32);
        crypto_auth_hmacsha256_update(&state, info, info_size);
        crypto_auth_hmacsha256_update(&state, &count, 1);
        crypto_auth_hmacsha256_final(&state, out);
        out += 32;
        out_size -= 32;
    }
}

void root_step(uint8_t root[32], uint8_t chain_key[32], const uint8_t shared[32]) {
    static const uint8_t info[17] = "Sotto/1 root step";
    uint8_t out[64];
    hkdf(out, 64, root, shared, 32, info, sizeof info);
    memcpy(root, out, 32);
    memcpy(chain_key, out + 32, 32);
}

int chain_step(uint8_t chain_key[32], uint8_t message_key[32]) {
    uint8_t out[64];
    if (crypto_kdf_blake2b_derive_from_key(out, 64, 1, "SottoDR1", chain_key) != 0) return 1;
    memcpy(chain_key, out, 32);
    memcpy(message_key, out + 32, 32);
    return 0;
}

int seal(chain* sending, int handshake, const uint8_t* content, int content_size, uint8_t* message) {
    uint8_t* wire = message + transcript_size;
    wire[0] = 1;
    wire[1] = handshake ? 1 : 2;
    memset(wire + 2, 7, 4);
    uint8_t* end = store_varint(store_varint(wire + 6, sending->index++), sending->previous_length);
    memcpy(end, sending->ratchet_key, 32);

    uint8_t *nonce = end + 32 + handshake, *padded = nonce + nonce_size;
    const int size = padded_size(content_size);
    const size_t associated = (size_t)(nonce - message);
    uint8_t message_key[32], keys[64], length[8];
    memcpy(padded, content, (size_t)content_size);
    padded[content_size] = 0x80;
    memset(padded + content_size + 1, 0, (size_t)(size - content_size - 1));

    if (chain_step(sending->key, message_key) != 0) return -1;
    if (crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoMK1", message_key) != 0) return -1;

    crypto_generichash_state state;
    crypto_generichash_init(&state, keys + 32, 32, nonce_size);
    store64(length, associated);
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, message, associated);
    store64(length, (uint64_t)size);
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, padded, (uint64_t)size);
    crypto_generichash_final(&state, nonce, nonce_size);

    if (crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
            padded, padded + size, NULL, padded, (uint64_t)size, message, associated, NULL, nonce, keys)) {
        return -1;
    }
    return (int)(padded + size + tag_size - wire);
}

int parse(const uint8_t* wire, int handshake, uint32_t* index, uint32_t* previous_length,
          const uint8_t** ratchet_key) {
    *ratchet_key = load_varint(load_varint(wire + 6, index), previous_length);
    return (int)(*ratchet_key + 32 - wire) + handshake;
}

int open_with_key(const uint8_t message_key[32], const uint8_t transcript[32], int header,
                  const uint8_t* wire, int padded, uint8_t* plaintext) {
    uint8_t keys[64], associated[transcript_size + header_size + handshake_size];
    const uint8_t *nonce = wire + header, *ciphertext = nonce + nonce_size;
    memcpy(associated, transcript, transcript_size);
    memcpy(associated + transcript_size, wire, (size_t)header);
    if (crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoMK1", message_key) != 0) return 1;
    return crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        plaintext, NULL, ciphertext, (uint64_t)padded, ciphertext + padded, associated,
        (uint64_t)(transcript_size + header), nonce, keys);
}

// A = aB with the sign bit 0: a is negated, by mask, where the bit is 1. Kept with the key.
int make_signing_key(signing_key* key, const uint8_t scalar[32]) {
    uint8_t negative[32];
    if (crypto_scalarmult_ed25519_base_noclamp(key->point, scalar) != 0) return 1;
    crypto_core_ed25519_scalar_negate(negative, scalar);
    const uint8_t mask = (uint8_t)-(key->point[31] >> 7);
    for (int i = 0; i < 32; i++) key->scalar[i] = (uint8_t)(scalar[i] ^ (mask & (scalar[i] ^ negative[i])));
    key->point[31] &= 127;
    return 0;
}

int sign(uint8_t signature[64], const signing_key* key, const uint8_t* message, size_t size) {
    uint8_t random[64], hash[64], r[32], h[32], product[32];

    static const uint8_t prefix[32] = {
        254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    };
    crypto_hash_sha512_state state;
    randombytes_buf(random, sizeof random);
    crypto_hash_sha512_init(&state);
    crypto_hash_sha512_update(&state, prefix, 32);
    crypto_hash_sha512_update(&state, key->scalar, 32);
    crypto_hash_sha512_update(&state, message, size);
    crypto_hash_sha512_update(&state, random, 64);
    crypto_hash_sha512_final(&state, hash);
    crypto_core_ed25519_scalar_reduce(r, hash);
    if (crypto_scalarmult_ed25519_base_noclamp(signature, r) != 0) return 1;

    crypto_hash_sha512_init(&state);
    crypto_hash_sha512_update(&state, signature, 32);
    crypto_hash_sha512_update(&state, key->point, 32);
    crypto_hash_sha512_update(&state, message, size);
    crypto_hash_sha512_final(&state, hash);
    crypto_core_ed25519_scalar_reduce(h, hash);
    crypto_core_ed25519_scalar_mul(product, h, key->scalar);
    crypto_core_ed25519_scalar_add(signature + 32, product, r);
    return 0;
}

// y = (u − 1) / (u + 1), then Ed25519.
int verify(const uint8_t signature[64], const uint8_t u[32], const uint8_t* message, size_t size) {
    uint8_t edwards[32];
    const field value = field_from_bytes(u), one = field_one();
    const field above = field_subtract(&value, &one), below = field_add(&value, &one);
    const field inverse = field_invert(&below), y = field_multiply(&above, &inverse);
    field_to_bytes(edwards, &y);
    return crypto_sign_verify_detached(signature, message, size, edwards);
}
