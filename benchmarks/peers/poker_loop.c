/* Hands of poker looked up in a plain C loop: what the compiled evaluator is held against.
 *
 * poker_loop FILE HANDS: the first file has the tables of seven cards of `families/poker/tables`, each after
 * its length in bytes: keys, masks, low, high, values, flushes; the second rows of seven cards, a byte each.
 * Prints the seconds of the processor for all 133 784 560 hands one after another, the sum of their
 * strengths, the seconds for the rows, and their sum.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SUM 0x3FFFu
#define BIAS (UINT64_C(0x3333) << 32)
#define FOUR (UINT64_C(0x1111) << 32)
#define FIVE (UINT64_C(0x8888) << 32)

static uint64_t *keys, *masks;
static uint16_t *low, *high, *values, *flushes;

static void *part(FILE *file) {
    int64_t size;
    if (fread(&size, 8, 1, file) != 1) exit(1);
    void *found = malloc(size);
    if (!found || fread(found, 1, size, file) != (size_t)size) exit(1);
    return found;
}

static inline unsigned worth(uint64_t total, uint64_t every) {
    unsigned found = values[low[total & SUM] + high[total >> 14 & SUM]];
    uint64_t five = total & FIVE;
    if (five) {
        unsigned suit = __builtin_ctzll(five >> 35) / 4, flush = flushes[every >> 16 * suit & 0xFFFF];
        if (flush > found) found = flush;
    }
    return found;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *file = fopen(argv[1], "rb"), *rows = fopen(argv[2], "rb");
    if (!file || !rows) return 1;
    keys = part(file), masks = part(file), low = part(file), high = part(file);
    values = part(file), flushes = part(file);
    int64_t sum = 0;
    double start = seconds();
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++)
                for (int d = 0; d < c; d++)
                    for (int e = 0; e < d; e++) {
                        uint64_t ke = BIAS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e];
                        uint64_t me = masks[a] | masks[b] | masks[c] | masks[d] | masks[e];
                        for (int f = 0; f < e; f++) {
                            uint64_t kf = ke + keys[f], mf = me | masks[f];
                            if (kf + FOUR & FIVE)
                                for (int g = 0; g < f; g++) sum += worth(kf + keys[g], mf | masks[g]);
                            else /* six cards that a seventh makes no flush */
                                for (int g = 0; g < f; g++) {
                                    uint64_t k = kf + keys[g];
                                    sum += values[low[k & SUM] + high[k >> 14 & SUM]];
                                }
                        }
                    }
    double all = seconds() - start;
    fseek(rows, 0, SEEK_END);
    long size = ftell(rows);
    uint8_t *hands = malloc(size);
    rewind(rows);
    if (!hands || fread(hands, 1, size, rows) != (size_t)size) return 1;
    double best = 1e9;
    int64_t found = 0;
    for (int run = 0; run < 5; run++) {
        start = seconds(), found = 0;
        for (long n = 0; n < size; n += 7) {
            uint64_t total = BIAS, every = 0;
            for (int i = 0; i < 7; i++) total += keys[hands[n + i]], every |= masks[hands[n + i]];
            found += worth(total, every);
        }
        double took = seconds() - start;
        if (took < best) best = took;
    }
    printf("%.6f %" PRId64 " %.6f %" PRId64 "\n", all, sum, best, found);
    return 0;
}
