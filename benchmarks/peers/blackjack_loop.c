/* Blackjack as a plain scalar loop: the peer of the compiled coups of sabot.
 *
 * The same rules, the same tables (written by benchmarks/kernel.py), the same words of xoshiro256**,
 * one place, so that its histogram is theirs bit for bit. It counts net results and nothing else.
 * The shoes that sabot plays side by side, each with a stream of its own, are played one after the
 * other.
 *
 *   cc -O3 -march=native -o loop blackjack_loop.c
 *   loop TABLES COUNT S0 S1 S2 S3 ...     histogram on stdout, seconds on stderr
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STAND, HIT, DOUBLE, SPLIT, SURRENDER, CLAIM, NATURAL, DOUBLE_FIXED };
enum { SIZE, STOP, FRESH, MACHINE, LID, BURN, BURN_LATER, BURN_BANK, LATE, PEEK, ALWAYS, AT_ONCE,
       TENS_EVEN, INSURES, INSURE_NATURAL, PASS, SPECIAL, SPECIAL_NOW, ON_SPLIT, GUARDS,
       KEEPS_SPLIT, KEEPS_DOUBLE, KEEPS_DOUBLE_SPLIT, FIVE, RANK, MAX_SPLITS, RESPLIT,
       RESPLIT_ACES, FINAL, FIX_SPLIT, STAKE, WIN, BLACKJACK, EVENS, PRIZE, HALF, INSURANCE,
       INSURANCE_PAYS, CLAIM_PAYS, PLAIN, MIXED, SUITED_678, PLAIN_678, SEVENS, FIVE_ACE, ACES_PLAY,
       GIVES_ALL, LAW };
enum { DONE = 64, BANK_BUST = 1, BANK_NATURAL = 22, HANDS = 160, LOOK = 65535 };

typedef struct { int number, one, second, points, out, fixed; int64_t bet, prize; } Hand;

static int64_t law[LAW];
static uint8_t *cards, *bank;
static int16_t *two;
static uint16_t *glance, *follow;
static int8_t *total, *hard, *size, *first, *after, *whole, *insure, *evens;
static int64_t rows;
static uint64_t s0, s1, s2, s3;
static int64_t at;

static inline uint64_t step(void) {
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

/* Four cards come from a word; a coup begins with two words of its own. */
static uint64_t rest, ahead[2];
static int cards_left, waiting;

static inline uint64_t ways(uint64_t n) { return n * (n - 1) * (n - 2) * (n - 3); }

static inline int draw(void) {
    uint64_t below = law[SIZE] - at;
    if (!cards_left) {
        uint64_t all = ways(below);
        do {
            rest = waiting ? ahead[2 - waiting] : step();
            waiting -= waiting > 0;
        } while (rest * all < all && rest * all < -all % all);
        cards_left = 4;
    }
    unsigned __int128 wide = (unsigned __int128)rest * below;
    rest = wide;
    cards_left--;
    return swap(wide >> 64);
}

static inline int pair(int one, int other, int up, int split) {
    int a = one & 15, b = other & 15;
    if (a == 9 && b == 9 && law[RANK] && ((one ^ other) & 63)) return law[MIXED];
    int prized = law[SPECIAL] && (law[ON_SPLIT] || !split);
    if (prized && !((one ^ other) >> 6) && a != b && a >= 5 && b >= 5 && a <= 7 && b <= 7) {
        int missing = 18 - a - b;
        return law[PLAIN] + 2 * (7 - missing) + (up == (missing | (one & 192)));
    }
    return two[a * 16 + b];
}

static inline int next(int number, int one, int card) {
    int then = follow[number * 16 + (card & 15)];
    if (then == law[PLAIN_678] && number >= law[PLAIN] && number < law[MIXED]
        && !((one ^ card) >> 6))
        return law[SUITED_678];
    return then;
}

/* The hands of a place that has been asked for the first time. */
static int play(Hand *hands, int up, int64_t *got, int64_t *limit, int64_t *taken) {
    int shown = up & 15, value = hands[0].one & 15, count = 1, splits = 0, refused = 0;
    const int8_t *row = first + shown * rows;
    const int8_t *deep = after + (shown * 10 + value) * rows;
    const int8_t *deep_whole = whole + (shown * 10 + value) * rows;
    for (int now = 0; now < count; now++) {
        Hand *hand = hands + now;
        int split = splits > 0, aces = split && value == 0, done = 0;
        for (;;) {
            if (hand->number < 0) {
                hand->second = draw();
                hand->number = pair(hand->one, hand->second, up, 1);
            }
            int points = hand->fixed ? hand->points : total[hand->number];
            if (law[SPECIAL] && (hand->number == law[SUITED_678] || hand->number == law[SEVENS])
                && (law[ON_SPLIT] || !split)) {
                if (law[SPECIAL_NOW]) *got += law[PRIZE];
                else hand->prize = law[PRIZE];
            }
            hand->points = points;
            if (!points) {
                *taken += hand->bet;
                *got -= hand->bet;
                hand->out = 1;
                break;
            }
            int length = size[hand->number];
            if (done || (points == 21 && !(law[FIVE] && length == 5 && shown))) break;
            int twin = length == 2 && value == (hand->second & 15);
            int may = twin && (!law[RANK] || !((hand->one ^ hand->second) & 63))
                      && (!law[MAX_SPLITS] || splits < law[MAX_SPLITS]);
            if (split) may = may && !refused && (aces ? law[RESPLIT_ACES] : law[RESPLIT]);
            if (aces && !may) break;
            int act = !split ? row[hand->number]
                      : twin && !may ? deep_whole[hand->number] : deep[hand->number];
            if (may && act != SPLIT && law[FINAL]) refused = 1;
            if (act == STAND || (aces && act != SPLIT)) break;
            if (act == SPLIT) {
                Hand *other = hands + count++;
                split = ++splits;
                aces = value == 0;
                if (!law[KEEPS_SPLIT]) *limit += law[STAKE];
                memset(other, 0, sizeof *other);
                other->one = hand->second;
                other->number = hand->number = -1;
                other->bet = law[STAKE];
                continue;
            }
            if (act == SURRENDER || act == CLAIM) {
                *got += act == CLAIM ? law[CLAIM_PAYS] : -law[HALF];
                hand->out = 1;
                break;
            }
            int fixed = 0;
            if (act != HIT) {
                hand->bet += law[STAKE];
                if (!law[split ? KEEPS_DOUBLE_SPLIT : KEEPS_DOUBLE]) *limit += law[STAKE];
                fixed = act == DOUBLE_FIXED || (split && law[FIX_SPLIT]
                        && (!(hand->one & 15) || !(hand->second & 15)));
                done = 1;
            }
            int card = draw();
            hand->number = next(hand->number, hand->one, card);
            if (fixed && (card & 15)) {
                hand->fixed = 1;
                hand->points = hard[hand->number];
            }
        }
    }
    return count;
}

/* A coup whose first cards are dealt: what is rare comes here. */
static __attribute__((noinline)) int64_t finish(const int *dealt) {
    static Hand hands[HANDS];
    int hole = !law[LATE];
    int up = dealt[1], shown = up & 15, hidden = dealt[3];
    int number = pair(dealt[0], dealt[2], up, 0);
    int act = first[shown * rows + number], count = 1, insured = 0, strength = 0;
    int64_t got = 0, limit = law[STAKE], taken = 0;
    Hand *hand = hands;
    *hand = (Hand){number, dealt[0], dealt[2], 0, 0, 0, law[STAKE], 0};
    if (act == NATURAL) {
        hand->points = BANK_NATURAL;
        if (law[AT_ONCE] && shown && shown != 9) got = law[BLACKJACK], hand->out = 1;
        else if ((!shown || (shown == 9 && law[TENS_EVEN])) && evens[shown])
            got = law[EVENS], hand->out = 1;
    }
    if (!shown && law[INSURES] && !hand->out && insure[number]
        && (act != NATURAL || law[INSURE_NATURAL]))
        insured = 1;
    if (act == SURRENDER && law[PASS]) got = -law[HALF], hand->out = 1;
    if (law[PEEK] && (!shown || shown == 9)
        && bank[shown * 16 + (hidden & 15)] == DONE + BANK_NATURAL) {
        strength = BANK_NATURAL;
    } else {
        if (act != NATURAL && !hand->out) count = play(hands, up, &got, &limit, &taken);
        int alive = 0;
        for (int k = 0; k < count; k++) alive |= !hands[k].out;
        if (alive || insured || law[ALWAYS]) {
            if (!hole) {
                if (law[BURN_BANK]) draw();
                hidden = draw();
            }
            int state = bank[shown * 16 + (hidden & 15)];
            if (alive || law[ALWAYS])
                while (state < DONE) state = bank[state * 16 + (draw() & 15)];
            strength = state < DONE ? BANK_BUST : state - DONE;
        }
    }
    int natural = strength == BANK_NATURAL;
    if (insured) got += natural ? law[INSURANCE_PAYS] : -law[INSURANCE];
    for (int k = 0; k < count; k++) {
        hand = hands + k;
        if (hand->out) continue;
        got += hand->prize;
        if (hand->points > strength)
            got += hand->points == BANK_NATURAL ? law[BLACKJACK]
                   : hand->bet == law[STAKE] ? law[WIN] : 2 * law[WIN];
        else if (hand->points < strength) {
            taken += hand->bet;
            got -= hand->bet;
        }
    }
    if (natural && law[GUARDS] && taken > limit) got += taken - limit;
    return got;
}

/* All coups, the common ones with their state in registers. */
static void play_all(int64_t count, int64_t *restrict nets) {
    const int64_t in = law[SIZE], stop = law[STOP], fresh = law[FRESH], hole = !law[LATE],
        peeks = law[PEEK], always = law[ALWAYS], guards = law[GUARDS], stake = law[STAKE],
        win = law[WIN], plain = law[PLAIN], later = law[BURN_LATER],
        kept = law[KEEPS_DOUBLE], burn_bank = law[BURN_BANK], wide = rows,
        sevens = law[SPECIAL] ? law[SEVENS] : -1, suited = law[SPECIAL] ? law[SUITED_678] : -1;
    const uint16_t *restrict pairs = glance, *restrict on = follow;
    const int8_t *restrict sums = total, *restrict acts = first, *restrict insures = insure;
    const uint8_t *restrict banks = bank;
    uint8_t *restrict deck = cards;
    uint64_t a = s0, b = s1, c = s2, d = s3, five, word, shifted;
    int64_t pos = 0;
#define STEP (five = b * 5, word = ((five << 7) | (five >> 57)) * 9, shifted = b << 17, c ^= a, \
              d ^= b, b ^= c, a ^= d, c ^= shifted, d = (d << 45) | (d >> 19), word)
#define SWAP(ahead, card) do { uint64_t j = pos + (ahead); card = deck[j]; deck[j] = deck[pos]; \
                               deck[pos++] = card; } while (0)
#define DRAW(card) do { \
        uint64_t below = in - pos; \
        if (!more) { \
            uint64_t all = ways(below); \
            left = other; \
            if (spent) left = STEP; \
            spent = 1; \
            while (left * all < all && left * all < -all % all) left = STEP; \
            more = 4; \
        } \
        unsigned __int128 w = (unsigned __int128)left * below; \
        left = w; \
        more--; \
        SWAP(w >> 64, card); } while (0)
#define OUT (s0 = a, s1 = b, s2 = c, s3 = d, at = pos, rest = left, cards_left = more, \
             ahead[1] = other, waiting = !spent)
#define BACK (a = s0, b = s1, c = s2, d = s3, pos = at)
    for (int64_t n = 0; n < count; n++) {
        if (fresh) pos = 0;
        else if (n == 0 || pos >= stop || later) {
            int again = n == 0 || pos >= stop, card;
            if (again) pos = 0;
            for (int64_t k = again ? law[BURN] : later; k; k--) {
                uint64_t below = in - pos;
                unsigned __int128 w;
                do w = (unsigned __int128)STEP * below;
                while ((uint64_t)w < below && (uint64_t)w < -below % below);
                SWAP(w >> 64, card);
            }
        }
        uint64_t left = STEP, other = STEP, all = ways(in - pos);
        int mine, up, second, hidden = 0, card, more = 4, spent = 0;
        while (left * all < all && left * all < -all % all) {
            left = spent ? STEP : other;
            spent = 1;
        }
        DRAW(mine);
        DRAW(up);
        DRAW(second);
        if (hole) DRAW(hidden);
        int64_t shown = up & 15, state = pairs[(mine & 15) * 16 + (second & 15)], net;
        if (state == LOOK) state = pair(mine, second, up, 0);
        const int8_t *restrict row = acts + shown * wide;
        int act = row[state];
        if (act == SPLIT || (!shown && insures[state]) || (peeks && (!shown || shown == 9))
            || act == SURRENDER || act == NATURAL) {
            int dealt[4] = {mine, up, second, hidden};
            OUT;
            net = finish(dealt);
            BACK;
            nets[net]++;
            continue;
        }
        int64_t bet = stake, limit = stake, bonus = 0, out = 0, strength = BANK_BUST;
        while (act == HIT) {
            DRAW(card);
            state = state >= plain ? next(state, mine, card) : on[state * 16 + (card & 15)];
            act = row[state];
        }
        int64_t points = sums[state];
        if (act != STAND) {
            if (act == CLAIM) out = 1;
            else {
                bet += stake;
                if (!kept) limit += stake;
                DRAW(card);
                state = next(state, mine, card);
                points = act == DOUBLE_FIXED && (card & 15) ? hard[state] : sums[state];
            }
        }
        if (state == sevens || state == suited) bonus = law[PRIZE];
        if (always || (points && !out)) {
            if (!hole) {
                if (burn_bank) DRAW(card);
                DRAW(hidden);
            }
            int to = banks[shown * 16 + (hidden & 15)];
            while (to < DONE) {
                DRAW(card);
                to = banks[to * 16 + (card & 15)];
            }
            strength = to - DONE;
        }
        if (out) net = law[CLAIM_PAYS];
        else {
            if (guards && strength == BANK_NATURAL && bet > limit) bet = limit;
            int64_t pays = bet == stake ? win : 2 * win;
            net = (points > strength) * pays - (points < strength) * bet + bonus;
        }
        nets[net]++;
    }
}

static void *load(FILE *file, int64_t *length) {
    int64_t bytes;
    if (fread(&bytes, 8, 1, file) != 1) exit(2);
    void *data = calloc(1, bytes + 64);
    if (fread(data, 1, bytes, file) != (size_t)bytes) exit(2);
    if (length) *length = bytes;
    return data;
}

int main(int argc, char **argv) {
    FILE *file = argc >= 7 && (argc - 3) % 4 == 0 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 2;
    int64_t count = atoll(argv[2]), lanes = (argc - 3) / 4, most, length, *nets;
    memcpy(law, load(file, NULL), sizeof law);
    uint8_t *pack = load(file, &length);
    cards = malloc(length);
    two = load(file, NULL); glance = load(file, NULL); follow = load(file, NULL);
    total = load(file, &rows); hard = load(file, NULL); size = load(file, NULL);
    first = load(file, NULL); after = load(file, NULL); whole = load(file, NULL);
    insure = load(file, NULL); evens = load(file, NULL); bank = load(file, NULL);
    most = *(int64_t *)load(file, NULL);
    nets = calloc(2 * most + 1, 8);
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int64_t lane = 0; lane < lanes; lane++) {
        char **words = argv + 3 + 4 * lane;
        s0 = strtoull(words[0], NULL, 10); s1 = strtoull(words[1], NULL, 10);
        s2 = strtoull(words[2], NULL, 10); s3 = strtoull(words[3], NULL, 10);
        memcpy(cards, pack, length);
        play_all(count / lanes + (lane < count % lanes), nets + most);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    for (int64_t n = -most; n <= most; n++)
        if (nets[most + n]) printf("%lld %lld\n", (long long)n, (long long)nets[most + n]);
    fprintf(stderr, "%.6f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
