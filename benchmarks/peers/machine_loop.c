/* A plain loop over the games of a machine with lines, as one would write it: every line of every
 * game is read from the left. For benchmarks/machine.py.
 *
 * FILE COUNT WORD WORD WORD WORD: the tables as `in_bytes` writes them, the games, the stream.
 * Prints the coins of all games, how many pay, and the scatters that were shown; the processor's
 * seconds go to stderr.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s[4];

static uint64_t word(void)
{
    uint64_t five = s[1] * 5, out = (five << 7 | five >> 57) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return out;
}

static int64_t *part(FILE *file, uint64_t *many)
{
    uint64_t bytes;
    if (fread(&bytes, 8, 1, file) != 1)
        exit(2);
    int64_t *found = malloc(bytes);
    if (fread(found, 1, bytes, file) != bytes)
        exit(2);
    *many = bytes / 8;
    return found;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return 2;
    uint64_t n, reels, cells, symbols;
    int64_t *sides = part(file, &reels);    /* numbers of the generator for each reel */
    int64_t *shown = part(file, &cells);    /* reel, number, row */
    int64_t *lines = part(file, &n);        /* line, reel: the row */
    int64_t *pays = part(file, &cells);     /* symbol, how many of it */
    int64_t *kinds = part(file, &symbols);  /* 0 plain, 1 wild, 2 scatter */
    int64_t *sizes = part(file, &cells);    /* the most numbers, rows */
    fclose(file);
    uint64_t many = n / reels, most = sizes[0], rows = sizes[1];
    uint64_t count = strtoull(argv[2], 0, 10), cycle = 1;
    for (int i = 0; i < 4; i++)
        s[i] = strtoull(argv[3 + i], 0, 10);
    for (uint64_t r = 0; r < reels; r++)
        cycle *= sides[r];
    uint64_t floor = -cycle % cycle, coins = 0, hits = 0, marks = 0;
    clock_t start = clock();
    for (uint64_t game = 0; game < count; game++) {
        const int64_t *window[8];
        uint64_t bits;
        do {
            bits = word();
            for (uint64_t r = 0; r < reels; r++) {
                unsigned __int128 wide = (unsigned __int128)bits * sides[r];
                window[r] = shown + (r * most + (uint64_t)(wide >> 64)) * rows;
                bits = (uint64_t)wide;
            }
        } while (bits < floor);
        int64_t won = 0, scatters = 0;
        for (uint64_t line = 0; line < many; line++) {
            const int64_t *row = lines + line * reels;
            int64_t first = -1, best = 0;
            uint64_t run = 0, wild = 0;
            for (; run < reels; run++) {
                int64_t symbol = window[run][row[run]];
                if (kinds[symbol] == 1) {
                    if (run == wild)
                        wild++;
                } else if (kinds[symbol] == 2 || (first >= 0 && symbol != first))
                    break;
                else
                    first = symbol;
            }
            if (first >= 0)
                best = pays[first * (reels + 1) + run];
            for (uint64_t symbol = 0; wild && symbol < symbols; symbol++)
                if (kinds[symbol] != 2 && pays[symbol * (reels + 1) + wild] > best)
                    best = pays[symbol * (reels + 1) + wild];
            won += best;
        }
        for (uint64_t r = 0; r < reels; r++)
            for (uint64_t i = 0; i < rows; i++)
                scatters += kinds[window[r][i]] == 2;
        marks += scatters;
        coins += won;
        hits += won > 0;
    }
    fprintf(stderr, "%.6f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    printf("%llu %llu %llu\n", (unsigned long long)coins, (unsigned long long)hits,
           (unsigned long long)marks);
    return 0;
}
