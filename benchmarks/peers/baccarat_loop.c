/* Coups of baccarat dealt from a shoe in a plain C loop: what the compiled kernels are held against.
 *
 * baccarat_loop FILE COUPS W0 W1 W2 W3: the file has whole numbers of 64 bits: the parts whose bets are
 * counted apart (0 for ponto against banca), the outcomes of each, the cards of a shoe, those burned at its
 * start and before each later coup, how many have left it when its last coup is over, whether each
 * coup has a full one, whether the other side draws against eight or nine, the size of a table and of
 * the counts of sums; then the cards, the table (on which third cards banca draws; or the rank of the
 * sum of three cards), and what each outcome of each part returns. The words are the state of the stream. Prints how often each outcome and each
 * sum came that did, the sums over shoes, and to stderr the seconds of the processor.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s[4];
static int64_t shoes, nn, ns, ss, above;

static inline uint64_t word(void) {
    uint64_t out = s[1] * 5, shifted = s[1] << 17;
    out = ((out << 7) | (out >> 57)) * 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return out;
}

static inline void draw(uint64_t left, int count, uint64_t *out) {
    uint64_t product = 1;
    for (int i = 0; i < count; i++) product *= left - i;
    for (;;) {
        uint64_t rest = word();
        for (int i = 0; i < count; i++) {
            unsigned __int128 wide = (unsigned __int128)rest * (left - i);
            out[i] = wide >> 64;
            rest = wide;
        }
        if (rest >= product || rest >= -product % product) return;
    }
}

static void shoe(int64_t played, int64_t returned) {
    shoes++;
    nn += played * played;
    ns += played * returned;
    ss += returned * returned;
    above += ss >> 60;
    ss &= ((int64_t)1 << 60) - 1;
}

static inline int64_t take(int64_t *cards, int64_t at, uint64_t ahead) {
    int64_t card = cards[at + ahead];
    cards[at + ahead] = cards[at];
    cards[at] = card;
    return card;
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
    int64_t *head = whole(file, 10), parts = head[0], outcomes = head[1], size = head[2];
    int64_t first = head[3], burn = head[4], stop = head[5], fresh = head[6];
    int64_t drawn_against = head[7], count = atoll(argv[2]);
    int64_t *cards = whole(file, size), *table = whole(file, head[8]);
    int64_t rows = parts ? parts : 1, *nets = whole(file, rows * outcomes);
    int64_t *times = calloc(rows * outcomes, sizeof *times), *totals = calloc(head[9] + 1, sizeof *totals);
    for (int i = 0; i < 4; i++) s[i] = strtoull(argv[3 + i], NULL, 10);
    int64_t pos = 0, gone = 0, played = 0, returned = 0;
    uint64_t out[6];
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int64_t number = 0; number < count; number++) {
        if (fresh || gone > stop || !number) {
            if (played && !(fresh && !parts)) shoe(played, returned), played = returned = 0;
            pos = 0;
            gone = first;
        } else {
            gone += burn;
        }
        if (!parts) {
            draw(size - pos, 6, out);
            int64_t p0 = take(cards, pos, out[0]), b0 = take(cards, pos + 1, out[1]);
            int64_t p1 = take(cards, pos + 2, out[2]), b1 = take(cards, pos + 3, out[3]);
            int64_t ponto = ((p0 & 15) + (p1 & 15)) % 10, banca = ((b0 & 15) + (b1 & 15)) % 10;
            pos += 4;
            gone += 4;
            if (drawn_against || (ponto < 8 && banca < 8)) {
                int64_t third = 10, next = 4;
                if (ponto < 6) {
                    third = take(cards, pos++, out[next++]) & 15;
                    gone++;
                    ponto = (ponto + third) % 10;
                }
                if (table[banca] >> third & 1) {
                    banca = (banca + (take(cards, pos++, out[next]) & 15)) % 10;
                    gone++;
                }
            }
            int64_t at = ((ponto * 10 + banca) * 2 + (p0 == p1)) * 2 + (b0 == b1);
            times[at]++;
            if (!fresh) played++, returned += nets[at];
        } else {
            int64_t held[16] = {0}, h = 0, need = 3 * parts, total = 0;
            for (int64_t start = 0; start < need; start += 6) {
                int64_t batch = need - start < 6 ? need - start : 6;
                draw(size - pos, batch, out);
                for (int64_t i = 0; i < batch; i++) {
                    held[h] += take(cards, pos, out[i]);
                    pos++;
                    h = h + 1 < parts ? h + 1 : 0;
                }
            }
            gone += need;
            int64_t bank = 31 * table[held[parts - 1]];
            times[bank]++;
            total = nets[bank];
            for (int64_t k = 1; k < parts; k++) {
                int64_t at = k * outcomes + bank + table[held[k - 1]];
                times[at]++;
                total += nets[at];
            }
            totals[total]++;
            played++;
            returned += total;
        }
    }
    if (played) shoe(played, returned);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    for (int64_t i = 0; i < rows * outcomes; i++)
        if (times[i]) printf("%" PRId64 " %" PRId64 "\n", i, times[i]);
    for (int64_t i = 0; i <= head[9]; i++)
        if (totals[i]) printf("sum %" PRId64 " %" PRId64 "\n", i, totals[i]);
    printf("shoes %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", shoes, nn, ns, ss, above);
    fprintf(stderr, "%.9f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
