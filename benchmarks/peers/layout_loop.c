/* Coups of a layout in a plain C loop: what the compiled kernel is held against.
 *
 * layout_loop FILE THROWS W0 W1 W2 W3: the file has two whole numbers of 64 bits, how many positions
 * there are and how many outcomes a throw has; then for each position and outcome where it leads
 * (the position times the outcomes), the net result in cents, and whether a series ends; then
 * for each outcome whether the coup goes on after it. The words are the state of the stream. Counts every position with its outcome, and the sums over series;
 * prints the counts that are not nought, the sums, and to stderr the seconds of the processor.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s[4];

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t word(void) {
    uint64_t out = rotl(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotl(s[3], 45);
    return out;
}

static inline uint64_t below(uint64_t size, uint64_t floor) {
    for (;;) {
        unsigned __int128 product = (unsigned __int128)word() * size;
        if ((uint64_t)product >= floor) return product >> 64;
    }
}

static int64_t *whole(FILE *file, int64_t count) {
    int64_t *found = malloc(count * sizeof *found);
    if (!found || fread(found, sizeof *found, count, file) != (size_t)count) exit(2);
    return found;
}

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 2;
    int64_t *head = whole(file, 2), positions = head[0], outcomes = head[1];
    int64_t edges = positions * outcomes, count = atoll(argv[2]);
    int64_t *then = whole(file, edges), *nets = whole(file, edges), *ends = whole(file, edges);
    int64_t *again = whole(file, outcomes), repeats = 0;
    int64_t *times = calloc(edges, sizeof *times);
    for (int i = 0; i < 4; i++) s[i] = strtoull(argv[3 + i], NULL, 10);
    uint64_t size = outcomes, floor = -size % size;
    int64_t at = 0, n = 0, sum = 0, series = 0, nn = 0, ns = 0, ss = 0, above = 0;
    int plain = positions == 1;
    for (int64_t i = 0; i < edges; i++) plain = plain && ends[i];
    for (int64_t i = 0; i < outcomes; i++) repeats += again[i];
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    if (repeats) {
        for (int64_t i = 0; i < count; i++) {
            uint64_t number;
            do times[number = below(size, floor)]++;
            while (again[number]);
        }
    } else if (plain) {
        for (int64_t i = 0; i < count; i++) times[below(size, floor)]++;
    } else {
        for (int64_t i = 0; i < count; i++) {
            int64_t edge = at + below(size, floor);
            times[edge]++;
            n++;
            sum += nets[edge];
            at = then[edge];
            if (ends[edge]) {
                series++;
                nn += n * n;
                ns += n * sum;
                ss += sum * sum;
                above += ss >> 60;
                ss &= ((int64_t)1 << 60) - 1;
                n = sum = 0;
            }
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    for (int64_t i = 0; i < edges; i++)
        if (times[i]) printf("%" PRId64 " %" PRId64 "\n", i, times[i]);
    int64_t sums[] = {n, sum, series, nn, ns, ss, above};
    printf("sums");
    for (int i = 0; i < 7; i++) printf(" %" PRId64, sums[i]);
    printf("\n");
    fprintf(stderr, "%.9f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
