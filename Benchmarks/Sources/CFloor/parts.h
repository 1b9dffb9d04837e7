// The parts that messages and handshakes are made of.
#pragma once

#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

enum {
    transcript_size = 32,
    header_size = 46,         // suite, kind, selector 4, ratchet key 32, N 4, PN 4
    first_header_size = 180,  // the same with the handshake's keys and ids
    nonce_size = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    tag_size = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    prefix_size = 5,  // what comes before the content inside the padding
    largest_padded = prefix_size + 16384,
    signed_size = 200,  // a signed prekey's labelled fields
};

typedef struct {
    uint8_t secret[32];
    uint8_t public[32];
} key_pair;

typedef struct {
    uint8_t key[32];
    uint32_t index;
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
// piece; what is sent starts at the header.
int seal(chain* sending, int header, const uint8_t* content, int content_size, uint8_t* message);
int open_with_key(const uint8_t message_key[32], const uint8_t transcript[32], int header,
                  const uint8_t* wire, int padded, uint8_t* plaintext);

int sign(uint8_t signature[64], const uint8_t scalar[32], const uint8_t* message, size_t size);
int verify(const uint8_t signature[64], const uint8_t u[32], const uint8_t* message, size_t size);
