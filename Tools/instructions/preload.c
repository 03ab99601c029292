// Preloaded into `landmark` while its instructions are counted.
//
// Valgrind emulates fused multiply-adds in software, one lane at a time: a frame takes half a minute.
// This library redirects each of them to a product and a sum, which multiply_adds.py generated. The
// functions lk_product_and_sum and lk_take_detours are excluded from the count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The offset and length of a multiply-add in the program, and the offsets of its replacement and of
// the jump back in this library.
struct detour {
    uint32_t site, length, start, back;
};

// Defined in the generated assembly.
extern const struct detour lk_detours[];
extern const uint32_t lk_detour_count;
extern uint8_t lk_product_and_sum[];
extern uint8_t lk_product_and_sum_end[];

enum { JUMP = 0xE9, JUMP_LENGTH = 5, REACH = 1 << 30 };

static void jump(uint8_t *from, const uint8_t *to) {
    int32_t distance = (int32_t)(to - (from + JUMP_LENGTH));
    from[0] = JUMP;
    memcpy(from + 1, &distance, sizeof distance);
}

static void protect(uint8_t *first, uint8_t *end, int protection) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)first & ~(page - 1);
    if (mprotect((void *)start, (uintptr_t)end - start, protection) != 0) abort();
}

// Returns the replacements at an address within reach of a 32-bit jump from the program: in place
// under valgrind, which loads libraries near the program and attributes instructions by symbol,
// otherwise in a copy.
static uint8_t *within_reach(uint8_t *program) {
    intptr_t distance = lk_product_and_sum - program;
    if (distance > -REACH && distance < REACH) return lk_product_and_sum;
    size_t size = (size_t)(lk_product_and_sum_end - lk_product_and_sum);
    uint8_t *copy = mmap(
        program - REACH / 2, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    distance = copy - program;
    if (copy == MAP_FAILED || distance <= -REACH || distance >= REACH) abort();
    return memcpy(copy, lk_product_and_sum, size);
}

static int note_program(struct dl_phdr_info *info, size_t size, void *base) {
    (void)size;
    *(uint8_t **)base = (uint8_t *)info->dlpi_addr;
    return 1;
}

__attribute__((constructor)) static void lk_take_detours(void) {
    // The shell that starts valgrind also loads this library.
    if (strcmp(program_invocation_short_name, "landmark") != 0 || lk_detour_count == 0) return;
    uint8_t *program = NULL;
    dl_iterate_phdr(note_program, &program);
    uint8_t *code = within_reach(program);
    uint8_t *code_end = code + (lk_product_and_sum_end - lk_product_and_sum);
    const struct detour *last = &lk_detours[lk_detour_count - 1];
    uint8_t *first = program + lk_detours[0].site;
    uint8_t *end = program + last->site + last->length;
    protect(first, end, PROT_READ | PROT_WRITE | PROT_EXEC);
    protect(code, code_end, PROT_READ | PROT_WRITE | PROT_EXEC);
    for (uint32_t i = 0; i < lk_detour_count; i++) {
        uint8_t *site = program + lk_detours[i].site;
        jump(site, code + lk_detours[i].start);
        jump(code + lk_detours[i].back, site + lk_detours[i].length);
    }
    protect(first, end, PROT_READ | PROT_EXEC);
    protect(code, code_end, PROT_READ | PROT_EXEC);
}

// Valgrind writes to the set it is passed, and libdispatch passes a constant.
int sigsuspend(const sigset_t *set) {
    int (*original)(const sigset_t *) =
        (int (*)(const sigset_t *))dlsym(RTLD_NEXT, "sigsuspend");
    sigset_t own = *set;
    return original(&own);
}
