/* Chemin de fer as a plain scalar loop: the peer of the compiled coups of sabot.
 *
 * The same rules, the same tables (written by benchmarks/chemin.py), the same words of xoshiro256**,
 * so that its counts are theirs. It counts what the ponto won and nothing else.
 *
 *   cc -O3 -march=native -o loop chemin_loop.c
 *   loop TABLES COUNT S0 S1 S2 S3     lost, tied and won on stdout, seconds on stderr
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE, BEHIND, BURNS, FIRST, FRESH, LAW };
enum { STAND, DRAW, CHANCE, SHOWN };

static uint64_t s0, s1, s2, s3;
static uint8_t *cards;
static int64_t at;

static inline uint64_t word(void) {
    uint64_t five = s1 * 5, out = ((five << 7) | (five >> 57)) * 9, t = s1 << 17;
    s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= t;
    s3 = (s3 << 45) | (s3 >> 19);
    return out;
}

static inline int swap(uint64_t ahead) {
    int card = cards[at + ahead];
    cards[at + ahead] = cards[at];
    cards[at++] = card;
    return card;
}

static inline int draw(int64_t size) {
    uint64_t below = size - at;
    for (;;) {
        unsigned __int128 wide = (unsigned __int128)word() * below;
        if ((uint64_t)wide >= below || (uint64_t)wide >= -below % below) return swap(wide >> 64);
    }
}

static inline int says(int what, uint64_t chance) {
    return what == CHANCE ? word() < chance : what == DRAW;
}

static void *part(FILE *file) {
    int64_t size;
    if (fread(&size, sizeof size, 1, file) != 1) exit(2);
    void *found = malloc(size);
    if (!found || fread(found, 1, size, file) != (size_t)size) exit(2);
    return found;
}

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 2;
    int64_t *law = part(file);
    uint8_t *decides = part(file);
    uint64_t *chances = part(file);
    cards = part(file);
    int64_t count = atoll(argv[2]), size = law[SIZE], lost = 0, won = 0;
    s0 = strtoull(argv[3], NULL, 10); s1 = strtoull(argv[4], NULL, 10);
    s2 = strtoull(argv[5], NULL, 10); s3 = strtoull(argv[6], NULL, 10);
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    at = size;
    for (int64_t coup = 0; coup < count; coup++) {
        if (law[FRESH] || size - at < law[BEHIND] || at == size) {
            at = 0;
            if (law[BURNS] && !law[FRESH])
                for (int64_t more = (draw(size) >> 4) - law[FIRST]; more > 0; more--) draw(size);
        }
        uint64_t left = size - at, product = left * (left - 1) * (left - 2) * (left - 3), ahead[4];
        for (;;) {
            uint64_t rest = word();
            for (int i = 0; i < 4; i++) {
                unsigned __int128 wide = (unsigned __int128)rest * (left - i);
                ahead[i] = wide >> 64;
                rest = wide;
            }
            if (rest >= product || rest >= -product % product) break;
        }
        int a = swap(ahead[0]) & 15, b = swap(ahead[1]) & 15;
        int c = swap(ahead[2]) & 15, d = swap(ahead[3]) & 15;
        int mine = a * 10 + c, ponto = (a + c) % 10, banca = (b + d) % 10;
        if (decides[mine] != SHOWN) {
            int takes = says(decides[mine], chances[mine]);
            if (banca < 8) {
                int third = 10;
                if (takes) {
                    third = draw(size) & 15;
                    ponto = (ponto + third) % 10;
                }
                int place = 100 + (b * 10 + d) * 11 + third;
                if (says(decides[place], chances[place])) banca = (banca + (draw(size) & 15)) % 10;
            }
        }
        lost += ponto < banca;
        won += ponto > banca;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%" PRId64 " %" PRId64 " %" PRId64 "\n", lost, count - lost - won, won);
    fprintf(stderr, "%.9f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
