#include "field.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

static const uint64_t mask = (UINT64_C(1) << 51) - 1;

static uint64_t load(const uint8_t* bytes) {
    uint64_t value;
    memcpy(&value, bytes, 8);
    return value;
}

field field_one(void) { return (field){{1, 0, 0, 0, 0}}; }

field field_from_bytes(const uint8_t bytes[32]) {
    return (field){{
        load(bytes) & mask,
        (load(bytes + 6) >> 3) & mask,
        (load(bytes + 12) >> 6) & mask,
        (load(bytes + 19) >> 1) & mask,
        (load(bytes + 24) >> 12) & mask,
    }};
}

static void carry(uint64_t t[5]) {
    for (int i = 0; i < 4; i++) {
        t[i + 1] += t[i] >> 51;
        t[i] &= mask;
    }
    t[0] += 19 * (t[4] >> 51);
    t[4] &= mask;
}

void field_to_bytes(uint8_t bytes[32], const field* value) {
    uint64_t t[5];
    memcpy(t, value->limb, sizeof t);
    carry(t);
    carry(t);
    // Adding 19 carries out of bit 255 exactly when the value is at least the prime.
    uint64_t over = (t[0] + 19) >> 51;
    for (int i = 1; i < 5; i++) over = (t[i] + over) >> 51;
    t[0] += 19 * over;
    for (int i = 0; i < 4; i++) {
        t[i + 1] += t[i] >> 51;
        t[i] &= mask;
    }
    t[4] &= mask;
    const uint64_t words[4] = {
        t[0] | t[1] << 51,
        t[1] >> 13 | t[2] << 38,
        t[2] >> 26 | t[3] << 25,
        t[3] >> 39 | t[4] << 12,
    };
    memcpy(bytes, words, 32);
}

field field_add(const field* a, const field* b) {
    field sum;
    for (int i = 0; i < 5; i++) sum.limb[i] = a->limb[i] + b->limb[i];
    return sum;
}

field field_subtract(const field* a, const field* b) {
    // Twice the prime keeps every limb above zero.
    field difference;
    difference.limb[0] = a->limb[0] + UINT64_C(0xFFFFFFFFFFFDA) - b->limb[0];
    for (int i = 1; i < 5; i++) {
        difference.limb[i] = a->limb[i] + UINT64_C(0xFFFFFFFFFFFFE) - b->limb[i];
    }
    return difference;
}

static field reduce(wide t[5]) {
    field result;
    for (int i = 0; i < 4; i++) {
        t[i + 1] += (uint64_t)(t[i] >> 51);
        result.limb[i] = (uint64_t)t[i] & mask;
    }
    result.limb[4] = (uint64_t)t[4] & mask;
    result.limb[0] += 19 * (uint64_t)(t[4] >> 51);
    result.limb[1] += result.limb[0] >> 51;
    result.limb[0] &= mask;
    return result;
}

field field_multiply(const field* a, const field* b) {
    const uint64_t *x = a->limb, *y = b->limb;
    const uint64_t y1 = 19 * y[1], y2 = 19 * y[2], y3 = 19 * y[3], y4 = 19 * y[4];
    wide t[5];
    t[0] = (wide)x[0] * y[0] + (wide)x[1] * y4 + (wide)x[2] * y3 + (wide)x[3] * y2 + (wide)x[4] * y1;
    t[1] = (wide)x[0] * y[1] + (wide)x[1] * y[0] + (wide)x[2] * y4 + (wide)x[3] * y3 + (wide)x[4] * y2;
    t[2] = (wide)x[0] * y[2] + (wide)x[1] * y[1] + (wide)x[2] * y[0] + (wide)x[3] * y4 + (wide)x[4] * y3;
    t[3] = (wide)x[0] * y[3] + (wide)x[1] * y[2] + (wide)x[2] * y[1] + (wide)x[3] * y[0] + (wide)x[4] * y4;
    t[4] = (wide)x[0] * y[4] + (wide)x[1] * y[3] + (wide)x[2] * y[2] + (wide)x[3] * y[1] + (wide)x[4] * y[0];
    return reduce(t);
}

static field square(const field* a) {
    const uint64_t* x = a->limb;
    const uint64_t d0 = 2 * x[0], d1 = 2 * x[1], x3 = 19 * x[3], x4 = 19 * x[4];
    wide t[5];
    t[0] = (wide)x[0] * x[0] + (wide)d1 * x4 + (wide)(2 * x[2]) * x3;
    t[1] = (wide)d0 * x[1] + (wide)(2 * x[2]) * x4 + (wide)x[3] * x3;
    t[2] = (wide)d0 * x[2] + (wide)x[1] * x[1] + (wide)(2 * x[3]) * x4;
    t[3] = (wide)d0 * x[3] + (wide)d1 * x[2] + (wide)x[4] * x4;
    t[4] = (wide)d0 * x[4] + (wide)d1 * x[3] + (wide)x[2] * x[2];
    return reduce(t);
}

static field squared(field value, int times) {
    while (times-- > 0) value = square(&value);
    return value;
}

// value^(p − 2) = value^(2^255 − 21), by the usual chain of 254 squarings and 11 multiplications.
field field_invert(const field* value) {
    field z2 = square(value);
    field z8 = squared(z2, 2);
    field z9 = field_multiply(&z8, value);
    field z11 = field_multiply(&z9, &z2);
    field z22 = square(&z11);
    field e5 = field_multiply(&z22, &z9);  // e5 = value^(2^5 − 1), and so on
    field t = squared(e5, 5);
    field e10 = field_multiply(&t, &e5);
    t = squared(e10, 10);
    field e20 = field_multiply(&t, &e10);
    t = squared(e20, 20);
    t = field_multiply(&t, &e20);
    t = squared(t, 10);
    field e50 = field_multiply(&t, &e10);
    t = squared(e50, 50);
    field e100 = field_multiply(&t, &e50);
    t = squared(e100, 100);
    t = field_multiply(&t, &e100);
    t = squared(t, 50);
    t = field_multiply(&t, &e50);
    t = squared(t, 5);
    return field_multiply(&t, &z11);
}
