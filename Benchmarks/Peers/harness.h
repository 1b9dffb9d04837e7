// The timing loop of the peers written in C. Prints one JSON object a line.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char* name;                     // as "encrypt-256"
    int (*prepare)(int size, int count);  // before each batch, untimed; may be null
    int (*call)(int index);               // one call; 0 when all went well
    int size;                             // content bytes, given to `prepare`
    int largest_batch;
} operation;

// What the operations sent, for the bytes on the wire; set by any call or preparation.
static size_t wire_bytes;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void require(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static uint64_t time_batch(const operation* it, int count) {
    if (it->prepare) require(it->prepare(it->size, count) == 0, it->name);
    const uint64_t start = now();
    for (int i = 0; i < count; i++) require(it->call(i) == 0, it->name);
    return now() - start;
}

static int ascending(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void measure(const char* implementation, const operation* it, int quick) {
    enum { most = 4000 };
    static double samples[most];
    const uint64_t batch = quick ? 50000 : 1000000, total = quick ? 200000 : 400000000;
    int count = 1, taken = 0;
    while (count < it->largest_batch && time_batch(it, count) < batch) {
        count = count * 2 < it->largest_batch ? count * 2 : it->largest_batch;
    }
    const uint64_t end = now() + total;
    do {
        samples[taken++] = (double)time_batch(it, count) / count;
    } while ((now() < end || taken < 3) && taken < most);
    qsort(samples, (size_t)taken, sizeof *samples, ascending);
    printf(
        "{\"name\": \"%s\", \"operation\": \"%s\", \"fastest_ns\": %.1f, \"median_ns\": %.1f, "
        "\"wire_bytes\": %zu}\n",
        implementation, it->name, samples[0], samples[taken / 2], wire_bytes);
    fflush(stdout);
}

// Takes `--quick` and `--filter TEXT`.
static void measure_all(const char* implementation, const operation* list, size_t length, int argc,
                        char** argv) {
    int quick = 0;
    const char* filter = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) quick = 1;
        if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc) filter = argv[++i];
    }
    for (size_t i = 0; i < length; i++) {
        if (strstr(list[i].name, filter)) measure(implementation, &list[i], quick);
    }
}
