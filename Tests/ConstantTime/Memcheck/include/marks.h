// What memcheck is told about memory, and what it says.
#pragma once
#include <stddef.h>

// From here on nothing may branch on these bytes or use them as an address.
void marks_secret(const void *_Nonnull bytes, size_t count);

// These bytes have become public: they were sent, returned as a verdict, or authenticated.
void marks_public(const void *_Nonnull bytes, size_t count);

// How many of the bytes memcheck holds for secret, wholly or in part.
size_t marks_secret_count(const unsigned char *_Nonnull bytes, size_t count);

// The errors that memcheck has reported so far.
unsigned marks_error_count(void);

// Whether memcheck is there at all.
int marks_are_watched(void);

// Lets the library take libsodium for 1.0.22, where it makes public keys in the other way.
void marks_pretend_newer_libsodium(void);
