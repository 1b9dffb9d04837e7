"""vodozemac through its Python wheel: the figures include the calls between Python and Rust.

Prints one JSON object a line. Takes `--quick` and `--filter TEXT`. Run it with `python -I`, or
its own name hides the module.
"""

import json
import sys
import time

import vodozemac

BATCH = 64
SKIPPED = 1000
PICKLE_KEY = bytes(32)
SIGNED = bytes(200)


class Pair:
    """A session between Alice and Bob, both with one message received."""

    def __init__(self, size):
        self.content = bytes(size)
        self.wire = 0
        self.alice, self.bob = vodozemac.Account(), vodozemac.Account()
        self.publish()
        self.establish()
        # Bob speaks last, so that Alice's next message turns the ratchet.
        self.receive(self.from_alice, self.from_bob.encrypt(self.content))

    def publish(self):
        self.bob.generate_one_time_keys(1)
        (self.one_time_key,) = self.bob.one_time_keys.values()
        self.bob.mark_keys_as_published()
        self.signature = self.bob.sign(SIGNED)

    def establish(self):
        self.bob.ed25519_key.verify_signature(SIGNED, self.signature)
        self.from_alice = self.alice.create_outbound_session(self.bob.curve25519_key, self.one_time_key)
        message = self.from_alice.encrypt(bytes(32))
        self.from_bob, _ = self.bob.create_inbound_session(self.alice.curve25519_key, message.to_pre_key())
        self.first_wire = message

    def receive(self, session, message):
        session.decrypt(message)

    def turn(self):
        """Makes Alice's next messages ones in a chain."""
        self.receive(self.from_bob, self.from_alice.encrypt(self.content))


def wire_bytes(message):
    return len(message.to_parts()[1])


def encrypt(size):
    pair = Pair(size)
    pair.turn()
    session, content = pair.from_alice, pair.content
    wire = wire_bytes(session.encrypt(content))

    def prepare(count):
        pass

    def call(index):
        session.encrypt(content)

    return prepare, call, BATCH, wire


def decrypt(size):
    pair = Pair(size)
    pair.turn()
    session = pair.from_bob
    messages = []

    def prepare(count):
        messages[:] = [pair.from_alice.encrypt(pair.content) for _ in range(count)]

    def call(index):
        session.decrypt(messages[index])

    wire = wire_bytes(pair.from_alice.encrypt(pair.content))
    return prepare, call, BATCH, wire


def round_trip(size):
    pair = Pair(size)
    a, b, content = pair.from_alice, pair.from_bob, pair.content
    wire = 2 * wire_bytes(Pair(size).from_alice.encrypt(content))

    def prepare(count):
        pass

    def call(index):
        b.decrypt(a.encrypt(content))
        a.decrypt(b.encrypt(content))

    return prepare, call, BATCH, wire


def establish(size):
    pair = Pair(size)

    def prepare(count):
        pair.publish()

    def call(index):
        pair.establish()

    return prepare, call, 1, wire_bytes(pair.first_wire)


def skip(size):
    pair = Pair(size)
    pair.turn()
    pickle = pair.from_bob.pickle(PICKLE_KEY)
    for _ in range(SKIPPED + 1):
        late = pair.from_alice.encrypt(pair.content)
    session = None

    def prepare(count):
        nonlocal session
        session = vodozemac.Session.from_pickle(pickle, PICKLE_KEY)

    def call(index):
        session.decrypt(late)

    return prepare, call, 1, wire_bytes(late)


def time_batch(prepare, call, count):
    prepare(count)
    start = time.perf_counter_ns()
    for index in range(count):
        call(index)
    return time.perf_counter_ns() - start


def measure(make, size, quick):
    prepare, call, largest, wire = make(size)
    batch, total = (50_000, 200_000) if quick else (1_000_000, 400_000_000)
    count = 1
    while count < largest and time_batch(prepare, call, count) < batch:
        count = min(count * 2, largest)
    samples = []
    end = time.perf_counter_ns() + total
    while time.perf_counter_ns() < end or len(samples) < 3:
        samples.append(time_batch(prepare, call, count) / count)
    samples.sort()
    return samples[0], samples[len(samples) // 2], wire


def main():
    arguments = sys.argv[1:]
    text = arguments[arguments.index("--filter") + 1] if "--filter" in arguments else ""
    operations = [
        *((f"encrypt-{size}", encrypt, size) for size in (32, 256, 1024, 16384)),
        *((f"decrypt-{size}", decrypt, size) for size in (32, 256, 1024, 16384)),
        ("round-trip-256", round_trip, 256),
        ("establish", establish, 32),
        ("skip-1000", skip, 256),
    ]
    for name, make, size in operations:
        if text not in name:
            continue
        fastest, median, wire = measure(make, size, "--quick" in arguments)
        row = {
            "name": "vodozemac",
            "operation": name,
            "fastest_ns": round(fastest, 1),
            "median_ns": round(median, 1),
            "wire_bytes": wire,
        }
        print(json.dumps(row), flush=True)


main()
