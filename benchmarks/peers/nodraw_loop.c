/* No-draw poker as a plain scalar loop: the peer of the compiled coups of sabot.
 *
 * One box, the same rules, the same tables (written by benchmarks/nodraw.py), the same words of
 * xoshiro256**, so that its counts are theirs. It counts how boxes ended and nothing else.
 *
 *   cc -O3 -march=native -o loop nodraw_loop.c
 *   loop TABLES COUNT S0 S1 S2 S3     passed, bank out, lost, tied, won on stdout, seconds on stderr
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEATS, PLAYS };
enum { PASS, CALL, LOOK };
enum { SIZE = 52, DEALT = 10, RANK_BITS = 19, PATTERNS = 1024 };

static uint64_t s0, s1, s2, s3;
static uint8_t cards[SIZE];

static inline uint64_t word(void) {
    uint64_t five = s1 * 5, out = ((five << 7) | (five >> 57)) * 9, t = s1 << 17;
    s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= t;
    s3 = (s3 << 45) | (s3 >> 19);
    return out;
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
    int64_t *law = part(file), *parts = part(file);
    uint16_t *rows = part(file), *codes = part(file);
    uint8_t *suits = part(file), *decides = part(file);
    int32_t *places = part(file);
    uint64_t *masks = part(file);
    int64_t count = atoll(argv[2]), plays = law[PLAYS], ends[5] = {0};
    s0 = strtoull(argv[3], NULL, 10); s1 = strtoull(argv[4], NULL, 10);
    s2 = strtoull(argv[5], NULL, 10); s3 = strtoull(argv[6], NULL, 10);
    for (int i = 0; i < SIZE; i++) cards[i] = i;
    uint64_t product = 1;
    for (int i = 0; i < DEALT; i++) product *= SIZE - i;
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int64_t coup = 0; coup < count; coup++) {
        uint64_t ahead[DEALT];
        for (;;) {
            uint64_t rest = word();
            for (int i = 0; i < DEALT; i++) {
                unsigned __int128 wide = (unsigned __int128)rest * (SIZE - i);
                ahead[i] = wide >> 64;
                rest = wide;
            }
            if (rest >= product || rest >= -product % product) break;
        }
        for (int i = 0; i < DEALT; i++) {
            uint8_t card = cards[i + ahead[i]];
            cards[i + ahead[i]] = cards[i];
            cards[i] = card;
        }
        int64_t total = 0, bank = 0;
        for (int i = 0; i < 5; i++) {
            total += parts[cards[i]];
            bank += parts[cards[5 + i]];
        }
        int row = rows[total & ((1 << RANK_BITS) - 1)];
        int mine = codes[row * 4 + suits[total >> RANK_BITS]];
        int yours = codes[rows[bank & ((1 << RANK_BITS) - 1)] * 4 + suits[bank >> RANK_BITS]];
        int what = decides[mine];
        if (what == LOOK) {
            int pattern = 0;
            for (int i = 0; i < 5; i++) {
                int below = 0;
                for (int j = 0; j < 5; j++) below += cards[j] < cards[i];
                pattern |= (cards[i] & 3) << 2 * below;
            }
            what = masks[(int64_t)places[row] * PATTERNS + pattern] >> cards[9] & 1;
        }
        ends[!what ? 0 : yours < plays ? 1 : mine > yours ? 4 : mine < yours ? 2 : 3]++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    for (int i = 0; i < 5; i++) printf("%" PRId64 "%c", ends[i], i < 4 ? ' ' : '\n');
    fprintf(stderr, "%.9f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
