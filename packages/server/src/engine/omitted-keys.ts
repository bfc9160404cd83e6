/**
 * Names that did not fit into memory, in a Bloom filter. `mayHave` always finds a name that was added within the time, and has few false positives
 * (B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, 1970). Two filters take turns, so that old names expire.
 */
const BITS = 2 ** 26
const HASHES = 6

type Filter = { readonly since: number; readonly bits: Uint8Array }

export class OmittedKeys {
  readonly #keptMs: number
  #newer: Filter | undefined
  #older: Filter | undefined

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  add(name: string, now: number): void {
    if (this.#newer === undefined || this.#newer.since <= now - this.#keptMs) {
      this.#older = this.#newer
      this.#newer = { since: now, bits: new Uint8Array(BITS / 8) }
    }
    for (const bit of bitsOf(name)) this.#newer.bits[bit >>> 3]! |= 1 << (bit & 7)
  }

  mayHave(name: string): boolean {
    const bits = [...bitsOf(name)]
    return [this.#newer, this.#older].some((filter) => filter !== undefined && bits.every((bit) => has(filter, bit)))
  }
}

const has = ({ bits }: Filter, bit: number): boolean => (bits[bit >>> 3]! & (1 << (bit & 7))) !== 0

/** All hashes are combinations of two (Kirsch and Mitzenmacher, Less hashing, same performance, 2006); each is FNV-1a of 32 bits. */
function* bitsOf(name: string): Generator<number> {
  const first = fnv1a(name, 0x811c9dc5)
  const step = fnv1a(name, 0x01000193) | 1
  for (let turn = 0; turn < HASHES; turn++) yield ((first + Math.imul(turn, step)) >>> 0) % BITS
}

function fnv1a(text: string, seed: number): number {
  let hash = seed
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
