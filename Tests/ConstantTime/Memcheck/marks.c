// Marks for memcheck, and the places where a secret ends.
//
// The functions of libsodium below stand before the real ones, for this program only. They call the real
// one and say which of its results are public. So the library needs no mark in its own sources, and what is
// declared public is written in one place.
#define _GNU_SOURCE
#include "marks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

void marks_secret(const void *bytes, size_t count) { VALGRIND_MAKE_MEM_UNDEFINED(bytes, count); }

void marks_public(const void *bytes, size_t count) { VALGRIND_MAKE_MEM_DEFINED(bytes, count); }

size_t marks_secret_count(const unsigned char *bytes, size_t count) {
    size_t secret = 0;
    for (size_t index = 0; index < count; index++) {
        unsigned char bits = 0;
        VALGRIND_GET_VBITS(bytes + index, &bits, 1);
        secret += bits != 0;
    }
    return secret;
}

unsigned marks_error_count(void) { return VALGRIND_COUNT_ERRORS; }

int marks_are_watched(void) { return RUNNING_ON_VALGRIND > 0; }

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) abort();
    return found;
}

// The verdict whether an agreement is all zero: an error that the caller is told of.
int crypto_scalarmult(unsigned char *q, const unsigned char *n, const unsigned char *p);
int crypto_scalarmult(unsigned char *q, const unsigned char *n, const unsigned char *p) {
    typedef int function(unsigned char *, const unsigned char *, const unsigned char *);
    int status = ((function *)real("crypto_scalarmult"))(q, n, p);
    marks_public(&status, sizeof status);
    return status;
}

// Whether the result is the point at infinity: for a scalar that is clamped, or random, it never is.
int crypto_scalarmult_ed25519_base_noclamp(unsigned char *q, const unsigned char *n);
int crypto_scalarmult_ed25519_base_noclamp(unsigned char *q, const unsigned char *n) {
    typedef int function(unsigned char *, const unsigned char *);
    int status = ((function *)real("crypto_scalarmult_ed25519_base_noclamp"))(q, n);
    marks_public(&status, sizeof status);
    return status;
}

// The verdict of a comparison in constant time.
int sodium_memcmp(const void *left, const void *right, size_t count);
int sodium_memcmp(const void *left, const void *right, size_t count) {
    typedef int function(const void *, const void *, size_t);
    int status = ((function *)real("sodium_memcmp"))(left, right, count);
    marks_public(&status, sizeof status);
    return status;
}

// The plaintext once its tag has verified. It is content, no key: its padding is looked for byte by byte,
// and the time that takes tells the length of what the receiver was sent and nothing of any key.
int crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
    unsigned char *m, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
    const unsigned char *mac, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub,
    const unsigned char *k);
int crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
    unsigned char *m, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
    const unsigned char *mac, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub,
    const unsigned char *k) {
    typedef int function(
        unsigned char *, unsigned char *, const unsigned char *, unsigned long long, const unsigned char *,
        const unsigned char *, unsigned long long, const unsigned char *, const unsigned char *);
    int status = ((function *)real("crypto_aead_xchacha20poly1305_ietf_decrypt_detached"))(
        m, nsec, c, clen, mac, ad, adlen, npub, k);
    marks_public(&status, sizeof status);
    if (status == 0 && m != NULL) marks_public(m, clen);
    return status;
}

static int pretends_newer = 0;

void marks_pretend_newer_libsodium(void) { pretends_newer = 1; }

const char *sodium_version_string(void);
const char *sodium_version_string(void) {
    typedef const char *function(void);
    return pretends_newer ? "1.0.22" : ((function *)real("sodium_version_string"))();
}
