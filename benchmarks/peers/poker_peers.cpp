/* Loops over other evaluators of poker, for benchmarks/peers/poker_peers.py; no part of Sabot.
 *
 * Built into a library with the folder of OMPEval's checkout among the includes, and its sources.
 * Cards are 4 times the rank and the suit, from the two on.
 */
#include <cstdint>
#include <ctime>
#include "omp/HandEvaluator.h"

typedef int (*Seven)(int, int, int, int, int, int, int);
typedef int (*Nine)(int, int, int, int, int, int, int, int, int);

static double seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static omp::HandEvaluator omp_eval;

extern "C" double omp_all(int64_t *sum) {
    double start = seconds();
    int64_t found = 0;
    for (unsigned a = 0; a < 52; a++) {
        omp::Hand ha = omp::Hand::empty() + omp::Hand(a);
        for (unsigned b = 0; b < a; b++) {
            omp::Hand hb = ha + omp::Hand(b);
            for (unsigned c = 0; c < b; c++) {
                omp::Hand hc = hb + omp::Hand(c);
                for (unsigned d = 0; d < c; d++) {
                    omp::Hand hd = hc + omp::Hand(d);
                    for (unsigned e = 0; e < d; e++) {
                        omp::Hand he = hd + omp::Hand(e);
                        for (unsigned f = 0; f < e; f++) {
                            omp::Hand hf = he + omp::Hand(f);
                            for (unsigned g = 0; g < f; g++) found += omp_eval.evaluate(hf + omp::Hand(g));
                        }
                    }
                }
            }
        }
    }
    *sum = found;
    return seconds() - start;
}

extern "C" double omp_rows(const uint8_t *rows, int64_t count, uint16_t *out) {
    double start = seconds();
    for (int64_t n = 0; n < count; n++, rows += 7) {
        omp::Hand hand = omp::Hand::empty();
        for (int i = 0; i < 7; i++) hand += omp::Hand(unsigned(rows[i]));
        out[n] = omp_eval.evaluate(hand);
    }
    return seconds() - start;
}

extern "C" double seven_all(Seven ask, int64_t *sum) {
    double start = seconds();
    int64_t found = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++)
                for (int d = 0; d < c; d++)
                    for (int e = 0; e < d; e++)
                        for (int f = 0; f < e; f++)
                            for (int g = 0; g < f; g++) found += ask(a, b, c, d, e, f, g);
    *sum = found;
    return seconds() - start;
}

extern "C" double seven_rows(Seven ask, const uint8_t *r, int64_t count, uint16_t *out) {
    double start = seconds();
    for (int64_t n = 0; n < count; n++, r += 7) out[n] = ask(r[0], r[1], r[2], r[3], r[4], r[5], r[6]);
    return seconds() - start;
}

extern "C" double nine_rows(Nine ask, const uint8_t *r, int64_t count, uint16_t *out) {
    double start = seconds();
    for (int64_t n = 0; n < count; n++, r += 9)
        out[n] = ask(r[4], r[5], r[6], r[7], r[8], r[0], r[1], r[2], r[3]);
    return seconds() - start;
}
