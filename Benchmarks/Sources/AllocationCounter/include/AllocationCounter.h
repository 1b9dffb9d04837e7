// Counts the process's heap allocations when it is preloaded (LD_PRELOAD).
#pragma once

#include <stdint.h>

// Calls of malloc, calloc, realloc and the aligned forms since the start.
uint64_t allocation_count(void);
