/*
 * The receiver of a radio door lock, with a bug: look for it before you let Everypath find it.
 *
 * A frame is a start byte, the length of its payload, the payload, and a checksum. The PIN as payload opens
 * the door. Nothing else may: that is what main() asserts, for every frame of up to 12 bytes that the radio
 * can deliver.
 */
#include <assert.h>
#include <everypath.h>
#include <string.h>

#define FRAME_START 0x7e
#define PAYLOAD_SIZE 8
#define FRAME_SIZE (PAYLOAD_SIZE + 4)

static const char pin[] = "4711";

struct lock {
    uint8_t payload[PAYLOAD_SIZE];
    uint8_t open;
};

static uint8_t checksum(const uint8_t *bytes, unsigned length) {
    uint8_t sum = 0;
    for (unsigned i = 0; i < length; i++) sum += bytes[i];
    return sum;
}

static int is_pin(const uint8_t *payload, unsigned length) {
    return length == sizeof pin - 1 && memcmp(payload, pin, sizeof pin - 1) == 0;
}

static void receive(struct lock *lock, const uint8_t *frame) {
    if (frame[0] != FRAME_START) return;
    unsigned length = frame[1];
    if (length > PAYLOAD_SIZE) return;
    if (frame[2 + length] != checksum(frame + 2, length)) return;

    for (unsigned i = 0; i <= length; i++) lock->payload[i] = frame[2 + i];
    if (is_pin(lock->payload, length)) lock->open = 1;
}

int main(void) {
    uint8_t frame[FRAME_SIZE];
    struct lock lock = {{0}, 0};
    EVERYPATH_SYMBOLIC(frame);

    receive(&lock, frame);
    if (lock.open) assert(is_pin(frame + 2, frame[1]));
    return 0;
}
