/* A program that plays every board, also with forbidden cells and a bonus cell: alpha-beta search
 * with iterative deepening, within the time, nodes or depth that it is given. docs/protocol.md
 * describes the protocol.
 *
 *     cc -O2 -o alphabeta alphabeta.c
 *     fourfold match "exec:./alphabeta" random --seconds 0.1
 */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 12, WIN = 10000, NOBODY = 0, BAN = 3 };

/* The board. cell[c][n] is the row of the n-th playable cell of column c, counted from below: the
 * n-th piece in a column lies there, so forbidden cells need no other care. */
static int columns, rows, bonus_column, bonus_row;
static int cell[SIDE][SIDE], size[SIDE], order[SIDE];

typedef struct {
    signed char owner[SIDE][SIDE]; /* NOBODY, 1 and 2 for the players, BAN for what belongs to none */
    signed char height[SIDE];
    int turn, free, must_ban;
} State;

static int in_a_row(const State *s, int c, int r, int dc, int dr) {
    int count = 0;
    for (int who = s->owner[c][r];; count++) {
        c += dc, r += dr;
        if (c < 0 || c >= columns || r < 0 || r >= rows || s->owner[c][r] != who) return count;
    }
}

/* Drops a piece, or the ban that is due; returns 1 if it wins. */
static int play(State *s, int c) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int r = cell[c][s->height[c]++];
    s->free--;
    if (s->must_ban) {
        s->owner[c][r] = BAN;
        s->must_ban = 0;
    } else {
        s->owner[c][r] = s->turn;
        for (int i = 0; i < 4; i++) {
            int dc = ways[i][0], dr = ways[i][1];
            if (in_a_row(s, c, r, dc, dr) + in_a_row(s, c, r, -dc, -dr) >= 3) return 1;
        }
        if (c == bonus_column && r == bonus_row && s->free > 0) {
            s->must_ban = 1; /* the same player goes on */
            return 0;
        }
    }
    s->turn = 3 - s->turn;
    return 0;
}

/* The search. */
static long long nodes, most_nodes;
static double deadline, began;
static int is_over, is_quitting;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

/* Listens while it thinks: `isready`, `stop` and `quit` may come at any time. */
static void listen_and_look_at_the_clock(void) {
    struct pollfd input = {0, POLLIN, 0};
    char line[256];
    if (now() > deadline) is_over = 1;
    while (poll(&input, 1, 0) > 0) {
        if (!fgets(line, sizeof line, stdin) || !strncmp(line, "quit", 4)) {
            is_over = is_quitting = 1;
            return;
        }
        if (!strncmp(line, "stop", 4)) is_over = 1;
        if (!strncmp(line, "isready", 7)) puts("readyok");
    }
}

/* Pieces near the centre count more: they lie in more lines. */
static int evaluate(const State *s) {
    int sum = 0;
    for (int c = 0; c < columns; c++)
        for (int n = 0; n < s->height[c]; n++) {
            int who = s->owner[c][cell[c][n]];
            if (who != BAN) sum += (who == s->turn ? 1 : -1) * (c < columns - c ? c + 1 : columns - c);
        }
    return sum;
}

static int search(const State *s, int depth, int ply, int alpha, int beta, int *best) {
    if (++nodes >= most_nodes) is_over = 1;
    if (nodes % 2048 == 0) listen_and_look_at_the_clock();
    if (is_over || s->free == 0) return 0;
    if (depth == 0) return evaluate(s);
    for (int i = 0; i < columns; i++) {
        int c = order[i], value;
        State next = *s;
        if (s->height[c] == size[c]) continue;
        if (play(&next, c)) value = WIN - ply - 1;
        else if (next.turn == s->turn) value = search(&next, depth - 1, ply + 1, alpha, beta, NULL);
        else value = -search(&next, depth - 1, ply + 1, -beta, -alpha, NULL);
        if (is_over) return alpha;
        if (value > alpha) {
            alpha = value;
            if (best) *best = c;
        }
        if (alpha >= beta) break;
    }
    return alpha;
}

static char label(int c) { return (char)(columns < 10 ? '1' + c : 'a' + c); }

static void go(const State *s, int most_depth) {
    int best = -1;
    for (int i = 0; i < columns && best < 0; i++)
        if (s->height[order[i]] < size[order[i]]) best = order[i];
    nodes = is_over = 0;
    for (int depth = 1; depth <= s->free && depth <= most_depth && !is_over; depth++) {
        int found = best, value = search(s, depth, 0, -WIN - 1, WIN + 1, &found);
        if (is_over) break;
        best = found;
        printf("info depth %d nodes %lld time %d score ", depth, nodes, (int)(1000 * (now() - began)));
        if (value > WIN - 200) printf("mate %d", WIN - value);
        else if (value < 200 - WIN) printf("mate %d", -WIN - value);
        else if (depth == s->free) printf("draw");
        else printf("cp %d", value);
        printf(" pv %c\n", label(best));
        if (abs(value) > WIN - 200) break;
    }
    printf("bestmove %c\n", label(best));
}

/* Reads `9x8-xd3-be4:4455`. */
static void set_position(State *s, const char *text) {
    int used;
    char blocked[SIDE][SIDE] = {{0}};
    memset(s, 0, sizeof *s);
    sscanf(text, "%dx%d%n", &columns, &rows, &used);
    bonus_column = -1;
    for (text += used; *text == '-'; text += used) {
        char kind, c;
        int r;
        sscanf(text, "-%c%c%d%n", &kind, &c, &r, &used);
        if (kind == 'x') blocked[c - 'a'][r - 1] = 1, s->owner[c - 'a'][r - 1] = BAN;
        else bonus_column = c - 'a', bonus_row = r - 1;
    }
    for (int c = 0; c < columns; c++) {
        size[c] = 0;
        order[c] = (columns - 1) / 2 + (c % 2 ? (c + 1) / 2 : -(c / 2));
        for (int r = 0; r < rows; r++)
            if (!blocked[c][r]) cell[c][size[c]++] = r, s->free++;
    }
    s->turn = 1;
    for (text++; *text && *text != '\n' && *text != '\r'; text++)
        play(s, *text <= '9' ? *text - '1' : *text - 'a');
}

/* The time to think, in seconds, of `go movetime 500` or `go p1time 60000 p1inc 1000 ...`. */
static double seconds(const char *line, int turn) {
    const char *at;
    double most = 1.0;
    if ((at = strstr(line, turn == 1 ? "p1time" : "p2time"))) {
        most = atof(at + 6) / 1000 / 20;
        if ((at = strstr(line, turn == 1 ? "p1inc" : "p2inc"))) most += 0.8 * atof(at + 5) / 1000;
    }
    if ((at = strstr(line, "movetime"))) most = 0.9 * atof(at + 8) / 1000;
    else if (strstr(line, "infinite")) most = 1e9;
    return most > 0.01 ? most - 0.005 : most / 2;
}

int main(void) {
    char line[1024];
    const char *at;
    State state;
    setvbuf(stdin, NULL, _IONBF, 0); /* so that poll() sees every line that has not been read */
    setvbuf(stdout, NULL, _IOLBF, 0);
    set_position(&state, "7x6:");
    while (!is_quitting && fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ugi\n", 4)) puts("id name Alpha-beta\nid author you\nugiok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "position fen ", 13)) set_position(&state, line + 13);
        if (!strncmp(line, "quit", 4)) break;
        if (!strncmp(line, "go", 2)) {
            began = now();
            deadline = began + seconds(line, state.turn);
            most_nodes = (at = strstr(line, "nodes")) ? atoll(at + 5) : 1LL << 62;
            go(&state, (at = strstr(line, "depth")) ? atoi(at + 5) : SIDE * SIDE);
        }
    }
    return 0;
}
