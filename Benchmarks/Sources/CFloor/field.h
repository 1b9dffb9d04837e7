// The field of Curve25519, 2^255 − 19, in five limbs of 51 bits. For public data only.
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t limb[5];
} field;

field field_from_bytes(const uint8_t bytes[32]);
void field_to_bytes(uint8_t bytes[32], const field* value);
field field_one(void);
field field_add(const field* a, const field* b);
field field_subtract(const field* a, const field* b);
field field_multiply(const field* a, const field* b);
field field_invert(const field* value);
