/* Arithmetic and a small table: additions, shifts, multiplications, one load and one store per round. */
#include <stdint.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 3000000u
#endif

static uint32_t table[256];

int main(void) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < 256; i++) table[i] = i * 2654435761u;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        hash = (hash ^ table[(hash + round) & 255]) * 16777619u;
        if (hash & 1) hash += round >> 3;
        table[round & 255] = hash;
    }
    printf("%u\n", hash);
    return 0;
}
