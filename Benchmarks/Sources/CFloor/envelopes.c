#include <string.h>

#include "CFloor.h"
#include "parts.h"

// Sealed envelopes around a session message of 404 bytes (256 of content), for users of 16 bytes.
enum {
    message_bytes = 404,
    certificate_bytes = 133,
    content_bytes = 2 + certificate_bytes + 1 + 1 + message_bytes,
    encrypted_bytes = content_bytes + tag_size,
    content_data_bytes = 65,  // the list under the content's associated data
    key_list_bytes = 97,      // the list of two public keys with a label
    tag_list_bytes = 221,     // the list under a recipient's tag
    certificate_list_bytes = 152,
    most_recipients = 1000,
};

static key_pair sender, recipients[most_recipients];
static uint8_t content[32 + content_bytes], opened[content_bytes], hedge[32];
static uint8_t envelope_key[33], sealed_seed[32], tag[16], encrypted[encrypted_bytes];
static uint8_t content_data[content_data_bytes], key_list[key_list_bytes], tag_list[tag_list_bytes];
static uint8_t server_secret[64], server_public[32], certificate_list[certificate_list_bytes], certificate_signature[64];
static const uint8_t zero_nonce[24];

int cfloor_envelope_prepare(void) {
    randombytes_buf(content, sizeof content);
    randombytes_buf(content_data, sizeof content_data);
    randombytes_buf(key_list, sizeof key_list);
    randombytes_buf(tag_list, sizeof tag_list);
    randombytes_buf(certificate_list, sizeof certificate_list);
    if (crypto_sign_keypair(server_public, server_secret) != 0) return 1;
    if (crypto_sign_detached(certificate_signature, NULL, certificate_list, sizeof certificate_list, server_secret)) return 1;
    if (make_key_pair(&sender) != 0) return 1;
    for (int i = 0; i < most_recipients; i++) {
        if (make_key_pair(&recipients[i]) != 0) return 1;
    }
    return crypto_kdf_blake2b_derive_from_key(hedge, 32, 1, "SottoSH1", sender.secret) || cfloor_envelope_seal();
}

// From the seed to the content's key and the ephemeral key.
static int expand(const uint8_t seed[32], uint8_t content_key[32], key_pair* ephemeral) {
    uint8_t keys[64];
    if (crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoSS1", seed) != 0) return 1;
    memcpy(content_key, keys, 32);
    memcpy(ephemeral->secret, keys + 32, 32);
    ephemeral->secret[0] &= 248;
    ephemeral->secret[31] = (uint8_t)((ephemeral->secret[31] & 127) | 64);
    return public_key(ephemeral->public, ephemeral->secret);
}

static int make_tag(uint8_t out[16], const uint8_t shared[32], const uint8_t* hash) {
    uint8_t key[32];
    if (crypto_generichash(key, 32, key_list, sizeof key_list, shared, 32) != 0) return 1;
    memcpy(tag_list + sizeof tag_list - 32, hash, 32);
    return crypto_generichash(out, 16, tag_list, sizeof tag_list, key, 32);
}

int cfloor_envelope_seal(void) {
    uint8_t seed[32], content_key[32], shared[32], pad[32], hash[32];
    key_pair ephemeral;
    randombytes_buf(content, 32);
    if (crypto_kdf_blake2b_derive_from_key(hedge, 32, 1, "SottoSH1", sender.secret) != 0) return 1;
    if (crypto_generichash(seed, 32, content, sizeof content, hedge, 32) != 0) return 1;
    if (expand(seed, content_key, &ephemeral) != 0) return 1;
    memcpy(envelope_key + 1, ephemeral.public, 32);
    if (crypto_aead_xchacha20poly1305_ietf_encrypt(encrypted, NULL, content + 32, content_bytes, content_data,
                                                   sizeof content_data, NULL, zero_nonce, content_key)) {
        return 1;
    }
    crypto_generichash(hash, 32, encrypted, sizeof encrypted, NULL, 0);
    if (crypto_scalarmult(shared, ephemeral.secret, recipients[0].public) != 0) return 1;
    crypto_generichash(pad, 32, key_list, sizeof key_list, shared, 32);
    for (int i = 0; i < 32; i++) sealed_seed[i] = seed[i] ^ pad[i];
    if (crypto_scalarmult(shared, sender.secret, recipients[0].public) != 0) return 1;
    return make_tag(tag, shared, hash);
}

static int verify_certificates(void) {
    for (int i = 0; i < 2; i++) {
        if (crypto_sign_verify_detached(certificate_signature, certificate_list, sizeof certificate_list, server_public)) {
            return 1;
        }
    }
    return 0;
}

int cfloor_envelope_open(int checks_certificates) {
    uint8_t seed[32], content_key[32], shared[32], pad[32], hash[32], expected[16];
    key_pair ephemeral;
    if (crypto_scalarmult(shared, recipients[0].secret, envelope_key + 1) != 0) return 1;
    crypto_generichash(pad, 32, key_list, sizeof key_list, shared, 32);
    for (int i = 0; i < 32; i++) seed[i] = sealed_seed[i] ^ pad[i];
    if (expand(seed, content_key, &ephemeral) != 0) return 1;
    if (sodium_memcmp(ephemeral.public, envelope_key + 1, 32) != 0) return 1;
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(opened, NULL, NULL, encrypted, sizeof encrypted, content_data,
                                                   sizeof content_data, zero_nonce, content_key)) {
        return 1;
    }
    crypto_generichash(hash, 32, encrypted, sizeof encrypted, NULL, 0);
    if (crypto_scalarmult(shared, recipients[0].secret, sender.public) != 0) return 1;
    if (make_tag(expected, shared, hash) != 0) return 1;
    if (sodium_memcmp(expected, tag, 16) != 0) return 1;
    return checks_certificates ? verify_certificates() : 0;
}

int cfloor_envelope_agreements(void) {
    uint8_t shared[32];
    for (int i = 0; i < most_recipients; i++) {
        if (crypto_scalarmult(shared, sender.secret, recipients[i].public) != 0) return 1;
        if (crypto_scalarmult(shared, recipients[0].secret, recipients[i].public) != 0) return 1;
    }
    return 0;
}

// Group messages of 256 bytes of content.
enum { group_padded = 320, group_data_bytes = 191, group_signed_bytes = 193 + 4 + 24 + 4 + group_padded + tag_size };

static uint8_t group_chain[32], receiving_chain[32], group_secret[64], group_public[32];
static uint8_t group_data[group_data_bytes], padded[group_padded], group_opened[group_padded];
enum { most_group_messages = 256 };
static struct {
    uint8_t commitment[32], nonce[24], sealed[group_padded + tag_size], signature[64];
} group_messages[most_group_messages];
static uint8_t signed_list[group_signed_bytes];

static int group_keys(uint8_t chain[32], uint8_t keys[64], uint8_t commitment[32]) {
    uint8_t block[64];
    if (crypto_kdf_blake2b_derive_from_key(block, 64, 1, "SottoSK1", chain) != 0) return 1;
    memcpy(chain, block, 32);
    return crypto_kdf_blake2b_derive_from_key(keys, 64, 1, "SottoGM1", block + 32) ||
           crypto_kdf_blake2b_derive_from_key(commitment, 32, 2, "SottoGM1", block + 32);
}

static void fill_signed_list(const uint8_t nonce[24], const uint8_t* sealed) {
    uint8_t* place = signed_list + 197;
    memcpy(place, nonce, 24);
    memcpy(place + 28, sealed, group_padded + tag_size);
}

int cfloor_group_encrypt(int index) {
    uint8_t keys[64], length[8] = {0};
    crypto_generichash_state state;
    if (group_keys(group_chain, keys, group_messages[index].commitment) != 0) return 1;
    crypto_generichash_init(&state, keys + 32, 32, 24);
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, group_data, sizeof group_data);
    crypto_generichash_update(&state, length, 8);
    crypto_generichash_update(&state, padded, sizeof padded);
    crypto_generichash_final(&state, group_messages[index].nonce, 24);
    if (crypto_aead_xchacha20poly1305_ietf_encrypt(group_messages[index].sealed, NULL, padded, sizeof padded, group_data,
                                                   sizeof group_data, NULL, group_messages[index].nonce, keys)) {
        return 1;
    }
    fill_signed_list(group_messages[index].nonce, group_messages[index].sealed);
    return crypto_sign_detached(group_messages[index].signature, NULL, signed_list, sizeof signed_list, group_secret);
}

int cfloor_group_prepare(int count) {
    if (count > most_group_messages) return 1;
    randombytes_buf(group_chain, sizeof group_chain);
    memcpy(receiving_chain, group_chain, sizeof group_chain);
    if (crypto_sign_keypair(group_public, group_secret) != 0) return 1;
    for (int i = 0; i < count; i++) {
        if (cfloor_group_encrypt(i) != 0) return 1;
    }
    return 0;
}

int cfloor_group_decrypt(int index) {
    uint8_t keys[64], commitment[32];
    fill_signed_list(group_messages[index].nonce, group_messages[index].sealed);
    if (crypto_sign_verify_detached(group_messages[index].signature, signed_list, sizeof signed_list, group_public)) {
        return 1;
    }
    if (group_keys(receiving_chain, keys, commitment) != 0) return 1;
    if (sodium_memcmp(commitment, group_messages[index].commitment, 32) != 0) return 1;
    return crypto_aead_xchacha20poly1305_ietf_decrypt(group_opened, NULL, NULL, group_messages[index].sealed,
                                                      sizeof group_messages[index].sealed, group_data,
                                                      sizeof group_data, group_messages[index].nonce, keys);
}
