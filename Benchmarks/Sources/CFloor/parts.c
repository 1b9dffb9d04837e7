#include "parts.h"

#include <string.h>

#include "field.h"

// 1 computes the Edwards form of the signing key once and keeps it, 0 for every signature.
enum { sign_caches_public_key = 0 };

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

int padded_size(int content_size) { return prefix_size + bucket(content_size); }

static void store32(uint8_t* out, uint32_t value) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> 8 * i);
}

static void store64(uint8_t* out, uint64_t value) {
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(value >> 8 * i);
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
    static const uint8_t info[20] = "Sotto benchmark root";
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

int seal(chain* sending, int header, const uint8_t* content, int content_size, uint8_t* message) {
    uint8_t* wire = message + transcript_size;
    uint8_t *nonce = wire + header, *padded = nonce + nonce_size;
    const int size = padded_size(content_size);
    uint8_t message_key[32], keys[64], length[8];

    wire[0] = 1;
    wire[1] = header == header_size ? 2 : 1;
    memcpy(wire + 6, sending->ratchet_key, 32);
    store32(wire + 38, sending->index++);
    store32(wire + 42, 0);
    padded[0] = 1;
    store32(padded + 1, (uint32_t)content_size);
    memcpy(padded + prefix_size, content, (size_t)content_size);
    memset(padded + prefix_size + content_size, 0, (size_t)(size - prefix_size - content_size));

    if (chain_step(sending->key, message_key) != 0) return 1;
    if (crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoMK1", message_key) != 0) return 1;

    crypto_generichash_state state;
    crypto_generichash_init(&state, keys + 32, 32, nonce_size);
    store64(length, (uint64_t)(transcript_size + header));
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, message, (uint64_t)(transcript_size + header));
    store64(length, (uint64_t)size);
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, padded, (uint64_t)size);
    crypto_generichash_final(&state, nonce, nonce_size);

    return crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        padded, padded + size, NULL, padded, (uint64_t)size, message, (uint64_t)(transcript_size + header),
        NULL, nonce, keys);
}

int open_with_key(const uint8_t message_key[32], const uint8_t transcript[32], int header,
                  const uint8_t* wire, int padded, uint8_t* plaintext) {
    uint8_t keys[64], associated[transcript_size + first_header_size];
    const uint8_t *nonce = wire + header, *ciphertext = nonce + nonce_size;
    memcpy(associated, transcript, transcript_size);
    memcpy(associated + transcript_size, wire, (size_t)header);
    if (crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoMK1", message_key) != 0) return 1;
    return crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        plaintext, NULL, ciphertext, (uint64_t)padded, ciphertext + padded, associated,
        (uint64_t)(transcript_size + header), nonce, keys);
}

int sign(uint8_t signature[64], const uint8_t scalar[32], const uint8_t* message, size_t size) {
    static uint8_t cached[32];
    static int is_cached;
    uint8_t point[32], a[32], negative[32], random[64], hash[64], r[32], h[32], product[32];

    // A = aB with the sign bit 0: a is negated, by mask, where the bit is 1.
    if (sign_caches_public_key && is_cached) {
        memcpy(point, cached, 32);
    } else {
        if (crypto_scalarmult_ed25519_base_noclamp(point, scalar) != 0) return 1;
        memcpy(cached, point, 32);
        is_cached = 1;
    }
    crypto_core_ed25519_scalar_negate(negative, scalar);
    const uint8_t mask = (uint8_t)-(point[31] >> 7);
    for (int i = 0; i < 32; i++) a[i] = (uint8_t)(scalar[i] ^ (mask & (scalar[i] ^ negative[i])));
    point[31] &= 127;

    static const uint8_t prefix[32] = {
        254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    };
    crypto_hash_sha512_state state;
    randombytes_buf(random, sizeof random);
    crypto_hash_sha512_init(&state);
    crypto_hash_sha512_update(&state, prefix, 32);
    crypto_hash_sha512_update(&state, a, 32);
    crypto_hash_sha512_update(&state, message, size);
    crypto_hash_sha512_update(&state, random, 64);
    crypto_hash_sha512_final(&state, hash);
    crypto_core_ed25519_scalar_reduce(r, hash);
    if (crypto_scalarmult_ed25519_base_noclamp(signature, r) != 0) return 1;

    crypto_hash_sha512_init(&state);
    crypto_hash_sha512_update(&state, signature, 32);
    crypto_hash_sha512_update(&state, point, 32);
    crypto_hash_sha512_update(&state, message, size);
    crypto_hash_sha512_final(&state, hash);
    crypto_core_ed25519_scalar_reduce(h, hash);
    crypto_core_ed25519_scalar_mul(product, h, a);
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
