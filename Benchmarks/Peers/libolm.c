// libolm through its public headers. Messages are base64, as its users send them; the bundle's
// signature is an Ed25519 signature that the initiator verifies.
#include <olm/olm.h>
#include <sys/random.h>

#include "harness.h"

enum { largest_content = 16384, largest_message = 24576, batch = 64, skipped = 1000 };

typedef struct {
    OlmAccount* account;
    char curve[64], ed[64];
} party;

typedef struct {
    char bytes[largest_message];
    size_t size, type;
} message;

static party alice, bob;
static OlmSession *from_alice, *from_bob;
static OlmUtility* utility;
static uint8_t content[largest_content], plaintext[largest_message], scratch[65536], pickle[65536];
static size_t pickle_size;
static message messages[batch], current, late;
static char one_time_key[64], signature[128];
static char signed_text[200];
static int content_size;

static uint8_t* entropy(size_t size) {
    require(size <= 4096, "entropy");
    for (size_t i = 0; i < size; i += 256) {
        const size_t part = size - i < 256 ? size - i : 256;
        require(getrandom(scratch + i, part, 0) == (ssize_t)part, "getrandom");
    }
    return scratch;
}

static int is_error(size_t result) { return result == olm_error(); }

// Copies the string value that follows `key` in flat JSON.
static void value_after(char* out, const char* json, const char* key) {
    const char* place = strstr(json, key);
    require(place != NULL, key);
    place = strchr(place + strlen(key), ':');
    place = strchr(place, '"') + 1;
    const char* end = strchr(place, '"');
    memcpy(out, place, (size_t)(end - place));
    out[end - place] = 0;
}

static void make_party(party* it) {
    static char json[4096];
    it->account = olm_account(malloc(olm_account_size()));
    const size_t size = olm_create_account_random_length(it->account);
    require(!is_error(olm_create_account(it->account, entropy(size), size)), "account");
    memset(json, 0, sizeof json);
    olm_account_identity_keys(it->account, json, olm_account_identity_keys_length(it->account));
    value_after(it->curve, json, "\"curve25519\"");
    value_after(it->ed, json, "\"ed25519\"");
}

static int encrypt(OlmSession* session, size_t size, message* out) {
    const size_t random = olm_encrypt_random_length(session);
    const size_t length = olm_encrypt_message_length(session, size);
    out->type = olm_encrypt_message_type(session);
    out->size = olm_encrypt(session, content, size, entropy(random), random, out->bytes, length);
    wire_bytes = out->size;
    return is_error(out->size);
}

// Its calls write over the message, so a copy is made, as its users must.
static int decrypt(OlmSession* session, const message* in) {
    memcpy(scratch, in->bytes, in->size);
    const size_t most = olm_decrypt_max_plaintext_length(session, in->type, scratch, in->size);
    if (is_error(most)) return 1;
    memcpy(scratch, in->bytes, in->size);
    return is_error(olm_decrypt(session, in->type, scratch, in->size, plaintext, most));
}

// A session that was used can't be used again as it is.
static OlmSession* fresh(OlmSession* session) {
    olm_clear_session(session);
    return olm_session(session);
}

static int establish_prepare(int size, int count) {
    static char json[16384];
    (void)count;
    content_size = size;
    const size_t random = olm_account_generate_one_time_keys_random_length(bob.account, 1);
    if (is_error(olm_account_generate_one_time_keys(bob.account, 1, entropy(random), random))) return 1;
    memset(json, 0, sizeof json);
    olm_account_one_time_keys(bob.account, json, olm_account_one_time_keys_length(bob.account));
    value_after(one_time_key, strstr(json, "curve25519") + strlen("curve25519\":"), "");
    olm_account_mark_keys_as_published(bob.account);
    const size_t length = olm_account_signature_length(bob.account);
    olm_account_sign(bob.account, signed_text, sizeof signed_text, signature, length);
    return 0;
}

static int establish(int index) {
    static char copy[128];
    (void)index;
    const size_t length = olm_account_signature_length(bob.account);
    memcpy(copy, signature, length);
    from_alice = fresh(from_alice);
    from_bob = fresh(from_bob);
    if (is_error(olm_ed25519_verify(utility, bob.ed, strlen(bob.ed), signed_text, sizeof signed_text, copy,
                                    length))) {
        return 1;
    }
    const size_t random = olm_create_outbound_session_random_length(from_alice);
    if (is_error(olm_create_outbound_session(from_alice, alice.account, bob.curve, strlen(bob.curve),
                                             one_time_key, strlen(one_time_key), entropy(random), random))) {
        return 1;
    }
    if (encrypt(from_alice, (size_t)content_size, &current) != 0) return 1;
    memcpy(scratch, current.bytes, current.size);
    if (is_error(olm_create_inbound_session_from(from_bob, bob.account, alice.curve, strlen(alice.curve),
                                                 scratch, current.size))) {
        return 1;
    }
    if (decrypt(from_bob, &current) != 0) return 1;
    return is_error(olm_remove_one_time_keys(bob.account, from_bob));
}

// One session with a reply, so that messages are ordinary ones.
static int start(int size) {
    if (establish_prepare(32, 1) != 0 || establish(0) != 0) return 1;
    content_size = size;
    if (encrypt(from_bob, 32, &current) != 0 || decrypt(from_alice, &current) != 0) return 1;
    return encrypt(from_alice, 32, &current) != 0 || decrypt(from_bob, &current) != 0;
}

static int encrypt_prepare(int size, int count) {
    (void)count;
    return start(size);
}

static int encrypt_call(int index) {
    (void)index;
    return encrypt(from_alice, (size_t)content_size, &current);
}

static int decrypt_prepare(int size, int count) {
    if (start(size) != 0) return 1;
    for (int i = 0; i < count; i++) {
        if (encrypt(from_alice, (size_t)size, &messages[i]) != 0) return 1;
    }
    return 0;
}

static int decrypt_call(int index) { return decrypt(from_bob, &messages[index]); }

// Bob speaks last, so that Alice's first message turns the ratchet like the others.
static int round_trip_prepare(int size, int count) {
    (void)count;
    return start(size) != 0 || encrypt(from_bob, 32, &current) != 0 || decrypt(from_alice, &current) != 0;
}

static int round_trip(int index) {
    (void)index;
    const size_t size = (size_t)content_size;
    if (encrypt(from_alice, size, &current) != 0 || decrypt(from_bob, &current) != 0) return 1;
    const size_t sent = wire_bytes;
    if (encrypt(from_bob, size, &current) != 0 || decrypt(from_alice, &current) != 0) return 1;
    wire_bytes += sent;
    return 0;
}

static int skip_prepare(int size, int count) {
    (void)count;
    static const char key[] = "benchmark";
    if (pickle_size == 0) {
        if (start(size) != 0) return 1;
        pickle_size = olm_pickle_session_length(from_bob);
        if (is_error(olm_pickle_session(from_bob, key, sizeof key, pickle, pickle_size))) return 1;
        for (int i = 0; i <= skipped; i++) {
            if (encrypt(from_alice, (size_t)size, &late) != 0) return 1;
        }
    }
    from_bob = fresh(from_bob);
    memcpy(scratch, pickle, pickle_size);
    wire_bytes = late.size;
    return is_error(olm_unpickle_session(from_bob, key, sizeof key, scratch, pickle_size));
}

static int skip_call(int index) {
    (void)index;
    return decrypt(from_bob, &late);
}

int main(int argc, char** argv) {
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
        {"establish", establish_prepare, establish, 32, 1},
        {"skip-1000", skip_prepare, skip_call, 256, 1},
    };
    make_party(&alice);
    make_party(&bob);
    from_alice = olm_session(malloc(olm_session_size()));
    from_bob = olm_session(malloc(olm_session_size()));
    utility = olm_utility(malloc(olm_utility_size()));
    measure_all("libolm", list, sizeof list / sizeof *list, argc, argv);
    return 0;
}
