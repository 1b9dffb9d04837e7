// libsignal-protocol-c through its public headers, with the crypto provider (libcrypto) and
// the stores (in memory) that its users must supply.
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <signal/fingerprint.h>
#include <signal/key_helper.h>
#include <signal/protocol.h>
#include <signal/session_builder.h>
#include <signal/session_cipher.h>
#include <signal/signal_protocol.h>

#include "harness.h"

enum { batch = 64, skipped = 1000, most_content = 16384, signed_prekey_id = 1, one_time_prekey_id = 2 };

// The crypto provider

// Fetched once: looking an algorithm up costs more than a short message.
static EVP_MD *sha256, *sha512;
static EVP_CIPHER* aes;

static void fetch_algorithms(void) {
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    sha512 = EVP_MD_fetch(NULL, "SHA512", NULL);
    aes = EVP_CIPHER_fetch(NULL, "AES-256-CBC", NULL);
    require(sha256 && sha512 && aes, "algorithms");
}

static int provide_random(uint8_t* data, size_t size, void* user) {
    (void)user;
    return RAND_bytes(data, (int)size) == 1 ? 0 : SG_ERR_UNKNOWN;
}

// HMAC over the digest contexts: libcrypto's own HMAC makes three of them for each key.
typedef struct {
    EVP_MD_CTX* inner;
    uint8_t outer_key[64];
} hmac;

static int hmac_init(void** context, const uint8_t* key, size_t size, void* user) {
    (void)user;
    hmac* it = malloc(sizeof *it);
    uint8_t inner_key[64];
    if (!it || size > sizeof inner_key) return SG_ERR_INVAL;
    memset(inner_key, 0x36, sizeof inner_key);
    memset(it->outer_key, 0x5c, sizeof it->outer_key);
    for (size_t i = 0; i < size; i++) {
        inner_key[i] ^= key[i];
        it->outer_key[i] ^= key[i];
    }
    it->inner = EVP_MD_CTX_new();
    *context = it;
    if (EVP_DigestInit_ex(it->inner, sha256, NULL) != 1) return SG_ERR_NOMEM;
    return EVP_DigestUpdate(it->inner, inner_key, sizeof inner_key) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int hmac_update(void* context, const uint8_t* data, size_t size, void* user) {
    (void)user;
    return EVP_DigestUpdate(((hmac*)context)->inner, data, size) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int hmac_final(void* context, signal_buffer** output, void* user) {
    (void)user;
    hmac* it = context;
    uint8_t tag[32];
    if (EVP_DigestFinal_ex(it->inner, tag, NULL) != 1 || EVP_DigestInit_ex(it->inner, sha256, NULL) != 1 ||
        EVP_DigestUpdate(it->inner, it->outer_key, sizeof it->outer_key) != 1 ||
        EVP_DigestUpdate(it->inner, tag, sizeof tag) != 1 || EVP_DigestFinal_ex(it->inner, tag, NULL) != 1) {
        return SG_ERR_UNKNOWN;
    }
    *output = signal_buffer_create(tag, sizeof tag);
    return *output ? 0 : SG_ERR_NOMEM;
}

static void hmac_cleanup(void* context, void* user) {
    (void)user;
    hmac* it = context;
    EVP_MD_CTX_free(it->inner);
    free(it);
}

static int sha512_init(void** context, void* user) {
    (void)user;
    *context = EVP_MD_CTX_new();
    return *context && EVP_DigestInit_ex(*context, sha512, NULL) == 1 ? 0 : SG_ERR_NOMEM;
}

static int sha512_update(void* context, const uint8_t* data, size_t size, void* user) {
    (void)user;
    return EVP_DigestUpdate(context, data, size) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int sha512_final(void* context, signal_buffer** output, void* user) {
    (void)user;
    uint8_t hash[64];
    if (EVP_DigestFinal_ex(context, hash, NULL) != 1) return SG_ERR_UNKNOWN;
    if (EVP_DigestInit_ex(context, sha512, NULL) != 1) return SG_ERR_UNKNOWN;
    *output = signal_buffer_create(hash, sizeof hash);
    return *output ? 0 : SG_ERR_NOMEM;
}

static void sha512_cleanup(void* context, void* user) {
    (void)user;
    EVP_MD_CTX_free(context);
}

static int cipher(int encrypting, signal_buffer** output, int kind, const uint8_t* key, size_t key_size,
                  const uint8_t* iv, const uint8_t* input, size_t size) {
    static EVP_CIPHER_CTX* context;
    static uint8_t bytes[most_content + 64];
    int first = 0, last = 0;
    if (!context) context = EVP_CIPHER_CTX_new();
    if (kind != SG_CIPHER_AES_CBC_PKCS5 || key_size != 32 || size > most_content + 32) return SG_ERR_INVAL;
    if (EVP_CipherInit_ex(context, aes, NULL, key, iv, encrypting) != 1 ||
        EVP_CipherUpdate(context, bytes, &first, input, (int)size) != 1 ||
        EVP_CipherFinal_ex(context, bytes + first, &last) != 1) {
        return SG_ERR_UNKNOWN;
    }
    *output = signal_buffer_create(bytes, (size_t)(first + last));
    return *output ? 0 : SG_ERR_NOMEM;
}

static int encrypt_aes(signal_buffer** output, int kind, const uint8_t* key, size_t key_size,
                       const uint8_t* iv, size_t iv_size, const uint8_t* input, size_t size, void* user) {
    (void)user;
    (void)iv_size;
    return cipher(1, output, kind, key, key_size, iv, input, size);
}

static int decrypt_aes(signal_buffer** output, int kind, const uint8_t* key, size_t key_size,
                       const uint8_t* iv, size_t iv_size, const uint8_t* input, size_t size, void* user) {
    (void)user;
    (void)iv_size;
    return cipher(0, output, kind, key, key_size, iv, input, size);
}

// One party and its stores. Each knows one peer.

typedef struct {
    signal_protocol_store_context* stores;
    signal_protocol_address peer;
    ratchet_identity_key_pair* identity;
    signal_buffer *session, *prekey, *signed_prekey;
    session_cipher* cipher;
} party;

static signal_context* global;
static party alice, bob;
static session_pre_key_bundle* bundle;

static int load_session(signal_buffer** record, signal_buffer** user_record,
                        const signal_protocol_address* address, void* user) {
    (void)user_record;
    (void)address;
    party* it = user;
    if (!it->session) return 0;
    *record = signal_buffer_copy(it->session);
    return *record ? 1 : SG_ERR_NOMEM;
}

static int sub_devices(signal_int_list** sessions, const char* name, size_t size, void* user) {
    (void)name;
    (void)size;
    (void)user;
    *sessions = signal_int_list_alloc();
    return 0;
}

static int store_session(const signal_protocol_address* address, uint8_t* record, size_t size,
                         uint8_t* user_record, size_t user_size, void* user) {
    (void)address;
    (void)user_record;
    (void)user_size;
    party* it = user;
    signal_buffer_free(it->session);
    it->session = signal_buffer_create(record, size);
    return it->session ? 0 : SG_ERR_NOMEM;
}

static int contains_session(const signal_protocol_address* address, void* user) {
    (void)address;
    return ((party*)user)->session != NULL;
}

static int delete_session(const signal_protocol_address* address, void* user) {
    (void)address;
    party* it = user;
    signal_buffer_free(it->session);
    it->session = NULL;
    return 1;
}

static int delete_all_sessions(const char* name, size_t size, void* user) {
    (void)name;
    (void)size;
    return delete_session(NULL, user);
}

static int load_copy(signal_buffer** record, const signal_buffer* stored) {
    if (!stored) return SG_ERR_INVALID_KEY_ID;
    *record = signal_buffer_copy(stored);
    return *record ? SG_SUCCESS : SG_ERR_NOMEM;
}

static int load_prekey(signal_buffer** record, uint32_t id, void* user) {
    (void)id;
    return load_copy(record, ((party*)user)->prekey);
}

static int load_signed_prekey(signal_buffer** record, uint32_t id, void* user) {
    (void)id;
    return load_copy(record, ((party*)user)->signed_prekey);
}

static int store_nothing(uint32_t id, uint8_t* record, size_t size, void* user) {
    (void)id;
    (void)record;
    (void)size;
    (void)user;
    return 0;
}

static int contains_key(uint32_t id, void* user) {
    (void)id;
    (void)user;
    return 1;
}

// The one-time prekey stays, so that a session can be established again.
static int remove_nothing(uint32_t id, void* user) {
    (void)id;
    (void)user;
    return 0;
}

static int load_identity(signal_buffer** public, signal_buffer** private, void* user) {
    party* it = user;
    if (ec_public_key_serialize(public, ratchet_identity_key_pair_get_public(it->identity)) != 0)
        return SG_ERR_NOMEM;
    return ec_private_key_serialize(private, ratchet_identity_key_pair_get_private(it->identity));
}

static int load_registration_id(void* user, uint32_t* id) {
    (void)user;
    *id = 1;
    return 0;
}

static int save_identity(const signal_protocol_address* address, uint8_t* key, size_t size, void* user) {
    (void)address;
    (void)key;
    (void)size;
    (void)user;
    return 0;
}

static int trust(const signal_protocol_address* address, uint8_t* key, size_t size, void* user) {
    (void)address;
    (void)key;
    (void)size;
    (void)user;
    return 1;
}

static void make_party(party* it, const char* peer) {
    const signal_protocol_session_store sessions = {.load_session_func = load_session,
                                                    .get_sub_device_sessions_func = sub_devices,
                                                    .store_session_func = store_session,
                                                    .contains_session_func = contains_session,
                                                    .delete_session_func = delete_session,
                                                    .delete_all_sessions_func = delete_all_sessions,
                                                    .user_data = it};
    const signal_protocol_pre_key_store prekeys = {.load_pre_key = load_prekey,
                                                   .store_pre_key = store_nothing,
                                                   .contains_pre_key = contains_key,
                                                   .remove_pre_key = remove_nothing,
                                                   .user_data = it};
    const signal_protocol_signed_pre_key_store signed_prekeys = {.load_signed_pre_key = load_signed_prekey,
                                                                 .store_signed_pre_key = store_nothing,
                                                                 .contains_signed_pre_key = contains_key,
                                                                 .remove_signed_pre_key = remove_nothing,
                                                                 .user_data = it};
    const signal_protocol_identity_key_store identities = {.get_identity_key_pair = load_identity,
                                                           .get_local_registration_id = load_registration_id,
                                                           .save_identity = save_identity,
                                                           .is_trusted_identity = trust,
                                                           .user_data = it};
    it->peer = (signal_protocol_address){peer, strlen(peer), 1};
    require(signal_protocol_key_helper_generate_identity_key_pair(&it->identity, global) == 0, "identity");
    require(signal_protocol_store_context_create(&it->stores, global) == 0, "stores");
    signal_protocol_store_context_set_session_store(it->stores, &sessions);
    signal_protocol_store_context_set_pre_key_store(it->stores, &prekeys);
    signal_protocol_store_context_set_signed_pre_key_store(it->stores, &signed_prekeys);
    signal_protocol_store_context_set_identity_key_store(it->stores, &identities);
    require(session_cipher_create(&it->cipher, it->stores, &it->peer, global) == 0, "cipher");
}

static void make_bundle(void) {
    session_signed_pre_key* signed_prekey;
    session_pre_key* prekey;
    ec_key_pair* pair;
    require(signal_protocol_key_helper_generate_signed_pre_key(&signed_prekey, bob.identity, signed_prekey_id,
                                                               0, global) == 0,
            "signed prekey");
    require(session_signed_pre_key_serialize(&bob.signed_prekey, signed_prekey) == 0, "signed prekey");
    require(curve_generate_key_pair(global, &pair) == 0, "prekey");
    require(session_pre_key_create(&prekey, one_time_prekey_id, pair) == 0, "prekey");
    require(session_pre_key_serialize(&bob.prekey, prekey) == 0, "prekey");
    require(session_pre_key_bundle_create(
                &bundle, 1, 1, one_time_prekey_id, ec_key_pair_get_public(pair), signed_prekey_id,
                ec_key_pair_get_public(session_signed_pre_key_get_key_pair(signed_prekey)),
                session_signed_pre_key_get_signature(signed_prekey),
                session_signed_pre_key_get_signature_len(signed_prekey),
                ratchet_identity_key_pair_get_public(bob.identity)) == 0,
            "bundle");
}

// The operations

static uint8_t content[most_content];
static signal_buffer *messages[skipped + 1], *before_skipping;
static int content_size;

static int encrypt(party* from, int size, signal_buffer** wire) {
    ciphertext_message* message;
    if (session_cipher_encrypt(from->cipher, content, (size_t)size, &message) != 0) return 1;
    const signal_buffer* bytes = ciphertext_message_get_serialized(message);
    wire_bytes = signal_buffer_len(bytes);
    if (wire) {
        signal_buffer_free(*wire);
        *wire = signal_buffer_copy(bytes);
    }
    SIGNAL_UNREF(message);
    return 0;
}

static int decrypt(party* to, signal_buffer* wire) {
    signal_message* message;
    signal_buffer* plaintext;
    if (signal_message_deserialize(&message, signal_buffer_data(wire), signal_buffer_len(wire), global) !=
        0) {
        return 1;
    }
    if (session_cipher_decrypt_signal_message(to->cipher, message, NULL, &plaintext) != 0) return 1;
    signal_buffer_free(plaintext);
    SIGNAL_UNREF(message);
    return 0;
}

static int forget(int size, int count) {
    (void)count;
    content_size = size;
    delete_session(NULL, &alice);
    delete_session(NULL, &bob);
    return 0;
}

static int establish(int index) {
    static signal_buffer* first;
    (void)index;
    session_builder* builder;
    pre_key_signal_message* message;
    signal_buffer* plaintext;
    if (session_builder_create(&builder, alice.stores, &alice.peer, global) != 0) return 1;
    if (session_builder_process_pre_key_bundle(builder, bundle) != 0) return 1;
    session_builder_free(builder);
    if (encrypt(&alice, 32, &first) != 0) return 1;
    if (pre_key_signal_message_deserialize(&message, signal_buffer_data(first), signal_buffer_len(first),
                                           global) != 0) {
        return 1;
    }
    if (session_cipher_decrypt_pre_key_signal_message(bob.cipher, message, NULL, &plaintext) != 0) return 1;
    signal_buffer_free(plaintext);
    SIGNAL_UNREF(message);
    return 0;
}

static int pass(party* from, party* to, int size) {
    static signal_buffer* wire;
    return encrypt(from, size, &wire) != 0 || decrypt(to, wire) != 0;
}

// Bob speaks last, so that Alice's first message turns the ratchet.
static int round_trip_prepare(int size, int count) {
    return forget(size, count) != 0 || establish(0) != 0 || pass(&bob, &alice, 32) != 0;
}

static int round_trip(int index) {
    (void)index;
    if (pass(&alice, &bob, content_size) != 0) return 1;
    const size_t sent = wire_bytes;
    if (pass(&bob, &alice, content_size) != 0) return 1;
    wire_bytes += sent;
    return 0;
}

static int encrypt_prepare(int size, int count) {
    return round_trip_prepare(size, count) != 0 || pass(&alice, &bob, 32) != 0;
}

static int encrypt_call(int index) {
    (void)index;
    return encrypt(&alice, content_size, NULL);
}

static int decrypt_prepare(int size, int count) {
    if (encrypt_prepare(size, count) != 0) return 1;
    for (int i = 0; i < count; i++) {
        if (encrypt(&alice, size, &messages[i]) != 0) return 1;
    }
    return 0;
}

static int decrypt_call(int index) { return decrypt(&bob, messages[index]); }

static int skip_prepare(int size, int count) {
    (void)count;
    if (!before_skipping) {
        if (decrypt_prepare(size, skipped + 1) != 0) return 1;
        before_skipping = signal_buffer_copy(bob.session);
    }
    delete_session(NULL, &bob);
    bob.session = signal_buffer_copy(before_skipping);
    return 0;
}

static int skip_call(int index) {
    (void)index;
    return decrypt(&bob, messages[skipped]);
}

static int skipped_prepare(int size, int count) {
    return skip_prepare(size, count) != 0 || skip_call(0) != 0;
}

// The displayable and the scannable form come from one call here.
static int safety_number(int index) {
    (void)index;
    fingerprint_generator* generator = NULL;
    fingerprint* result = NULL;
    const int failed =
        fingerprint_generator_create(&generator, 5200, 1, global) != 0 ||
        fingerprint_generator_create_for(
            generator, "alice-of-sixteen", ratchet_identity_key_pair_get_public(alice.identity), "bob-has-sixteen!",
            ratchet_identity_key_pair_get_public(bob.identity), &result) != 0 ||
        strlen(displayable_fingerprint_text(fingerprint_get_displayable(result))) != 60;
    SIGNAL_UNREF(result);
    fingerprint_generator_free(generator);
    return failed;
}

int main(int argc, char** argv) {
    const signal_crypto_provider provider = {.random_func = provide_random,
                                             .hmac_sha256_init_func = hmac_init,
                                             .hmac_sha256_update_func = hmac_update,
                                             .hmac_sha256_final_func = hmac_final,
                                             .hmac_sha256_cleanup_func = hmac_cleanup,
                                             .sha512_digest_init_func = sha512_init,
                                             .sha512_digest_update_func = sha512_update,
                                             .sha512_digest_final_func = sha512_final,
                                             .sha512_digest_cleanup_func = sha512_cleanup,
                                             .encrypt_func = encrypt_aes,
                                             .decrypt_func = decrypt_aes};
    // The skipping ones are last: they keep their messages from batch to batch.
    const operation list[] = {
        {"encrypt-32", encrypt_prepare, encrypt_call, 32, batch},
        {"encrypt-256", encrypt_prepare, encrypt_call, 256, batch},
        {"encrypt-1024", encrypt_prepare, encrypt_call, 1024, batch},
        {"encrypt-16384", encrypt_prepare, encrypt_call, 16384, batch},
        {"decrypt-32", decrypt_prepare, decrypt_call, 32, batch},
        {"decrypt-256", decrypt_prepare, decrypt_call, 256, batch},
        {"decrypt-1024", decrypt_prepare, decrypt_call, 1024, batch},
        {"decrypt-16384", decrypt_prepare, decrypt_call, 16384, batch},
        {"round-trip-256", round_trip_prepare, round_trip, 256, batch},
        {"establish", forget, establish, 32, 1},
        {"safety-number", forget, safety_number, 0, batch},
        {"skip-1000", skip_prepare, skip_call, 256, 1},
        {"skipped-open", skipped_prepare, decrypt_call, 256, batch},
    };
    fetch_algorithms();
    require(signal_context_create(&global, NULL) == 0, "context");
    require(signal_context_set_crypto_provider(global, &provider) == 0, "provider");
    make_party(&alice, "bob");
    make_party(&bob, "alice");
    make_bundle();
    measure_all("libsignal-c", list, sizeof list / sizeof *list, argc, argv);
    return 0;
}
