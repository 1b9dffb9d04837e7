#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "AllocationCounter.h"

static atomic_ullong count;

uint64_t allocation_count(void) { return atomic_load(&count); }

#if defined(__linux__)
// What asks for memory while the real functions are being looked up gets it from here.
static _Alignas(16) unsigned char early[16384];
static size_t early_used;

static void* early_block(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (size > sizeof early - early_used) return NULL;
    void* block = early + early_used;
    early_used += size;
    return block;
}

static int is_early(const void* block) {
    return (const unsigned char*)block >= early && (const unsigned char*)block < early + sizeof early;
}

static void* (*next_malloc)(size_t);
static void* (*next_calloc)(size_t, size_t);
static void* (*next_realloc)(void*, size_t);
static void* (*next_aligned_alloc)(size_t, size_t);
static int (*next_posix_memalign)(void**, size_t, size_t);
static void (*next_free)(void*);

static int find_next(void) {
    static int looking;
    if (next_free) return 1;
    if (looking) return 0;
    looking = 1;
    next_malloc = (void* (*)(size_t))dlsym(RTLD_NEXT, "malloc");
    next_calloc = (void* (*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
    next_realloc = (void* (*)(void*, size_t))dlsym(RTLD_NEXT, "realloc");
    next_aligned_alloc = (void* (*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
    next_posix_memalign = (int (*)(void**, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
    next_free = (void (*)(void*))dlsym(RTLD_NEXT, "free");
    looking = 0;
    return 1;
}

static void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void* malloc(size_t size) {
    add();
    return find_next() ? next_malloc(size) : early_block(size);
}

void* calloc(size_t number, size_t size) {
    add();
    return find_next() ? next_calloc(number, size) : early_block(number * size);
}

void* realloc(void* block, size_t size) {
    add();
    if (find_next() && !is_early(block)) return next_realloc(block, size);
    void* moved = next_malloc ? next_malloc(size) : early_block(size);
    if (moved && block) {
        const size_t left = (size_t)(early + sizeof early - (unsigned char*)block);
        memmove(moved, block, size < left ? size : left);
    }
    return moved;
}

void* aligned_alloc(size_t alignment, size_t size) {
    add();
    return find_next() ? next_aligned_alloc(alignment, size) : NULL;
}

int posix_memalign(void** block, size_t alignment, size_t size) {
    add();
    return find_next() ? next_posix_memalign(block, alignment, size) : ENOMEM;
}

void free(void* block) {
    if (!is_early(block) && find_next()) next_free(block);
}
#endif
