// The parts that messages and handshakes are made of.
#pragma once

#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

enum {
    transcript_size = 32,
    header_size = 46,      // at most: suite, kind, selector 4, N and PN as varints, ratchet key 32
    handshake_size = 102,  // what a first message adds, for a user of 16 bytes with a one-time prekey
    nonce_size = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    tag_size = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    largest_padded = 17408,  // of 16,384 bytes
    signed_size = 136,       // the list under a prekey's signature, for a user of 16 bytes
    transcript_list_size = 352,  // the list that the transcript is the digest of, for users of 16 bytes
    selector_list_size = 69,
};

typedef struct {
    uint8_t secret[32];
    uint8_t public[32];
} key_pair;

// The scalar whose public point has the sign bit 0, and that point.
typedef struct {
    uint8_t scalar[32];
    uint8_t point[32];
} signing_key;

typedef struct {
    uint8_t key[32];
    uint32_t index;
    uint32_t previous_length;
    uint8_t ratchet_key[32];
} chain;

int padded_size(int content_size);

int make_key_pair(key_pair* pair);
int make_key_pair_direct(key_pair* pair);
int public_key(uint8_t u[32], const uint8_t scalar[32]);

void hkdf(uint8_t* out, size_t out_size, const uint8_t salt[32], const uint8_t* input, size_t input_size,
          const uint8_t* info, size_t info_size);

// Advances the root key and gives the first chain key of a ratchet turn.
void root_step(uint8_t root[32], uint8_t chain_key[32], const uint8_t shared[32]);
int chain_step(uint8_t chain_key[32], uint8_t message_key[32]);

// A message is transcript ‖ header ‖ nonce ‖ ciphertext ‖ tag, so that the associated data is one
// piece; what is sent starts at the header. `handshake` is 0, or `handshake_size` in a first message.
// Returns the length of what is sent, or −1.
int seal(chain* sending, int handshake, const uint8_t* content, int content_size, uint8_t* message);
int open_with_key(const uint8_t message_key[32], const uint8_t transcript[32], int header,
                  const uint8_t* wire, int padded, uint8_t* plaintext);

// The length of the header in front of `wire`; N, PN and the ratchet key from it.
int parse(const uint8_t* wire, int handshake, uint32_t* index, uint32_t* previous_length,
          const uint8_t** ratchet_key);

int make_signing_key(signing_key* key, const uint8_t scalar[32]);
int sign(uint8_t signature[64], const signing_key* key, const uint8_t* message, size_t size);
int verify(const uint8_t signature[64], const uint8_t u[32], const uint8_t* message, size_t size);
