#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

#include "CFloor.h"

uint64_t cfloor_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

int64_t cfloor_allocations(void) {
    static uint64_t (*count)(void);
    if (!count) count = (uint64_t (*)(void))dlsym(RTLD_DEFAULT, "allocation_count");
    return count ? (int64_t)count() : -1;
}

__attribute__((noinline)) void cfloor_measured(void (*body)(void* context), void* context) {
    body(context);
    // Keeps the call above from becoming a jump, which would hide this function's exit.
    __asm__ volatile("" ::: "memory");
}
